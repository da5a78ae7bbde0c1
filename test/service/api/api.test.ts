import { randomUUID } from 'node:crypto'
import { connect } from 'node:net'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { startLoopbackSite, type LoopbackSite } from '../../support/loopback-site.ts'
import { site } from '../support/pages.ts'
import { paths, startTestService, type TestService } from '../support/service.ts'

const many = Array.from({ length: 30 }, (_, index) => `/p${index}`)
const routes = site({ '/': many, ...Object.fromEntries(many.map((path) => [path, []])) })

let service: TestService
let web: LoopbackSite

beforeEach(async () => {
  web = await startLoopbackSite(routes)
  service = await startTestService()
})

afterEach(async () => {
  await service.dispose()
  await web.close()
})

describe('POST /v2/crawl', () => {
  it('answers with an id and the URL of its status', async () => {
    const { status, body } = await service.request('/v2/crawl', { json: { url: web.url('/') } })
    expect(status).toBe(200)
    const { id } = body as { id: string }
    expect(body).toEqual({
      success: true,
      id: expect.stringMatching(/^[\da-f-]{36}$/),
      url: `${service.url}/v2/crawl/${id}`,
    })
  })

  it('accepts a start URL without a scheme, and the origin that the SDK sends', async () => {
    const url = web.origin.replace('http://', '')
    const answer = await service.crawl({ url: ` ${url} `, limit: 1, origin: 'js-sdk@4.42.0' })
    expect(answer.data[0]?.metadata.sourceURL).toBe(web.url('/'))
  })

  it.each([
    ['an unknown key', { limt: 5 }, { code: 'unrecognized_keys', path: [] }],
    ['a wrong type', { limit: '5' }, { code: 'invalid_type', path: ['limit'] }],
    ['null', { prompt: null }, { code: 'invalid_type', path: ['prompt'] }],
    ['a value below its bound', { limit: 0 }, { code: 'too_small', path: ['limit'] }],
    ['a value above its bound', { delay: 61 }, { code: 'too_big', path: ['delay'] }],
    [
      'milliseconds for a delay',
      { delay: 1000 },
      { code: 'too_big', message: '"delay" must be <= 60 seconds.' },
    ],
    ['an unknown value', { sitemap: 'maybe' }, { code: 'invalid_value', path: ['sitemap'] }],
    [
      'an unknown key inside',
      { scrapeOptions: { formatz: [] } },
      { code: 'unrecognized_keys', path: ['scrapeOptions'] },
    ],
    [
      'a key of version 1',
      { maxDepth: 2 },
      {
        message:
          'The body has the unknown key "maxDepth". Version 2 replaces "maxDepth" (path segments) by "maxDiscoveryDepth" (hops from the start): the meaning changes.',
      },
    ],
    [
      'a key in another style',
      { scrapeOptions: { min_age: 1 } },
      { message: '"scrapeOptions" has the unknown key "min_age". Version 2 calls it "minAge".' },
    ],
    [
      'a key at the wrong place',
      { only_main_content: false },
      {
        message:
          'The body has the unknown key "only_main_content". Version 2 calls it "onlyMainContent". It belongs in "scrapeOptions".',
      },
    ],
    [
      'a key of the body further down',
      { scrapeOptions: { max_concurrency: 2 } },
      {
        message:
          '"scrapeOptions" has the unknown key "max_concurrency". Version 2 calls it "maxConcurrency". It belongs in the body.',
      },
    ],
    ['no URL at all', { url: undefined }, { code: 'invalid_type', path: [] }],
    ['another scheme', { url: 'ftp://example.com' }, { path: ['url'] }],
    ['a URL with a password', { url: 'http://me:secret@example.com/' }, { path: ['url'] }],
    ['a webhook of another scheme', { webhook: 'ftp://example.com/' }, { path: ['webhook'] }],
    [
      'a webhook header of another kind',
      { webhook: { url: 'https://example.com/', headers: { 'a b': 'c' } } },
      { path: ['webhook', 'headers', 'a b'] },
    ],
    [
      'a header of the connection',
      { scrapeOptions: { headers: { Host: 'other.example' } } },
      { path: ['scrapeOptions', 'headers', 'Host'] },
    ],
    [
      'a header with a line break',
      { scrapeOptions: { headers: { a: 'b\r\nc: d' } } },
      { path: ['scrapeOptions', 'headers', 'a'] },
    ],
    [
      'changes without Markdown',
      { scrapeOptions: { formats: ['changeTracking'] } },
      { path: ['scrapeOptions', 'formats', 0] },
    ],
    [
      'two screenshots',
      { scrapeOptions: { formats: ['screenshot', { type: 'screenshot' }] } },
      { path: ['scrapeOptions', 'formats', 1] },
    ],
    [
      'a wait for nothing',
      { scrapeOptions: { actions: [{ type: 'wait' }] } },
      { path: ['scrapeOptions', 'actions', 0] },
    ],
    [
      'waiting for longer than half the timeout',
      { scrapeOptions: { waitFor: 5001, timeout: 10_000 } },
      { path: ['scrapeOptions', 'waitFor'] },
    ],
    ['a json format that says nothing', { scrapeOptions: { formats: ['json'] } }, { code: 'custom' }],
    ['a port above 65535', { webhook: 'https://example.com:99999/' }, { path: ['webhook'] }],
    [
      'more patterns than are compiled',
      {
        includePaths: Array.from({ length: 600 }, (_, index) => `^/in/${index}/`),
        excludePaths: Array.from({ length: 600 }, (_, index) => `^/out/${index}/`),
      },
      { path: ['includePaths'] },
    ],
    ['half a character', { excludePaths: ['^/\ud800'] }, { path: ['excludePaths', 0] }],
  ])('refuses %s, with its place and a sentence', async (_, change, issue) => {
    const { status, body } = await service.request('/v2/crawl', { json: { url: web.url('/'), ...change } })
    expect(status).toBe(400)
    expect(body).toMatchObject({ success: false, code: 'BAD_REQUEST', error: expect.stringMatching(/\.$/) })
    expect((body as { details: unknown[] }).details).toContainEqual(expect.objectContaining(issue))
  })

  it.each([
    ['look-around', { includePaths: ['^/(?!admin)'] }, 'look-around'],
    ['a broken pattern', { excludePaths: ['('] }, 'not a regular expression'],
    [
      'a pattern that other services read differently',
      { excludePaths: ['/{lang}/'] },
      'services read differently',
    ],
    ['an invalid selector to exclude', { scrapeOptions: { excludeTags: ['*a|b*'] } }, 'not a CSS selector'],
    ['a broken selector', { scrapeOptions: { includeTags: ['article', '.a >> b'] } }, 'not a CSS selector'],
    [
      'a broken selector of attributes',
      {
        scrapeOptions: { formats: [{ type: 'attributes', selectors: [{ selector: '[', attribute: 'a' }] }] },
      },
      'not a CSS selector',
    ],
  ])('refuses %s', async (_, change, words) => {
    const { status, body } = await service.request('/v2/crawl', { json: { url: web.url('/'), ...change } })
    expect(status).toBe(400)
    expect((body as { error: string }).error).toContain(words)
  })

  it.each([
    ['prompt', { prompt: 'the blog' }],
    ['a format of the hosted service', { scrapeOptions: { formats: ['branding'] } }],
    ['a json format without a model', { scrapeOptions: { formats: [{ type: 'json', prompt: 'x' }] } }],
    [
      'a comparison without a model',
      { scrapeOptions: { formats: ['markdown', { type: 'changeTracking', modes: ['json'] }] } },
    ],
    ['character recognition', { scrapeOptions: { parsers: [{ type: 'pdf', mode: 'ocr' }] } }],
    ['an address of the hosted service', { scrapeOptions: { location: { country: 'us-whitelist' } } }],
    ['prompt injection', { scrapeOptions: { checkPromptInjection: true } }],
    ['a refresh of parsed PDFs', { scrapeOptions: { parsers: [{ type: 'pdf', refresh: true }] } }],
    ['a stealth proxy', { scrapeOptions: { proxy: 'stealth' } }],
  ])('refuses a setting that it cannot follow: %s', async (_, change) => {
    const { status, body } = await service.request('/v2/crawl', { json: { url: web.url('/'), ...change } })
    expect([status, body]).toEqual([400, { success: false, error: expect.any(String) }])
    expect((await service.active()).crawls).toEqual([])
  })

  it('refuses unknown operations with a sentence', async () => {
    const { status, body } = await service.request('/v2/map', { json: { url: web.url('/') } })
    expect([status, body]).toEqual([
      404,
      { success: false, error: expect.stringMatching(/^POST \/v2\/map /) },
    ])
  })

  it('reports its load and its health', async () => {
    for (const path of ['/health', '/v0/health/readiness']) {
      expect((await service.request(path)).body).toEqual({ status: 'ok' })
    }
    await service.crawl({ url: web.url('/'), limit: 1 })
    expect((await service.request('/v2/concurrency-check')).body).toEqual({
      success: true,
      concurrency: 0,
      maxConcurrency: 256,
    })
    expect((await service.request('/v2/team/queue-status')).body).toEqual({
      success: true,
      jobsInQueue: 0,
      activeJobsInQueue: 0,
      waitingJobsInQueue: 0,
      maxConcurrency: 256,
      mostRecentSuccess: expect.stringMatching(/^\d{4}-/),
    })
  })

  it('refuses malformed JSON and other content types', async () => {
    const json = { 'content-type': 'application/json' }
    const broken = await service.request('/v2/crawl', { method: 'POST', body: '{"url":', headers: json })
    expect(broken).toMatchObject({ status: 400, body: { success: false, code: 'BAD_REQUEST_INVALID_JSON' } })
    const text = await service.request('/v2/crawl', {
      method: 'POST',
      body: '{}',
      headers: { 'content-type': 'text/plain' },
    })
    expect(text).toMatchObject({ status: 400, body: { success: false, code: 'BAD_REQUEST' } })
  })
})

