import type { ServerResponse } from 'node:http'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { createCrawlClient, type CrawlClientOptions } from '../../src/client/client.ts'
import { createRedactor } from '../../src/util/redactor.ts'
import { FakeClock } from '../support/fake-clock.ts'
import { impatientClock } from '../support/impatient-clock.ts'
import { FaultyCrawlService, type FaultyJob } from '../support/faulty-crawl-service.ts'

const JOB = '00000000-0000-7000-8000-000000000001'
const NOW_MS = 1_800_000_000_000

let service: FaultyCrawlService
let clock: FakeClock

beforeEach(async () => {
  service = await new FaultyCrawlService().listen()
  clock = new FakeClock({ nowMs: NOW_MS })
})

afterEach(async () => service.close())

function clientWith(options: Partial<CrawlClientOptions> = {}) {
  const impatient = impatientClock({ now: () => clock.now(), slept: clock.slept })
  return createCrawlClient({
    baseUrl: service.baseUrl,
    userAgent: 'test',
    clock: impatient,
    random: () => 0,
    ...options,
  })
}

function start(options: Partial<CrawlClientOptions> = {}, signal?: AbortSignal) {
  return clientWith(options).startCrawl({ url: 'https://example.com/' }, { attempt: JOB, signal })
}

function aJob(change: Partial<FaultyJob> = {}): void {
  service.jobs.push({
    id: JOB,
    attempt: '',
    body: {},
    createdAt: '2026-11-21T00:00:00.000Z',
    status: 'completed',
    completed: 0,
    total: 0,
    ...change,
  })
}

/** Plans one answer. */
function plan(status: number, text: string, headers: Record<string, string | string[]> = {}): void {
  service.answers.push((_request: unknown, response: ServerResponse) =>
    response.writeHead(status, headers).end(text),
  )
}

const readable = JSON.stringify({ success: true, status: 'completed', data: [] })

describe('a retry', () => {
  it.each([408, 429, 500, 502, 503, 504])('follows the status %i', async (status) => {
    aJob()
    service.answers.push(status)
    await clientWith().status(JOB)
    expect(service.requests).toHaveLength(2)
  })

  it('follows a pause of exactly two minutes, and uses the first of two headers', async () => {
    plan(429, '{}', { 'retry-after': ['120', '9'] })
    plan(200, readable)
    await clientWith().status(JOB)
    expect(clock.slept).toEqual([120_000])
  })

  it('reads the pause only near the start of an answer', async () => {
    plan(503, `${' '.repeat(1980)}retry after 7s`)
    plan(503, `${' '.repeat(1990)}retry after 7s`)
    plan(503, 'retry after 9s')
    plan(200, readable)
    await clientWith().status(JOB)
    expect(clock.slept).toEqual([7000, 1000, 9000])
  })

  it('ends for a job that is at least half a minute old', async () => {
    const asked = clientWith().status(JOB, { startedAtMs: NOW_MS - 30_000 })
    await expect(asked).rejects.toMatchObject({ code: 'not-found' })
    expect(clock.slept).toEqual([])
    const younger = clientWith().status(JOB, { startedAtMs: NOW_MS - 29_999 })
    service.answers.push(404)
    plan(200, readable)
    expect(await younger).toMatchObject({ status: 'completed' })
  })

  it('does not follow an internal error', async () => {
    const text = (): never => {
      throw new Error('our own')
    }
    service.answers.push(503)
    const redactor = { ...createRedactor(new Map()), text }
    await expect(clientWith({ redactor }).status(JOB)).rejects.toThrow('our own')
    expect(service.requests).toHaveLength(1)
    service.faults.push('503')
    await expect(start({ redactor })).rejects.toThrow('our own')
  })
})

