import { createHmac } from 'node:crypto'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { FakeClock } from '../../support/fake-clock.ts'
import { startLoopbackSite, type LoopbackSite } from '../../support/loopback-site.ts'
import { site } from '../support/pages.ts'
import { newDataDirectory, startTestService, type TestService } from '../support/service.ts'
import { until } from '../support/until.ts'

interface Received {
  readonly text: string
  readonly headers: Readonly<Record<string, string | string[] | undefined>>
  readonly body: {
    readonly type: string
    readonly id: string
    readonly webhookId: string
    readonly success: boolean
    readonly data: readonly { readonly markdown?: string; readonly metadata: Record<string, unknown> }[]
    readonly [field: string]: unknown
  }
}

let web: LoopbackSite
let hook: LoopbackSite
let received: Received[]
let answers: number[]
let service: TestService

beforeEach(async () => {
  received = []
  answers = []
  web = await startLoopbackSite({
    ...site({ '/': ['/a', '/zip'], '/a': [] }),
    '/zip': { headers: { 'content-type': 'application/zip' } },
  })
  hook = await startLoopbackSite({
    '/hook': (request, response) => {
      let text = ''
      request.on('data', (chunk: Buffer) => (text += chunk.toString()))
      request.on('end', () => {
        received.push({ text, headers: request.headers, body: JSON.parse(text) as Received['body'] })
        response.writeHead(answers.shift() ?? 200).end()
      })
    },
  })
})

afterEach(async () => {
  await service.dispose()
  await web.close()
  await hook.close()
})

const types = (): string[] => received.map(({ body }) => body.type)

