import type { IncomingMessage } from 'node:http'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { startLoopbackSite, type LoopbackSite, type SiteRoutes } from '../support/loopback-site.ts'
import { page } from './support/pages.ts'
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

const options = { sitemap: 'skip', scrapeOptions: { maxAge: 0 } }

it('cookies of a page that redirects to itself give access to the site', async () => {
  await serve({
    '/': (request) =>
      request.headers.cookie === 'seen=1'
        ? page('Inside', ['/next'])
        : { status: 302, headers: { location: '/', 'set-cookie': 'seen=1; Path=/' } },
    '/next': (request) => page(`Cookie ${request.headers.cookie}`),
  })
  const result = await service.crawl({ url: web.url('/'), ...options })
  expect(paths(result).toSorted()).toEqual(['/', '/next'])
  expect(result.data.map(({ markdown }) => markdown).join()).toContain('Cookie seen=1')
})

it('cookies of a redirect through another page give access to the site', async () => {
  await serve({
    '/docs': (request) =>
      request.headers.cookie === 'a=1; b=2'
        ? page('Docs')
        : {
            status: 307,
            headers: { location: '/docs/gate', 'set-cookie': ['a=1; Path=/', 'x=1; Path=/other'] },
          },
    '/docs/gate': { status: 303, headers: { location: '/docs', 'set-cookie': 'b=2; Path=/; HttpOnly' } },
  })
  const result = await service.crawl({ url: web.url('/docs'), ...options })
  expect(result.data.map(({ markdown }) => markdown)).toEqual(['# Docs'])
})

it("a page's cookies give access after a redirect through another page", async () => {
  await serve({
    '/': (request) =>
      request.headers.cookie === 'id=1'
        ? page('Inside')
        : { status: 302, headers: { location: '/check', 'set-cookie': 'id=1; Path=/' } },
    '/check': { status: 302, headers: { location: '/' } },
  })
  const { data } = await service.crawl({ url: web.url('/'), ...options })
  expect(data.map(({ markdown }) => markdown)).toEqual(['# Inside'])
  expect(web.count('/check')).toBe(1)
})

it('cookies give access to robots.txt', async () => {
  await serve({
    '/': page('Home', ['/private']),
    '/private': page('Private'),
    '/robots.txt': (request) =>
      request.headers.cookie === 'c=1'
        ? 'User-agent: *\nDisallow: /private'
        : { status: 302, headers: { location: '/robots.txt', 'set-cookie': 'c=1' } },
  })
  expect(paths(await service.crawl({ url: web.url('/'), ...options }))).toEqual(['/'])
})

it('pages behind a gate are delivered once, even if the crawl also finds the gate', async () => {
  const gate = (to: string) => ({ status: 302, headers: { location: to, 'set-cookie': 'seen=1; Path=/' } })
  await serve({
    '/': page('Home', ['/a', '/gate']),
    '/a': ({ headers }) => (headers.cookie === 'seen=1' ? page('A', ['/b']) : gate('/gate')),
    '/gate': gate('/a'),
    '/b': page('B'),
  })
  const { data } = await service.crawl({ url: web.url('/'), ...options })
  expect(data.map(({ metadata }) => metadata.url).toSorted()).toEqual(
    ['/', '/a', '/b'].map((path) => web.url(path)),
  )
})

it('a redirect loop without new cookies ends', async () => {
  await serve({ '/': { status: 302, headers: { location: '/', 'set-cookie': 'same=1' } } })
  const { error } = await service.crawl({ url: web.url('/'), ...options })
  expect(error).toContain('in a loop')
  web.set('/', (request) => {
    const count = Number(/n=(\d+)/.exec(request.headers.cookie ?? '')?.[1] ?? 0)
    return { status: 302, headers: { location: '/', 'set-cookie': `n=${count + 1}` } }
  })
  expect((await service.crawl({ url: web.url('/'), ...options })).error).toContain('more than 20 times')
})

