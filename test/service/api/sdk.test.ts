import { once } from 'node:events'
import { Firecrawl } from '@mendable/firecrawl-js'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { WebSocket as NodeWebSocket } from 'ws'
import { startGatedSite, type GatedSite } from '../support/gated-site.ts'
import { startTestService, type TestService } from '../support/service.ts'
import { startModel, type TestModel } from '../support/model.ts'
import { until } from '../support/until.ts'

let service: TestService
let web: GatedSite
let model: TestModel
let sdk: Firecrawl

beforeEach(async () => {
  web = await startGatedSite(120)
  model = await startModel()
  service = await startTestService({ apiKey: 'fc-key', model: model.settings })
  sdk = new Firecrawl({ apiKey: 'fc-key', apiUrl: service.url })
})

afterEach(async () => {
  await web.close()
  await service.dispose()
  await model.close()
})

describe('the official SDK', () => {
  it('starts a crawl with every known crawl option', async () => {
    web.open()
    const started = await sdk.startCrawl(web.url('/'), {
      includePaths: ['^/'],
      excludePaths: ['^/p1$'],
      maxDiscoveryDepth: 2,
      sitemap: 'skip',
      robotsUserAgent: 'sdk-test',
      ignoreQueryParameters: true,
      deduplicateSimilarURLs: false,
      limit: 3,
      crawlEntireDomain: true,
      allowExternalLinks: false,
      allowSubdomains: false,
      delay: 0.01,
      maxConcurrency: 2,
      regexOnFullURL: false,
      integration: '_test',
      scrapeOptions: { formats: ['markdown', 'links'], onlyMainContent: true, timeout: 30_000 },
      zeroDataRetention: false,
    })
    expect(started).toEqual({ id: expect.any(String), url: `${service.url}/v2/crawl/${started.id}` })
    const answer = await service.finished(started.id)
    expect(answer.data.map(({ metadata }) => metadata.sourceURL)).toEqual(
      ['/', '/p0', '/p2'].map((path) => web.url(path)),
    )
  })

  it('crawls and waits for all pages, over several parts', async () => {
    web.open()
    const job = await sdk.crawl(web.url('/'), { pollInterval: 1 })
    expect(job).toMatchObject({ status: 'completed', completed: 121, total: 121, creditsUsed: 121 })
    expect(job.data).toHaveLength(121)
    expect(new Set(job.data.map(({ metadata }) => metadata?.sourceURL)).size).toBe(121)
  })

  it('reads the status of a running crawl, and the pages of a finished one', async () => {
    const { id } = await sdk.startCrawl(web.url('/'))
    await until(() => web.waiting.length > 3)
    const running = await sdk.getCrawlStatus(id)
    expect(running).toMatchObject({ status: 'scraping', completed: 1, total: 121 })
    web.open()
    await service.finished(id)
    const first = await sdk.getCrawlStatus(id, { autoPaginate: false })
    expect(first.data).toHaveLength(100)
    expect(first.next).toMatch(/skip=100/)
    expect((await sdk.getCrawlStatus(id)).data).toHaveLength(121)
    expect((await sdk.getCrawlStatus(id, { maxResults: 110 })).data).toHaveLength(110)
  })

  it('lists active crawls, cancels one, and reads its errors', async () => {
    web.set('/', { headers: { 'content-type': 'video/mp4' } })
    const failed = await sdk.crawl(web.url('/'), { pollInterval: 1, sitemap: 'skip' })
    expect(failed).toMatchObject({ status: 'failed', data: [] })
    const { id } = await sdk.startCrawl(web.url('/p1'), { limit: 7 })
    const active = await sdk.getActiveCrawls()
    expect(active).toMatchObject({
      success: true,
      crawls: [{ id, url: web.url('/p1'), options: { limit: 7 } }],
    })
    expect(await sdk.cancelCrawl(id)).toBe(true)
    expect((await sdk.getCrawlStatus(id)).status).toBe('cancelled')
    expect(await sdk.getCrawlErrors(id)).toEqual({ errors: [], robotsBlocked: [] })
    expect((await sdk.getActiveCrawls()).crawls).toEqual([])
  })

  it('reads the errors of a crawl', async () => {
    web.open()
    web.set('/p1', { headers: { 'content-type': 'video/mp4' } })
    const { id } = await sdk.startCrawl(web.url('/'))
    await service.finished(id)
    expect((await sdk.getCrawlErrors(id)).errors).toMatchObject([
      { url: web.url('/p1'), code: 'SCRAPE_UNSUPPORTED_FILE_ERROR' },
    ])
  })

  it('previews the settings of a prompt, and crawls with it', async () => {
    web.open()
    model.answers.push({ includePaths: ['^/p[0-3]$'], limit: 2, maxDepth: 3 }, { limit: 2, sitemap: 'skip' })
    const preview = await sdk.crawlParamsPreview(web.url('/'), 'the first pages')
    expect(preview).toMatchObject({ url: web.url('/'), includePaths: ['^/p[0-3]$'], limit: 2 })
    const job = await sdk.crawl(web.url('/'), { prompt: 'two pages', pollInterval: 1 })
    expect(job.data).toHaveLength(2)
  })

  it('watches a crawl over the WebSocket', async () => {
    const { id } = await sdk.startCrawl(web.url('/'), { limit: 4, maxConcurrency: 1 })
    await until(() => web.waiting.length === 1)
    // The SDK looks for a global WebSocket, which Node has from 22 on.
    Object.assign(globalThis, { WebSocket: globalThis.WebSocket ?? NodeWebSocket })
    const watcher = sdk.watcher(id, { kind: 'crawl' })
    const documents: unknown[] = []
    const snapshots: unknown[] = []
    watcher.on('document', (document) => documents.push(document))
    watcher.on('snapshot', (snapshot) => snapshots.push(snapshot))
    const done = once(watcher, 'done')
    void watcher.start()
    await until(() => snapshots.length > 0)
    web.open()
    const [end] = (await done) as [{ status: string }]
    expect(end).toMatchObject({ status: 'completed', completed: 4, total: 4 })
    expect(documents).toHaveLength(4)
  })

  it('watches a finished crawl of 250 pages', async () => {
    const large = await startGatedSite(249)
    large.open()
    const { id } = await sdk.startCrawl(large.url('/'), { sitemap: 'skip' })
    await service.finished(id)
    await large.close()
    Object.assign(globalThis, { WebSocket: globalThis.WebSocket ?? NodeWebSocket })
    const watcher = sdk.watcher(id, { kind: 'crawl' })
    const documents: unknown[] = []
    watcher.on('document', (document) => documents.push(document))
    const done = once(watcher, 'done')
    void watcher.start()
    expect(await done).toMatchObject([{ status: 'completed', completed: 250, total: 250 }])
    expect(documents).toHaveLength(250)
  })

  it('gets errors that it can show', async () => {
    await expect(sdk.startCrawl(web.url('/'), { excludePaths: ['('] })).rejects.toMatchObject({
      status: 400,
      message: expect.stringContaining('not a regular expression'),
    })
    const stranger = new Firecrawl({ apiKey: 'fc-other', apiUrl: service.url })
    await expect(stranger.startCrawl(web.url('/'))).rejects.toMatchObject({ status: 401 })
    await expect(sdk.getCrawlStatus('00000000-0000-4000-8000-000000000000')).rejects.toMatchObject({
      status: 404,
    })
  })
})
