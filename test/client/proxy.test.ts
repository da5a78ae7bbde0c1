import { afterEach, beforeEach, expect, it } from 'vitest'
import { createCrawlClient } from '../../src/client/client.ts'
import { systemClock } from '../../src/util/clock.ts'
import { proxyFor, type ProxySettings } from '../../src/util/network.ts'
import { FaultyCrawlService } from '../support/faulty-crawl-service.ts'
import { startLoopbackProxy, type LoopbackProxy } from '../support/loopback-proxy.ts'

let service: FaultyCrawlService
let proxy: LoopbackProxy

beforeEach(async () => {
  service = await new FaultyCrawlService().listen()
  proxy = await startLoopbackProxy()
})

afterEach(async () => {
  await Promise.all([service.close(), proxy.close()])
})

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

it('the client uses the proxy of the environment once per request', async () => {
  expect(await start({ httpProxy: proxy.url })).toMatchObject({ kind: 'started' })
  // Many proxies allow CONNECT to port 443 alone.
  const { port } = new URL(service.baseUrl)
  expect(proxy.seen).toEqual([`POST http://service.test:${port}/v2/crawl`])
  expect(service.jobs).toHaveLength(1)
})

it('the client connects directly to loopback addresses and to hosts in NO_PROXY', async () => {
  for (const host of ['127.0.0.1', 'localhost']) {
    expect(await start({ httpProxy: proxy.url }, host)).toMatchObject({ kind: 'started' })
  }
  // Nobody knows the name without the proxy.
  expect(await start({ httpProxy: proxy.url, noProxy: 'service.test' })).toMatchObject({ kind: 'refused' })
  expect(proxy.seen).toEqual([])
})

it('nothing is started if the proxy refuses or is unreachable', async () => {
  proxy.refuses = true
  expect(await start({ httpProxy: proxy.url })).toMatchObject({ kind: 'refused', retryable: false })
  expect(await start({ httpProxy: 'http://127.0.0.1:1' })).toMatchObject({
    kind: 'refused',
    retryable: false,
  })
  expect(service.jobs).toEqual([])
})

it.each(['127.0.0.1:1', 'proxy.invalid:3128'])(
  'an error names the proxy %s that cannot be reached',
  async (host) => {
    const outcome = await start({ httpProxy: `http://ann:secret@${host}` })
    expect(outcome).toMatchObject({ message: expect.stringContaining(`the proxy ${host} of HTTP_PROXY: `) })
    expect(JSON.stringify(outcome)).not.toContain('secret')
    const direct = await start({ httpProxy: `http://${host}`, noProxy: 'service.test' })
    expect(direct).toMatchObject({ message: expect.not.stringContaining('the proxy') })
  },
)

it('the proxy address may have a password and lack a scheme, as in other tools', async () => {
  const httpProxy = proxy.url.replace('http://', 'ann:p%40ss@')
  expect(await start({ httpProxy })).toMatchObject({ kind: 'started' })
  expect(proxy.authorizations).toEqual([`Basic ${btoa('ann:p@ss')}`])
  // An http address is not for HTTPS_PROXY.
  expect(await start({ httpsProxy: proxy.url })).toMatchObject({ kind: 'refused' })
  expect(proxy.seen).toHaveLength(1)
})

it('the proxy address may have a path', async () => {
  expect(await start({ httpProxy: `${proxy.url}/proxy?a=1#b` })).toMatchObject({ kind: 'started' })
})

it.each([
  ['http://10.1.2.3:3002', 'example.com, 10.0.0.0/8'],
  ['https://192.168.7.9', '192.168.0.0/16'],
  ['http://[fd00::7]', 'fd00::/8'],
  ['http://10.1.2.3', '10.1.2.3/32'],
  ['http://[fd00::7]', 'fd00::7'],
  ['http://[fd00::7]', '[fd00::7]'],
])('the proxy is not used for %s with NO_PROXY %s', (address, noProxy) => {
  expect(proxyFor(address, { httpProxy: proxy.url, httpsProxy: proxy.url, noProxy })).toBeUndefined()
})

it.each([
  ['http://11.1.2.3', '10.0.0.0/8'],
  ['http://[fe80::7]', 'fd00::/8'],
  ['http://10.1.2.3', '10.0.0.0/99 fd00::/8 /8'],
  ['http://ten.example', '10.0.0.0/8'],
])('the proxy is used for %s with NO_PROXY %s', (address, noProxy) => {
  expect(proxyFor(address, { httpProxy: proxy.url, noProxy })).toMatchObject({ noProxy })
})

it('an error names the answer of a proxy that opens no connection', async () => {
  proxy.refuses = true
  const client = createCrawlClient({
    baseUrl: 'https://service.test',
    userAgent: 'test',
    clock: systemClock,
    proxy: { httpsProxy: proxy.url },
  })
  const outcome = await client.startCrawl({ url: 'https://example.com/' }, { attempt: 'a' })
  expect(outcome).toMatchObject({
    kind: 'refused',
    message: expect.stringMatching(/^the proxy answered \d+$/),
  })
  await client.close()
})

it('an invalid proxy address is refused without repeating it', async () => {
  await expect(start({ httpProxy: 'user:hunter2@proxy:99999' })).rejects.toMatchObject({
    code: 'bad-settings',
    message: expect.not.stringContaining('hunter2'),
  })
})
