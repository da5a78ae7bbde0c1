import { rmSync } from 'node:fs'
import { gzipSync } from 'node:zlib'
import { startService } from 'crawlform/service'
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { CrawlErrorsAnswer, CrawlStatusAnswer } from '../../../src/protocol/crawl-status.ts'
import { browserAvailable } from '../../../src/service/browser/find-chromium.ts'
import { startLoopbackSite, type LoopbackSite, type SiteAnswer } from '../../support/loopback-site.ts'
import { makeLargePdf, makePdf } from '../../support/make-pdf.ts'
import { newDataDirectory } from '../support/service.ts'

// Answers are fetched in one thread and read in others, and by `workers: 0` in a single one. Threads run the built package.

const text = (name: string, length = 0): string =>
  `<title>${name}</title><main><h1>${name}</h1><p>${'many words here '.repeat(length / 16)}</p></main>`
const typed = (type: string, body: Buffer | string, more = {}): SiteAnswer => ({
  headers: { 'content-type': type, ...more },
  body,
})
const packed = (body: Buffer): SiteAnswer => typed('text/html', body, { 'content-encoding': 'gzip' })

const answers: Readonly<Record<string, SiteAnswer>> = {
  '/small': text('Small'),
  '/page': text('Page', 36_000),
  '/long': text('Long', 900_000),
  '/packed-small': packed(gzipSync(text('Packed'))),
  '/packed-long': packed(gzipSync(text('Packed and long', 900_000))),
  '/packed-broken': packed(gzipSync('nothing').fill(255, 10)),
  '/old': typed('text/html; charset=windows-1252', Buffer.from('<p>caf\u00E9</p>', 'latin1')),
  '/small.pdf': typed('application/pdf', makePdf([[{ text: 'Small file', y: 700 }]])),
  '/large.pdf': typed('application/pdf', makeLargePdf('Large file', 1_000_000)),
  '/untyped.pdf': typed('application/octet-stream', makeLargePdf('Large file of no type', 1_000_000)),
  '/named': typed('application/octet-stream', makePdf([[{ text: 'Named file', y: 700 }]]), {
    'content-disposition': 'attachment; filename="named.pdf"',
  }),
  '/broken.pdf': typed('application/pdf', 'nothing'),
  '/data.json': typed('application/json', '{"a": 1}'),
  '/image': typed('image/png', 'x'),
  '/empty': '',
  '/gone': { status: 404, body: text('Gone') },
  '/busy': { status: 503, headers: { 'retry-after': '0' }, body: text('Busy') },
  '/moved': { status: 302, headers: { location: '/moved-to' } },
  '/moved-to': text('Moved'),
  '/leads-on': '<meta http-equiv=refresh content="0;url=/led-to">',
  '/led-to': text('Led'),
  '/breaks': (_, response) => void response.destroy(),
}

let web: LoopbackSite
beforeAll(async () => {
  const links = Object.keys(answers).filter((path) => !path.endsWith('-to'))
  const start = `<main>${links.map((path) => `<a href="${path}">${path}</a>`).join(' ')}</main>`
  web = await startLoopbackSite({ ...answers, '/': start })
})
afterAll(() => web.close())

interface Result {
  readonly pages: readonly object[]
  readonly errors: readonly object[]
  readonly blocked: readonly string[]
}

/** Crawls the site with so many threads; leaves out of the result what is new each time. */
async function crawl(workers: number, url: string, scrapeOptions: object): Promise<Result> {
  const dataDirectory = newDataDirectory()
  const service = await startService({ dataDirectory, workers, limits: { attempts: 2 } })
  try {
    const get = async <T>(from: string): Promise<T> => (await (await fetch(from)).json()) as T
    const started = await fetch(`${service.url}/v2/crawl`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ url, sitemap: 'skip', ignoreRobotsTxt: true, scrapeOptions }),
    })
    const job = ((await started.json()) as { url: string }).url
    let answer: CrawlStatusAnswer
    do answer = await get<CrawlStatusAnswer>(`${job}?limit=1000`)
    while (answer.status === 'scraping')
    const data = [...answer.data]
    while (answer.next !== undefined) {
      answer = await get<CrawlStatusAnswer>(answer.next)
      data.push(...answer.data)
    }
    const pages = data.map(({ metadata, ...page }) => {
      const { scrapeId: _, fetchedAt: __, ...kept } = metadata
      return { ...page, metadata: kept }
    })
    const { errors, robotsBlocked } = await get<CrawlErrorsAnswer>(`${job}/errors`)
    const failures = errors.map(({ url: of, error, code }) => ({ of, error, code }))
    return { pages: sorted(pages), errors: sorted(failures), blocked: robotsBlocked }
  } finally {
    await service.close()
    rmSync(dataDirectory, { recursive: true, force: true })
  }
}

function sorted<T>(list: readonly T[]): T[] {
  return list.toSorted((a, b) => (JSON.stringify(a) < JSON.stringify(b) ? -1 : 1))
}

it.each([
  ['Markdown and links', { formats: ['markdown', 'links'] }],
  ['files as they are', { formats: ['rawHtml'], parsers: [] }],
])('pages are the same if read in a worker thread or in the main thread: %s', async (_, scrapeOptions) => {
  const [alone, ...others] = await Promise.all(
    [0, 1, 2].map((workers) => crawl(workers, web.url('/'), { maxAge: 0, ...scrapeOptions })),
  )
  expect(alone?.pages.length).toBeGreaterThanOrEqual(16)
  expect(alone?.errors.length).toBeGreaterThanOrEqual(4)
  for (const other of others) expect(other).toEqual(alone)
})

it.runIf(browserAvailable())('a file that a browser would save is fetched', async () => {
  const [alone, other] = await Promise.all(
    [0, 1].map((workers) => crawl(workers, web.url('/large.pdf'), { maxAge: 0, waitFor: 10 })),
  )
  expect(alone?.pages).toMatchObject([{ markdown: 'Large file' }])
  expect(other).toEqual(alone)
})
