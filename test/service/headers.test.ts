import { afterEach, describe, expect, it } from 'vitest'
import { startLoopbackSite, type LoopbackSite, type SiteRoutes } from '../support/loopback-site.ts'
import { site } from './support/pages.ts'
import { paths, startTestService, type TestService } from './support/service.ts'

let service: TestService
let web: LoopbackSite

afterEach(async () => {
  await service.dispose()
  await web.close()
})

async function crawl(routes: SiteRoutes, request: Record<string, unknown> = {}, start = '/') {
  service = await startTestService()
  web = await startLoopbackSite(routes)
  const answer = await service.crawl({ url: web.url(start), maxConcurrency: 1, ...request })
  return { answer, found: paths(answer) }
}

const sitemap = (...locations: string[]): string =>
  `<?xml version="1.0"?><urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">${locations
    .map((location) => `<url><loc>${location}</loc></url>`)
    .join('')}</urlset>`

describe('headers in the request', () => {
  const headers = { Authorization: 'Bearer secret', 'X-Key': 'secret' }
  const withHeaders = { sitemap: 'include', scrapeOptions: { headers } } as const
  const sent = ({ requests }: LoopbackSite): (string | undefined)[][] =>
    requests.map(({ path, headers: { authorization, 'x-key': key } }) => [path, authorization, String(key)])

  it('are sent to the origin of the start URL, also for robots.txt and sitemaps', async () => {
    await crawl(site({ '/': ['/a'], '/a': [] }), withHeaders)
    expect(web.requests.map(({ path }) => path).toSorted()).toEqual([
      '/',
      '/a',
      '/robots.txt',
      '/sitemap.xml',
    ])
    for (const [, ...values] of sent(web)) expect(values).toEqual(['Bearer secret', 'secret'])
  })

  it('are not sent to other origins: pages, robots.txt, sitemaps and redirect targets', async () => {
    const other = await startLoopbackSite({
      ...site({ '/linked': [], '/moved': [] }),
      '/map.xml': { headers: { 'content-type': 'application/xml' }, body: sitemap() },
    })
    await crawl(
      {
        ...site({ '/': [other.url('/linked'), '/away'] }),
        '/robots.txt': `Sitemap: ${other.url('/map.xml')}`,
        '/away': { status: 302, headers: { location: other.url('/moved') } },
      },
      { ...withHeaders, allowExternalLinks: true },
    )
    expect(other.requests.map(({ path }) => path).toSorted()).toEqual([
      '/linked',
      '/map.xml',
      '/moved',
      '/robots.txt',
    ])
    for (const [, ...values] of sent(other)) expect(values).toEqual([undefined, 'undefined'])
    await other.close()
  })

  it('are not sent if the start URL redirects to another origin', async () => {
    const other = await startLoopbackSite(site({ '/': ['/x'], '/x': [] }))
    await crawl({ '/': { status: 301, headers: { location: other.url('/') } } }, withHeaders)
    expect(other.count('/x')).toBe(1)
    for (const [, ...values] of sent(other)) expect(values).toEqual([undefined, 'undefined'])
    await other.close()
  })
})