describe('bounds and access', () => {
  it('require the key before the body is read', async () => {
    const guarded = await startTestService({ apiKey: 'fc-secret' })
    const post = (body: string, authorization?: string) =>
      guarded.request('/v2/crawl', {
        method: 'POST',
        body,
        headers: { 'content-type': 'application/json', authorization: authorization ?? '' },
      })
    expect((await post('{')).status).toBe(401)
    expect((await post('{', 'Bearer fc-secret')).status).toBe(400)
    expect(await post('{}')).toMatchObject({
      status: 401,
      body: { success: false, error: /^Unauthorized/ },
    } as never)
    expect((await post('{}', 'Bearer fc-wrong')).status).toBe(401)
    expect((await post('{}', 'fc-secret')).status).toBe(401)
    expect((await post('{}', 'Bearer fc-secret')).status).toBe(400)
    for (const path of [
      '/v2/crawl/active',
      `/v2/crawl/${randomUUID()}`,
      `/v2/crawl/${randomUUID()}/errors`,
    ]) {
      expect((await guarded.request(path, { headers: { authorization: 'Bearer no' } })).status).toBe(401)
    }
    expect((await guarded.request('/health', { headers: { authorization: '' } })).status).toBe(200)
    await guarded.dispose()
  })

  it('refuse a body above its bound', async () => {
    const small = await startTestService({ limits: { bodyBytes: 1000 } })
    const { status } = await small.request('/v2/crawl', {
      json: { url: web.url('/'), prompt: 'x'.repeat(1000) },
    })
    expect(status).toBe(413)
    await small.dispose()
  })

  it('answer without a key only on loopback names', async () => {
    const answer = await new Promise<string>((resolve) => {
      const { hostname, port } = new URL(service.url)
      const socket = connect(Number(port), hostname)
      socket.once('data', (data) => resolve(data.toString()))
      socket.end('GET /v2/crawl/active HTTP/1.1\r\nHost: rebound.example.com\r\nConnection: close\r\n\r\n')
    })
    expect(answer).toMatch(/^HTTP\/1.1 403 /)
  })

  it('refuse further crawls if too many are unfinished', async () => {
    web.set('/slow', () => undefined)
    const full = await startTestService({ limits: { unfinishedJobs: 1 } })
    const id = await full.start({ url: web.url('/slow') })
    expect((await full.request('/v2/crawl', { json: { url: web.url('/') } })).status).toBe(429)
    await full.request(`/v2/crawl/${id}`, { method: 'DELETE' })
    expect((await full.request('/v2/crawl', { json: { url: web.url('/') } })).status).toBe(200)
    await full.dispose()
  })
})

