import { readdirSync, truncateSync } from 'node:fs'
import path from 'node:path'
import fc from 'fast-check'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { CrawlStatusAnswer } from '../../src/protocol/crawl-status.ts'
import { FakeClock } from '../support/fake-clock.ts'
import { startLoopbackSite, type LoopbackSite, type SiteAnswer } from '../support/loopback-site.ts'
import { startModel, type TestModel } from './support/model.ts'
import { page } from './support/pages.ts'
import { paths, startTestService, type TestService } from './support/service.ts'

let web: LoopbackSite
let service: TestService
let clock: FakeClock

beforeEach(async () => {
  clock = new FakeClock()
  web = await startLoopbackSite({
    '/': page('Start', ['/a', '/b']),
    '/a': page('A'),
    '/b': page('B', ['/c']),
  })
  service = await startTestService({ clock })
})

afterEach(async () => {
  await web.close()
  await service.dispose()
})

const MODIFIED = 'Thu, 01 Jan 2026 00:00:00 GMT'

/** Answers 304 to a request that names the page's validator. */
function tagged(tag: string, body: string, more: Record<string, string> = {}): SiteAnswer {
  const headers = { etag: tag, ...more }
  return (request) =>
    request.headers['if-none-match'] === tag ? { status: 304, headers } : { headers, body }
}

const dated =
  (body: string): SiteAnswer =>
  ({ headers }) =>
    headers['if-modified-since'] === MODIFIED
      ? { status: 304 }
      : { headers: { 'last-modified': MODIFIED }, body }

const crawl = (scrapeOptions: object = {}, more: object = {}): Promise<CrawlStatusAnswer> =>
  service.crawl({
    url: web.url('/'),
    sitemap: 'skip',
    maxConcurrency: 1,
    ...more,
    scrapeOptions: { maxAge: 0, ...scrapeOptions },
  })
const markdown = ({ data }: CrawlStatusAnswer) => data.map((one) => one.markdown)
const sent = (at: string, name: string) =>
  web.requests.filter((request) => request.path === at).map(({ headers }) => headers[name])
const one = { limit: 1 }

