import { afterEach, beforeEach, expect, it } from 'vitest'
import { FakeClock } from '../support/fake-clock.ts'
import { startLoopbackSite, type LoopbackSite } from '../support/loopback-site.ts'
import { site } from './support/pages.ts'
import { paths, startTestService, type TestService } from './support/service.ts'
import { until } from './support/until.ts'

let clock: FakeClock
let service: TestService
let web: LoopbackSite
/** Sends what is missing of the sitemap. */
let release: (() => void) | undefined

const ENTRY = (path: string): string => `<url><loc>${web.url(path)}</loc></url>`

beforeEach(async () => {
  clock = new FakeClock()
  release = undefined
  service = await startTestService({ clock })
  web = await startLoopbackSite(site({ '/': ['/linked'], '/linked': [], '/listed': [] }))
})

afterEach(async () => {
  release?.()
  await web.close()
  await service.dispose()
})

/** Lets the sitemap answer only when it is released. */
function holdSitemap(beginsAnswer: boolean): void {
  web.set('/sitemap.xml', (_request, response) => {
    const text = `<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">${ENTRY('/listed')}</urlset>`
    if (beginsAnswer) response.writeHead(200, { 'content-type': 'application/xml' }).write(text.slice(0, 20))
    release = () => response.end(beginsAnswer ? text.slice(20) : text)
  })
}

/** Lets time pass in steps, because a timer may begin later on a slow machine, until the condition holds. */
async function passTime(stepMs: number, condition: () => boolean | Promise<boolean>): Promise<void> {
  await until(async () => {
    if (await condition()) return true
    clock.advance(stepMs)
    return false
  })
}

const ended = async (id: string): Promise<boolean> => (await service.status(id)).status !== 'scraping'

it.each([
  ['has not begun to answer', false],
  ['stopped in its answer', true],
])('a crawl fetches pages after 5 s if a sitemap %s, and says so', async (_name, beginsAnswer) => {
  holdSitemap(beginsAnswer)
  const id = await service.start({ url: web.url('/') })
  await until(() => web.count('/sitemap.xml') === 1 && release !== undefined)
  expect(web.count('/')).toBe(0)
  await passTime(100, () => web.count('/linked') === 1)
  expect((await service.status(id)).status).toBe('scraping')
  release?.()
  const answer = await service.finished(id)
  expect(paths(answer).toSorted()).toEqual(['/', '/linked', '/listed'])
  expect(answer.warning).toBe('Reading its sitemaps took longer than 5 s, so pages were crawled meanwhile.')
})

it('a crawl ends without a sitemap that never answers', async () => {
  holdSitemap(false)
  const id = await service.start({ url: web.url('/') })
  await until(() => release !== undefined)
  // Pages that are still fetched would have a deadline too.
  await passTime(100, async () => (await service.status(id)).completed === 2)
  await passTime(10_000, () => ended(id))
  const answer = await service.finished(id)
  expect(paths(answer).toSorted()).toEqual(['/', '/linked'])
  expect(answer.warning).toMatch(/was not read completely: .* Reading its sitemaps took longer than 5 s/)
})

it('a crawl can be cancelled while a sitemap is being read', async () => {
  holdSitemap(true)
  const id = await service.start({ url: web.url('/') })
  await until(() => release !== undefined)
  await passTime(100, () => web.count('/linked') === 1)
  await service.request(`/v2/crawl/${id}`, { method: 'DELETE' })
  expect((await service.status(id)).status).toBe('cancelled')
})

it('a sitemap that was cut is listed as unread, and the one before it as read', async () => {
  const xml = { 'content-type': 'application/xml' }
  web.set('/read.xml', { headers: xml, body: `<urlset>${ENTRY('/listed')}</urlset>` })
  web.set('/robots.txt', `Sitemap: ${web.url('/slow.xml')}\nSitemap: ${web.url('/read.xml')}\n`)
  const held: (() => void)[] = []
  release = () => held.forEach((end) => end())
  for (const path of ['/slow.xml', '/sitemap.xml'])
    web.set(path, (_request, response) => void held.push(() => response.end()))
  const id = await service.start({ url: web.url('/') })
  await until(() => web.count('/slow.xml') === 1)
  await passTime(1000, () => web.count('/sitemap.xml') === 1)
  await passTime(1000, () => ended(id))
  await service.finished(id)
  expect((await service.errors(id)).sitemaps).toEqual([
    { url: web.url('/sitemap.xml'), urls: 0, error: 'reading all sitemaps took longer than 120 s' },
    { url: web.url('/slow.xml'), urls: 0, error: 'it took longer than 1m' },
    { url: web.url('/read.xml'), statusCode: 200, urls: 1 },
  ])
})
