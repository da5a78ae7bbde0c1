import { afterEach, describe, expect, it } from 'vitest'
import { startLoopbackSite, type LoopbackSite, type SiteRoutes } from '../support/loopback-site.ts'
import { page, site } from './support/pages.ts'
import { until } from './support/until.ts'
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

const tree = site({
  '/': ['/a', '/b'],
  '/a': ['/a/deep', '/'],
  '/b': ['/a#part', '/gone'],
  '/a/deep': ['/a/deep/er'],
  '/a/deep/er': [],
})

describe('a crawl', () => {
  it('returns the pages of a site as Markdown with metadata, nearest first', async () => {
    const { answer, found } = await crawl(tree)
    expect(found).toEqual(['/', '/a', '/b', '/a/deep', '/gone', '/a/deep/er'])
    expect(answer).toMatchObject({
      success: true,
      status: 'completed',
      completed: 6,
      total: 6,
      creditsUsed: 6,
      expiresAt: expect.stringMatching(/^\d{4}-.*Z$/),
      createdAt: expect.any(String),
      completedAt: expect.any(String),
      duration: expect.any(Number),
    })
    expect(answer).not.toHaveProperty('next')
    expect(answer.data[1]).toMatchObject({
      markdown: expect.stringContaining('# Page /a'),
      metadata: { title: 'Page /a', statusCode: 200, sourceURL: web.url('/a'), url: web.url('/a') },
    })
    expect(answer.data[4]).toMatchObject({ metadata: { statusCode: 404 } })
  })

  it('requests each page once', async () => {
    await crawl(tree)
    for (const path of ['/', '/a', '/b', '/a/deep', '/a/deep/er', '/gone', '/robots.txt']) {
      expect([path, web.count(path)]).toEqual([path, 1])
    }
  })

  it('stops exactly at the limit, in order of discovery', async () => {
    const { answer, found } = await crawl(tree, { limit: 3 })
    expect(found).toEqual(['/', '/a', '/b'])
    expect(answer).toMatchObject({ completed: 3, total: 3 })
    expect(web.count('/a/deep')).toBe(0)
  })

  it('never fetches more than the limit with many concurrent pages', async () => {
    const links = Array.from({ length: 200 }, (_, index) => `/p${index}`)
    const pages = Object.fromEntries(links.map((link) => [link, links]))
    const { found } = await crawl(site({ '/': links, ...pages }), { limit: 50, maxConcurrency: 32 })
    expect(new Set(found).size).toBe(50)
    expect(web.requests.filter(({ path }) => path === '/' || /^\/p\d/.test(path))).toHaveLength(50)
  })

  it('fetches another page in place of a failed one', async () => {
    const { answer, found } = await crawl(
      {
        ...site({ '/': ['/broken', '/a', '/b', '/c'], '/a': [], '/b': [], '/c': [] }),
        '/broken': { headers: { 'content-type': 'video/mp4' }, body: 'x' },
      },
      { limit: 3 },
    )
    expect(found).toEqual(['/', '/a', '/b'])
    expect(answer.completed).toBe(3)
    const [id] = service.events.flatMap((event) => (event.type === 'job-started' ? [event.job] : []))
    expect(await service.errors(id ?? '')).toEqual({
      errors: [
        {
          id: expect.any(String),
          timestamp: expect.any(String),
          url: web.url('/broken'),
          code: 'SCRAPE_UNSUPPORTED_FILE_ERROR',
          error: expect.stringContaining('video/mp4'),
          discoveryDepth: 1,
          discoveredFrom: web.url('/'),
        },
      ],
      robotsBlocked: [],
      sitemaps: [{ url: web.url('/sitemap.xml'), statusCode: 404, urls: 0 }],
    })
  })

  it.each([
    [0, ['/']],
    [1, ['/', '/a', '/b']],
    [2, ['/', '/a', '/b', '/a/deep', '/gone']],
  ])('follows links to discovery depth %i', async (maxDiscoveryDepth, expected) => {
    const { found } = await crawl(tree, { maxDiscoveryDepth })
    expect(found).toEqual(expected)
  })

  it('stays below the start path unless the entire domain is requested', async () => {
    const pages = site({ '/docs/': ['/docs/a', '/blog', '/'], '/docs/a': [], '/blog': [], '/': [] })
    const below = await crawl(pages, {}, '/docs/')
    expect(below.found).toEqual(['/docs/', '/docs/a'])
    await service.dispose()
    await web.close()
    const whole = await crawl(pages, { crawlEntireDomain: true }, '/docs/')
    expect(whole.found).toEqual(['/docs/', '/docs/a', '/blog', '/'])
  })

  it('omits excluded pages, and fetches no page that is not included', async () => {
    const { found } = await crawl(tree, { includePaths: ['^/$', '^/a'], excludePaths: ['deep/er'] })
    expect(found).toEqual(['/', '/a', '/a/deep'])
    expect(web.count('/b')).toBe(0)
    expect(web.count('/a/deep/er')).toBe(0)
  })

  it('fetches an excluded start URL only for its links', async () => {
    const { answer, found } = await crawl(tree, { includePaths: ['^/a'], limit: 2 })
    expect(found).toEqual(['/a', '/a/deep'])
    const [id] = service.events.flatMap((event) => (event.type === 'job-started' ? [event.job] : []))
    expect((await service.errors(id ?? '')).errors).toMatchObject([
      { url: web.url('/'), code: 'CRAWL_DENIAL' },
    ])
    expect(answer.completed).toBe(2)
  })

  it('treats similar URLs as one page', async () => {
    const { found } = await crawl(
      site({ '/': ['/a/', '/a', '/a/index.html', '/a#x', '/a?q=1'], '/a/': [], '/a': [] }),
    )
    expect(found).toEqual(['/', '/a/', '/a?q=1'])
  })

  it('drops queries with ignoreQueryParameters', async () => {
    const { found } = await crawl(site({ '/': ['/a?page=1', '/a?page=2', '/a'], '/a': [] }), {
      ignoreQueryParameters: true,
    })
    expect(found).toEqual(['/', '/a?page=1'])
  })
})