describe('x-idempotency-key', () => {
  const post = (key: string, change: object = {}) =>
    service.request('/v2/crawl', {
      json: { url: web.url('/'), limit: 1, ...change },
      headers: { 'x-idempotency-key': key },
    })

  it('repeats the first answer, and starts only one job', async () => {
    const key = randomUUID()
    const answers = await Promise.all([post(key), post(key), post(key)])
    answers.push(await post(key))
    expect(new Set(answers.map(({ body }) => JSON.stringify(body))).size).toBe(1)
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200])
    expect(service.events.filter(({ type }) => type === 'job-started')).toHaveLength(1)
  })

  it('is refused for another request, and if it is not a UUID', async () => {
    const key = randomUUID()
    await post(key)
    expect(await post(key, { limit: 2 })).toMatchObject({ status: 409, body: { success: false } })
    expect((await post('not-a-uuid')).status).toBe(409)
  })

  it('is not used up by a request that is refused', async () => {
    const key = randomUUID()
    expect((await post(key, { limit: 0 })).status).toBe(400)
    expect((await post(key)).status).toBe(200)
  })
})

describe('GET /v2/crawl/{id}', () => {
  it('returns the results in parts that "next" connects', async () => {
    const id = await service.start({ url: web.url('/'), maxConcurrency: 1 })
    const whole = await service.finished(id)
    const first = await service.status(id, '?limit=12')
    expect(first).toMatchObject({ completed: 31, next: `${service.url}/v2/crawl/${id}?skip=12&limit=12` })
    const second = await service.status(id, '?skip=12&limit=12')
    const third = await service.status(id, '?skip=24&limit=12')
    expect(third).not.toHaveProperty('next')
    expect([...first.data, ...second.data, ...third.data]).toEqual(whole.data)
    expect((await service.status(id, '?skip=31')).data).toEqual([])
  })

  it('keeps an answer below its bound, with at least one page', async () => {
    const small = await startTestService({ limits: { answerBytes: 1000 } })
    const id = await small.start({ url: web.url('/'), limit: 5, maxConcurrency: 1 })
    const answer = await small.finished(id)
    expect(paths(answer)).toEqual(['/', '/p0', '/p1', '/p2', '/p3'])
    expect((await small.status(id)).data.length).toBeLessThan(5)
    await small.dispose()
  })

  it('refuses an invalid id, an invalid number, and an unknown job', async () => {
    expect(await service.request('/v2/crawl/nonsense')).toEqual({
      status: 400,
      body: { success: false, error: 'Invalid job ID format. Job ID must be a valid UUID.' },
    })
    for (const path of ['', '/errors']) {
      expect(await service.request(`/v2/crawl/${randomUUID()}${path}`)).toEqual({
        status: 404,
        body: { success: false, error: 'Job not found' },
      })
    }
    const id = await service.start({ url: web.url('/') })
    expect((await service.request(`/v2/crawl/${id}?skip=-1`)).status).toBe(400)
    expect((await service.request(`/v2/crawl/${id}?limit=x`)).status).toBe(400)
    expect((await service.request('/v3/none')).status).toBe(404)
  })

  it('suggests a wider scope if a deep start found nothing else', async () => {
    expect((await service.crawl({ url: web.url('/p1') })).warning).toContain('crawlEntireDomain')
    for (const settings of [{ crawlEntireDomain: true, maxDiscoveryDepth: 0 }, { maxDiscoveryDepth: 0 }])
      expect(await service.crawl({ url: web.url('/p1'), ...settings })).not.toHaveProperty('warning')
  })
})