describe('an answer', () => {
  it('with status 300 is a redirect, and shows no key', async () => {
    plan(300, readable)
    await expect(clientWith().status(JOB)).rejects.toMatchObject({
      code: 'refused',
      message: expect.stringContaining('HTTP 300, a redirect to elsewhere'),
    })
    plan(300, '{"error":"no hunter-twelve"}')
    await expect(clientWith({ apiKey: 'hunter-twelve' }).status(JOB)).rejects.toMatchObject({
      message: expect.stringContaining('HTTP 300: no (the API key), a redirect'),
    })
  })

  it('to a start may have up to a mebibyte', async () => {
    const least = JSON.stringify({ success: true, id: 'one', url: 'https://example.com/1', fill: '' }).length
    service.startAnswer = { id: 'one', url: 'https://example.com/1', fill: 'x'.repeat(1_048_576 - least) }
    expect(await start()).toEqual({ kind: 'started', job: 'one', url: 'https://example.com/1' })
    service.startAnswer = { ...service.startAnswer, fill: 'x'.repeat(1_048_577 - least) }
    expect(await start()).toMatchObject({ kind: 'in-doubt' })
  })

  it('may contain a job URL of two thousand characters', async () => {
    const url = `https://example.com/${'x'.repeat(1980)}`
    service.startAnswer = { url }
    expect(await start()).toMatchObject({ url })
  })

  it('is shown without secrets in all texts about a job', async () => {
    const said = {
      error: 'no hunter-twelve',
      warning: 'old hunter-twelve',
      waitsBecause: 'for hunter-twelve',
    }
    plan(200, JSON.stringify({ status: 'failed', data: [], ...said }))
    const redactor = createRedactor(new Map([['(secret)', 'hunter-twelve']]))
    expect(await clientWith({ redactor }).status(JOB)).toMatchObject({
      error: 'no (secret)',
      warning: 'old (secret)',
      waitsBecause: 'for (secret)',
    })
  })

  it('ignores fields of the wrong type', async () => {
    plan(200, JSON.stringify({ status: 'scraping', cacheHits: 'three', next: 5, total: 1, completed: 1 }))
    const status = await clientWith().status(JOB)
    expect(status).toMatchObject({ success: true, total: 1, completed: 1, expiresAt: '' })
    expect(Object.keys(status)).not.toEqual(expect.arrayContaining(['cacheHits']))
    expect(Object.keys(status)).not.toEqual(expect.arrayContaining(['next']))
    plan(200, JSON.stringify({ errors: [null, { url: 'u', id: 7 }], robotsBlocked: ['a', 5] }))
    expect(await clientWith().errors(JOB)).toEqual({
      errors: [{ id: '', url: 'u', error: '' }],
      robotsBlocked: ['a'],
    })
  })

  it.each([
    ['errors', '{"errors":{}}'],
    ['active', '{"crawls":{}}'],
    ['cancel', 'no JSON'],
  ] as const)('without a valid list for %s is unreadable', async (operation, text) => {
    plan(200, text)
    await expect(clientWith()[operation](JOB as never)).rejects.toMatchObject({
      code: 'unreadable',
      status: 200,
    })
  })

  it('without the settings of a prompt is unreadable', async () => {
    plan(200, '{"data":"none"}')
    const asked = clientWith().previewParams({ url: 'https://example.com/', prompt: 'docs' })
    await expect(asked).rejects.toMatchObject({ code: 'unreadable' })
  })
})

describe('pages that were delivered twice', () => {
  it.each([
    [10, ''],
    [11, ' and 1 more'],
  ])('are named up to ten, out of %i pages', async (count, more) => {
    aJob({ completed: count + 1 })
    service.pages = Array.from({ length: 2 * count }, (_, n) => ({
      metadata: { sourceURL: `https://example.com/${n % count}` },
    }))
    const named = Array.from({ length: 10 }, (_, n) => `https://example.com/${n}`).join(', ')
    const reading = clientWith().pages(JOB)
    const read = async (): Promise<void> => {
      while ((await reading.next()).done !== true);
    }
    await expect(read()).rejects.toMatchObject({
      message: expect.stringMatching(
        new RegExp(`1 not delivered, these delivered more than once: ${named}${more}$`),
      ),
    })
  })

  it('are not mentioned if there are none', async () => {
    aJob({ completed: 2 })
    service.pages = [{ metadata: { sourceURL: 'https://example.com/' } }]
    const reading = clientWith().pages(JOB)
    await reading.next()
    await expect(reading.next()).rejects.toMatchObject({
      message: `pages of job ${JOB}: 2 pages completed, and the service delivered 1 different ones; 1 not delivered`,
    })
  })
})

describe('the end of an exchange', () => {
  it('may come before its start, and then nothing is sent', async () => {
    expect(await start({}, AbortSignal.abort('enough'))).toEqual({
      kind: 'refused',
      message: 'enough',
      retryable: false,
    })
    expect(service.requests).toEqual([])
  })

  it.each([
    ['enough', 'enough'],
    [new RangeError(), 'RangeError'],
    [new AggregateError([new Error('first'), new Error('second')], 'both'), 'first'],
    [new AggregateError([new Error('only')], 'one'), 'only'],
    [new AggregateError([], 'none'), 'none'],
    [new AggregateError(['text'], 'of texts'), 'of texts'],
  ])('is explained by its reason: %s', async (reason, words) => {
    const controller = new AbortController()
    service.onHang = () => controller.abort(reason)
    service.faults.push('hang')
    expect(await start({}, controller.signal)).toEqual({
      kind: 'in-doubt',
      message: `${words}, after the request was sent`,
    })
  })

  it('may be caused by closing the client', async () => {
    const client = clientWith()
    await client.close()
    expect(await client.startCrawl({}, { attempt: JOB })).toMatchObject({ kind: 'refused' })
    expect(service.requests).toEqual([])
  })
})

describe('a connection', () => {
  it.each([
    [500, true],
    [501, false],
  ])('that was idle for %i ms is used again: %s', async (idleMs, isUsedAgain) => {
    const client = clientWith()
    for (let count = 0; count < 20; count++) {
      await client.startCrawl({}, { attempt: JOB })
      clock.advance(idleMs)
      await new Promise(setImmediate)
    }
    const ports = new Set(service.requests.map(({ port }) => port))
    expect(ports.size < 20).toBe(isUsedAgain)
    await client.close()
  })
})

describe('a base URL', () => {
  it.each(['https://user@example.com', 'https://:hunter@example.com', 'https://example.com/#top'])(
    'cannot be %s',
    (baseUrl) => {
      expect(() => clientWith({ baseUrl })).toThrow(expect.objectContaining({ code: 'bad-settings' }))
    },
  )

  it('loses only the slashes at its end', () => {
    const client = clientWith({ baseUrl: 'https://example.com//a/b//' })
    expect(client.description).toBe('https://example.com//a/b')
  })
})
