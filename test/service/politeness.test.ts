import { afterEach, describe, expect, it } from 'vitest'
import { HostGate, isPrivateHost } from '../../src/service/site/host-gate.ts'
import { AdaptiveCap } from '../../src/service/job/adaptive-cap.ts'
import { FakeClock } from '../support/fake-clock.ts'
import { startLoopbackSite, type LoopbackSite, type SiteAnswer } from '../support/loopback-site.ts'
import { startGatedSite } from './support/gated-site.ts'
import { site } from './support/pages.ts'
import { startTestService, type TestService } from './support/service.ts'
import { until } from './support/until.ts'

let service: TestService
let web: LoopbackSite

afterEach(async () => {
  await web.close()
  await service.dispose()
})

/** Lets everything happen that needs no time to pass. */
async function settle(): Promise<void> {
  for (let turn = 0; turn < 5; turn++) await service.active()
}

describe('the delay between requests', () => {
  it('lasts from the end of a scrape to the start of the next one', async () => {
    const clock = new FakeClock()
    const gated = await startGatedSite(3)
    web = gated
    service = await startTestService({ clock })
    const id = await service.start({ url: web.url('/'), delay: 2, maxConcurrency: 5 })
    await until(() => web.count('/') === 1)
    await until(async () => (await service.status(id)).completed === 1)
    clock.advance(2000)
    await settle()
    expect(gated.waiting).toEqual([])
    clock.advance(1)
    await until(() => gated.waiting.length === 1)
    clock.advance(10_000)
    await settle()
    expect(gated.waiting).toEqual(['/p0'])
    gated.answer()
    await until(async () => (await service.status(id)).completed === 2)
    clock.advance(2000)
    await settle()
    expect(gated.waiting).toEqual([])
    clock.advance(1)
    await until(() => gated.waiting.length === 1)
    expect(gated.waiting).toEqual(['/p1'])
  })

  it('follows the Crawl-delay of robots.txt', async () => {
    const clock = new FakeClock()
    web = await startLoopbackSite({
      ...site({ '/': ['/a'], '/a': [] }),
      '/robots.txt': 'User-agent: *\nCrawl-delay: 3',
    })
    service = await startTestService({ clock })
    const id = await service.start({ url: web.url('/'), sitemap: 'skip' })
    await until(async () => (await service.status(id)).completed === 1)
    const because = 'the site asks for 3 s between two pages (Crawl-delay in robots.txt)'
    const waits = { waitsBecause: because, warning: `The crawl waits: ${because}.` }
    expect(await service.status(id)).toMatchObject(waits)
    clock.advance(2999)
    await settle()
    expect(web.count('/a')).toBe(0)
    clock.advance(1)
    expect(Object.keys(await service.finished(id))).not.toContain('waitsBecause')
    expect(web.count('/a')).toBe(1)
  })

  it('follows the host that the start URL redirects to', async () => {
    const clock = new FakeClock()
    const other = await startLoopbackSite({
      ...site({ '/': ['/a'], '/a': [] }),
      '/robots.txt': 'User-agent: *\nCrawl-delay: 3',
    })
    web = await startLoopbackSite({ '/': { status: 301, headers: { location: other.url('/') } } })
    service = await startTestService({ clock })
    const id = await service.start({ url: web.url('/'), sitemap: 'skip' })
    await until(async () => (await service.status(id)).completed === 1)
    clock.advance(2999)
    await settle()
    expect(other.count('/a')).toBe(0)
    clock.advance(1)
    expect((await service.finished(id)).completed).toBe(2)
    await other.close()
  })
})

