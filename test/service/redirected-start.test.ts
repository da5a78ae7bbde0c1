import { afterEach, describe, expect, it } from 'vitest'
import { startLoopbackSite, type LoopbackSite, type SiteRoutes } from '../support/loopback-site.ts'
import { page } from './support/pages.ts'
import { until } from './support/until.ts'
import { paths, startTestService, type TestService } from './support/service.ts'

let service: TestService
let web: LoopbackSite

afterEach(async () => {
  await service.dispose()
  await web.close()
})

async function crawl(routes: SiteRoutes, request: Record<string, unknown>) {
  service = await startTestService()
  web = await startLoopbackSite(routes)
  return service.crawl({ url: web.url('/'), maxConcurrency: 1, sitemap: 'skip', ...request })
}

const to = (location: string) => ({ status: 302, headers: { location } })

it.each([
  ['a header', (url: string) => to(url)],
  ['a page', (url: string) => `<meta http-equiv="refresh" content="0;url=${url}">`],
])('a redirect by %s shows no name and password in the result', async (_, answer) => {
  const routes = { '/': page('/', ['/moved']), '/new': page('/new', []) }
  service = await startTestService()
  web = await startLoopbackSite(routes)
  web.set('/moved', answer(web.url('/new').replace('://', '://user:secret@')))
  const { data } = await service.crawl({ url: web.url('/'), sitemap: 'skip' })
  expect(data.map(({ metadata }) => metadata.url)).toEqual([web.url('/'), web.url('/new')])
})

describe('a start URL outside the patterns', () => {
  it.each<[target: string, found: string[], pages: SiteRoutes]>([
    ['/en/', ['/', '/en/a'], { '/en/': page('/en/', ['/en/', '/en/a', '/no']) }],
    ['/de/', ['/en/', '/en/a'], { '/de/': page('/de/', ['/en/', '/en/a']), '/en/': page('/en/', []) }],
  ])('that redirects to %s yields each wanted page once', async (target, found, pages) => {
    const routes = { '/': to(target), ...pages, '/en/a': page('/en/a', ['/en/']) }
    const answer = await crawl(routes, { includePaths: ['^/en/'] })
    expect(answer.data.map(({ metadata }) => metadata.url)).toEqual([web.url('/en/'), web.url('/en/a')])
    expect(paths(answer)).toEqual(found)
    expect(web.count('/en/')).toBe(1)
    expect(answer.completed).toBe(2)
  })

  it('that redirects to a wanted page respects the limit', async () => {
    const answer = await crawl(
      { '/': to('/en/'), '/en/': page('/en/', ['/en/a']) },
      { includePaths: ['^/en/'], limit: 1 },
    )
    expect(paths(answer)).toEqual(['/'])
  })
})

