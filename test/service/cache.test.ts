import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { readdirSync, truncateSync } from 'node:fs'
import path from 'node:path'
import { FakeClock } from '../support/fake-clock.ts'
import { startLoopbackSite, type LoopbackSite } from '../support/loopback-site.ts'
import { site } from './support/pages.ts'
import { paths, startTestService, type TestService } from './support/service.ts'

let web: LoopbackSite
let service: TestService
let clock: FakeClock

beforeEach(async () => {
  clock = new FakeClock()
  web = await startLoopbackSite(site({ '/': ['/a'], '/a': ['/b'], '/b': [], '/missing': [] }))
  service = await startTestService({ clock })
})

afterEach(async () => {
  await web.close()
  await service.dispose()
})

const crawl = (scrapeOptions: object = {}, more: object = {}) =>
  service.crawl({ url: web.url('/'), sitemap: 'skip', maxConcurrency: 1, scrapeOptions, ...more })

describe('the result cache', () => {
  it('returns pages that are young enough, with their links, without a fetch', async () => {
    const first = await crawl()
    clock.advance(60_000)
    const second = await crawl({ maxAge: 60_000 })
    expect(web.count('/a')).toBe(1)
    expect(paths(second)).toEqual(['/', '/a', '/b'])
    expect(first.data[1]?.metadata).toMatchObject({ cacheState: 'miss' })
    expect(second.data[1]?.metadata).toMatchObject({ cacheState: 'hit', cachedAt: expect.any(String) })
    expect(second.data.map(({ markdown }) => markdown)).toEqual(first.data.map(({ markdown }) => markdown))
    await crawl({ maxAge: 59_999 })
    expect(web.count('/a')).toBe(2)
  })

  it('is not read with maxAge: 0, and not written with storeInCache: false', async () => {
    await crawl({ storeInCache: false })
    await crawl()
    expect(web.count('/a')).toBe(2)
    await crawl({ maxAge: 0 })
    expect(web.count('/a')).toBe(3)
  })

  it('separates pages that were scraped with different settings', async () => {
    await crawl()
    await crawl({ formats: ['html'] })
    await crawl({ headers: { cookie: 'a=1' } })
    expect(web.count('/a')).toBe(3)
  })

  it('skips the delay between requests', async () => {
    await crawl({}, { limit: 2 })
    // Time stands still: a page that waited for the delay would never come.
    expect((await crawl({}, { delay: 30 })).completed).toBe(3)
    expect(web.count('/b')).toBe(1)
  })

  it('is not used by a crawl with zeroDataRetention', async () => {
    await crawl({}, { zeroDataRetention: true })
    await crawl()
    await crawl({}, { zeroDataRetention: true })
    expect(web.count('/a')).toBe(3)
  })

  it('is skipped if its stored bytes are gone', async () => {
    await crawl()
    const segments = path.join(service.dataDirectory, 'segments')
    for (const name of readdirSync(segments)) truncateSync(path.join(segments, name))
    expect(paths(await crawl())).toEqual(['/', '/a', '/b'])
    expect(web.count('/a')).toBe(2)
  })
})