describe('a second crawl of pages with validators', () => {
  it('uses the stored pages and their links after a 304', async () => {
    web.set('/', tagged('"1"', page('Start', ['/a', '/b'])))
    web.set('/b', dated(page('B', ['/c'])))
    web.set('/c', tagged('W/"c"', page('C')))
    const first = await crawl({ formats: ['markdown', 'links'] })
    clock.advance(60_000)
    const second = await crawl({ formats: ['markdown', 'links'] })
    expect(sent('/', 'if-none-match')).toEqual([undefined, '"1"'])
    expect(sent('/b', 'if-modified-since')).toEqual([undefined, MODIFIED])
    expect(sent('/c', 'if-none-match')).toEqual([undefined, 'W/"c"'])
    const lasting = ({ metadata, ...rest }: CrawlStatusAnswer['data'][number]) => {
      const { scrapeId: _, fetchedAt: __, ...kept } = metadata
      return { ...rest, metadata: kept }
    }
    expect(second.data.map(lasting)).toEqual(first.data.map(lasting))
    const times = [first, second].map(({ data }) => Date.parse(String(data[0]?.metadata['fetchedAt'])))
    expect(times[1]! - times[0]!).toBeGreaterThanOrEqual(60_000)
    expect(second.data[0]?.metadata).toMatchObject({ statusCode: 200, cacheState: 'miss' })
  })

  it('renews the time of a page that has not changed', async () => {
    web.set('/', tagged('"1"', page('Start')))
    await crawl()
    clock.advance(60_000)
    await crawl()
    clock.advance(60_000)
    expect((await crawl({ maxAge: 60_000 })).data[0]?.metadata).toMatchObject({ cacheState: 'hit' })
    expect(web.count('/')).toBe(2)
  })

  it('uses the stored pages a week later, after the first results expired', async () => {
    web.set('/', tagged('"1"', page('Start')))
    const first = await crawl()
    for (let hour = 0; hour < 7 * 24; hour++) {
      clock.advance(3_600_000)
      // The sweep of expired data waits for the clock.
      await new Promise(setImmediate)
    }
    expect(markdown(await crawl())).toEqual(markdown(first))
    expect(sent('/', 'if-none-match')).toEqual([undefined, '"1"'])
  })

  it('revalidates pages that are older than maxAge', async () => {
    web.set('/', tagged('"1"', page('Start')))
    await crawl()
    clock.advance(60_001)
    await crawl({ maxAge: 60_000 })
    expect(sent('/', 'if-none-match')).toEqual([undefined, '"1"'])
  })

  it('reads a changed page, and keeps its new validators', async () => {
    web.set('/', tagged('"1"', page('Start')))
    await crawl()
    web.set('/', tagged('"2"', page('New', ['/a'])))
    const second = await crawl()
    expect(paths(second)).toEqual(['/', '/a'])
    expect(second.data[0]?.markdown).toContain('# New')
    expect(paths(await crawl())).toEqual(['/', '/a'])
    expect(sent('/', 'if-none-match')).toEqual([undefined, '"1"', '"2"'])
  })

  it('keeps the validators of a 304', async () => {
    web.set('/', tagged('"1"', page('Start')))
    await crawl()
    web.set('/', { status: 304, headers: { etag: 'W/"1"' } })
    const [second, third] = [await crawl(), await crawl()]
    expect([markdown(second), markdown(third)].flat()).toEqual([
      expect.stringContaining('# Start'),
      expect.stringContaining('# Start'),
    ])
    expect(sent('/', 'if-none-match')).toEqual([undefined, '"1"', 'W/"1"'])
  })

  // RFC 9111, 4.3.4
  const date = { 'last-modified': MODIFIED }
  const later = { 'last-modified': 'Fri, 02 Jan 2026 00:00:00 GMT' }
  it.each([
    ['304 with another entity tag', { etag: '"1"' }, { status: 304, headers: { etag: '"2"' } }],
    ['304 with a later date', date, { status: 304, headers: later }],
    ['412, which is no answer to a GET', { etag: '"1"' }, { status: 412 }],
  ])('requests the whole page after an unclear answer: %s', async (_kind, headers, answer) => {
    web.set('/', { headers, body: page('Old') })
    await crawl()
    web.set('/', (request) =>
      'if-none-match' in request.headers || 'if-modified-since' in request.headers ? answer : page('New'),
    )
    expect(markdown(await crawl())).toEqual([expect.stringContaining('# New')])
    expect(web.count('/')).toBe(3)
  })

  it('accepts a 304 whose tag lacks the encoding of the page', async () => {
    web.set('/', { headers: { etag: '"1-gzip"' }, body: page('Start') })
    await crawl()
    web.set('/', { status: 304, headers: { etag: '"1"' } })
    expect(markdown(await crawl())).toEqual([expect.stringContaining('# Start')])
  })

  it('accepts a 304 with the length and encoding of the page', async () => {
    web.set('/', tagged('"1"', page('Start')))
    await crawl()
    web.set('/', (_, response) => {
      response.socket?.write(
        'HTTP/1.1 304 Not Modified\r\ncontent-length: 999\r\ncontent-encoding: gzip\r\ncontent-type: video/mp4\r\n\r\n',
      )
    })
    expect(markdown(await crawl())).toEqual([expect.stringContaining('# Start')])
  })

  it('fetches the page if the stored one is gone', async () => {
    web.set('/', tagged('"1"', page('Start')))
    await crawl()
    const segments = path.join(service.dataDirectory, 'segments')
    for (const name of readdirSync(segments)) truncateSync(path.join(segments, name))
    expect(markdown(await crawl())).toEqual([expect.stringContaining('# Start')])
    expect(sent('/', 'if-none-match')).toEqual([undefined, '"1"', undefined])
  })

  it('follows a redirect that replaced a page', async () => {
    web.set('/', tagged('"1"', page('Start')))
    await crawl()
    web.set('/', { status: 302, headers: { location: '/a', etag: '"1"' } })
    web.set('/a', tagged('"1"', page('A')))
    expect(markdown(await crawl())).toEqual([expect.stringContaining('# A')])
    expect(markdown(await crawl())).toEqual([expect.stringContaining('# A')])
    expect(sent('/a', 'if-none-match')).toEqual([undefined, '"1"'])
  })

  it('does not accept a 304 without a condition in the request', async () => {
    web.set('/', { status: 304 })
    await crawl()
    web.set('/', page('Start'))
    await crawl()
    web.set('/', { status: 304 })
    const third = await crawl()
    expect(sent('/', 'if-none-match')).toEqual([undefined, undefined, undefined])
    expect([third.status, third.error]).toEqual(['failed', expect.stringContaining('304 Not Modified')])
  })

  it('does not send invalid validators', async () => {
    web.set('/', { headers: { etag: 'a "b" c', 'last-modified': 'yesterday' }, body: page('Start') })
    await crawl()
    await crawl()
    expect(sent('/', 'if-none-match')).toEqual([undefined, undefined])
    expect(sent('/', 'if-modified-since')).toEqual([undefined, undefined])
  })
})