describe('sitemaps', () => {
  const routes = (): SiteRoutes => ({
    ...site({ '/': ['/linked'], '/linked': [], '/listed': ['/from-listed'], '/from-listed': [] }),
    '/sitemap.xml': (request) => ({
      headers: { 'content-type': 'application/xml' },
      body: sitemap(`http://${request.headers.host ?? ''}/listed`),
    }),
  })

  it.each([
    ['include', ['/', '/listed', '/linked', '/from-listed']],
    ['skip', ['/', '/linked']],
    ['only', ['/', '/listed']],
  ])('are used as the setting says: %s', async (mode, expected) => {
    const { found } = await crawl(routes(), { sitemap: mode })
    expect(found).toEqual(expected)
    expect(web.count('/sitemap.xml')).toBe(mode === 'skip' ? 0 : 1)
  })

  it('set the depth of their pages to 0', async () => {
    const { found } = await crawl(routes(), { maxDiscoveryDepth: 1 })
    expect(found).toEqual(['/', '/listed', '/linked', '/from-listed'])
  })

  it('keep their pages if no link is followed', async () => {
    const { found } = await crawl(routes(), { maxDiscoveryDepth: 0 })
    expect(found).toEqual(['/', '/listed'])
  })
})

describe('patterns', () => {
  it('are matched against the path on any host', async () => {
    const other = await startLoopbackSite(site({ '/docs/b': [], '/docs/old/c': [], '/blog': [] }))
    const links = ['/docs/a', ...['/docs/b', '/docs/old/c', '/blog'].map((path) => other.url(path))]
    const { found } = await crawl(
      site({ '/docs/': links, '/docs/a': [] }),
      {
        includePaths: ['^/docs/'],
        excludePaths: ['^/docs/old/'],
        allowExternalLinks: true,
      },
      '/docs/',
    )
    expect(found).toEqual(['/docs/', '/docs/a', '/docs/b'])
    await other.close()
  })
})

