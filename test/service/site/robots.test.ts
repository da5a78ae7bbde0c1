import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { PageFetcher } from '../../../src/service/http/http.ts'
import { fetchRobots, parseRobots, type RobotsRules } from '../../../src/service/site/robots.ts'
import { systemClock, type Clock } from '../../../src/util/clock.ts'
import { startLoopbackSite, type LoopbackSite, type SiteAnswer } from '../../support/loopback-site.ts'

const fetcher = new PageFetcher({ clock: systemClock, userAgent: 'test-agent' })
const slept: number[] = []
const clock: Clock = { now: () => 0, sleep: async (ms) => void slept.push(ms) }
let site: LoopbackSite
beforeAll(async () => {
  site = await startLoopbackSite()
})
afterAll(async () => {
  await fetcher.close()
  await site.close()
})

function rulesFor(answer: SiteAnswer): Promise<RobotsRules> {
  site.set('/robots.txt', answer)
  return fetchRobots({ url: site.url('/a/b'), addressPolicy: 'loopback' }, { fetcher, clock })
}

function text(body: string): SiteAnswer {
  return { headers: { 'content-type': 'text/plain' }, body }
}

describe('the rules of robots.txt', () => {
  const rules = parseRobots(
    'https://example.com/robots.txt',
    '\uFEFFUser-agent: *\nDisallow: /\n\nUser-agent: CrawlForm\nAllow: /docs/\nDisallow: /docs/private\nDisallow: /*.php$\nCrawl-delay: 2.5\n' +
      'Sitemap: https://example.com/s.xml\nSitemap: /relative.xml\nSitemap: ftp://example.com/no.xml\n',
  )

  it('for this agent override those for all, and the longest match counts', () => {
    expect(rules.isAllowed('https://example.com/docs/a')).toBe(true)
    expect(rules.isAllowed('https://example.com/docs/private/a')).toBe(false)
    expect(rules.isAllowed('https://example.com/x.php')).toBe(false)
    expect(rules.isAllowed('https://example.com/x.php?a')).toBe(true)
    expect(rules.isAllowed('https://example.com/other')).toBe(true)
  })

  it('include delay and sitemaps', () => {
    expect(rules.crawlDelay).toBe(2.5)
    expect(rules.sitemaps).toEqual(['https://example.com/s.xml', 'https://example.com/relative.xml'])
  })

  it.each([
    ['User-agent *\nDisallow /a'],
    ['User agent: *\nDissallow: /a'],
    ['useragent : * (everyone)\nDisalow:/a'],
    ['User-agent: Crawlform web crawler # ours\nDiasllow : /a'],
    ['User-agent: *\nDisallow: /\nAllow /b'],
    ['User-agent: *\nDisallow: /\nUser-agent: crawlform/2.0 beta\nDisallow: /a'],
  ])("are parsed as by Google's parser: %j", (text) => {
    const read = parseRobots('https://e.com/robots.txt', text)
    const allowed = ['/a', '/b'].filter((path) => read.isAllowed(`https://e.com${path}`))
    expect(allowed).toEqual(['/b'])
  })

  it.each(['/*?filter[', '/*[color]=', '/a|b', '/*{', '/*^', '/*`'])(
    'match characters that URLs do not encode: %s',
    (rule) => {
      const read = parseRobots('http://[::1]/robots.txt', `User-agent: *\nDisallow: ${rule}`)
      for (const path of ['/x?filter[color]=red', '/a|b', '/x?{a}', '/x?a^b', '/x?a`b'])
        expect(read.isAllowed(`http://[::1]${path}`)).toBe(!path.includes(rule.replace(/^\/\*/, '')))
      expect(read.isAllowed('http://[::1]/x')).toBe(true)
    },
  )

  it('in an empty group for this agent allow everything', () => {
    const text = 'User-agent: *\nDisallow: /\nSite-map /s.xml\n\nUser-agent: Some Bot'
    const read = parseRobots('https://e.com/robots.txt', text, 'Some Bot/2.0 (+https://e.com)')
    expect(read.isAllowed('https://e.com/a')).toBe(true)
    expect(read.sitemaps).toEqual(['https://e.com/s.xml'])
    expect(parseRobots('https://e.com/robots.txt', text, 'Other').isAllowed('https://e.com/a')).toBe(false)
  })

  it.each(['\t', ' ', 's', 'al', 'user agent ', 'user-agent: ', 'disallow ', 'site-map', ':\t', '\r'])(
    'are found in linear time if a file repeats %j',
    (part) => {
      // Takes minutes where the work is not linear in the length.
      for (const start of ['', 'dis', 'user-agent:', 'disal', 'allow']) {
        const text = start + part.repeat(500_000 / part.length)
        expect(parseRobots('https://e.com/robots.txt', text).isAllowed('https://e.com/')).toBe(true)
      }
    },
  )

  it.each(['Sitemap: /s.xml', 'Host: e.com', 'Clean-param: x', '# a: b', 'nonsense'])(
    'belong to agents with "%s" between them (section 2.2.4)',
    (other) => {
      const text = ['User-agent: *', other, 'User-agent: one', 'Disallow: /a', other, 'Disallow: /b'].join(
        '\r',
      )
      const both = parseRobots('https://e.com/robots.txt', text)
      const allowed = ['/a', '/b', '/c'].filter((path) => both.isAllowed(`https://e.com${path}`))
      expect(allowed).toEqual(['/c'])
    },
  )
})

