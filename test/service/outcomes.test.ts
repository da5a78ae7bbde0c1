import { gzipSync } from 'node:zlib'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { startLoopbackSite, type LoopbackSite, type SiteRoutes } from '../support/loopback-site.ts'
import { page, site } from './support/pages.ts'
import { paths, startTestService, type TestService } from './support/service.ts'

let service: TestService
let web: LoopbackSite

beforeEach(async () => {
  service = await startTestService()
})

afterEach(async () => {
  await web.close()
  await service.dispose()
})

async function serve(routes: SiteRoutes): Promise<void> {
  web = await startLoopbackSite(routes)
}

const html = { 'content-type': 'text/html' }

describe('an answer without a body', () => {
  it('is a failed page, whatever its type is', async () => {
    await serve({
      ...site({ '/': ['/empty', '/spaces', '/moved', '/none', '/pdf', '/gone', '/full'], '/full': [] }),
      '/empty': { headers: html, body: '' },
      '/none': { status: 204 },
      '/pdf': { headers: { 'content-type': 'application/pdf' }, body: '' },
      '/moved': { status: 301, headers: html, body: '' },
      '/spaces': { headers: html, body: '\uFEFF \r\n' },
      // It says enough: there is no page.
      '/gone': { status: 410, headers: html, body: '' },
    })
    const id = await service.start({ url: web.url('/'), sitemap: 'skip' })
    expect(paths(await service.finished(id)).toSorted()).toEqual(['/', '/full', '/gone'])
    const { errors } = await service.errors(id)
    const failed = (path: string, status: number) => ({
      url: web.url(path),
      code: 'SCRAPE_ALL_ENGINES_FAILED',
      error: `"${web.url(path)}" answered ${status} with an empty body.`,
    })
    expect(
      errors
        .map(({ url, code, error }) => ({ url, code, error }))
        .toSorted((a, b) => (a.url < b.url ? -1 : 1)),
    ).toEqual([
      failed('/empty', 200),
      failed('/moved', 301),
      failed('/none', 204),
      failed('/pdf', 200),
      failed('/spaces', 200),
    ])
  })

  it('fails a crawl that starts at it', async () => {
    await serve({ '/': { headers: html, body: '' } })
    expect(await service.crawl({ url: web.url('/') })).toMatchObject({
      status: 'failed',
      error: `"${web.url('/')}" answered 200 with an empty body.`,
    })
  })
})

describe('a crawl of one page warns about its start page', () => {
  it('if it answers with an error, even at the root', async () => {
    await serve({})
    for (const [status, text] of [
      [404, '404 Not Found, so the crawl found only an error page. Check the URL.'],
      [500, '500 Internal Server Error, so the crawl found only an error page. Crawl it again later.'],
      [
        403,
        '403 Forbidden, so the crawl found only an error page. If the site asks for a login, set "headers"',
      ],
    ] as const) {
      web.set('/', { status, headers: html, body: page('Broken') })
      expect((await service.crawl({ url: web.url('/') })).warning).toContain(`The start URL answered ${text}`)
    }
  })

  it('if it has no text without its scripts', async () => {
    await serve({ '/app/': '<title>App</title><div id="root"></div><script src="/app.js"></script>' })
    const { warning } = await service.crawl({ url: web.url('/app/') })
    expect(warning).toBe(
      `"${web.url('/app/')}": It needs a browser: without its scripts it has no text. A crawl with "waitFor" shows its pages in one.`,
    )
  })

  it.each([
    ['/feed.json', 'application/feed+json', '{"items":[{"url":"/a"}]}'],
    ['/table.csv', 'text/csv; charset=utf-8', 'a,b\n/a,/b'],
  ])('if its type has no links that are followed: %s', async (path, type, body) => {
    await serve({ [path]: { headers: { 'content-type': type }, body } })
    expect((await service.crawl({ url: web.url(path) })).warning).toBe(
      `"${web.url(path)}" is of the type "${type.split(';')[0]}", and only links of HTML and Markdown are followed. Start at such a page.`,
    )
  })

  it('if it only says that it is loading', async () => {
    await serve({ '/': '<title>App</title><div id=app>Loading…</div><script src=/app.js></script>' })
    expect((await service.crawl({ url: web.url('/') })).warning).toBe(
      `"${web.url('/')}" shows only "Loading…". A crawl with "waitFor" shows its pages in a browser.`,
    )
  })

  it('if it redirects to a page without links, such as a login', async () => {
    await serve({
      '/': { status: 302, headers: { location: '/login?next=/' } },
      '/login': '<title>Log in</title><form>Your name <input></form>',
      '/one': { status: 301, headers: { location: '/one/' } },
      '/one/': page('One'),
    })
    const crawl = (path: string) =>
      service.crawl({ url: web.url(path), sitemap: 'skip', crawlEntireDomain: true })
    expect((await crawl('/')).warning).toBe(
      `The start URL redirects to "${web.url('/login?next=/')}", and the crawl found only that page. If the site asks for a login, set "headers" in "scrapeOptions".`,
    )
    expect(await crawl('/one')).not.toHaveProperty('warning')
  })

  it('if it redirects out of the scope', async () => {
    await serve({
      ...site({ '/login/': [], '/docs/new': [] }),
      '/docs/': { status: 302, headers: { location: '/login/' } },
      '/docs/old/': { status: 302, headers: { location: '/docs/old/new' } },
      '/docs/old/new': page('New'),
    })
    expect((await service.crawl({ url: web.url('/docs/'), sitemap: 'skip' })).warning).toBe(
      `The start URL redirects to "${web.url('/login/')}", which is outside of the crawl's scope (child-path). Start the crawl there. If the site asks for a login, set "headers" in "scrapeOptions".`,
    )
    const inside = await service.crawl({ url: web.url('/docs/old/'), sitemap: 'skip' })
    expect(inside.warning).toContain('start it at a higher path')
  })

  it('if it redirects to another host, where the crawl continues', async () => {
    const routes: SiteRoutes = site({ '/': [], '/en/': [] })
    await serve(routes)
    const there = (path: string) => web.url(path).replace('127.0.0.1', 'localhost')
    web.set('/old/docs', { status: 302, headers: { location: there('/') } })
    web.set('/old/en', { status: 302, headers: { location: there('/en/') } })
    const warning = async (path: string) =>
      (await service.crawl({ url: web.url(path), sitemap: 'skip' })).warning
    // The path of the old start kept nothing out.
    expect(await warning('/old/docs')).toBe(
      `The start URL redirects to "${there('/')}", and the crawl went on there. It found one page.`,
    )
    expect(await warning('/old/en')).toMatch(
      /^The start URL redirects to "\S+\/en\/", and the crawl went on there\. The crawl found at most one page\. To reach pages next to or above the start URL,/,
    )
  })
})