describe('a second crawl requests whole pages', () => {
  beforeEach(() => web.set('/', tagged('"1"', page('Start'))))
  const neither = [undefined, undefined]

  it('with storeInCache: false', async () => {
    await crawl({}, one)
    await crawl({ storeInCache: false }, one)
    expect(sent('/', 'if-none-match')).toEqual(neither)
  })

  it('with other settings', async () => {
    await crawl({}, one)
    await crawl({ onlyMainContent: false }, one)
    expect(sent('/', 'if-none-match')).toEqual(neither)
  })

  it('with its own conditions', async () => {
    const headers = { 'If-None-Match': '"mine"' }
    await crawl({ headers }, one)
    await crawl({ headers }, one)
    expect(sent('/', 'if-none-match')).toEqual(['"mine"', '"mine"'])
  })

  it('with zeroDataRetention', async () => {
    await crawl({}, one)
    await crawl({}, { ...one, zeroDataRetention: true })
    expect(sent('/', 'if-none-match')).toEqual(neither)
  })
})

describe('a second crawl of pages without validators', () => {
  let model: TestModel
  let other: TestService

  beforeEach(async () => {
    model = await startModel()
    other = await startTestService({ clock, model: model.settings })
  })

  afterEach(async () => {
    await other.dispose()
    await model.close()
  })

  it('does not process equal bytes again', async () => {
    web.set('/c', page('C'))
    const request = {
      url: web.url('/'),
      sitemap: 'skip',
      maxConcurrency: 1,
      scrapeOptions: { formats: ['summary', 'markdown'], maxAge: 0 },
    }
    model.answers.push(...Array.from({ length: 5 }, (_, index) => ({ summary: `Summary ${index}` })))
    const first = await other.crawl(request)
    const asked = model.asked.length
    const second = await other.crawl(request)
    expect(second.data.map(({ summary }) => summary)).toEqual(first.data.map(({ summary }) => summary))
    expect(markdown(second)).toEqual(markdown(first))
    expect(paths(second)).toEqual(paths(first))
    expect(model.asked.length).toBe(asked)
    web.set('/a', page('Another'))
    expect(markdown(await other.crawl(request)).join('')).toContain('# Another')
    expect(model.asked.length).toBe(asked + 1)
  })

  it.each([
    ['another character set', { 'content-type': 'text/html; charset=windows-1252' }, 'Ã¼'],
    ['another type', { 'content-type': 'text/plain' }, '<h1>'],
  ])('reads equal bytes again with %s', async (_, headers, expected) => {
    const body = '<main><h1>Grün</h1></main>'
    web.set('/', body)
    expect((await crawl()).data[0]?.markdown).toBe('# Grün')
    web.set('/', { headers, body })
    expect((await crawl()).data[0]?.markdown).toContain(expected)
  })

  it('follows a refresh header that is new for equal bytes', async () => {
    await crawl({}, one)
    web.set('/', { headers: { refresh: '0; url=/a' }, body: page('Start', ['/a', '/b']) })
    expect(markdown(await crawl({}, one))).toEqual([expect.stringContaining('# A')])
  })
})

type Kind = 'tagged' | 'dated' | 'plain'

const answerOf = (kind: Kind, body: string): SiteAnswer =>
  kind === 'tagged' ? tagged('"1"', body) : kind === 'dated' ? dated(body) : body

/** Pages by their number, each with its links and the validators that it has. */
const sites = fc.array(
  fc.record({
    links: fc.array(fc.nat({ max: 11 }), { maxLength: 4 }),
    kind: fc.constantFrom<Kind>('tagged', 'dated', 'plain'),
  }),
  { minLength: 2, maxLength: 10 },
)
const bounds = fc.record(
  {
    limit: fc.integer({ min: 1, max: 8 }),
    maxDiscoveryDepth: fc.integer({ min: 0, max: 3 }),
    excludePaths: fc.constant(['3']),
  },
  { requiredKeys: [] },
)

it('a second crawl has the pages, the order and the Markdown of the first one', async () => {
  let at = 0
  await fc.assert(
    fc.asyncProperty(sites, bounds, async (pages, more) => {
      const folder = `/s${++at}`
      for (const [number, { links, kind }] of pages.entries()) {
        const body = page(
          `Page ${number}`,
          links.map((to) => `${folder}/${to}`),
        )
        web.set(`${folder}/${number}`, answerOf(kind, body))
      }
      web.set('/robots.txt', {
        headers: { 'content-type': 'text/plain' },
        body: 'User-agent: *\nDisallow: /*/2$',
      })
      const again = () => crawl({}, { url: web.url(`${folder}/0`), crawlEntireDomain: true, ...more })
      const [first, second] = [await again(), await again()]
      expect(paths(second)).toEqual(paths(first))
      expect(markdown(second)).toEqual(markdown(first))
      expect(second.total).toBe(first.total)
    }),
    { numRuns: 25 },
  )
})