describe('concurrency', () => {
  it.each([
    ['maxConcurrency of the request', { maxConcurrency: 3 }, { concurrency: 10 }],
    ['the limit of the service', { maxConcurrency: 10 }, { concurrency: 3 }],
    ['the limit of the service alone', {}, { concurrency: 3 }],
  ])('reaches %s and never exceeds it', async (_, request, settings) => {
    const gated = await startGatedSite(12)
    web = gated
    service = await startTestService(settings)
    const id = await service.start({ url: web.url('/'), ...request })
    for (let answered = 0; answered < 12; answered++) {
      await until(() => gated.waiting.length === Math.min(3, 12 - answered))
      await settle()
      gated.answer()
    }
    expect((await service.finished(id)).completed).toBe(13)
    expect(gated.mostWaiting).toBe(3)
  })

  it('grows without maxConcurrency while answers stay fast, and shrinks when they slow down', async () => {
    const clock = new FakeClock()
    const gated = await startGatedSite(600)
    web = gated
    service = await startTestService({ clock, concurrency: 200 })
    const id = await service.start({ url: web.url('/'), sitemap: 'skip' })
    const reached: number[] = []
    const wave = async (atOnce: number, ms: number): Promise<void> => {
      await until(() => gated.waiting.length === atOnce)
      await settle()
      reached.push(gated.waiting.length)
      clock.advance(ms)
      for (let answers = 0; answers < atOnce; answers++) gated.answer()
    }
    await wave(32, 10)
    await wave(64, 10)
    await wave(128, 30)
    await wave(128, 100)
    await until(async () => (await service.status(id)).completed === 353)
    for (let answers = 0; answers < 60; answers++) gated.answer()
    await until(async () => (await service.status(id)).completed === 413)
    await settle()
    const left = gated.waiting.length
    gated.open()
    await service.finished(id)
    expect(reached).toEqual([32, 64, 128, 128])
    // No more is asked for until there are 64; the last wave shows that with up to three of its answers to come.
    expect(left).toBeGreaterThanOrEqual(64)
    expect(left).toBeLessThanOrEqual(67)
    expect(gated.mostWaiting).toBeLessThanOrEqual(200)
  })

  it.each([
    ['at most 160', {}, 160],
    ['as many as maxConcurrency asks for', { maxConcurrency: 200 }, 200],
  ])('is %s, however fast the site is', async (_, request, most) => {
    const clock = new FakeClock()
    const gated = await startGatedSite(600)
    web = gated
    service = await startTestService({ clock })
    const id = await service.start({ url: web.url('/'), sitemap: 'skip', ...request })
    for (const atOnce of most === 160 ? [32, 64, 128] : []) {
      await until(() => gated.waiting.length === atOnce)
      await settle()
      clock.advance(10)
      for (let answers = 0; answers < atOnce; answers++) gated.answer()
    }
    await until(() => gated.waiting.length === most)
    await settle()
    expect(gated.mostWaiting).toBe(most)
    gated.open()
    await service.finished(id)
  })

  it('is quartered once after simultaneous refusals, and then grows by one', async () => {
    const cap = new AdaptiveCap(256)
    for (let answer = 0; answer < 32; answer++) cap.answered(5, 0)
    expect(cap.atOnce).toBe(64)
    for (let refusal = 0; refusal < 64; refusal++) cap.refused(0, 63 - refusal)
    expect(cap.atOnce).toBe(16)
    for (let answer = 0; answer < 32; answer++) cap.answered(5, 0)
    expect(cap.atOnce).toBe(17)
    for (let refusal = 0; refusal < 200; refusal++) cap.refused(0, 0)
    expect(cap.atOnce).toBe(1)
  })

  it.each([{}, { maxConcurrency: 12 }])(
    'falls quickly enough for a site with few connections to deliver every page, with %o',
    async (request) => {
      const links = Array.from({ length: 20 }, (_, index) => `/p${index}`)
      let open = 0
      web = await startLoopbackSite(site({ '/': links }))
      for (const link of links)
        web.set(link, (_, response) => {
          if (open >= 2) return { status: 503 }
          open++
          setTimeout(() => {
            open--
            response.end('A page of text.')
          }, 20)
          return undefined
        })
      service = await startTestService()
      const { data } = await service.crawl({ url: web.url('/'), sitemap: 'skip', ...request })
      expect(data.map(({ metadata }) => metadata.statusCode)).toEqual(Array.from({ length: 21 }, () => 200))
    },
  )

  it('grows despite slow scrapes while the rate of pages increases', () => {
    const cap = new AdaptiveCap(256)
    let now = 0
    const window = (ms: number, inAll: number): number => {
      now += inAll
      const answers = cap.atOnce
      for (let answer = 0; answer < answers; answer++) cap.answered(ms, now)
      return cap.atOnce
    }
    // The rate doubles, rises by a half, then stays; the last is too slow.
    expect([window(10, 100), window(30, 100), window(30, 130), window(35, 260), window(70, 520)]).toEqual([
      64, 128, 256, 256, 128,
    ])
  })

  it('is shared fairly with a later crawl', async () => {
    const gated = await startGatedSite(50)
    web = gated
    service = await startTestService({ concurrency: 4 })
    const first = await service.start({ url: web.url('/') })
    await until(() => gated.waiting.length === 4)
    const other = await startGatedSite(50)
    const second = await service.start({ url: other.url('/'), sitemap: 'skip' })
    await until(() => other.count('/robots.txt') === 1)
    await settle()
    // It needs a place for its start page before it knows more.
    gated.answer()
    await until(() => other.waiting.length === 1)
    gated.answer()
    await until(() => other.waiting.length === 2)
    gated.answer()
    await until(() => gated.waiting.length === 2 && other.waiting.length === 2)
    expect([gated.mostWaiting, other.mostWaiting]).toEqual([4, 2])
    gated.open()
    other.open()
    await Promise.all([service.finished(first), service.finished(second)])
    await other.close()
  })
})