const refresh = (to: string): string => `<meta http-equiv="refresh" content="0; url=${to}"><script></script>`

it('pages with a refresh are redirects, which are followed once, in scope, without loops', async () => {
  await serve({
    ...site({ '/': ['/old', '/older', '/out', '/round'], '/new': ['/from-new'], '/from-new': [] }),
    '/old': refresh('/new'),
    '/older': refresh('/old'),
    '/out': refresh('http://localhost:1/'),
    '/round': refresh('/round/2'),
    '/round/2': refresh('/round'),
  })
  const id = await service.start({ url: web.url('/'), sitemap: 'skip' })
  const { data } = await service.finished(id)
  expect(data.map(({ metadata }) => metadata.url).toSorted()).toEqual(
    ['/', '/from-new', '/new'].map((path) => web.url(path)),
  )
  const { errors } = await service.errors(id)
  expect(errors.map(({ url, error }) => `${url} ${error}`).toSorted()).toEqual([
    `${web.url('/out')} "${web.url('/out')}" redirects to "http://localhost:1/", which is outside of this crawl.`,
    `${web.url('/round')} "${web.url('/round')}" redirects in a loop.`,
  ])
})

it('a redirect loop among known pages is reported once', async () => {
  const to = (location: string) => ({ status: 301, headers: { location } })
  await serve({
    ...site({ '/': ['/a', '/b', '/c', '/one', '/two'] }),
    '/a': to('/b'),
    '/b': to('/c'),
    '/c': to('/a'),
    '/one': refresh('/two'),
    '/two': refresh('/one'),
  })
  const id = await service.start({ url: web.url('/'), sitemap: 'skip', maxConcurrency: 1 })
  expect(paths(await service.finished(id))).toEqual(['/'])
  const { errors } = await service.errors(id)
  expect(errors.map(({ error }) => error)).toEqual(
    ['/c', '/two'].map((path) => `"${web.url(path)}" redirects in a loop.`),
  )
})

it('pages that are compressed without a header are read, and archives are not', async () => {
  const packed = gzipSync(page('Packed', ['/b']))
  await serve(site({ '/': ['/a', '/tar', '/bomb'], '/b': [] }))
  web.set('/a', { headers: { 'content-type': 'text/html' }, body: packed })
  web.set('/tar', { headers: { 'content-type': 'text/plain' }, body: gzipSync(Buffer.alloc(512)) })
  web.set('/bomb', {
    headers: { 'content-type': 'text/html' },
    body: gzipSync(Buffer.alloc(50_000_000, 'a')),
  })
  const answer = await service.crawl({ url: web.url('/'), sitemap: 'skip' })
  expect(paths(answer)).toEqual(['/', '/a', '/b'])
  expect(answer.data[1]?.markdown).toContain('# Packed')
})

it('frames are crawled, and a frameset is not a failed page', async () => {
  await serve({
    ...site({ '/menu': ['/text'], '/text': [], '/inner': [] }),
    '/': '<frameset><frame src="/menu"></frameset>',
    '/text': '<p>Text</p><iframe src="/inner"></iframe>',
  })
  const result = await service.crawl({ url: web.url('/'), sitemap: 'skip' })
  expect(paths(result).toSorted()).toEqual(['/', '/inner', '/menu', '/text'])
})

