import { afterEach, beforeEach, expect, it } from 'vitest'
import { createCrawlClient } from '../../src/client/client.ts'
import { systemClock } from '../../src/util/clock.ts'
import type { ProxySettings } from '../../src/util/proxy-settings.ts'
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

it('goes through the proxy that the environment names, once', async () => {
  expect(await start({ httpProxy: proxy.url })).toMatchObject({ kind: 'started' })
  // Many proxies allow CONNECT to port 443 alone.
  const { port } = new URL(service.baseUrl)
  expect(proxy.seen).toEqual([`POST http://service.test:${port}/v2/crawl`])
  expect(service.jobs).toHaveLength(1)
})

it('goes straight to this machine, and to a host that needs no proxy', async () => {
  for (const host of ['127.0.0.1', 'localhost']) {
    expect(await start({ httpProxy: proxy.url }, host)).toMatchObject({ kind: 'started' })
  }
  // Nobody knows the name without the proxy.
  expect(await start({ httpProxy: proxy.url, noProxy: 'service.test' })).toMatchObject({ kind: 'refused' })
  expect(proxy.seen).toEqual([])
})

it('has started nothing when the proxy lets nobody through or is away', async () => {
  proxy.refuses = true
  expect(await start({ httpProxy: proxy.url })).toMatchObject({ kind: 'refused', retryable: false })
  expect(await start({ httpProxy: 'http://127.0.0.1:1' })).toMatchObject({
    kind: 'refused',
    retryable: false,
  })
  expect(service.jobs).toEqual([])
})

it('goes as the variables say for other tools: with the password of the address, which may lack its scheme', async () => {
  const httpProxy = proxy.url.replace('http://', 'ann:p%40ss@')
  expect(await start({ httpProxy })).toMatchObject({ kind: 'started' })
  expect(proxy.authorizations).toEqual([`Basic ${btoa('ann:p@ss')}`])
  // An http address is not for HTTPS_PROXY.
  expect(await start({ httpsProxy: proxy.url })).toMatchObject({ kind: 'refused' })
  expect(proxy.seen).toHaveLength(1)
})

it('does not take what is no address for a proxy, and does not repeat it', async () => {
  await expect(start({ httpProxy: 'user:hunter2@proxy:99999' })).rejects.toMatchObject({
    code: 'bad-settings',
    message: expect.not.stringContaining('hunter2'),
  })
})