describe('robots.txt', () => {
  const routes: SiteRoutes = {
    ...site({ '/': ['/private/x', '/open'], '/private/x': [], '/open': [] }),
    '/robots.txt': { headers: { 'content-type': 'text/plain' }, body: 'User-agent: *\nDisallow: /private' },
  }

  it('excludes pages, which are listed and cause a warning', async () => {
    const { answer, found } = await crawl(routes)
    expect(found).toEqual(['/', '/open'])
    expect(web.count('/private/x')).toBe(0)
    expect(answer.warning).toContain('robots.txt')
    const [id] = service.events.flatMap((event) => (event.type === 'job-started' ? [event.job] : []))
    expect((await service.errors(id ?? '')).robotsBlocked).toEqual([web.url('/private/x')])
  })

  it('also applies to the targets of redirects, which are not requested', async () => {
    const { found } = await crawl({
      ...routes,
      '/open': { status: 302, headers: { location: '/private/x' } },
    })
    expect(found).toEqual(['/'])
    expect(web.count('/open')).toBe(1)
    expect(web.count('/private/x')).toBe(0)
    const [id] = service.events.flatMap((event) => (event.type === 'job-started' ? [event.job] : []))
    expect((await service.errors(id ?? '')).robotsBlocked).toEqual([web.url('/private/x')])
  })

  it("of the start URL's target is read before all other requests there", async () => {
    const other = await startLoopbackSite({
      ...site({ '/': ['/x'], '/x': [] }),
      '/robots.txt': 'User-agent: *\nDisallow: /',
    })
    const { found } = await crawl({ '/': { status: 301, headers: { location: other.url('/') } } })
    expect(found).toEqual([])
    expect(other.requests.map(({ path }) => path)).toEqual(['/robots.txt'])
    await other.close()
  })

  it('of another origin is read before its pages, and delays only them', async () => {
    let answerRobots = (): void => undefined
    const other = await startLoopbackSite({
      ...site({ '/x': ['/no'], '/no': [] }),
      '/robots.txt': (_, response) => {
        answerRobots = () => void response.end('User-agent: *\nDisallow: /no')
      },
    })
    web = await startLoopbackSite(site({ '/': [other.url('/x'), '/a'], '/a': ['/b'], '/b': [] }))
    service = await startTestService()
    const id = await service.start({ url: web.url('/'), sitemap: 'skip' })
    await until(async () => (await service.status(id)).completed === 3)
    expect(other.count('/x')).toBe(0)
    answerRobots()
    const answer = await service.finished(id)
    expect(answer.data.map(({ metadata }) => metadata.url)).toContain(other.url('/x'))
    expect((await service.errors(id)).robotsBlocked).toEqual([other.url('/no')])
    expect(other.requests.map(({ path }) => path)).toEqual(['/robots.txt', '/x'])
    await other.close()
  })

  it('that is unavailable fails a bounded number of pages', async () => {
    const other = await startLoopbackSite({ '/robots.txt': { status: 503, body: 'later' } })
    let answer = (): void => undefined
    const links = Array.from({ length: 10_100 }, (_, n) => `<a href="${other.url(`/${n}`)}">${n}</a>`)
    web = await startLoopbackSite({
      ...site({ '/': [other.url('/first'), '/next'] }),
      '/next': (_, response) => {
        response.setHeader('content-type', 'text/html')
        answer = () => void response.end(links.join(' '))
      },
    })
    service = await startTestService()
    const id = await service.start({
      url: web.url('/'),
      limit: 20_000,
      sitemap: 'skip',
      allowExternalLinks: true,
    })
    await until(async () => (await service.errors(id)).errors.length === 1)
    answer()
    expect((await service.finished(id)).completed).toBe(2)
    // One was waiting for the rules, and counts apart.
    expect((await service.errors(id)).errors).toHaveLength(10_001)
    await other.close()
  })

  it('that is unavailable for another origin is reported as such', async () => {
    const other = await startLoopbackSite()
    await other.close()
    const { answer } = await crawl(site({ '/': [other.url('/x'), '/a'], '/a': [] }), { sitemap: 'skip' })
    expect(answer.completed).toBe(2)
    const [id] = service.events.flatMap((event) => (event.type === 'job-started' ? [event.job] : []))
    expect(await service.errors(id ?? '')).toMatchObject({
      errors: [{ url: other.url('/x'), code: 'SCRAPE_SITE_ERROR' }],
      robotsBlocked: [],
    })
  })

  it('is ignored if the request says so', async () => {
    const { found } = await crawl(routes, { ignoreRobotsTxt: true })
    expect(found).toEqual(['/', '/private/x', '/open'])
  })

  it('is evaluated for the agent of the request', async () => {
    const { found } = await crawl(
      {
        ...routes,
        '/robots.txt': { body: 'User-agent: otherbot\nDisallow: /open\n\nUser-agent: *\nDisallow: /private' },
      },
      { robotsUserAgent: 'otherbot' },
    )
    expect(found).toEqual(['/', '/private/x'])
  })
})