it('pages from the cache are counted, even after a restart of the service', async () => {
  await serve(site({ '/': ['/a', '/b'], '/a': [], '/b': [] }))
  const body = { url: web.url('/'), sitemap: 'skip' }
  expect(await service.crawl(body)).not.toHaveProperty('cacheHits')
  web.set('/a', page('Page /a'))
  const id = await service.start(body)
  expect(await service.finished(id)).toMatchObject({ completed: 3, cacheHits: 3 })
  await service.close()
  const again = await startTestService({ dataDirectory: service.dataDirectory })
  expect(await again.status(id)).toMatchObject({ completed: 3, cacheHits: 3 })
  await again.close()
})

describe('a sitemap that cannot be read', () => {
  const xml = { 'content-type': 'application/xml' }

  it('is named in the warning of its crawl, with the reason', async () => {
    await serve({
      ...site({ '/': [] }),
      '/sitemap.xml': { headers: xml, body: '<list><page>x</page></list>' },
    })
    const { warning } = await service.crawl({ url: web.url('/'), sitemap: 'only' })
    expect(warning).toBe(
      `The sitemap "${web.url('/sitemap.xml')}" was not read completely: its root element is "list".`,
    )
  })

  it('is named if robots.txt lists it, with the number of others', async () => {
    await serve({ ...site({ '/': ['/a'], '/a': [] }), '/robots.txt': 'Sitemap: /a.xml\nSitemap: /b.xml' })
    const { warning } = await service.crawl({ url: web.url('/') })
    expect(warning).toBe(
      `The sitemap "${web.url('/a.xml')}" was not read completely: it answered 404 (and 1 other sitemap).`,
    )
  })

  it('causes a warning if all its URLs are outside the crawl', async () => {
    await serve(site({ '/docs/': [], '/a': [] }))
    const list = (...urls: readonly string[]): void =>
      web.set(
        '/sitemap.xml',
        `<urlset>${urls.map((url) => `<url><loc>${url}</loc></url>`).join('')}</urlset>`,
      )
    const elsewhere = web.origin.replace('127.0.0.1', 'localhost')
    list(`${elsewhere}/docs/a`, `${elsewhere}/docs/b`)
    const foreign = `The sitemaps list 2 URLs, all outside of this crawl, such as "${elsewhere}/docs/a". Start the crawl at "${elsewhere}/".`
    for (const sitemap of ['include', 'only'])
      expect((await service.crawl({ url: web.url('/docs/'), sitemap })).warning).toContain(foreign)
    list(web.url('/a'))
    const onlyPaths = 'The sitemaps list 1 URL, all outside of this crawl'
    const only = await service.crawl({ url: web.url('/docs/'), sitemap: 'only' })
    expect(only.warning).toContain(onlyPaths)
    const both = await service.crawl({ url: web.url('/docs/'), crawlEntireDomain: true, sitemap: 'only' })
    expect(both).not.toHaveProperty('warning')
    expect((await service.crawl({ url: web.url('/docs/') })).warning).not.toContain(onlyPaths)
  })

  it('is reported as missing only by a crawl of only sitemaps', async () => {
    await serve(site({ '/': ['/a'], '/a': [] }))
    expect((await service.crawl({ url: web.url('/'), sitemap: 'only' })).warning).toContain(
      'No sitemap with URLs was found',
    )
    expect(await service.crawl({ url: web.url('/') })).not.toHaveProperty('warning')
  })
})

it.each([
  ['/login', 4, 2],
  ['/', 3, 1],
])('a crawl warns if most of its URLs redirect to %s', async (target, count, completed) => {
  const links = ['/a', '/b', '/c', '/d'].slice(0, count)
  await serve(site({ '/': links, '/login': [] }))
  for (const link of links) web.set(link, { status: 302, headers: { location: target } })
  const answer = await service.crawl({ url: web.url('/'), sitemap: 'skip' })
  expect(answer.completed).toBe(completed)
  expect(answer.warning).toBe(
    `${count} URLs redirect to "${web.url(target)}", which is in the result once. If the site asks for a login, set "headers" in "scrapeOptions".`,
  )
})

it.each([
  ['/login', true],
  ['/users/sign_in', true],
  ['/designing', false],
])('a crawl warns about redirects to a login page with different queries: %s', async (target, isLogin) => {
  const links = ['/a', '/b', '/c', '/d']
  await serve(site({ '/': links, [target]: [] }))
  for (const link of links) web.set(link, { status: 302, headers: { location: `${target}?next=${link}` } })
  const { warning } = await service.crawl({ url: web.url('/'), sitemap: 'skip' })
  const expected = `4 URLs redirect to "${web.url(target)}", which is in the result 4 times. If the site asks for a login, set "headers" in "scrapeOptions".`
  expect(warning).toBe(isLogin ? expected : undefined)
})

it('a crawl does not warn if only a few URLs redirect to one page', async () => {
  await serve(site({ '/': ['/a', '/b', '/new'], '/new': [] }))
  for (const link of ['/a', '/b']) web.set(link, { status: 301, headers: { location: '/new' } })
  expect(await service.crawl({ url: web.url('/'), sitemap: 'skip' })).not.toHaveProperty('warning')
})
