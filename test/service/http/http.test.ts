import { randomBytes } from 'node:crypto'
import { createServer, type AddressInfo } from 'node:net'
import { setImmediate as turn } from 'node:timers/promises'
import { brotliCompressSync, deflateRawSync, deflateSync, gzipSync } from 'node:zlib'
import type { ServerResponse } from 'node:http'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createBodyShare, type BodyShare } from '../../../src/service/http/receive-body.ts'
import { PageFetcher, type FetchOutcome, type FetchRequest } from '../../../src/service/http/http.ts'
import { headersFor } from '../../../src/service/http/sender.ts'
import { bytesOf } from '../../../src/service/body/body.ts'
import { MemoryBudget } from '../../../src/service/body/memory-budget.ts'
import { systemClock } from '../../../src/util/clock.ts'
import { FakeClock } from '../../support/fake-clock.ts'
import { startLoopbackSite, type LoopbackSite } from '../../support/loopback-site.ts'

const fetcher = new PageFetcher({ clock: systemClock, userAgent: 'test-agent' })
let site: LoopbackSite
let other: LoopbackSite

beforeAll(async () => {
  other = await startLoopbackSite({ '/target': 'other' })
  site = await startLoopbackSite({
    '/': 'home',
    '/hop': { status: 302, headers: { location: '/hop2#part' } },
    '/hop2': { status: 308, headers: { location: '/' } },
    '/circle': { status: 302, headers: { location: '/circle2' } },
    '/circle2': { status: 302, headers: { location: '/circle' } },
    '/ftp': { status: 302, headers: { location: 'ftp://example.com/' } },
    '/away': { status: 302, headers: { location: other.url('/target') } },
    '/endless': (request) => ({
      status: 302,
      headers: { location: `/endless?${Number(request.url?.split('?')[1] ?? 0) + 1}` },
    }),
    '/big': { body: 'x'.repeat(20_000) },
    '/bigchunks': (_, response) =>
      void [response.write('x'.repeat(15_000)), response.end('x'.repeat(15_000))],
    '/gzip': { headers: { 'content-encoding': 'gzip' }, body: gzipSync('packed') },
    '/br': { headers: { 'content-encoding': 'br' }, body: brotliCompressSync('packed') },
    '/deflate': { headers: { 'content-encoding': 'deflate' }, body: deflateSync('packed') },
    '/raw': { headers: { 'content-encoding': 'deflate' }, body: deflateRawSync('packed') },
    '/twice': { headers: { 'content-encoding': 'gzip, br' }, body: brotliCompressSync(gzipSync('packed')) },
    '/bomb': { headers: { 'content-encoding': 'gzip' }, body: gzipSync(Buffer.alloc(5_000_000)) },
    '/broken': { headers: { 'content-encoding': 'gzip' }, body: gzipSync('packed').fill(255, 10) },
    '/mislabelled': { headers: { 'content-encoding': 'utf-8' }, body: 'plain' },
    '/none': { headers: { 'content-encoding': 'none' }, body: 'plain' },
    '/half-labelled': { headers: { 'content-encoding': 'UTF-8, gzip' }, body: gzipSync('packed') },
    '/zstd': { headers: { 'content-encoding': 'zstd' }, body: '(\u00B5/' },
    '/raw-utf8': (_, response) => answerRaw(response, Buffer.from('/caf\u00E9?\u00FC=\u6F22')),
    '/raw-latin': (_, response) => answerRaw(response, Buffer.from('/caf\u00E9', 'latin1')),
    '/escaped': (_, response) => answerRaw(response, Buffer.from('/caf%C3%A9')),
    '/caf%C3%A9?%C3%BC=%E6%BC%A2': 'accented',
    '/caf%C3%A9': 'accented',
    '/caf%E9': 'old',
    '/silent': () => undefined,
    '/drip': (_, response) => void response.write('<p>'),
    '/reset': (_, response) => void response.destroy(),
    '/cut': (_, response) => {
      response.writeHead(200, { 'content-length': '100' })
      response.write('half')
      response.socket?.end()
    },
  })
})
afterAll(async () => {
  await fetcher.close()
  await site.close()
  await other.close()
})

/** Redirects to the bytes of an address, as some servers send them. */
function answerRaw(response: ServerResponse, location: Buffer): void {
  const head = Buffer.from('HTTP/1.1 301 Moved\r\nConnection: close\r\nContent-Length: 0\r\nLocation: ')
  response.socket?.end(Buffer.concat([head, location, Buffer.from('\r\n\r\n')]))
}

