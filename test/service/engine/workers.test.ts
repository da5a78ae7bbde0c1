import { once } from 'node:events'
import { rmSync } from 'node:fs'
import type { Worker } from 'node:worker_threads'
import { startService, type RunningService, type ServiceEvent } from 'crawlform/service'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { CrawlStatusAnswer } from '../../../src/protocol/crawl-status.ts'
import { makeSlowPdf } from '../../support/make-pdf.ts'
import { startLoopbackSite, type LoopbackSite } from '../../support/loopback-site.ts'
import { startModel } from '../support/model.ts'
import { page } from '../support/pages.ts'
import { newDataDirectory, paths } from '../support/service.ts'

// Threads run the built package: these tests are of it.

const links = (index: number): string[] =>
  Array.from({ length: 5 }, (_, offset) => `/p${(index * 5 + offset + 1) % 200}`)

let web: LoopbackSite
let service: RunningService
let dataDirectory: string

beforeEach(async () => {
  dataDirectory = newDataDirectory()
  const pages = Array.from({ length: 200 }, (_, index) => [`/p${index}`, page(`Page ${index}`, links(index))])
  web = await startLoopbackSite(Object.fromEntries(pages))
})

afterEach(async () => {
  await service.close()
  await web.close()
  rmSync(dataDirectory, { recursive: true, force: true })
})

async function crawl(request: object): Promise<CrawlStatusAnswer> {
  const started = await fetch(`${service.url}/v2/crawl`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ crawlEntireDomain: true, ...request }),
  })
  const { url } = (await started.json()) as { url: string }
  for (;;) {
    const answer = (await (await fetch(`${url}?limit=1000`)).json()) as CrawlStatusAnswer
    if (answer.status !== 'scraping') return answer
    await new Promise((resolve) => setTimeout(resolve, 20))
  }
}

