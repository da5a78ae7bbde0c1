import { chmodSync, readdirSync, readFileSync, statSync } from 'node:fs'
import path from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { FakeClock } from '../support/fake-clock.ts'
import { startLoopbackSite, type LoopbackSite } from '../support/loopback-site.ts'
import { startGatedSite } from './support/gated-site.ts'
import { site } from './support/pages.ts'
import { newDataDirectory, startTestService, type TestService } from './support/service.ts'
import { until } from './support/until.ts'

const HOUR = 3_600_000

let web: LoopbackSite
let service: TestService
let clock: FakeClock

beforeEach(async () => {
  clock = new FakeClock()
  web = await startLoopbackSite(site({ '/': ['/secret-page'], '/secret-page': [] }))
})

afterEach(async () => {
  await web.close()
  await service.dispose()
})

const files = (): string[] =>
  readdirSync(service.dataDirectory, { recursive: true, encoding: 'utf8' }).map((name) =>
    path.join(service.dataDirectory, name),
  )
const everyByte = (): string =>
  files()
    .filter((name) => /\.\w+(?:-wal)?$/.test(name))
    .map((name) => readFileSync(name, 'latin1'))
    .join('')

describe('stored results', () => {
  it('expire at the time in the status, together with their files', async () => {
    service = await startTestService({ clock, cacheTtlMs: 0 })
    const id = await service.start({ url: web.url('/'), sitemap: 'skip' })
    const { expiresAt } = await service.finished(id)
    expect(Date.parse(expiresAt)).toBe(clock.now() + 24 * HOUR)
    clock.advance(24 * HOUR - 60_001)
    await until(() => clock.sleeping > 0)
    expect((await service.request(`/v2/crawl/${id}`)).status).toBe(200)
    expect(files().some((name) => name.endsWith('.segment'))).toBe(true)
    clock.advance(60_001)
    expect((await service.request(`/v2/crawl/${id}`)).status).toBe(404)
    await until(() => !files().some((name) => name.endsWith('.segment')))
  })

  it('stay on disk while the cache may use them, and not longer', async () => {
    service = await startTestService({ clock, resultsTtlMs: HOUR, cacheTtlMs: 3 * HOUR })
    const id = await service.start({ url: web.url('/'), sitemap: 'skip' })
    await service.finished(id)
    clock.advance(2 * HOUR)
    await until(async () => (await service.request(`/v2/crawl/${id}`)).status === 404)
    await service.crawl({ url: web.url('/'), sitemap: 'skip' })
    expect(web.count('/')).toBe(1)
    clock.advance(2 * HOUR)
    await until(() => !files().some((name) => name.endsWith('.segment')))
    await service.crawl({ url: web.url('/'), sitemap: 'skip' })
    expect(web.count('/')).toBe(2)
  })
})

describe('secrets in a request', () => {
  it('are unreadable for others, even in a readable directory', async () => {
    const dataDirectory = newDataDirectory()
    chmodSync(dataDirectory, 0o755)
    service = await startTestService({ dataDirectory })
    await service.crawl({ url: web.url('/'), limit: 1 })
    const databases = files().filter((name) => name.includes('service.db'))
    expect(databases.length).toBeGreaterThan(0)
    for (const name of databases) expect(statSync(name).mode & 0o077).toBe(0)
  })

  it('are kept until the job has ended and its webhook is delivered', async () => {
    service = await startTestService()
    const told: string[] = []
    const hook = await startLoopbackSite({
      '/secret-hook': (request, response) => {
        told.push(`${String(request.headers['x-key'])} ${everyByte().includes('secret-key')}`)
        request.resume().on('end', () => response.end())
      },
    })
    try {
      await service.crawl({
        url: web.url('/'),
        sitemap: 'skip',
        scrapeOptions: { headers: { cookie: 'secret-cookie', 'x-long': 'secret-'.repeat(2000) } },
        webhook: {
          url: hook.url('/secret-hook'),
          headers: { 'x-key': 'secret-key' },
          events: ['completed'],
        },
      })
      await until(() => told.length > 0)
      await service.close()
      expect(told).toEqual(['secret-key true'])
      expect(everyByte()).not.toMatch(/secret-(?:cookie|secret|hook|key)/)
    } finally {
      await hook.close()
    }
  })
})

describe('zeroDataRetention', () => {
  const body = (): object => ({
    url: web.url('/'),
    sitemap: 'skip',
    zeroDataRetention: true,
    scrapeOptions: { headers: { cookie: 'secret-cookie' } },
  })

  it('returns its results for a while, and writes nothing readable', async () => {
    service = await startTestService({ clock })
    const id = await service.start(body())
    const answer = await service.finished(id)
    expect(answer.data.map(({ markdown }) => markdown)).toEqual([
      expect.stringContaining('secret-page'),
      expect.stringContaining('Page /secret-page'),
    ])
    expect((await service.active()).crawls).toEqual([])
    expect(everyByte()).not.toMatch(/secret|Page \//)
    await service.finished(await service.start({ ...body(), url: web.url('/secret-missing'), limit: 1 }))
    expect(JSON.stringify(service.events)).not.toMatch(/secret|127\.0\.0\.1:(?!\d+"})/)
    clock.advance(10 * 60_000)
    expect((await service.request(`/v2/crawl/${id}`)).status).toBe(404)
    await until(() => !files().some((name) => name.endsWith('.segment')))
  })

  it('leaves nothing after the service ends', async () => {
    const gated = await startGatedSite(2)
    const dataDirectory = newDataDirectory()
    const first = await startTestService({ dataDirectory })
    const id = await first.start({ ...body(), url: gated.url('/') })
    await until(() => gated.waiting.length === 2)
    gated.open()
    await first.close()
    await gated.close()
    service = await startTestService({ dataDirectory })
    expect((await service.request(`/v2/crawl/${id}`)).status).toBe(404)
    expect(service.events.map(({ type }) => type)).toEqual(['started'])
    expect(everyByte()).not.toMatch(/secret|127\.0\.0\.1/)
  })
})