function get(path: string, changes: Partial<FetchRequest> = {}, signal?: AbortSignal): Promise<FetchOutcome> {
  const request = {
    url: site.url(path),
    timeoutMs: 20_000,
    maxBytes: 10_000,
    addressPolicy: 'loopback' as const,
    ...changes,
  }
  return fetcher.fetch(request, signal)
}

async function body(path: string, changes: Partial<FetchRequest> = {}): Promise<string> {
  const outcome = await get(path, changes)
  return outcome.kind === 'page'
    ? (await bytesOf(outcome.body)).toString()
    : `${outcome.code}: ${outcome.error}`
}

describe('unusual headers', () => {
  it.each([
    ['/raw-utf8', 'accented'],
    ['/raw-latin', 'old'],
    ['/escaped', 'accented'],
  ])('redirect %s as in browsers', async (path, text) => {
    expect(await body(path)).toBe(text)
  })

  it.each([
    ['/mislabelled', 'plain'],
    ['/none', 'plain'],
    ['/half-labelled', 'packed'],
  ])('with unknown content codings are ignored: %s', async (path, text) => {
    expect(await body(path)).toBe(text)
  })

  it('with a content coding that is not supported are named', async () => {
    expect(await body('/zstd')).toContain('content coding "zstd" is not read')
  })
})

describe('requests', () => {
  it("name the agent, and carry the request's headers except connection headers", async () => {
    const values = { 'X-Own': '1', Host: 'evil', Accept: 'text/html' }
    await get('/', { headers: { origin: site.origin, values } })
    const sent = site.requests.at(-1)?.headers
    expect(sent).toMatchObject({
      'user-agent': 'test-agent',
      'x-own': '1',
      accept: 'text/html',
      host: new URL(site.origin).host,
    })
  })

  it('omit the name and password of a URL from the path', async () => {
    const url = site.url('/gzip').replace('http://', 'http://user:secret@')
    expect(await get('/', { url })).toMatchObject({ kind: 'page', statusCode: 200, url: site.url('/gzip') })
    expect(site.count('/gzip')).toBe(1)
  })

  it("carry the request's headers only to their origin", async () => {
    const headers = { origin: site.origin, values: { authorization: 'Bearer x', 'x-own': '1' } }
    await get('/away', { headers, acceptLanguage: 'de' })
    expect(site.requests.at(-1)?.headers).toMatchObject({ authorization: 'Bearer x', 'x-own': '1' })
    expect(other.requests.at(-1)?.headers).toMatchObject({ 'accept-language': 'de' })
    expect(other.requests.at(-1)?.headers).not.toHaveProperty('authorization')
    expect(other.requests.at(-1)?.headers).not.toHaveProperty('x-own')
  })

  it.each([
    ['http://example.com', 'http://example.com', true],
    ['http://example.com', 'https://example.com', true],
    ['https://example.com', 'http://example.com', false],
    ['http://example.com', 'http://example.com:8080', false],
    ['http://example.com', 'http://www.example.com', false],
  ])('of %s carry its headers to %s: %s', (origin, target, isCarried) => {
    const values = { cookie: 'a=b' }
    expect(headersFor({ origin, values }, target)).toEqual(isCarried ? values : {})
  })
})

describe('redirects', () => {
  it('are followed without their fragments', async () => {
    expect(await get('/hop#x')).toMatchObject({ kind: 'page', url: site.url('/'), statusCode: 200 })
  })

  it('are followed as often as in browsers', async () => {
    for (let at = 0; at < 19; at++)
      site.set(`/r${at}`, { status: 302, headers: { location: at === 18 ? '/' : `/r${at + 1}` } })
    expect(await get('/r0')).toMatchObject({ kind: 'page', url: site.url('/') })
  })

  it('are returned by fetchOnce, and the target is not requested', async () => {
    const before = other.requests.length
    const request = {
      url: site.url('/away'),
      timeoutMs: 20_000,
      maxBytes: 10_000,
      addressPolicy: 'loopback',
    } as const
    expect(await fetcher.fetchOnce(request)).toEqual({ kind: 'redirect', target: other.url('/target') })
    expect(other.requests.length).toBe(before)
  })

  it('are followed without reading a long body', async () => {
    for (const headers of [{ 'content-length': '50000000' }, { 'transfer-encoding': 'chunked' }]) {
      let sent = 0
      site.set('/talks', (_, response) => {
        response.writeHead(302, { location: '/', ...headers })
        const more = (): void => {
          if (sent >= 50_000_000 || response.destroyed) return
          sent += 64_000
          response.write(Buffer.alloc(64_000), more)
        }
        more()
      })
      expect(await get('/talks')).toMatchObject({ kind: 'page', url: site.url('/') })
      // The system takes some hundred kilobytes before the connection ends.
      expect(sent).toBeLessThan(20_000_000)
    }
  })

  it('with a short body are read to the end, so that the connection is reused', async () => {
    const ports: (number | undefined)[] = []
    site.set('/here', ({ socket }) => {
      ports.push(socket.remotePort)
      return { status: 302, headers: { location: '/' }, body: '<p>It is over there.</p>'.repeat(100) }
    })
    const alone = new PageFetcher({ clock: systemClock, userAgent: 'test-agent' })
    const request = {
      url: site.url('/here'),
      timeoutMs: 20_000,
      maxBytes: 10,
      addressPolicy: 'loopback',
    } as const
    for (let count = 0; count < 3; count++) {
      expect(await alone.fetchOnce(request)).toEqual({ kind: 'redirect', target: site.url('/') })
      await turn()
    }
    await alone.close()
    expect([ports.length, new Set(ports).size]).toEqual([3, 1])
  })

  it('end in a loop, after twenty, and at a target that is not a web page', async () => {
    expect(await body('/circle')).toContain('SCRAPE_SITE_ERROR: "http://127.0.0.1')
    expect(await body('/circle')).toContain('in a loop')
    expect(await body('/endless')).toContain('more than 20 times')
    expect(await body('/ftp')).toContain('not a web page')
    for (const location of ['http://[', 'https://a b/', 'http://e.com:99999/', '//[x']) {
      site.set('/broken-location', { status: 302, headers: { location } })
      expect(await body('/broken-location')).toContain(`redirects to "${location}", which is not a web page`)
    }
  })
})