describe('a webhook', () => {
  it('gets the start, every page and the end', async () => {
    service = await startTestService()
    const id = await service.start({
      url: web.url('/'),
      maxConcurrency: 1,
      webhook: { url: hook.url('/hook'), headers: { 'X-Team': 'docs' }, metadata: { run: '7' } },
    })
    await until(() => received.length === 5)
    expect(types()[0]).toBe('crawl.started')
    expect(types().slice(1, 4)).toEqual(['crawl.page', 'crawl.page', 'crawl.page'])
    expect(types()[4]).toBe('crawl.completed')
    for (const { body, headers } of received) {
      expect(body).toMatchObject({
        id,
        metadata: { run: '7' },
        webhookId: expect.stringMatching(/^[\da-f-]{36}$/),
      })
      expect(headers).toMatchObject({ 'x-team': 'docs', 'content-type': 'application/json' })
      expect(headers).not.toHaveProperty('x-firecrawl-signature')
    }
    expect(new Set(received.map(({ body }) => body.webhookId)).size).toBe(5)
    expect(received[0]?.body).toMatchObject({ success: true, data: [] })
    expect(received[4]?.body).toMatchObject({ success: true, data: [] })
    const pages = received.slice(1, 4).map(({ body }) => body)
    const ofPage = (path: string) =>
      pages.find(({ data }) => data[0]?.metadata['sourceURL'] === web.url(path))
    expect(ofPage('/a')).toMatchObject({
      success: true,
      data: [{ markdown: expect.stringContaining('# Page /a'), metadata: { scrapeId: expect.any(String) } }],
    })
    expect(ofPage('/zip')).toMatchObject({ success: false, error: expect.stringContaining('zip') })
  })

  it('may be a plain URL, or request only some events', async () => {
    service = await startTestService()
    await service.crawl({ url: web.url('/'), webhook: hook.url('/hook') })
    await until(() => received.length === 5)
    received = []
    await service.crawl({ url: web.url('/'), webhook: { url: hook.url('/hook'), events: ['completed'] } })
    await until(() => received.length === 1)
    expect(types()).toEqual(['crawl.completed'])
  })

  it('gets the failure or the cancellation of a crawl', async () => {
    service = await startTestService({ limits: { attempts: 1 } })
    const gone = await startLoopbackSite()
    const url = gone.url('/')
    await gone.close()
    const webhook = { url: hook.url('/hook'), events: ['completed', 'failed'] }
    await service.crawl({ url, webhook, ignoreRobotsTxt: true, sitemap: 'skip' })
    await until(() => received.length === 1)
    expect(received[0]?.body).toMatchObject({
      type: 'crawl.failed',
      success: false,
      error: expect.any(String),
    })
    web.set('/slow', () => undefined)
    const id = await service.start({ url: web.url('/slow'), webhook })
    await service.request(`/v2/crawl/${id}`, { method: 'DELETE' })
    await until(() => received.length === 2)
    expect(received[1]?.body).toMatchObject({ type: 'crawl.completed', success: true })
  })

  it('can check the signature of the bytes it received', async () => {
    service = await startTestService({ webhook: { secret: 'whsec' } })
    await service.crawl({ url: web.url('/a'), webhook: hook.url('/hook') })
    await until(() => received.length === 3)
    for (const { text, headers } of received) {
      const expected = createHmac('sha256', 'whsec').update(text).digest('hex')
      expect(headers['x-firecrawl-signature']).toBe(`sha256=${expected}`)
    }
  })

  it('gets refused events again after growing pauses, up to a last attempt', async () => {
    const clock = new FakeClock()
    answers = [500, 404, 302]
    service = await startTestService({ clock, webhook: { retryDelaysMs: [1000, 5000] } })
    const webhook = { url: hook.url('/hook'), events: ['started'] }
    const id = await service.start({ url: web.url('/a'), crawlEntireDomain: true, sitemap: 'skip', webhook })
    const failures = () => service.events.filter(({ type }) => type === 'webhook-failed')
    await until(() => failures().length === 1)
    expect((await service.finished(id)).warning).toBe(
      '1 event did not reach the webhook yet. The service tries again while it runs, and "crawlform serve" prints why.',
    )
    clock.advance(999)
    await service.active()
    expect(received).toHaveLength(1)
    clock.advance(1)
    await until(() => failures().length === 2)
    clock.advance(4999)
    await service.active()
    expect(received).toHaveLength(2)
    clock.advance(1)
    await until(() => failures().length === 3)
    expect(new Set(received.map(({ text }) => text)).size).toBe(1)
    clock.advance(600_000)
    await service.active()
    expect(received).toHaveLength(3)
    expect(await service.status(id)).not.toHaveProperty('warning')
  })

  it('gets the name and password of its URL as Basic authentication, unless it has a header', async () => {
    service = await startTestService()
    const url = hook.url('/hook').replace('//', '//docs:p%40ss@')
    await service.crawl({ url: web.url('/a'), webhook: { url, events: ['completed'] } })
    await until(() => received.length === 1)
    expect(received[0]?.headers).toMatchObject({ authorization: `Basic ${btoa('docs:p@ss')}` })
    const headers = { Authorization: 'Bearer own' }
    await service.crawl({ url: web.url('/a'), webhook: { url, events: ['completed'], headers } })
    await until(() => received.length === 2)
    expect(received[1]?.headers).toMatchObject({ authorization: 'Bearer own' })
  })

  it('gets events after the next start that the service could not deliver', async () => {
    const dataDirectory = newDataDirectory()
    const clock = new FakeClock()
    answers = [500]
    const first = await startTestService({ dataDirectory, clock, webhook: { retryDelaysMs: [1000] } })
    await first.crawl({ url: web.url('/a'), webhook: { url: hook.url('/hook'), events: ['completed'] } })
    await until(() => first.events.some(({ type }) => type === 'webhook-failed'))
    await first.close()
    expect(received).toHaveLength(1)
    service = await startTestService({ dataDirectory, clock: new FakeClock({ nowMs: clock.now() + 1000 }) })
    await until(() => received.length === 2)
    expect(received[1]?.text).toBe(received[0]?.text)
  })

  it('at a private address is refused on a shared service', async () => {
    service = await startTestService({ host: '0.0.0.0', apiKey: 'key' })
    const { port } = new URL(hook.url('/'))
    for (const host of ['127.0.0.1', 'localhost', '2130706433']) {
      const json = { url: 'http://nowhere.invalid/', webhook: `http://${host}:${port}/hook` }
      const answer = await service.request('/v2/crawl', { json })
      expect(answer).toMatchObject({ status: 400, body: { details: [{ path: ['webhook', 'url'] }] } })
    }
    expect(received).toEqual([])
    await service.dispose()
    service = await startTestService({ host: '0.0.0.0', apiKey: 'key', allowPrivateAddresses: true })
    await service.start({ url: web.url('/'), limit: 1, webhook: hook.url('/hook') })
    await until(() => received.length > 0)
  })

  it.each([
    ['its host name resolves to a private address', 'localhost'],
    ['its URL has a private address', '127.0.0.1'],
  ])('is not called if %s when it is due', async (_, host) => {
    const dataDirectory = newDataDirectory()
    const first = await startTestService({ dataDirectory })
    const { port } = new URL(hook.url('/'))
    const webhook = { url: `http://${host}:${port}/nowhere`, events: ['completed'] }
    await first.crawl({ url: web.url('/'), limit: 1, webhook })
    await until(() => hook.count('/nowhere') > 0)
    await first.close()
    service = await startTestService({ dataDirectory, host: '0.0.0.0', apiKey: 'key' })
    await until(() => service.events.some(({ type }) => type === 'webhook-failed'))
    expect(service.events).toContainEqual(
      expect.objectContaining({
        type: 'webhook-failed',
        error: expect.stringContaining('private addresses'),
      }),
    )
    expect(hook.count('/nowhere')).toBe(1)
  })
})
