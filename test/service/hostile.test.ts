import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { gzipSync } from 'node:zlib'
import { afterEach, describe, expect, it } from 'vitest'
import { startLoopbackSite, type LoopbackSite, type SiteRoutes } from '../support/loopback-site.ts'
import { page, site } from './support/pages.ts'
import { paths, startTestService, type TestService } from './support/service.ts'

const limits = { attempts: 1, pageBytes: 200_000, spareUrls: 50, sitemaps: 20, knownUrls: 500 }

let service: TestService
let web: LoopbackSite | undefined
let server: Server | undefined

afterEach(async () => {
  await web?.close()
  server?.close()
  server?.closeAllConnections()
  await service.dispose()
})

async function crawl(routes: SiteRoutes, request: object = {}) {
  web = await startLoopbackSite(routes)
  service = await startTestService({ limits })
  const id = await service.start({ url: web.url('/'), ...request })
  const answer = await service.finished(id)
  return { answer, errors: (await service.errors(id)).errors }
}

describe('a hostile site', () => {
  it('with endless links causes no more requests than the limit', async () => {
    let requests = 0
    server = createServer((request, response) => {
      const path = request.url ?? '/'
      requests++
      const links = Array.from({ length: 100 }, (_, index) => `${path}${index}/`)
      response.setHeader('content-type', 'text/html').end(page(path, path.endsWith('/') ? links : []))
    })
    await new Promise<void>((resolve) => server?.listen(0, '127.0.0.1', resolve))
    const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`
    service = await startTestService({ limits })
    const answer = await service.crawl({ url, limit: 40, sitemap: 'skip' })
    expect(answer).toMatchObject({ status: 'completed', completed: 40, total: 40 })
    expect(requests).toBe(41)
    const unlimited = await service.crawl({ url, limit: 1_000_000, sitemap: 'skip', maxDiscoveryDepth: 9 })
    expect(unlimited.completed).toBe(500)
  })

  it.each([
    [
      'slow bytes',
      'SCRAPE_TIMEOUT',
      (_: unknown, response: { write: (text: string) => void }) => {
        response.write('<p>')
        return undefined
      },
    ],
    [
      'a body without end',
      'SCRAPE_UNSUPPORTED_FILE_ERROR',
      (
        _: unknown,
        response: {
          write: (text: string, done?: () => void) => void
          writableEnded: boolean
          destroyed: boolean
        },
      ) => {
        const more = (): void => {
          if (!response.destroyed) response.write('x'.repeat(10_000), more)
        }
        more()
        return undefined
      },
    ],
    [
      'a compressed body without end',
      'SCRAPE_UNSUPPORTED_FILE_ERROR',
      {
        headers: { 'content-encoding': 'gzip' },
        body: gzipSync('x'.repeat(5_000_000)),
      },
    ],
    ['a redirect loop', 'SCRAPE_SITE_ERROR', { status: 302, headers: { location: '/bad' } }],
    [
      'redirects without end',
      'SCRAPE_SITE_ERROR',
      (request: { url?: string }) => ({
        status: 302,
        headers: { location: `/bad?${Number(request.url?.split('?')[1] ?? 0) + 1}` },
      }),
    ],
    [
      'an answer that is not HTTP',
      'SCRAPE_SITE_ERROR',
      (request: { socket: { end: (text: string) => void } }) => {
        request.socket.end('nonsense\r\n\r\n')
        return undefined
      },
    ],
  ])('with %s fails only that page', async (_, code, bad) => {
    const routes = site({ '/': ['/bad', '/good'], '/good': [] }, { '/bad': bad as SiteRoutes[string] })
    // Long enough for the good pages on a busy machine; only one case waits for its end.
    const timeout = code === 'SCRAPE_TIMEOUT' ? 3000 : 30_000
    const { answer, errors } = await crawl(routes, { sitemap: 'skip', scrapeOptions: { timeout } })
    expect(paths(answer)).toEqual(['/', '/good'])
    expect(errors).toMatchObject([{ url: web?.url('/bad'), code }])
  })

  it('with sitemaps in a loop is finished', async () => {
    const index =
      (...names: string[]): SiteRoutes[string] =>
      (request) => ({
        headers: { 'content-type': 'application/xml' },
        body: `<sitemapindex>${names.map((name) => `<sitemap><loc>http://${request.headers.host ?? ''}${name}</loc></sitemap>`).join('')}</sitemapindex>`,
      })
    const { answer } = await crawl({
      ...site({ '/': [] }),
      '/sitemap.xml': index('/sitemap.xml', '/b.xml'),
      '/b.xml': index('/sitemap.xml', '/b.xml', '/c.xml?'),
      '/c.xml': index('/sitemap.xml'),
    })
    expect(answer).toMatchObject({ status: 'completed', completed: 1 })
    expect(web?.count('/sitemap.xml')).toBe(1)
  })

  it('with endless sitemaps is read up to the bounds', async () => {
    let files = 0
    const { answer } = await crawl(
      {
        ...site({ '/': [] }),
        '/sitemap.xml': (request) => ({
          headers: { 'content-type': 'application/xml' },
          body: `<sitemapindex>${[1, 2, 3]
            .map(
              () =>
                `<sitemap><loc>http://${request.headers.host ?? ''}/sitemap.xml?${++files}</loc></sitemap>`,
            )
            .join('')}</sitemapindex>`,
        }),
      },
      { limit: 5 },
    )
    expect(answer.completed).toBe(1)
    expect(web?.requests.filter(({ path }) => path.startsWith('/sitemap.xml'))).toHaveLength(20)
  })

  it('with sitemaps longer than the limit is not read to the end', async () => {
    const xml =
      (body: (origin: string) => string): SiteRoutes[string] =>
      (request) => ({
        headers: { 'content-type': 'application/xml' },
        body: body(`http://${request.headers.host ?? ''}`),
      })
    const { answer } = await crawl(
      {
        '/': page('Start'),
        '/p': page('Listed'),
        '/sitemap.xml': xml(
          (origin) =>
            `<sitemapindex><sitemap><loc>${origin}/1.xml</loc></sitemap><sitemap><loc>${origin}/2.xml</loc></sitemap></sitemapindex>`,
        ),
        '/1.xml': xml(
          (origin) =>
            `<urlset>${Array.from({ length: 20_000 }, (_, index) => `<url><loc>${origin}/p?${index}</loc></url>`).join('')}</urlset>`,
        ),
      },
      { limit: 10 },
    )
    expect(answer).toMatchObject({ completed: 10, total: 10 })
    expect([web?.count('/1.xml'), web?.count('/2.xml')]).toEqual([1, 0])
  })

  it('with broken bytes yields the readable text', async () => {
    const { answer } = await crawl({
      '/': {
        headers: { 'content-type': 'text/html; charset=nonsense-8' },
        body: Buffer.concat([
          Buffer.from('<main><h1>Caf'),
          Buffer.from([0xe9, 0xff, 0x00]),
          Buffer.from('</h1><a href="/a">a</a>'),
        ]),
      },
      '/a': page('A'),
    })
    expect(answer.completed).toBe(2)
  })
})