describe('bodies', () => {
  it.each([
    ['with a length', {}, (body: Buffer) => body],
    ['in chunks', { 'transfer-encoding': 'chunked' }, (body: Buffer) => body],
    ['packed', { 'content-encoding': 'gzip' }, (body: Buffer) => gzipSync(body)],
    ['packed by deflate', { 'content-encoding': 'deflate' }, (body: Buffer) => deflateSync(body)],
  ] as const)('%s are cut after their needed bytes', async (_, headers, pack) => {
    // Packs to half of it, so that the packed body is long too.
    const long = Buffer.from(randomBytes(1_500_000).toString('hex'))
    site.set('/long', { headers, body: pack(long) })
    const cutAt = async (bytes: number | undefined, maxBytes = 3_000_000): Promise<FetchOutcome> =>
      get('/long', {
        maxBytes,
        cutAfter: (_answer, start) => (long.indexOf(start) === 0 ? bytes : undefined),
      })
    for (const [bytes, kept] of [
      [1_500_001, 1_500_001],
      [4_000_000, 3_000_000],
      [undefined, 3_000_000],
    ] as const) {
      const page = await cutAt(bytes)
      if (page.kind !== 'page') throw new Error(page.error)
      expect((await bytesOf(page.body)).equals(long.subarray(0, kept))).toBe(true)
    }
    expect(await cutAt(10, 2_999_999)).toMatchObject({ kind: 'page', body: long.subarray(0, 10) })
    expect(await cutAt(undefined, 2_999_999)).toMatchObject({ code: 'SCRAPE_UNSUPPORTED_FILE_ERROR' })
  })

  it.each([
    ['as they come', '/plain', {}, (text: string) => text],
    ['packed', '/packed', { 'content-encoding': 'gzip' }, (text: string) => gzipSync(text)],
  ] as const)(
    'wait %s for free memory, and the wait does not count as timeout',
    async (_, path, headers, pack) => {
      site.set(path, { headers, body: pack('x'.repeat(2_000_000)) })
      site.set('/short', { headers, body: pack('x'.repeat(200_000)) })
      const budget = new MemoryBudget(300_000)
      const release = await budget.take(300_000, AbortSignal.timeout(20_000))
      const clock = new FakeClock()
      const slow = new PageFetcher({ clock, userAgent: 'test-agent' })
      const fetch = (asked: string, share: BodyShare, signal?: AbortSignal): Promise<FetchOutcome> => {
        const request = { url: site.url(asked), timeoutMs: 1000, maxBytes: 3_000_000, share }
        return slow.fetch({ ...request, addressPolicy: 'loopback' }, signal)
      }
      const share = createBodyShare(budget, 'a')
      const long = fetch(path, share)
      const stop = new AbortController()
      const other = createBodyShare(budget, 'a')
      const given = fetch(path, other, stop.signal)
      // Both wait, and no timer runs.
      await expect.poll(() => [site.count(path), clock.sleeping]).toEqual([2, 0])
      clock.advance(5000)
      expect(await fetch('/short', createBodyShare(budget, 'b'))).toMatchObject({ kind: 'page' })
      stop.abort(new Error('enough'))
      await expect(given).rejects.toThrow('enough')
      other.release()
      release()
      const page = await long
      expect(page.kind === 'page' && page.body.length).toBe(2_000_000)
      share.release()
      await slow.close()
    },
  )

  it.each(['/gzip', '/br', '/deflate', '/raw', '/twice'])('of %s are decoded', async (path) => {
    expect(await body(path)).toBe('packed')
  })

  it('above the bound are refused, declared or not, encoded or not', async () => {
    expect(await body('/big')).toMatch(/^SCRAPE_UNSUPPORTED_FILE_ERROR: .*larger than 10000 bytes/)
    expect(await body('/bigchunks')).toMatch(/^SCRAPE_UNSUPPORTED_FILE_ERROR/)
    expect(await body('/bomb')).toMatch(/^SCRAPE_UNSUPPORTED_FILE_ERROR/)
  })

  it('may be cut at the bound instead', async () => {
    expect(await body('/bigchunks', { cutAfter: () => 10_000 })).toBe('x'.repeat(10_000))
    expect(await body('/big', { cutAfter: () => 10_000 })).toBe('x'.repeat(10_000))
  })

  it('that cannot be decoded are a failure of the site', async () => {
    expect(await get('/broken')).toMatchObject({
      kind: 'failure',
      code: 'SCRAPE_SITE_ERROR',
      retryable: false,
    })
  })

  it('that end early may be retried', async () => {
    expect(await get('/cut')).toMatchObject({ kind: 'failure', code: 'SCRAPE_SITE_ERROR', retryable: true })
  })

  it('are not read if the headers are refused', async () => {
    const refusal = {
      kind: 'failure',
      code: 'SCRAPE_UNSUPPORTED_FILE_ERROR',
      error: 'no',
      retryable: false,
    } as const
    expect(await get('/drip', { refuse: () => refusal })).toBe(refusal)
  })
})