it('cookies stay in their crawl and host, and are added to those of the request', async () => {
  const got: (string | undefined)[] = []
  await serve({
    '/': (request) => {
      got.push(request.headers.cookie)
      return {
        headers: { 'content-type': 'text/html', 'set-cookie': 'a=1; Domain=example.com' },
        body: page('A', ['/b']),
      }
    },
    '/b': (request) => {
      got.push(request.headers.cookie)
      return { headers: { 'content-type': 'text/html', 'set-cookie': 'b=1' }, body: page('B', ['/c']) }
    },
    '/c': (request) => {
      got.push(request.headers.cookie)
      return page('C')
    },
  })
  await service.crawl({ url: web.url('/'), ...options })
  await service.crawl({
    url: web.url('/'),
    sitemap: 'skip',
    scrapeOptions: { maxAge: 0, headers: { Cookie: 'own=1' } },
  })
  expect(got).toEqual([undefined, undefined, 'b=1', 'own=1', 'own=1', 'own=1; b=1'])
})

const OWN = 'sid=old; theme=dark'
it.each<[name: string, set: string | string[], expected: string]>([
  ['a new value', 'sid=new; Path=/', 'theme=dark; sid=new'],
  ['a value for a path', 'sid=new; Path=/a', 'theme=dark; sid=new'],
  ['a value for another path', 'sid=new; Path=/other', OWN],
  ['values of two paths', ['sid=1; Path=/', 'sid=2; Path=/a'], 'theme=dark; sid=2; sid=1'],
  ['a value for a foreign domain', 'sid=new; Domain=example.com', OWN],
  ['a deletion', 'sid=; Path=/; Max-Age=0', 'theme=dark'],
  ['a deletion by a date', 'sid=; Path=/; Expires=Thu, 01 Jan 1970 00:00:00 GMT', 'theme=dark'],
  ['a deletion at another path', 'sid=; Path=/other; Max-Age=0', OWN],
  ['a deletion and a new value', ['sid=; Path=/; Max-Age=0', 'sid=new; Path=/'], 'theme=dark; sid=new'],
  ['a deletion of all cookies', ['sid=; Path=/; Max-Age=0', 'theme=; Path=/; Max-Age=0'], 'none'],
  ['a name in upper case', 'SID=new; Path=/', `${OWN}; SID=new`],
])('a site replaces cookies of the request: %s', async (_, set, expected) => {
  const got: string[] = []
  const note = ({ url = '', headers }: IncomingMessage): void =>
    void (url === '/robots.txt' || got.push(`${url} ${headers.cookie ?? 'none'}`))
  await serve({
    '/': (request) => {
      note(request)
      return { headers: { 'content-type': 'text/html', 'set-cookie': set }, body: page('Home', ['/a']) }
    },
    '/a': (request) => {
      note(request)
      return page('A')
    },
  })
  await service.crawl({
    url: web.url('/'),
    sitemap: 'skip',
    scrapeOptions: { maxAge: 0, headers: { Cookie: OWN } },
  })
  expect(got).toEqual([`/ ${OWN}`, `/a ${expected}`])
})

it('cookies of the request that a redirect replaces give access to the site', async () => {
  await serve({
    '/': ({ headers }) =>
      headers.cookie === 'theme=dark; sid=new'
        ? page('Inside')
        : { status: 302, headers: { location: '/', 'set-cookie': 'sid=new' } },
  })
  const scrapeOptions = { maxAge: 0, headers: { Cookie: OWN } }
  const { data } = await service.crawl({ url: web.url('/'), sitemap: 'skip', scrapeOptions })
  expect(data.map(({ markdown }) => markdown)).toEqual(['# Inside'])
})

it('a cookie of the request that a redirect deletes gives access to the site', async () => {
  await serve({
    '/': ({ headers }) =>
      headers.cookie === undefined
        ? page('Inside')
        : { status: 302, headers: { location: '/', 'set-cookie': 'sid=; Max-Age=0' } },
  })
  const scrapeOptions = { maxAge: 0, headers: { Cookie: 'sid=old' } }
  const { data } = await service.crawl({ url: web.url('/'), sitemap: 'skip', scrapeOptions })
  expect(data.map(({ markdown }) => markdown)).toEqual(['# Inside'])
})
