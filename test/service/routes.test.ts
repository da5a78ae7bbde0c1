import { afterEach, expect, it } from 'vitest'
import { evaluate } from '../../src/explore/evaluate.ts'
import { previewCrawl } from '../../src/service/index.ts'
import { startLoopbackSite, type LoopbackSite } from '../support/loopback-site.ts'
import { hasBrowser } from '../support/test-browser.ts'
import { page } from './support/pages.ts'
import { paths, startTestService, type TestService } from './support/service.ts'

let service: TestService | undefined
let web: LoopbackSite

afterEach(async () => {
  await service?.dispose()
  service = undefined
  await web.close()
})

it.each([
  { routes: ['#/guide', '#/setup'], deduplicateSimilarURLs: true },
  { routes: ['#!/guide', '/#!/setup?x=1'], deduplicateSimilarURLs: false },
])('a page with $routes is fetched once, with a warning about a browser', async ({ routes, ...settings }) => {
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
})

it('links to the top of a page cause no warning', async () => {
  service = await startTestService()
  web = await startLoopbackSite({ '/': page('/', ['#/', '#!/', '#part']) })
  const answer = await service.crawl({ url: web.url('/'), sitemap: 'skip' })
  expect(answer.data.map(({ warning }) => warning)).toEqual([undefined])
})

it.runIf(hasBrowser)('each route is delivered as a separate page if a browser shows the pages', async () => {
  service = await startTestService({ browser: {} })
  const script = "document.querySelector('h1').textContent = 'Route ' + location.hash"
  web = await startLoopbackSite({
    '/': {
      headers: { 'content-type': 'text/html' },
      body: `<main><h1>App</h1><a href="#/guide">g</a> <a href="#!/faq">f</a></main><script>${script}</script>`,
    },
  })
  const answer = await service.crawl({
    url: web.url('/'),
    sitemap: 'skip',
    maxConcurrency: 1,
    scrapeOptions: { waitFor: 1 },
  })
  expect(answer.data.map(({ markdown }) => markdown?.split('\n')[0])).toEqual([
    '# Route',
    '# Route #/guide',
    '# Route #!/faq',
  ])
  expect(answer.data.map(({ warning }) => warning)).toEqual([undefined, undefined, undefined])
})

it.each([
  { scrapeOptions: {}, inResult: 1, verdict: 'duplicate' },
  { scrapeOptions: { waitFor: 500 }, inResult: 3, verdict: 'in' },
  { scrapeOptions: { formats: ['screenshot'] }, inResult: 3, verdict: 'in' },
])('a preview has $inResult pages with $scrapeOptions, and the replay agrees', async (sample) => {
  const { scrapeOptions, inResult, verdict } = sample
  web = await startLoopbackSite({ '/': page('/', ['#/guide', '#!/faq']) })
  const body = { url: web.url('/'), sitemap: 'skip', scrapeOptions }
  const { pages, trail } = await previewCrawl(body, { withTrail: true })
  expect(pages).toHaveLength(inResult)
  if (trail === undefined) throw new Error('no trail')
  expect(evaluate({ trail }, trail.settings).verdicts).toEqual(['in', verdict, verdict])
})
