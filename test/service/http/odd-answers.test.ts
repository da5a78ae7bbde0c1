import { gzipSync } from 'node:zlib'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { PageFetcher } from '../../../src/service/http/http.ts'
import { systemClock } from '../../../src/util/clock.ts'
import { bytesOf } from '../../../src/util/sealed-file.ts'
import { startLoopbackSite, type LoopbackSite } from '../../support/loopback-site.ts'

const fetcher = new PageFetcher({ clock: systemClock, userAgent: 'test-agent' })
let site: LoopbackSite

beforeAll(async () => {
  site = await startLoopbackSite({
    '/': 'home',
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
])('counts a header once that is sent twice alike: %s', async (path, text) => {
  expect(await body(site.url(path))).toBe(text)
})

it.each(['docs.localhost', 'localhost.'])('reaches this machine as %s', async (host) => {
  expect(await body(site.url('/').replace('127.0.0.1', host))).toBe('home')
})
