import { rmSync } from 'node:fs'
import type { IncomingMessage } from 'node:http'
import fc from 'fast-check'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { createAddressGuard } from '../../src/service/http/address-policy.ts'
import { systemClock } from '../../src/util/clock.ts'
import { startLoopbackSite, type LoopbackSite, type SiteAnswer } from '../support/loopback-site.ts'
import { page } from './support/pages.ts'
import { paths, startTestService, type TestService } from './support/service.ts'

let web: LoopbackSite
let service: TestService

beforeEach(async () => {
  web = await startLoopbackSite()
  service = await startTestService()
})

afterEach(async () => {
  await web.close()
  await service.dispose()
})

/** Returns who a request comes from, by the header or the cookie that it sends. */
function userOf({ headers }: IncomingMessage): string {
  const login = /user=(\w+)/.exec(headers.cookie ?? '')?.[1]
  return String(headers.authorization ?? headers['x-user'] ?? login ?? 'nobody')
}

const MODIFIED = 'Thu, 01 Jan 2026 00:00:00 GMT'

/** Answers with the user's own page, or with 304 to every condition. */
const ownPage =
  (headers: Record<string, string>): SiteAnswer =>
  (request) => {
    const isAsked = 'if-none-match' in request.headers || 'if-modified-since' in request.headers
    return isAsked ? { status: 304 } : { headers, body: page(`Account of ${userOf(request)}`) }
  }

const ways = ['authorization', 'x-user', 'cookie', 'login', 'redirect', 'none'] as const
type Way = (typeof ways)[number]

/** Returns the request of a user's crawl, which says in one of the ways who it is for. */
function requestOf(folder: string, { user, way }: { user: string; way: Way }, scrapeOptions: object) {
  const headers =
    way === 'cookie' ? { Cookie: `user=${user}` } : { [way === 'redirect' ? 'x-user' : way]: user }
  const isLogin = way === 'login'
  const start = isLogin
    ? `/login?user=${user}&to=${folder}/me`
    : `${folder}/${way === 'redirect' ? 'go' : 'me'}`
  const options = isLogin || way === 'none' ? scrapeOptions : { ...scrapeOptions, headers }
  return { url: web.url(start), sitemap: 'skip', crawlEntireDomain: true, limit: 3, scrapeOptions: options }
}

const crawls = fc.array(fc.record({ user: fc.constantFrom('alice', 'bob'), way: fc.constantFrom(...ways) }), {
  minLength: 2,
  maxLength: 4,
})
const answers = fc.record(
  {
    etag: fc.constant('"1"'),
    'last-modified': fc.constant(MODIFIED),
    'cache-control': fc.constantFrom('private', 'no-store', 'public, max-age=9999', 'no-cache'),
    vary: fc.constantFrom('Cookie, Authorization', '*', 'accept-encoding'),
    'set-cookie': fc.constant('seen=1'),
  },
  { requiredKeys: [] },
)
const settings = fc.record(
  {
    maxAge: fc.constant(0),
    formats: fc.constant(['markdown', { type: 'changeTracking', modes: ['git-diff'] }]),
  },
  { requiredKeys: [] },
)

describe('a page for one user', () => {
  it('never reaches another user through headers, cookies, redirects, Vary or conditions', async () => {
    let at = 0
    web.set('/login', (request) => {
      const { searchParams } = new URL(request.url ?? '/', web.origin)
      const cookie = `user=${searchParams.get('user')}; Path=/`
      return { headers: { 'set-cookie': cookie }, body: page('Welcome', [searchParams.get('to') ?? '/']) }
    })
    await fc.assert(
      fc.asyncProperty(crawls, answers, settings, async (list, headers, scrapeOptions) => {
        const folder = `/s${++at}`
        web.set(`${folder}/me`, ownPage(headers as Record<string, string>))
        web.set(`${folder}/go`, { status: 302, headers: { location: `${folder}/me` } })
        for (const { user, way } of list) {
          const result = await service.crawl(requestOf(folder, { user, way }, scrapeOptions))
          const named = new Set(JSON.stringify(result.data).match(/(?<=Account of )\w+/g))
          expect([...named]).toEqual([way === 'none' ? 'nobody' : user])
        }
      }),
      { numRuns: 20 },
    )
  })

  it.each([
    ['two keys', ['one', 'two']],
    ['one key', ['one', 'one']],
    ['no key', [undefined, undefined]],
  ])('stays with its user after a restart of the service, with %s', async (_, keys) => {
    web.set('/me', ownPage({ etag: '"1"', 'cache-control': 'private' }))
    const { dataDirectory } = service
    const seen: (string | undefined)[] = []
    for (const [place, user] of ['alice', 'bob'].entries()) {
      await service.close()
      service = await startTestService({ dataDirectory, apiKey: keys[place] })
      const request = requestOf('', { user, way: 'authorization' }, {})
      for (const maxAge of [0, 60_000])
        seen.push(
          (await service.crawl({ ...request, scrapeOptions: { ...request.scrapeOptions, maxAge } })).data[0]
            ?.markdown,
        )
    }
    const [alice, bob] = ['# Account of alice', '# Account of bob']
    expect(seen).toEqual([alice, alice, bob, bob])
    expect(web.count('/me')).toBe(2)
  })

  it('is stored without the headers and cookies that were sent for it', async () => {
    web.set('/me', ownPage({ etag: '"1"' }))
    await service.crawl(requestOf('', { user: 's3cr3t', way: 'x-user' }, { formats: ['links'] }))
    await service.close()
    const { default: Database } = await import('libsql')
    const db = new Database(`${service.dataDirectory}/service.db`)
    const rows = ['cached', 'tracked', 'job', 'cookie'].map((table) =>
      db.prepare(`SELECT * FROM ${table}`).all(),
    )
    db.close()
    expect(rows[0]).toHaveLength(1)
    expect(JSON.stringify(rows)).not.toContain('s3cr3t')
  })

  it('is shared by crawls with different headers on an origin that gets none of them', async () => {
    const other = await startLoopbackSite({ '/p': ownPage({}) })
    try {
      web.set('/', page('Start', [other.url('/p')]))
      for (const user of ['alice', 'bob']) {
        const request = requestOf('', { user, way: 'authorization' }, {})
        const { data } = await service.crawl({ ...request, url: web.url('/'), allowExternalLinks: true })
        expect(data.map(({ markdown }) => markdown)).toContain('# Account of nobody')
      }
      expect(other.count('/p')).toBe(1)
    } finally {
      await other.close()
    }
  })

  it('is checked against the robots.txt that its user gets', async () => {
    web.set('/robots.txt', (request) =>
      userOf(request) === 'bob' ? 'User-agent: *\nDisallow: /b' : 'User-agent: *',
    )
    web.set('/', page('Start', ['/b']))
    web.set('/b', page('B'))
    const of = async (user: string) => {
      const request = requestOf('', { user, way: 'authorization' }, {})
      return paths(await service.crawl({ ...request, url: web.url('/') }))
    }
    expect([await of('alice'), await of('bob'), await of('alice')]).toEqual([['/', '/b'], ['/'], ['/', '/b']])
  })
})

