import { afterEach, expect, it } from 'vitest'
import { startLoopbackSite, type LoopbackSite } from '../support/loopback-site.ts'
import { page } from './support/pages.ts'
import { paths, startTestService, type TestService } from './support/service.ts'

let service: TestService
let web: LoopbackSite

afterEach(async () => {
  await service.dispose()
  await web.close()
})

it.each([
  { routes: ['#/guide', '#/setup'], deduplicateSimilarURLs: true },
  { routes: ['#!/guide', '/#!/setup?x=1'], deduplicateSimilarURLs: false },
])(
  'fetches a page with $routes once and says that routes need a browser',
  async ({ routes, ...settings }) => {
    service = await startTestService()
    web = await startLoopbackSite({
      '/': page('/', ['/other', ...routes]),
      '/other': page(
        '/other',
        routes.map((route) => `/${route.slice(route.indexOf('#'))}`),
      ),
    })
    const answer = await service.crawl({ url: web.url('/'), sitemap: 'skip', maxConcurrency: 1, ...settings })
    expect(paths(answer)).toEqual(['/', '/other'])
    expect([web.count('/'), web.count('/other')]).toEqual([1, 1])
    const warnings = answer.data.map(({ warning }) => warning)
    expect(warnings).toEqual([expect.stringContaining('need a browser'), undefined])
  },
)

it('says nothing about links to the top of a page', async () => {
  service = await startTestService()
  web = await startLoopbackSite({ '/': page('/', ['#/', '#!/', '#part']) })
  const answer = await service.crawl({ url: web.url('/'), sitemap: 'skip' })
  expect(answer.data.map(({ warning }) => warning)).toEqual([undefined])
})