describe('simultaneous crawls', () => {
  it('are limited in number, and waiting ones can be cancelled', async () => {
    const gated = await startGatedSite(1)
    web = gated
    const other = await startLoopbackSite(site({ '/': [] }))
    service = await startTestService({ limits: { runningJobs: 1 } })
    const first = await service.start({ url: gated.url('/') })
    const second = await service.start({ url: other.url('/') })
    const third = await service.start({ url: other.url('/'), scrapeOptions: { maxAge: 0 } })
    await until(() => gated.waiting.length === 1)
    expect((await service.active()).crawls.map(({ id }) => id)).toEqual([first, second, third])
    expect(await service.status(second)).toMatchObject({ status: 'scraping', completed: 0, total: 0 })
    await service.request(`/v2/crawl/${second}`, { method: 'DELETE' })
    expect(await service.status(second)).toMatchObject({ status: 'cancelled', completed: 0 })
    await settle()
    expect(other.requests).toEqual([])
    gated.open()
    expect(await service.finished(third)).toMatchObject({ status: 'completed', completed: 1 })
    expect(other.count('/')).toBe(1)
    await other.close()
  })
})

describe('temporary failures', () => {
  it.each([503, 502, 524])('are retried after growing pauses, and finally accepted: %i', async (status) => {
    const clock = new FakeClock()
    web = await startLoopbackSite({ ...site({ '/': ['/busy'] }), '/busy': { status } })
    service = await startTestService({ clock })
    const id = await service.start({ url: web.url('/'), sitemap: 'skip' })
    await until(() => web.count('/busy') === 1)
    await settle()
    clock.advance(499)
    await settle()
    expect(web.count('/busy')).toBe(1)
    clock.advance(1)
    await until(() => web.count('/busy') === 2)
    await settle()
    clock.advance(999)
    await settle()
    expect(web.count('/busy')).toBe(2)
    clock.advance(1)
    const answer = await service.finished(id)
    expect(web.count('/busy')).toBe(3)
    expect(answer).toMatchObject({ status: 'completed', completed: 2, total: 2 })
    expect(answer.data[1]?.metadata.statusCode).toBe(status)
  })

  it.each([408, 500, 504, 520])('are not reported if a retry succeeds: %i', async (status) => {
    let requests = 0
    const busy = (): SiteAnswer => (requests++ === 0 ? { status } : 'here')
    web = await startLoopbackSite({ ...site({ '/': ['/busy'] }), '/busy': busy })
    service = await startTestService()
    const { data } = await service.crawl({ url: web.url('/'), sitemap: 'skip' })
    expect(data.map(({ metadata }) => metadata.statusCode)).toEqual([200, 200])
  })

  it('pause the whole host for as long as the site asks', async () => {
    const clock = new FakeClock()
    let busy = true
    web = await startLoopbackSite({
      ...site({ '/': ['/busy', '/other'], '/other': [] }),
      '/busy': () => (busy ? { status: 429, headers: { 'retry-after': '30' } } : 'free'),
    })
    service = await startTestService({ clock })
    const id = await service.start({ url: web.url('/'), sitemap: 'skip', maxConcurrency: 1 })
    await until(() => web.count('/busy') === 1)
    await settle()
    busy = false
    clock.advance(29_999)
    await settle()
    expect([web.count('/busy'), web.count('/other')]).toEqual([1, 0])
    expect((await service.status(id)).waitsBecause).toBe('the site asked to wait 1 s (Retry-After)')
    clock.advance(1)
    const ended = await service.finished(id)
    expect([ended.completed, ended.waitsBecause, ended.warning]).toEqual([3, undefined, undefined])
  })
})