describe('an engine of several threads', () => {
  it('stops during a slow PDF, and continues with it at the next start', async () => {
    const body = makeSlowPdf()
    const bomb = await startLoopbackSite({
      '/bomb.pdf': { headers: { 'content-type': 'application/pdf' }, body },
    })
    service = await startService({ dataDirectory, workers: 1 })
    const started = await fetch(`${service.url}/v2/crawl`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ url: bomb.url('/bomb.pdf'), sitemap: 'skip', ignoreRobotsTxt: true }),
    })
    expect(started.status).toBe(200)
    while (bomb.count('/bomb.pdf') === 0) await new Promise((resolve) => setTimeout(resolve, 20))
    await service.close()
    await bomb.close()
    service = await startService({ dataDirectory, workers: 1 })
    const { id } = (await started.json()) as { id: string }
    const answer = (await (await fetch(`${service.url}/v2/crawl/${id}`)).json()) as CrawlStatusAnswer
    expect(answer.status).toBe('scraping')
  })

  it('uses stored pages that the site reports as unchanged, even after a restart', async () => {
    const body = page('Page 0', links(0))
    web.set('/p0', ({ headers }) =>
      headers['if-none-match'] === '"0"' ? { status: 304 } : { headers: { etag: '"0"' }, body },
    )
    const request = {
      url: web.url('/p0'),
      sitemap: 'skip',
      maxConcurrency: 1,
      limit: 20,
      scrapeOptions: { maxAge: 0 },
    }
    service = await startService({ dataDirectory, workers: 2 })
    const first = await crawl(request)
    await service.close()
    service = await startService({ dataDirectory, workers: 2 })
    const second = await crawl(request)
    expect(web.requests.filter(({ headers }) => headers['if-none-match'] === '"0"').length).toBe(1)
    expect(paths(second)).toEqual(paths(first))
    expect(second.data.map(({ markdown }) => markdown)).toEqual(first.data.map(({ markdown }) => markdown))
    expect(second.data.map(({ metadata }) => metadata.statusCode)).toEqual(Array(20).fill(200))
  })

  it('returns every page once, and keeps the order of one thread with one page at a time', async () => {
    service = await startService({ dataDirectory, workers: 2 })
    const many = await crawl({ url: web.url('/p0') })
    expect(many).toMatchObject({ status: 'completed', completed: 200 })
    expect(new Set(paths(many)).size).toBe(200)
    for (let index = 0; index < 200; index++) expect(web.count(`/p${index}`)).toBe(1)
    const one = await crawl({
      url: web.url('/p0'),
      maxConcurrency: 1,
      limit: 50,
      scrapeOptions: { maxAge: 0 },
    })
    expect(paths(one)).toEqual(Array.from({ length: 50 }, (_, index) => `/p${index}`))
    expect(one.data[7]).toMatchObject({ markdown: expect.stringContaining('# Page 7') })
  })

  it('respects limits, cache, redirect rules, retries and the model', async () => {
    const model = await startModel()
    model.answers.push('Two pages.')
    service = await startService({ dataDirectory, workers: 2, model: model.settings })
    expect((await crawl({ url: web.url('/p0'), limit: 37, maxConcurrency: 1 })).completed).toBe(37)
    expect(web.requests.filter(({ path }) => /^\/p\d+$/.test(path))).toHaveLength(37)
    const again = await crawl({ url: web.url('/p0'), limit: 10, maxConcurrency: 1 })
    expect(again.data.every(({ metadata }) => metadata['cacheState'] === 'hit')).toBe(true)
    web.set('/summed', page('Summed'))
    const summed = await crawl({
      url: web.url('/summed'),
      sitemap: 'skip',
      scrapeOptions: { formats: ['summary'] },
    })
    expect(summed.data[0]).toMatchObject({ summary: 'Two pages.' })
    web.set('/start', page('Start', ['/away', '/p1']))
    web.set('/away', { status: 302, headers: { location: web.url('/p9').replace('127.0.0.1', 'localhost') } })
    const redirected = await crawl({ url: web.url('/start'), maxDiscoveryDepth: 1, sitemap: 'skip' })
    expect(paths(redirected).toSorted()).toEqual(['/p1', '/start'])
    await model.close()
  })

  it('drops the pages of a cancelled crawl, and continues with others', async () => {
    service = await startService({ dataDirectory, workers: 2 })
    web.set('/hang', () => undefined)
    const started = await fetch(`${service.url}/v2/crawl`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ url: web.url('/hang'), sitemap: 'skip' }),
    })
    const { url } = (await started.json()) as { url: string }
    while (web.count('/hang') === 0) await new Promise((resolve) => setTimeout(resolve, 10))
    expect((await fetch(url, { method: 'DELETE' })).status).toBe(200)
    expect((await crawl({ url: web.url('/p0'), limit: 5 })).completed).toBe(5)
  })

  it('ends its threads after the last crawl, and starts new ones for the next', async () => {
    const ended: Promise<unknown>[] = []
    const note = (worker: Worker) => void ended.push(once(worker, 'exit'))
    process.on('worker', note)
    service = await startService({ dataDirectory, workers: 2 })
    const request = { url: web.url('/p0'), limit: 5, scrapeOptions: { maxAge: 0 } }
    expect((await crawl(request)).completed).toBe(5)
    await Promise.all(ended)
    expect((await crawl(request)).completed).toBe(5)
    await service.close()
    await Promise.all(ended)
    expect(ended).toHaveLength(4)
    process.off('worker', note)
  })

  it('requests robots.txt of a site while all open pages hang', async () => {
    service = await startService({ dataDirectory, workers: 1, concurrency: 1 })
    web.set('/hang', () => undefined)
    web.set('/robots.txt', 'User-agent: *')
    const start = (request: object): Promise<Response> =>
      fetch(`${service.url}/v2/crawl`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ sitemap: 'skip', ...request }),
      })
    await start({ url: web.url('/hang'), ignoreRobotsTxt: true, scrapeOptions: { timeout: 300_000 } })
    while (web.count('/hang') === 0) await new Promise((resolve) => setTimeout(resolve, 10))
    await start({ url: web.url('/p0') })
    while (web.count('/robots.txt') === 0) await new Promise((resolve) => setTimeout(resolve, 10))
    expect(web.count('/hang')).toBe(1)
  })

  it('fails a crawl whose threads run out of memory after a bounded number of restarts', async () => {
    const events: ServiceEvent[] = []
    service = await startService({
      dataDirectory,
      workers: 1,
      limits: { workerHeapMb: 1, attempts: 2 },
      log: (event) => events.push(event),
    })
    const answer = await crawl({ url: web.url('/p0') })
    expect(answer).toMatchObject({ status: 'failed', error: 'The thread that was reading the page ended.' })
    // One that was started before there was a page, and one for each attempt.
    const faults = events.filter(({ type }) => type === 'fault')
    expect(faults.length).toBeGreaterThanOrEqual(2)
    expect(faults.length).toBeLessThanOrEqual(3)
  })

  it('survives a page that is too large for its thread', async () => {
    const events: ServiceEvent[] = []
    service = await startService({
      dataDirectory,
      workers: 1,
      limits: { workerHeapMb: 16, attempts: 2 },
      log: (event) => events.push(event),
    })
    web.set(
      '/p3',
      page('Huge').replace('</h1>', `</h1>${'<p title="x">y<a href="/z">z</a>'.repeat(400_000)}`),
    )
    const answer = await crawl({ url: web.url('/p0'), limit: 50, maxConcurrency: 2 })
    expect(answer.completed).toBe(50)
    expect(events).toContainEqual({ type: 'fault', error: expect.stringContaining('memory') })
    expect(paths(answer)).not.toContain('/p3')
  })
})