describe('an answer is stored by the rules of a private cache', () => {
  it.each([
    ['private', { 'cache-control': 'private, max-age=1' }, 1],
    ['no-store', { 'cache-control': 'max-age=9999, No-Store' }, 2],
    ['Vary: *', { vary: 'accept, *' }, 2],
    ['Vary: Cookie', { vary: 'Cookie' }, 1],
    ['a directive name inside quotes', { 'cache-control': 'x="no-store, no-cache"' }, 1],
  ])('with %s', async (_, headers, count) => {
    web.set('/me', ownPage(headers))
    for (let round = 0; round < 2; round++)
      await service.crawl(requestOf('', { user: 'a', way: 'x-user' }, {}))
    expect(web.count('/me')).toBe(count)
  })

  it.each([
    ['no-cache', { 'cache-control': 'no-cache' }],
    ['Set-Cookie', { 'set-cookie': 'a=1' }],
  ])('with %s: it is revalidated, and a 304 is accepted', async (_, headers) => {
    web.set('/me', ownPage({ etag: '"1"', ...headers }))
    for (let round = 0; round < 3; round++) {
      const { data } = await service.crawl(requestOf('', { user: 'a', way: 'x-user' }, {}))
      expect(data[0]?.markdown).toBe('# Account of a')
    }
    expect(
      web.requests.filter(({ path }) => path === '/me').map(({ headers: sent }) => sent['if-none-match']),
    ).toEqual([undefined, '"1"', '"1"'])
  })
})

it('cookies of a crawl are sent again after a restart, and removed at its end', async () => {
  let release = (): void => undefined
  const held = new Promise<void>((resolve) => {
    release = resolve
  })
  web.set('/', { headers: { 'set-cookie': 'user=alice; Path=/; HttpOnly' }, body: page('Start', ['/a']) })
  web.set('/a', (_, response) => {
    void held.then(() => {
      response.writeHead(200, { 'content-type': 'text/html' })
      response.end(page('A', ['/me']))
    })
  })
  web.set('/me', ownPage({}))
  const { dataDirectory } = service
  const id = await service.start({ url: web.url('/'), sitemap: 'skip' })
  await expect.poll(() => web.count('/a'), { timeout: 60_000 }).toBe(1)
  const closed = service.close()
  release()
  await closed
  expect(web.count('/me')).toBe(0)
  service = await startTestService({ dataDirectory })
  const { data } = await service.finished(id)
  expect(data.map(({ markdown }) => markdown)).toContain('# Account of alice')
  await service.close()
  const { default: Database } = await import('libsql')
  const db = new Database(`${dataDirectory}/service.db`)
  expect(db.prepare('SELECT * FROM cookie').all()).toEqual([])
  db.close()
  rmSync(dataDirectory, { recursive: true })
})

describe('the address guard', () => {
  const guard = createAddressGuard(systemClock)

  it.each([
    ['http://10.0.0.5/a', 'public', 'CRAWL_DENIAL'],
    ['http://10.0.0.5/a', 'private', undefined],
    ['http://localhost:81/a', 'public', 'CRAWL_DENIAL'],
    ['http://localhost:81/b', 'private', 'CRAWL_DENIAL'],
    ['http://localhost:81/b', 'loopback', undefined],
    ['http://169.254.169.254/', 'loopback', 'CRAWL_DENIAL'],
  ] as const)('answers for %s in a crawl of %s addresses like a request: %s', async (url, policy, code) => {
    for (let round = 0; round < 2; round++) expect((await guard(url, policy))?.code).toBe(code)
  })
})
