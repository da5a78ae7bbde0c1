import { afterEach, describe, expect, it } from 'vitest'
import { startLoopbackSite, type LoopbackSite, type SiteRoutes } from '../support/loopback-site.ts'
import { page } from './support/pages.ts'
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

describe('a start URL outside of the patterns', () => {
  it.each<[target: string, found: string[], pages: SiteRoutes]>([
    ['/en/', ['/', '/en/a'], { '/en/': page('/en/', ['/en/', '/en/a', '/no']) }],
    ['/de/', ['/en/', '/en/a'], { '/de/': page('/de/', ['/en/', '/en/a']), '/en/': page('/en/', []) }],
  ])('that redirects to %s gives each wanted page once', async (target, found, pages) => {
    const routes = { '/': to(target), ...pages, '/en/a': page('/en/a', ['/en/']) }
    const answer = await crawl(routes, { includePaths: ['^/en/'] })
    expect(answer.data.map(({ metadata }) => metadata.url)).toEqual([web.url('/en/'), web.url('/en/a')])
    expect(paths(answer)).toEqual(found)
    expect(web.count('/en/')).toBe(1)
    expect(answer.completed).toBe(2)
  })

  it('gives its place to no more pages than the limit', async () => {
    const answer = await crawl(
      { '/': to('/en/'), '/en/': page('/en/', ['/en/a']) },
      { includePaths: ['^/en/'], limit: 1 },
    )
    expect(paths(answer)).toEqual(['/'])
  })
})