describe('redirects', () => {
  it('count as their target page, once', async () => {
    const { found, answer } = await crawl({
      ...site({ '/': ['/old', '/new', '/older'], '/new': [] }),
      '/old': { status: 301, headers: { location: '/new' } },
      '/older': { status: 302, headers: { location: '/old' } },
    })
    expect(found).toEqual(['/', '/new'])
    expect(answer.completed).toBe(2)
    expect([web.count('/old'), web.count('/older'), web.count('/new')]).toEqual([1, 1, 1])
  })

  it('give a page its requested URL and its final URL', async () => {
    const { answer } = await crawl({
      ...site({ '/': ['/old', '/slash'], '/new': ['/next'], '/next': [], '/slash/': [] }),
      '/old': { status: 301, headers: { location: '/hop' } },
      '/hop': { status: 302, headers: { location: '/new' } },
      '/slash': { status: 301, headers: { location: '/slash/' } },
    })
    expect(answer.data.map(({ metadata }) => [metadata.sourceURL, metadata.url])).toEqual([
      [web.url('/'), web.url('/')],
      [web.url('/old'), web.url('/new')],
      [web.url('/slash'), web.url('/slash/')],
      [web.url('/next'), web.url('/next')],
    ])
    expect(web.count('/new')).toBe(1)
  })

  it.each([
    ['/p0', 21, ['/'], ['more than 20 times']],
    ['/p0/', 20, ['/', '/p0/'], []],
  ])(
    'are counted to another spelling and to another page: from %s %i times',
    async (first, _hops, expected, problems) => {
      const urls = Array.from({ length: 22 }, (_, index) => `/p${index >> 1}${index % 2 === 0 ? '' : '/'}`)
      const answers = urls.slice(1).map((location) => ({ status: 301, headers: { location } }))
      const { found } = await crawl({
        ...site({ '/': [first], '/p10/': [] }),
        ...Object.fromEntries(answers.map((answer, index) => [urls[index], answer])),
      })
      expect(found).toEqual(expected)
      const [id] = service.events.flatMap((event) => (event.type === 'job-started' ? [event.job] : []))
      const { errors } = await service.errors(id ?? '')
      expect(errors.map(({ error }) => error)).toEqual(problems.map((text) => expect.stringContaining(text)))
    },
  )

  it('of the start URL move the crawl to another host', async () => {
    const other = await startLoopbackSite(site({ '/': ['/x'], '/x': [] }))
    const { answer } = await crawl({ '/': { status: 301, headers: { location: other.url('/') } } })
    expect(answer.data.map(({ metadata }) => metadata.url)).toEqual([other.url('/'), other.url('/x')])
    await other.close()
  })

  it('do not leave the site', async () => {
    const other = await startLoopbackSite({ '/': page('Elsewhere') })
    const { found } = await crawl({
      ...site({ '/': ['/away', '/a'], '/a': [] }),
      '/away': { status: 302, headers: { location: other.url('/').replace('127.0.0.1', 'localhost') } },
    })
    expect(found).toEqual(['/', '/a'])
    expect(other.requests).toHaveLength(0)
    await other.close()
  })
})

describe('a site that cannot be reached', () => {
  it('fails the crawl with the reason', async () => {
    service = await startTestService({ limits: { attempts: 1 } })
    web = await startLoopbackSite()
    const url = web.url('/')
    await web.close()
    const id = await service.start({ url, ignoreRobotsTxt: true, sitemap: 'skip' })
    const answer = await service.finished(id)
    expect(answer).toMatchObject({ success: true, status: 'failed', error: expect.any(String), data: [] })
    expect((await service.errors(id)).errors).toMatchObject([{ url, code: 'SCRAPE_SITE_ERROR' }])
    web = await startLoopbackSite()
  })
})