describe('pages of other hosts', () => {
  let other: LoopbackSite
  afterEach(() => other.close())

  it.each([
    ['asks for a delay', { '/robots.txt': 'User-agent: *\nCrawl-delay: 30' }],
    ['asks to wait', { '/x0': { status: 429, headers: { 'retry-after': '30' } } }],
  ])('continue while another host %s', async (_, answers) => {
    const clock = new FakeClock()
    const slow = Array.from({ length: 5 }, (__, index) => `/x${index}`)
    other = await startLoopbackSite(site(Object.fromEntries(slow.map((path) => [path, []])), answers))
    const links = slow.map((path) => other.url(path).replace('127.0.0.1', 'localhost'))
    web = await startLoopbackSite(site({ '/': [...links, '/a'], '/a': ['/b'], '/b': [] }))
    service = await startTestService({ clock })
    const id = await service.start({
      url: web.url('/'),
      sitemap: 'skip',
      allowExternalLinks: true,
      maxConcurrency: 1,
    })
    await until(() => web.count('/b') === 1)
    expect(other.count('/x4')).toBe(0)
    for (const path of ['/x1', '/x2', '/x3', '/x4'])
      await until(() => {
        clock.advance(1000)
        return other.count(path) === 1
      })
    await until(() => {
      clock.advance(1000)
      return other.count('/x0') === ('/x0' in answers ? 3 : 1)
    })
    expect((await service.finished(id)).completed).toBe(8)
  })
})

describe('the host gate', () => {
  it('limits scrapes of each public host, but not of this machine', () => {
    const gate = new HostGate(2)
    for (const host of ['example.com', 'example.com', 'localhost:80', 'localhost:80', 'localhost:80'])
      gate.begin(host)
    expect(gate.waitMs('example.com', 0)).toBe(Infinity)
    expect(gate.waitMs('example.org', 0)).toBe(0)
    expect(gate.waitMs('localhost:80', 0)).toBe(0)
    gate.end('example.com', 5)
    expect(gate.waitMs('example.com', 5)).toBe(0)
  })

  it('keeps the longest delay of all agents while it is needed', () => {
    const gate = new HostGate(2)
    gate.setDelay('example.com', 'slow', 500)
    gate.setDelay('example.com', '', 0)
    gate.begin('example.com')
    expect(gate.waitMs('example.com', 0)).toBe(Infinity)
    gate.end('example.com', 0)
    expect(gate.waitMs('example.com', 0)).toBe(500)
    gate.setDelay('example.com', 'slow', 0)
    gate.begin('example.com')
    expect(gate.waitMs('example.com', 500)).toBe(0)
  })

  it.each([
    '127.0.0.1:80',
    '[::1]:80',
    'localhost',
    '10.1.2.3',
    '172.16.0.1',
    '192.168.1.1:8080',
    '[fd00::1]',
  ])('treats %s as a private host', (host) => expect(isPrivateHost(host)).toBe(true))

  it.each(['example.com', '8.8.8.8', '172.32.0.1', 'fdic.gov', '127.example.com'])(
    'treats %s as a public host',
    (host) => expect(isPrivateHost(host)).toBe(false),
  )
})