describe('a start URL that redirects to another host', () => {
  let other: LoopbackSite
  afterEach(() => other.close())

  async function moved(robots: (origin: string) => string, request = {}) {
    other = await startLoopbackSite({ '/docs/': page('/docs/', ['/docs/b']), '/docs/b': page('/docs/b', []) })
    for (const path of ['/docs/a', '/docs/c', '/blog']) other.set(path, page(path, []))
    const map = (...names: string[]) => ({
      headers: { 'content-type': 'application/xml' },
      body: `<urlset>${names.map((name) => `<url><loc>${other.url(name)}</loc></url>`).join('')}</urlset>`,
    })
    other.set('/docs/sitemap.xml', map('/docs/a', '/blog'))
    other.set('/named.xml', map('/docs/c'))
    service = await startTestService()
    web = await startLoopbackSite({ '/': to(other.url('/docs/')) })
    other.set('/robots.txt', { headers: { 'content-type': 'text/plain' }, body: robots(other.origin) })
    const id = await service.start({ url: web.url('/').replace('127.0.0.1', 'localhost'), ...request })
    const answer = await service.finished(id)
    return { answer, found: paths(answer), errors: await service.errors(id) }
  }

  it('is crawled with the sitemaps of that host that are in scope', async () => {
    const { answer, found, errors } = await moved((origin) => `Sitemap: ${origin}/named.xml`)
    expect(found).toEqual(['/', '/docs/c', '/docs/a', '/docs/b'])
    expect(answer.warning).toBeUndefined()
    expect(errors.sitemaps).toEqual([
      { url: other.url('/named.xml'), statusCode: 200, urls: 1 },
      { url: other.url('/docs/sitemap.xml'), statusCode: 200, urls: 2 },
      { url: other.url('/sitemap.xml'), statusCode: 404, urls: 0 },
    ])
  })

  it("has only pages of that host's sitemaps with sitemap: only", async () => {
    const { found } = await moved(() => '', { sitemap: 'only' })
    expect(found).toEqual(['/', '/docs/a'])
  })

  it('reads no sitemaps of that host with sitemap: skip', async () => {
    const { found } = await moved(() => '', { sitemap: 'skip' })
    expect(found).toEqual(['/', '/docs/b'])
    expect(other.count('/docs/sitemap.xml')).toBe(0)
  })

  it('reports a broken sitemap of that host', async () => {
    const { answer } = await moved((origin) => `Sitemap: ${origin}/gone.xml`)
    expect(answer.warning).toBe(
      `The sitemap "${other.url('/gone.xml')}" was not read completely: it answered 404.`,
    )
  })

  it('follows the robots.txt of that host for pages of its sitemaps', async () => {
    const { found, errors } = await moved(() => 'User-agent: *\nDisallow: /docs/a')
    expect(found).toEqual(['/', '/docs/b'])
    expect(errors.robotsBlocked).toEqual([other.url('/docs/a')])
  })

  it('reads the sitemaps of that host again after a restart of the service', async () => {
    let asked = 0
    other = await startLoopbackSite({ '/': page('/', []), '/a': page('/a', []) })
    other.set('/sitemap.xml', () =>
      asked++ === 0 ? undefined : { body: `<urlset><url><loc>/a</loc></url></urlset>` },
    )
    web = await startLoopbackSite({ '/': to(other.url('/')) })
    const first = await startTestService()
    const id = await first.start({ url: web.url('/').replace('127.0.0.1', 'localhost') })
    await until(() => asked === 1)
    await first.close()
    service = await startTestService({ dataDirectory: first.dataDirectory })
    expect(paths(await service.finished(id))).toEqual(['/', '/a'])
  })
})

describe('a start URL that redirects to another origin of its host', () => {
  async function crawlOf(path: string, target: (url: string) => string) {
    service = await startTestService()
    web = await startLoopbackSite({ '/docs/': page('/docs/', []), '/docs/b': page('/docs/b', []) })
    const list = `<urlset><url><loc>${web.url('/docs/b').replace('127.0.0.1', 'www.localhost')}</loc></url></urlset>`
    const routes: SiteRoutes = { '/docs/sitemap.xml': list, '/docs/': page('/docs/', []) }
    for (const file of ['/robots.txt', '/sitemap.xml', '/docs/sitemap.xml', '/docs/'])
      web.set(file, ({ headers, url = '' }) => {
        const host = String(headers.host)
        return host.startsWith('www.')
          ? (routes[url] ?? { status: 404 })
          : to(`http://www.${host}${target(url)}`)
      })
    return service.crawl({ url: web.url(path).replace('127.0.0.1', 'localhost') })
  }

  it("is crawled with that origin's sitemaps if all URLs redirect to one page there", async () => {
    const answer = await crawlOf('/docs/', () => '/docs/')
    expect(paths(answer)).toEqual(['/docs/', '/docs/b'])
    expect(answer.warning).toBeUndefined()
  })

  it('reads the sitemaps once if each URL redirects to the same path there', async () => {
    expect(paths(await crawlOf('/docs/', (path) => path)).toSorted()).toEqual(['/docs/', '/docs/b'])
    expect(web.count('/docs/sitemap.xml')).toBe(2)
  })
})