describe('DELETE /v2/crawl/{id}', () => {
  it('ends a running crawl and keeps its pages', async () => {
    web.set('/p3', () => undefined)
    const id = await service.start({ url: web.url('/'), maxConcurrency: 1 })
    while ((await service.status(id)).completed < 4) await new Promise((resolve) => setTimeout(resolve, 10))
    expect(await service.request(`/v2/crawl/${id}`, { method: 'DELETE' })).toEqual({
      status: 200,
      body: { status: 'cancelled' },
    })
    const answer = await service.status(id)
    expect(answer).toMatchObject({ success: true, status: 'cancelled', completed: 4, total: 4 })
    expect(answer).not.toHaveProperty('next')
    expect(paths(answer)).toEqual(['/', '/p0', '/p1', '/p2'])
    expect((await service.request(`/v2/crawl/${id}`, { method: 'DELETE' })).status).toBe(409)
    expect(web.count('/p4')).toBe(0)
  })
})

describe('GET /v2/crawl/active', () => {
  it('lists unfinished crawls with their options, without secrets', async () => {
    web.set('/slow', () => undefined)
    const id = await service.start({
      url: web.url('/slow'),
      webhook: { url: web.url('/hook'), headers: { authorization: 'Bearer token' } },
      scrapeOptions: { headers: { cookie: 'session=1' } },
    })
    const { crawls } = await service.active()
    expect(crawls).toEqual([
      {
        id,
        teamId: expect.any(String),
        url: web.url('/slow'),
        created_at: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/),
        options: expect.objectContaining({
          limit: 10_000,
          sitemap: 'include',
          scrapeOptions: expect.any(Object),
        }),
      },
    ])
    expect(JSON.stringify(crawls)).not.toMatch(/token|session=1/)
    await service.request(`/v2/crawl/${id}`, { method: 'DELETE' })
    expect((await service.active()).crawls).toEqual([])
  })
})
