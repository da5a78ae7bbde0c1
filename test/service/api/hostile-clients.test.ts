import { connect, type Socket } from 'node:net'
import { afterEach, expect, it } from 'vitest'
import type { ServiceEvent, ServiceLimits } from '../../../src/service/index.ts'
import { startTestService, type TestService } from '../support/service.ts'

let service: TestService
const clients: Client[] = []

afterEach(async () => {
  for (const { socket } of clients.splice(0)) socket.destroy()
  await service.dispose()
})

const events: ServiceEvent[] = []

const start = async (limits: Partial<ServiceLimits> = {}): Promise<void> => {
  events.length = 0
  service = await startTestService({ apiKey: 'fc-key', limits, log: (event) => events.push(event) })
}

interface Client {
  readonly socket: Socket
  /** The answer's status once its head is there. */
  readonly status: Promise<number>
  /** Everything received, once the service has closed the connection. */
  readonly closed: Promise<string>
}

/** Sends `text` as it is and never ends its side. */
function send(text: string): Client {
  const { hostname, port } = new URL(service.url)
  // A client that goes on sending after the service closed gets an error.
  const socket = connect(Number(port), hostname).on('error', () => undefined)
  let received = ''
  const status = new Promise<number>((resolve) => {
    socket.on('data', (chunk: Buffer) => {
      received += chunk.toString()
      const [, code] = /^HTTP\/1\.1 (\d+)/.exec(received) ?? []
      if (code !== undefined) resolve(Number(code))
    })
  })
  // Not `once` of `node:events`: it rejects if the service closed the connection while the client was sending.
  const closed = new Promise<string>((resolve) => socket.on('close', () => resolve(received)))
  socket.write(text)
  const client = { socket, status, closed }
  clients.push(client)
  return client
}

const post = (headers: readonly string[], body = ''): string =>
  ['POST /v2/crawl HTTP/1.1', 'Host: 127.0.0.1', 'Content-Type: application/json', ...headers, '', body].join(
    '\r\n',
  )
const key = 'Authorization: Bearer fc-key'

it.each([
  ['in the middle', 'Content-Length: 1000', '{"url":'],
  ['before its first byte', 'Content-Length: 1000', ''],
  ['between chunks', 'Transfer-Encoding: chunked', '5\r\n{"url\r\n'],
])('reports no fault if a client stops sending its body %s', async (_, header, body) => {
  await start()
  const { socket, closed } = send(post([key, header], body))
  await service.active()
  socket.resetAndDestroy()
  await closed
  await service.active()
  expect(events.filter(({ type }) => type === 'fault')).toEqual([])
})

it('refuses requests without a key before their bodies arrive', async () => {
  await start()
  const posts = Array.from({ length: 60 }, (_, index) =>
    send(post(['Content-Length: 10000000'], 'x'.repeat(index * 1000))),
  )
  expect(new Set(await Promise.all(posts.map(({ status }) => status)))).toEqual(new Set([401]))
  await Promise.all(posts.map(({ closed }) => closed))
})

it('stops at its bound for a body of unknown length', async () => {
  await start({ bodyBytes: 1000 })
  const { status, closed } = send(post([key, 'Transfer-Encoding: chunked'], `7d0\r\n${'x'.repeat(2000)}\r\n`))
  expect(await status).toBe(413)
  await closed
})

it('refuses a body that is declared too long without waiting for it', async () => {
  await start({ bodyBytes: 1000 })
  const { status, closed } = send(post([key, 'Content-Length: 1001']))
  expect(await status).toBe(413)
  await closed
})

it('bounds the total of all bodies that it is receiving', async () => {
  await start({ receivedBytes: 3000 })
  const unfinished = 'x'.repeat(2000)
  const posts = [1, 2].map(() => send(post([key, 'Content-Length: 2001'], unfinished)))
  // Whichever comes second is too much; the other goes on.
  expect(await Promise.race(posts.map(({ status }) => status))).toBe(429)
  for (const { socket } of posts) socket.write('x')
  expect((await Promise.all(posts.map(({ status }) => status))).toSorted((a, b) => a - b)).toEqual([400, 429])
  expect((await service.request('/v2/crawl', { json: { more: 'x'.repeat(2500) } })).status).toBe(400)
})

it.each([
  ['the head of a request', { headersMs: 40 }, 'GET / HTTP/1.1\r\nHost: 127.0.0.1\r\nX-Slow: '],
  ['a body', { requestMs: 40 }, post([key, 'Content-Length: 10000'])],
])('drops a client that sends %s too slowly', async (_, limits, text) => {
  await start(limits)
  const { socket, closed } = send(text)
  const drip = setInterval(() => socket.write('x'), 10)
  expect(await closed.finally(() => clearInterval(drip))).toMatch(/^HTTP\/1\.1 408 /)
})

it('answers a health check over HTTP/1.0 without a Host header', async () => {
  await start()
  expect(await send('GET /health HTTP/1.0\r\n\r\n').closed).toMatch(/^HTTP\/1\.1 200 .*\{"status":"ok"\}$/s)
})

it('closes connections above its bound, and accepts new ones after others end', async () => {
  await start({ connections: 2 })
  const get = 'GET /health HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n'
  const [first, second] = [send(get), send(get)]
  expect(await Promise.all([first.status, second.status])).toEqual([200, 200])
  expect(await send(get).closed).toBe('')
  first.socket.end()
  await first.closed
  expect(await send(get).status).toBe(200)
})
