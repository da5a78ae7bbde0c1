import { gzipSync } from 'node:zlib'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { PageFetcher } from '../../../src/service/http/http.ts'
import { systemClock } from '../../../src/util/clock.ts'
import { bytesOf } from '../../../src/service/body/body.ts'
import { startLoopbackSite, type LoopbackSite, type SiteAnswer } from '../../support/loopback-site.ts'

const fetcher = new PageFetcher({ clock: systemClock, userAgent: 'test-agent' })
let site: LoopbackSite

/** Sends the bytes of an answer as they are, and closes the connection. */
const raw =
  (...parts: readonly (string | Uint8Array)[]): SiteAnswer =>
  ({ socket }) =>
    void socket.end(Buffer.concat(parts.map((part) => Buffer.from(part as string))))

const head = 'HTTP/1.1 200 OK\r\nContent-Type: text/html\r\n'
const gzipHead = `${head}Content-Encoding: gzip\r\n\r\n`
const packed = gzipSync('read')
const LENIENT: Record<string, SiteAnswer> = {
  '/continue': raw(`HTTP/1.1 100 Continue\r\n\r\n${head}Content-Length: 4\r\n\r\nread`),
  '/folded': raw(`${head}X-Long: a,\r\n  b\r\nContent-Length: 4\r\n\r\nread`),
  '/lines-of-lf': raw('HTTP/1.1 200 OK\nContent-Type: text/html\nContent-Length: 4\n\nread'),
  '/length-and-chunks': raw(
    `${head}Content-Length: 9\r\nTransfer-Encoding: chunked\r\n\r\n4\r\nread\r\n0\r\n\r\n`,
  ),
  '/padded-chunks': raw(`${head}Transfer-Encoding: chunked\r\n\r\n4   \r\nread\r\n0\r\n\r\n`),
  '/bad-trailer': raw(`${head}Transfer-Encoding: chunked\r\n\r\n4\r\nread\r\n0\r\nno header\r\n\r\n`),
  '/bad-trailer-name': raw(
    `${head}Transfer-Encoding: chunked\r\n\r\n4\r\nread\r\n0\r\nX (a): b\r\nEtag: "c"\r\n\r\n`,
  ),
  '/bare-line': raw(`${head}no header\r\n and more of it\r\nContent-Length: 4\r\n\r\nread`),
  '/space-before-colon': raw(
    'HTTP/1.1 200 OK\r\nContent-Type : text/html\r\nContent-Length\t: 4\r\n\r\nread',
  ),
  '/broken-name': raw(`${head}X (a): b\r\n: c\r\nContent-Length: 4\r\n\r\nread`),
  '/two-lengths': raw(`${head}Content-Length: 4\r\nContent-Length: 4\r\n\r\nread`),
  '/list-of-lengths': raw(`${head}Content-Length: 4, 4\r\n\r\nread`),
  '/no-length': raw(`${head}Content-Length: none\r\nContent-Length:\r\n\r\nread`),
  '/bad-line-and-chunks': raw(
    `${head}Bad\r\nTransfer-Encoding : chunked\r\n\r\n1\r\nr\r\n3\r\nead\r\n0\r\nA: 1\r\n\r\n`,
  ),
  '/bad-line-after-continue': raw(
    `HTTP/1.1 103 Early Hints\r\nLink\r\n\r\n${head}Bad\r\nContent-Length: 4\r\n\r\nread`,
  ),
  '/bad-line-first': raw('HTTP/1.1 200 OK\r\n  folded\r\nBad\nContent-Type: text/html\n\nread'),
  '/control': raw(`${head}X-A: a\u0001b\r\nContent-Length: 4\r\n\r\nread`),
  '/gzip-plain': raw(gzipHead, 'read'),
  '/gzip-and-more': raw(gzipHead, packed, 'more'),
  '/gzip-sum': raw(gzipHead, packed.subarray(0, -8), Buffer.alloc(8)),
  // The fourth byte says that a name follows the header.
  '/gzip-name': raw(
    gzipHead,
    packed.subarray(0, 3),
    '\u0008',
    packed.subarray(4, 10),
    'a.html\0',
    packed.subarray(10),
    'more',
  ),
  '/no-address': raw('HTTP/1.1 302 Found\r\nLocation: \r\nContent-Length: 4\r\n\r\nread'),
}

beforeAll(async () => {
  site = await startLoopbackSite({
    ...LENIENT,
    '/': 'home',
    '/lengths': raw(`${head}Content-Length: 4\r\nContent-Length: 5\r\n\r\nread`),
    '/switch': raw('HTTP/1.1 101 Switching Protocols\r\nUpgrade: h2c\r\nConnection: Upgrade\r\n\r\n'),
    '/bad-port': {
      status: 302,
      headers: { location: 'http://127.0.0.1:99999/', 'set-cookie': 'a=1' },
    },
    '/moved': { status: 301, headers: { location: ['/', '/'] } },
    '/packed': { headers: { 'content-encoding': ['gzip', 'gzip'] }, body: gzipSync('packed') },
  })
})
afterAll(async () => {
  await fetcher.close()
  await site.close()
})

async function body(url: string): Promise<string> {
  const outcome = await fetcher.fetch({ url, timeoutMs: 20_000, maxBytes: 10_000, addressPolicy: 'loopback' })
  return outcome.kind === 'page' ? String(await bytesOf(outcome.body)) : outcome.error
}

it.each([
  ['/moved', 'home'],
  ['/packed', 'packed'],
])('a header that is sent twice with one value counts once: %s', async (path, text) => {
  expect(await body(site.url(path))).toBe(text)
})

it.each(['docs.localhost', 'localhost.'])('%s is reached as this machine', async (host) => {
  expect(await body(site.url('/').replace('127.0.0.1', host))).toBe('home')
})

it.each(Object.keys(LENIENT))(
  'an answer that browsers accept is read, with one more request: %s',
  async (path) => {
    expect(await body(site.url(path))).toBe('read')
    expect(site.count(path)).toBe(path === '/no-address' ? 1 : 2)
  },
)

it.each([
  ['/lengths', 'sent an unreadable response (Parse Error: '],
  ['/switch', 'sent an unreadable response (no answer to the request).'],
  ['/bad-port', 'redirects to "http://127.0.0.1:99999/", which is not a web page.'],
])('the reason why %s cannot be read is named', async (path, reason) => {
  expect(await body(site.url(path))).toContain(reason)
})
