import { afterEach, beforeEach, expect, it } from 'vitest'
import { textLinks } from '../../src/service/content/read-text.ts'
import { startLoopbackSite, type LoopbackSite } from '../support/loopback-site.ts'
import { site } from './support/pages.ts'
import { paths, startTestService, type TestService } from './support/service.ts'

let service: TestService
let web: LoopbackSite

beforeEach(async () => {
  service = await startTestService()
  web = await startLoopbackSite(site({ '/': ['/llms.txt'], '/a': [], '/b': [], '/c': [] }))
})

afterEach(async () => {
  await service.dispose()
  await web.close()
})

it.each([
  ['/llms.txt', 'text/plain'],
  ['/readme.md', 'text/markdown; charset=utf-8'],
  ['/readme', 'text/x-markdown'],
])('the links of a start URL %s sent as %s are followed', async (path, type) => {
  const text = `# Docs\n\n- [A](/a): first\n- [B][b], <${web.url('/c')}>.\n\n[b]: b "second"\n`
  web.set(path, { headers: { 'content-type': type }, body: text })
  const answer = await service.crawl({ url: web.url(path), crawlEntireDomain: true })
  expect(paths(answer)).toEqual([path, '/a', '/c', '/b'])
  expect(answer).not.toHaveProperty('warning')
})

it('the links of a text are followed only from the start URL, even from the cache', async () => {
  web.set('/llms.txt', { headers: { 'content-type': 'text/plain' }, body: '[A](/a)' })
  expect(paths(await service.crawl({ url: web.url('/') }))).toEqual(['/', '/llms.txt'])
  expect(paths(await service.crawl({ url: web.url('/llms.txt') }))).toEqual(['/llms.txt', '/a'])
  expect(web.count('/llms.txt')).toBe(1)
})

it.each([
  ['[a](x.md#part)', ['https://e.com/d/x.md#part']],
  ['[a]( <x.md> "title")', ['https://e.com/d/x.md']],
  ['See https://e.com/w/A_(b), and (https://e.com/y).', ['https://e.com/w/A_(b)', 'https://e.com/y']],
  ['**https://e.com/z** `https://e.com/q`', ['https://e.com/z', 'https://e.com/q']],
  ['[a](mailto:a@e.com) [b](#b) [x] (no)', ['https://e.com/d/t.md#b']],
])('textLinks finds the URLs in %j', (text, links) => {
  expect(textLinks(text, 'https://e.com/d/t.md')).toEqual(links)
})

it.each([
  '](',
  ']: ',
  'https://',
  'https://(',
  'https://a(b)',
  '](<',
  '.',
  "'",
  'https://a.',
  '](a(',
  ' ',
  '(',
  'http',
])('textLinks takes linear time if a text repeats %j', (part) => {
  // Takes minutes where the work is not linear in the length.
  for (const start of ['', '](', 'https://', ']:', 'https://a('])
    expect(textLinks(start + part.repeat(500_000 / part.length), 'https://e.com/').length).toBeLessThan(
      50_001,
    )
})
