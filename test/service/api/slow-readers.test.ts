import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { WebSocket } from 'ws'
import type { ServiceLimits } from '../../../src/service/index.ts'
import { startLoopbackSite, type LoopbackSite } from '../../support/loopback-site.ts'
import { startTestService, type TestService } from '../support/service.ts'
import { until } from '../support/until.ts'

/** More than operating systems keep for a client that reads nothing. */
const LONG = 'many words '.repeat(500_000)
const PAGES = 4

let web: LoopbackSite
let service: TestService
const sockets: Socket[] = []

beforeEach(async () => {
  const names = Array.from({ length: PAGES - 1 }, (_, index) => `/p${index}`)
  const page = (links: readonly string[]) => links.map((name) => `<a href="${name}">x</a>`).join('') + LONG
  web = await startLoopbackSite({
    '/': page(names),
    ...Object.fromEntries(names.map((name) => [name, page([])])),
  })
})

afterEach(async () => {
  for (const socket of sockets.splice(0)) socket.destroy()
  await service.dispose()
  await web.close()
})

/** A service that holds a crawl of some 20 MB. */
async function crawled(limits: Partial<ServiceLimits>, format = 'rawHtml'): Promise<string> {
  service = await startTestService({ limits: { answerBytes: 30_000_000, ...limits } })
  const id = await service.start({
    url: web.url('/'),
    sitemap: 'skip',
    scrapeOptions: { formats: [format] },
  })
  await until(async () => (await service.status(id, '?limit=1')).status === 'completed')
  return id
}

/** Asks for a status, or something else, and takes the beginning of its answer. */
async function askFor(id: string, target = `/v2/crawl/${id}`): Promise<Socket> {
  const { hostname, port } = new URL(service.url)
  const socket = connect(Number(port), hostname).on('error', () => undefined)
  sockets.push(socket)
  socket.write(`GET ${target} HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n`)
  await once(socket, 'readable')
  socket.read(1)
  return socket
}

it('answers wait for room while others are not read, and a client that reads nothing is dropped', async () => {
  const id = await crawled({ sentBytes: 100_000, answerMs: 2000 })
  const slow = await askFor(id)
  // Its room is free once the slow client is dropped, and no sooner.
  expect((await service.status(id)).data).toHaveLength(PAGES)
  const closed = once(slow, 'close')
  let received = 0
  slow.on('data', (chunk: Buffer) => (received += chunk.length))
  await closed
  expect(received).toBeLessThan(LONG.length * PAGES)
})

it('page files also take room until they are read', async () => {
  const id = await crawled({ sentBytes: 100_000, answerMs: 1_000_000 }, 'markdown')
  const file = `/jobs/${id}/pages/0/markdown`
  const slow = await askFor(id, file)
  let isAnswered = false
  const waiting = fetch(service.url + file).then(async (answer) => {
    isAnswered = true
    return [(await answer.text()).length, Number(answer.headers.get('content-length'))]
  })
  for (let turn = 0; turn < 50; turn++) await fetch(`${service.url}/health`)
  expect(isAnswered).toBe(false)
  slow.destroy()
  const [length, declared] = await waiting
  expect([length, length! > LONG.length - 10]).toEqual([declared, true])
})

it('a client that is gone returns its room', async () => {
  const id = await crawled({ sentBytes: 100_000, answerMs: 1_000_000 })
  const slow = await askFor(id)
  const { hostname, port } = new URL(service.url)
  const gone = connect(Number(port), hostname)
  gone.write(`GET /v2/crawl/${id} HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n`, () => gone.resetAndDestroy())
  const third = service.status(id)
  slow.destroy()
  expect((await third).data).toHaveLength(PAGES)
})

it('a client that reads an answer in small parts gets all of it', async () => {
  const id = await crawled({ answerMs: 60_000 })
  const slow = await askFor(id)
  let received = 1
  let length = Infinity
  while (received < length) {
    const chunk = slow.read() as Buffer | null
    if (chunk === null) await once(slow, 'readable')
    else {
      const [, head, bytes] = /^(.*?content-length: (\d+).*?\r\n\r\n)/is.exec(chunk.toString('latin1')) ?? []
      if (head !== undefined) length = Number(bytes) + head.length + 1
      received += chunk.length
    }
  }
  expect(received).toBe(length)
})

it('a WebSocket gets only as much as it reads, and is dropped if it reads nothing', async () => {
  const id = await crawled({ sentBytes: 100_000, answerMs: 2000 })
  const socket = new WebSocket(`${service.url.replace('http', 'ws')}/v2/crawl/${id}`)
  socket.on('error', () => undefined)
  await once(socket, 'open')
  socket.pause()
  // It has room for its first message by now; others get some when it is dropped.
  expect((await service.status(id)).data).toHaveLength(PAGES)
  const closed = once(socket, 'close')
  socket.resume()
  expect(await closed).toEqual([1006, expect.anything()])
})

it('a WebSocket that reads gets every document of a crawl completely', async () => {
  const id = await crawled({})
  const socket = new WebSocket(`${service.url.replace('http', 'ws')}/v2/crawl/${id}`)
  const messages: { type: string; data: { data?: unknown[]; rawHtml?: string } }[] = []
  socket.on('message', (text: Buffer) =>
    messages.push(JSON.parse(text.toString()) as (typeof messages)[number]),
  )
  await once(socket, 'close')
  expect(messages.map(({ type }) => type)).toEqual(['catchup', 'document', 'document', 'document', 'done'])
  expect(messages[1]?.data.rawHtml).toContain(LONG)
})
