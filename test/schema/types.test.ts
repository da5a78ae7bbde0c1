import { expectTypeOf, test } from 'vitest'
import type { CrawlFile } from '../../src/schema/crawl-file.gen.ts'
import type { ProjectFile } from '../../src/schema/project-file.gen.ts'
import type { CrawlRequestV1 } from '../../src/schema/request-v1.gen.ts'
import type { Action, CrawlRequest, Format, Webhook } from '../../src/schema/request-v2.gen.ts'

test('a request has the types of its schema', () => {
  expectTypeOf<CrawlRequest>().toHaveProperty('url').toEqualTypeOf<string>()
  expectTypeOf<CrawlRequest['sitemap']>().toEqualTypeOf<'skip' | 'include' | 'only' | undefined>()
  expectTypeOf<CrawlRequest['limit']>().toEqualTypeOf<number | undefined>()
  expectTypeOf<CrawlRequest['webhook']>().toEqualTypeOf<Webhook | string | undefined>()
  expectTypeOf<{ type: 'screenshot'; fullPage: true }>().toExtend<Format>()
  expectTypeOf<'markdown'>().toExtend<Format>()
  expectTypeOf<'markdwn'>().not.toExtend<Format>()
  expectTypeOf<{ type: 'click'; selector: string }>().toExtend<Action>()
  expectTypeOf<{ type: 'click' }>().not.toExtend<Action>()
  expectTypeOf<CrawlRequestV1['sitemap']>().toEqualTypeOf<boolean | undefined>()
})

test('a file may contain templates and list operations', () => {
  expectTypeOf<CrawlFile['request']['url']>().toEqualTypeOf<string>()
  expectTypeOf<CrawlFile['request']['limit']>().toEqualTypeOf<number | string | undefined>()
  expectTypeOf<{ append: string[] }>().toExtend<CrawlFile['request']['excludePaths']>()
  expectTypeOf<{ version: 2; profiles: { polite: { request: { delay: number } } } }>().toExtend<ProjectFile>()
})