describe('the status of robots.txt (RFC 9309 section 2.3.1)', () => {
  it('lets the file apply, also after redirects', async () => {
    expect((await rulesFor(text('User-agent: *\nDisallow: /a'))).isAllowed(site.url('/a'))).toBe(false)
    site.set('/moved.txt', text('User-agent: *\nDisallow: /m'))
    expect(
      (await rulesFor({ status: 301, headers: { location: '/moved.txt' } })).isAllowed(site.url('/m')),
    ).toBe(false)
  })

  it('allows everything if there is no file, or only a web page', async () => {
    for (const answer of [
      { status: 404 },
      { status: 403 },
      { status: 302, headers: { location: '/robots.txt' } },
      '<h1>Home</h1>',
    ]) {
      expect((await rulesFor(answer)).isAllowed(site.url('/a'))).toBe(true)
    }
  })

  it('disallows everything if the site fails three times with pauses', async () => {
    slept.length = 0
    const before = site.count('/robots.txt')
    const rules = await rulesFor({ status: 503 })
    expect(rules.isAllowed(site.url('/a'))).toBe(false)
    expect(site.count('/robots.txt') - before).toBe(3)
    expect(slept).toEqual([500, 2000])
    expect(rules.unreachable?.error).toContain('/robots.txt" answered 503')
  })

  it('can be that of a second request if the first one failed', async () => {
    let calls = 0
    const rules = await rulesFor(() => (calls++ === 0 ? { status: 500 } : { status: 404 }))
    expect(rules.isAllowed(site.url('/a'))).toBe(true)
  })

  it('causes another request after 429', async () => {
    let calls = 0
    const rules = await rulesFor(() =>
      calls++ === 0 ? { status: 429 } : text('User-agent: *\nDisallow: /a'),
    )
    expect(rules.isAllowed(site.url('/a'))).toBe(false)
  })

  it('names the reason if the site cannot be reached', async () => {
    const rules = await fetchRobots(
      { url: 'http://127.0.0.1:1/', addressPolicy: 'loopback' },
      { fetcher, clock },
    )
    expect(rules.isAllowed('http://127.0.0.1:1/')).toBe(false)
    expect(rules.unreachable).toMatchObject({ code: 'SCRAPE_SITE_ERROR' })
  })

  it('lets the first 500 KiB of a longer file apply', async () => {
    const rules = await rulesFor(
      text(`User-agent: *\nDisallow: /first\n${'#\n'.repeat(260_000)}Disallow: /last\n`),
    )
    expect(rules.isAllowed(site.url('/first'))).toBe(false)
    expect(rules.isAllowed(site.url('/last'))).toBe(true)
  })
})

describe('a rule and a URL', () => {
  // RFC 9309 section 2.2.2, RFC 3986 section 2.3
  it.each([
    ['/%7Euser', '/~user'],
    ['/~user', '/%7euser'],
    ['/a%2Db', '/a-b'],
    ['/abc', '/%61b%63'],
    ['/%31', '/1?q'],
    ['/\u00fc', '/%C3%BC'],
    ['/%c3%bc', '/%C3%BC'],
  ])('are compared without unnecessary percent-encoding (%s, %s)', (rule, path) => {
    const rules = parseRobots('https://example.com/robots.txt', `User-agent: *\nDisallow: ${rule}\n`)
    expect(rules.isAllowed(`https://example.com${path}`)).toBe(false)
  })

  it.each([
    ['/a%2Fb', '/a/b'],
    ['/a/b', '/a%2Fb'],
    ['/%7Fx', '/x'],
  ])('differ if a reserved character is encoded (%s, %s)', (rule, path) => {
    const rules = parseRobots('https://example.com/robots.txt', `User-agent: *\nDisallow: ${rule}\n`)
    expect(rules.isAllowed(`https://example.com${path}`)).toBe(true)
  })
})
