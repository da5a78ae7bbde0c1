import { createServer, request, type Server } from 'node:http'
import { connect, type AddressInfo } from 'node:net'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { createCrawlClient, type ProxySettings } from '../../src/client/create-crawl-client.ts'
import { systemClock } from '../../src/util/clock.ts'
import { FaultyCrawlService } from '../support/faulty-crawl-service.ts'

let service: FaultyCrawlService
let proxy: Server
let proxied: string[]
let refuses: boolean

beforeEach(async () => {
  service = await new FaultyCrawlService().listen()
  proxied = []
  refuses = false
  proxy = createServer((incoming, outgoing) => {
    proxied.push(`${incoming.method} ${incoming.url}`)
    if (refuses) return void outgoing.writeHead(407).end()
    const onward = request(
      incoming.url!,
      { method: incoming.method, headers: incoming.headers },
      (answer) => {
        outgoing.writeHead(answer.statusCode!, answer.headers)
        answer.pipe(outgoing)
      },
    )
    incoming.pipe(onward)
  })
  proxy.on('connect', (incoming, socket, head) => {
    proxied.push(`CONNECT ${incoming.url}`)
    if (refuses) return void socket.end('HTTP/1.1 407 Proxy Authentication Required\r\n\r\n')
    // Names are the proxy's business; this one knows a single machine.
    const onward = connect(Number(incoming.url!.split(':')[1]), '127.0.0.1', () => {
      socket.write('HTTP/1.1 200 Connection Established\r\n\r\n')
      onward.write(head)
      onward.pipe(socket)
      socket.pipe(onward)
    })
    onward.on('error', () => socket.destroy())
    socket.on('error', () => onward.destroy())
  })
  await new Promise<void>((resolve) => proxy.listen(0, '127.0.0.1', resolve))
})

afterEach(async () => {
  proxy.closeAllConnections()
  await Promise.all([service.close(), new Promise((resolve) => proxy.close(resolve))])
})

const proxyUrl = () => `http://127.0.0.1:${(proxy.address() as AddressInfo).port}`

async function start(settings: ProxySettings, host = 'service.test') {
  const client = createCrawlClient({
    baseUrl: service.baseUrl.replace('127.0.0.1', host),
    userAgent: 'test',
    clock: systemClock,
    proxy: settings,
  })
  const outcome = await client.startCrawl(
    { url: 'https://example.com/' },
    { attempt: '00000000-0000-4000-8000-000000000001' },
  )
  await client.close()
  return outcome
}

it('goes through the proxy that the environment names, once', async () => {
  expect(await start({ httpProxy: proxyUrl() })).toMatchObject({ kind: 'started' })
  expect(proxied).toHaveLength(1)
  expect(service.jobs).toHaveLength(1)
})

it('goes straight to this machine, and to a host that needs no proxy', async () => {
  for (const host of ['127.0.0.1', 'localhost']) {
    expect(await start({ httpProxy: proxyUrl() }, host)).toMatchObject({ kind: 'started' })
  }
  // Nobody knows the name without the proxy.
  expect(await start({ httpProxy: proxyUrl(), noProxy: 'service.test' })).toMatchObject({ kind: 'refused' })
  expect(proxied).toEqual([])
})

it('has started nothing when the proxy lets nobody through or is away', async () => {
  refuses = true
  expect(await start({ httpProxy: proxyUrl() })).toMatchObject({ kind: 'refused', retryable: false })
  expect(await start({ httpProxy: 'http://127.0.0.1:1' })).toMatchObject({
    kind: 'refused',
    retryable: false,
  })
  expect(service.jobs).toEqual([])
})

it('does not take what is no address for a proxy, and does not repeat it', async () => {
  await expect(start({ httpProxy: 'user:hunter2@proxy:99999' })).rejects.toMatchObject({
    code: 'bad-settings',
    message: expect.not.stringContaining('hunter2'),
  })
})