describe('failures', () => {
  it('have the code of their reason', async () => {
    expect(await get('/silent', { timeoutMs: 50 })).toMatchObject({ code: 'SCRAPE_TIMEOUT', retryable: true })
    expect(await get('/drip', { timeoutMs: 50 })).toMatchObject({ code: 'SCRAPE_TIMEOUT', retryable: true })
    expect(await get('/reset')).toMatchObject({ code: 'SCRAPE_SITE_ERROR', retryable: true })
    expect(await get('/', { url: 'http://127.0.0.1:1/' })).toMatchObject({
      code: 'SCRAPE_SITE_ERROR',
      retryable: true,
    })
    expect(await get('/', { url: 'http://nowhere.invalid/' })).toMatchObject({
      code: 'SCRAPE_DNS_RESOLUTION_ERROR',
    })
  })

  it('of a connection that broke before an answer are retried once', async () => {
    const before = site.count('/reset')
    await get('/reset')
    expect(site.count('/reset') - before).toBe(2)
  })

  it('of a server without HTTP or with endless headers belong to the site', async () => {
    const talks = [
      Buffer.from('SSH-2.0-x\r\n'),
      Buffer.from(`HTTP/1.1 200 OK\r\nx: ${'y'.repeat(100_000)}\r\n\r\n`),
    ]
    for (const talk of talks) {
      const server = createServer((socket) => void socket.on('error', () => undefined).write(talk))
      await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
      const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`
      expect(await get('/', { url })).toMatchObject({
        kind: 'failure',
        code: 'SCRAPE_SITE_ERROR',
        retryable: false,
      })
      server.close()
    }
  })

  it('after an abort throw the reason of the caller', async () => {
    const stop = new AbortController()
    const pending = get('/silent', {}, stop.signal)
    stop.abort(new Error('enough'))
    await expect(pending).rejects.toThrow('enough')
    await expect(get('/', {}, stop.signal)).rejects.toThrow('enough')
  })
})

describe('private addresses', () => {
  it('cannot be reached under the public policy, by address or by name', async () => {
    // An earlier test's request may come late.
    const requests = site.count('/')
    const { port } = new URL(site.origin)
    for (const host of ['127.0.0.1', 'localhost', '2130706433', '0x7f.1', '[::1]', '[::ffff:127.0.0.1]']) {
      const refused = await get('/', { url: `http://${host}:${port}/`, addressPolicy: 'public' })
      expect(refused).toMatchObject({ kind: 'failure', code: 'CRAWL_DENIAL', retryable: false })
    }
    expect(site.count('/')).toBe(requests)
  })

  it('cannot be reached over a connection of another policy', async () => {
    expect(await body('/')).toBe('home')
    expect(await get('/', { addressPolicy: 'public' })).toMatchObject({ code: 'CRAWL_DENIAL' })
  })
})
