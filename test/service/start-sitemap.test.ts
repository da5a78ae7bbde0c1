import { gzipSync } from 'node:zlib'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { startLoopbackSite, type LoopbackSite } from '../support/loopback-site.ts'
import { site } from './support/pages.ts'
import { paths, startTestService, type TestService } from './support/service.ts'

let service: TestService
let web: LoopbackSite

beforeEach(async () => {
  service = await startTestService()
  web = await startLoopbackSite(site({ '/a': [], '/b': [] }))
})

afterEach(async () => {
  await service.dispose()
  await web.close()
})

const urlset = (urls: readonly string[]): string =>
  `<?xml version="1.0"?>\n<!-- made -->\n<urlset>${urls.map((url) => `<url><loc>${url}</loc></url>`).join('')}</urlset>`
const rss = (urls: readonly string[]): string =>
  `<rss version="2.0"><channel>${urls.map((url) => `<item><link>${url}</link></item>`).join('')}</channel></rss>`
const atom = (urls: readonly string[]): string =>
  `\uFEFF<feed xmlns="http://www.w3.org/2005/Atom">${urls.map((url) => `<entry><link href="${url}"/></entry>`).join('')}</feed>`
const lines = (urls: readonly string[]): string => urls.join('\r\n')

describe.each([
  ['/feed', 'application/rss+xml', rss],
  ['/posts/atom/', 'text/xml', atom],
  ['/sitemap.php', 'text/html', urlset],
  ['/urls.txt', 'text/plain', lines],
])('a start URL %s sent as %s', (path, type, write) => {
  beforeEach(() =>
    web.set(path, { headers: { 'content-type': type }, body: write([web.url('/a'), web.url('/b')]) }),
  )

  it.each(['include', 'only'])('is read as a sitemap, with sitemap: %s', async (sitemap) => {
    const answer = await service.crawl({ url: web.url(path), sitemap, crawlEntireDomain: true })
    expect(paths(answer)).toEqual([path, '/a', '/b'])
    expect(answer.data.map(({ metadata }) => metadata['discoveryDepth'])).toEqual([0, 0, 0])
    expect(answer.warning).toBeUndefined()
  })

  it('is one page if its crawl uses no sitemaps', async () => {
    const answer = await service.crawl({ url: web.url(path), sitemap: 'skip', crawlEntireDomain: true })
    expect(paths(answer)).toEqual([path])
  })
})

it('a start URL is read as a sitemap even if its page comes from the cache', async () => {
  web.set('/feed', { headers: { 'content-type': 'text/xml' }, body: rss([web.url('/a')]) })
  for (let round = 0; round < 2; round++)
    expect(paths(await service.crawl({ url: web.url('/feed'), crawlEntireDomain: true }))).toEqual([
      '/feed',
      '/a',
    ])
})

it('a start URL can be a compressed list of lines', async () => {
  web.set('/urls.txt.gz', {
    headers: { 'content-type': 'application/gzip' },
    body: gzipSync(lines([web.url('/a')])),
  })
  expect(paths(await service.crawl({ url: web.url('/urls.txt.gz') }))).toEqual(['/a'])
})

it.each(['text/xml', 'application/octet-stream'])(
  'a compressed start URL is read if sent as %s',
  async (type) => {
    web.set('/export', { headers: { 'content-type': type }, body: gzipSync(urlset([web.url('/a')])) })
    const answer = await service.crawl({ url: web.url('/export'), crawlEntireDomain: true })
    expect(paths(answer)).toEqual(['/export', '/a'])
  },
)

it('a start URL that is a compressed sitemap does not count as a failed page', async () => {
  const type = { 'content-type': 'application/x-gzip' }
  web.set('/sitemap.xml.gz', { headers: type, body: gzipSync(urlset([web.url('/a')])) })
  const id = await service.start({ url: web.url('/sitemap.xml.gz') })
  expect(paths(await service.finished(id))).toEqual(['/a'])
  expect((await service.errors(id)).errors).toEqual([])
  web.set('/sitemap.xml.gz', { headers: type, body: gzipSync(urlset([])) })
  expect(
    await service.crawl({ url: web.url('/sitemap.xml.gz'), scrapeOptions: { maxAge: 0 } }),
  ).toMatchObject({
    status: 'failed',
  })
})

it('a crawl warns if the URLs of a feed are outside its scope', async () => {
  web.set('/feed/', { headers: { 'content-type': 'text/xml' }, body: rss([web.url('/a')]) })
  const { warning } = await service.crawl({ url: web.url('/feed/') })
  expect(warning).toContain(`The sitemaps list 1 URL, all outside of this crawl, such as "${web.url('/a')}".`)
  expect(warning).toContain('set "crawlEntireDomain"')
})

it('the links of a page that only mentions a feed are followed', async () => {
  web.set('/feed', '<!doctype html><p>See <a href="/a">a</a> and &lt;rss></p>')
  const answer = await service.crawl({ url: web.url('/feed'), crawlEntireDomain: true })
  expect(paths(answer)).toEqual(['/feed', '/a'])
  expect(web.count('/feed')).toBe(1)
})

it("the site's sitemap is read if a start URL looks like one but is a page", async () => {
  web.set('/sitemap.xml', { headers: { 'content-type': 'text/xml' }, body: urlset([web.url('/b')]) })
  web.set('/paper.xml', {
    headers: { 'content-type': 'application/xhtml+xml' },
    body: '<html xmlns="http://www.w3.org/1999/xhtml"><body><p>Paper</p><a href="/a">a</a></body></html>',
  })
  const id = await service.start({ url: web.url('/paper.xml'), crawlEntireDomain: true })
  const answer = await service.finished(id)
  expect(paths(answer).toSorted()).toEqual(['/a', '/b', '/paper.xml'])
  expect(answer.warning).toBeUndefined()
  expect((await service.errors(id)).sitemaps).toEqual([
    expect.objectContaining({ url: web.url('/sitemap.xml') }),
  ])
})

it('a start URL that is a sitemap replaces the other sitemaps of the site', async () => {
  web.set('/sitemap.xml', { headers: { 'content-type': 'text/xml' }, body: urlset([web.url('/b')]) })
  web.set('/map.xml', { headers: { 'content-type': 'text/xml' }, body: urlset([web.url('/a')]) })
  const answer = await service.crawl({ url: web.url('/map.xml'), crawlEntireDomain: true })
  expect(paths(answer)).toEqual(['/map.xml', '/a'])
})

it('a start URL that looks like a sitemap and answers 404 is an error page', async () => {
  web.set('/sitemap.xml', { headers: { 'content-type': 'text/xml' }, body: urlset([web.url('/b')]) })
  const answer = await service.crawl({ url: web.url('/missing.xml'), crawlEntireDomain: true })
  expect(answer.data.map(({ metadata }) => metadata.statusCode)).toEqual([404])
})
