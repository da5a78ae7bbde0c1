import type { ServerResponse } from 'node:http'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { ClientError } from '../../src/client/crawl-client.ts'
import { createCrawlClient, type CrawlClientOptions } from '../../src/client/client.ts'
import { systemClock } from '../../src/util/clock.ts'
import { NapClock } from '../support/fake-clock.ts'
import { FaultyCrawlService, type FaultyJob } from '../support/faulty-crawl-service.ts'

const JOB = '00000000-0000-7000-8000-000000000001'

let service: FaultyCrawlService
let clock: NapClock

beforeEach(async () => {
  service = await new FaultyCrawlService().listen()
  clock = new NapClock()
})

afterEach(async () => service.close())

function clientWith(options: Partial<CrawlClientOptions> = {}) {
  return createCrawlClient({
    baseUrl: service.baseUrl,
    userAgent: 'test',
    clock,
    random: () => 0,
    ...options,
  })
}

function aJob(change: Partial<FaultyJob> = {}): FaultyJob {
  const job: FaultyJob = {
    id: JOB,
    attempt: '',
    body: {},
    createdAt: '2026-11-21T00:00:00.000Z',
    status: 'completed',
    completed: 2,
    total: 3,
    ...change,
  }
  service.jobs.push(job)
  return job
}

async function errorOf(promise: Promise<unknown>): Promise<ClientError> {
  const error = await promise.then(
    () => new Error('nothing was thrown'),
    (reason: unknown) => reason,
  )
  expect(error).toBeInstanceOf(ClientError)
  return error as ClientError
}

describe('the status of a job', () => {
  it('is requested with as few pages as possible', async () => {
    aJob()
    expect(await clientWith().status(JOB)).toMatchObject({
      status: 'completed',
      completed: 2,
      total: 3,
      success: true,
    })
    expect(service.requests[0]!.path).toBe(`/v2/crawl/${JOB}?limit=1`)
  })

  it('is requested again while a young job is not yet known', async () => {
    service.answers.push(404, 404)
    aJob()
    expect(await clientWith().status(JOB, { startedAtMs: systemClock.now() })).toMatchObject({ completed: 2 })
    expect(clock.slept).toEqual([1000, 1000])
  })

  it('is not-found at once for an old unknown job', async () => {
    const error = await errorOf(clientWith().status(JOB, { startedAtMs: systemClock.now() - 30_000 }))
    expect([error.code, error.status]).toEqual(['not-found', 404])
    expect(service.requests).toHaveLength(1)
  })

  it('is requested again after temporary failures, with the pause of the service', async () => {
    aJob()
    service.answers.push(502, 503, 500, (_request, response) => {
      response.writeHead(429, { 'retry-after': '9' }).end('{}')
    })
    expect(await clientWith().status(JOB)).toMatchObject({ completed: 2 })
    expect(clock.slept).toEqual([500, 1000, 2000, 9000])
  })

  it('is not requested again if the data of the service are broken', async () => {
    service.answers.push((_request, response) => {
      response
        .writeHead(500, { 'content-type': 'application/json' })
        .end(
          '{"success":false,"code":"DATA_BROKEN","error":"Stored data cannot be read: file is not a database"}',
        )
    })
    const error = await errorOf(clientWith().status(JOB))
    expect(error.message).toContain('Stored data cannot be read')
    expect(service.requests).toHaveLength(1)
    expect(clock.slept).toEqual([])
  })

  it('is requested again if the connection breaks, up to five times', async () => {
    aJob()
    service.answers.push(
      ...Array.from(
        { length: 5 },
        () => (request: { socket: { destroy(): void } }) => request.socket.destroy(),
      ),
    )
    const error = await errorOf(clientWith().status(JOB))
    expect(error.code).toBe('unreachable')
    expect(error.message).toContain(service.baseUrl)
    expect(service.requests).toHaveLength(5)
    expect(clock.slept).toEqual([500, 1000, 2000, 4000])
  })

  it('is not requested a sixth time, or after a pause above two minutes', async () => {
    aJob()
    const wait = (seconds: number) => (_request: unknown, response: ServerResponse) =>
      response.writeHead(429, { 'retry-after': String(seconds) }).end('{}')
    service.answers.push(wait(121))
    expect((await errorOf(clientWith().status(JOB))).status).toBe(429)
    expect(clock.slept).toEqual([])
    service.answers.push(503, 503, 503, 503, 500)
    expect(await errorOf(clientWith().status(JOB))).toMatchObject({ status: 500, code: 'service-failed' })
    expect(service.requests).toHaveLength(6)
  })

  it.each([
    [401, 'unauthorized'],
    [403, 'unauthorized'],
    [400, 'refused'],
    [409, 'conflict'],
    [418, 'refused'],
  ])('answered with %i is %s, and is not requested again', async (status, code) => {
    service.answers.push(status)
    const error = await errorOf(clientWith().status(JOB))
    expect([error.code, error.message]).toEqual([code, `job ${JOB}: HTTP ${status}: planned ${status}`])
    expect(service.requests).toHaveLength(1)
  })

  it.each(['', 'not json', 'null', '[]', '{}', '{"status":5}', '{"status":"completed","data":5}'])(
    'is unreadable as %j',
    async (text) => {
      service.answers.push((_request, response) => response.end(text))
      expect((await errorOf(clientWith().status(JOB))).code).toBe('unreadable')
    },
  )

  it.each(['failed', 'cancelled'])('may be %s', async (status) => {
    const body = { status, cacheHits: 3 }
    service.answers.push((_request, response) => response.end(JSON.stringify(body)))
    expect(await clientWith().status(JOB)).toMatchObject({ ...body, total: 0, completed: 0, creditsUsed: -1 })
  })

  it('has zero counts if the service sends no valid counts', async () => {
    const counts = { total: -1, completed: 'seven' }
    service.answers.push((_request, response) =>
      response.end(JSON.stringify({ status: 'scraping', ...counts })),
    )
    expect(await clientWith().status(JOB)).toMatchObject({ total: 0, completed: 0 })
  })

  it('is not requested from the target of a redirect', async () => {
    service.answers.push(307)
    const error = await errorOf(clientWith().status(JOB))
    expect([error.code, error.message]).toEqual([
      'refused',
      `job ${JOB}: HTTP 307: planned 307, a redirect to elsewhere; set the environment's baseUrl to the address of the service`,
    ])
  })

  it('ends at an interruption during a pause', async () => {
    const controller = new AbortController()
    service.answers.push((request) => {
      controller.abort()
      request.socket.destroy()
    })
    expect((await errorOf(clientWith().status(JOB, { signal: controller.signal }))).code).toBe('aborted')
  })
})

describe('the pages of a job', () => {
  const pages = Array.from({ length: 7 }, (_, index) => ({
    markdown: `page ${index}`,
    metadata: {
      url: `https://example.com/${index}`,
      sourceURL: `https://example.com/${index}`,
      statusCode: 200,
    },
  }))

  async function collect(options: Partial<CrawlClientOptions> = {}) {
    const found = []
    for await (const page of clientWith(options).pages(JOB)) found.push(page)
    return found
  }

  it('are read from every part, in order', async () => {
    aJob({ completed: 7, total: 7 })
    service.pages = pages
    service.partSize = 3
    expect(await collect()).toEqual(pages)
    expect(service.requests.map((request) => request.path)).toEqual([
      `/v2/crawl/${JOB}`,
      `/v2/crawl/${JOB}?skip=3`,
      `/v2/crawl/${JOB}?skip=6`,
    ])
  })

  it('are requested at the base URL, whatever the address of the next part is', async () => {
    aJob({ completed: 7, total: 7 })
    service.pages = pages
    service.partSize = 3
    service.nextOrigin = 'https://elsewhere.example/prefix'
    expect(await collect({ apiKey: 'fc-secret' })).toHaveLength(7)
    expect(service.requests.every((request) => request.headers.authorization === 'Bearer fc-secret')).toBe(
      true,
    )
  })

  it('end if a running job has no more yet', async () => {
    aJob({ status: 'scraping', completed: 7, total: 7 })
    service.pages = pages
    service.partSize = 3
    expect(await collect()).toHaveLength(7)
  })

  it('end if the next part is always the same', async () => {
    const body = { success: true, status: 'completed', data: pages.slice(0, 1), next: '/v2/crawl/x?skip=0' }
    service.answers.push(
      ...Array.from(
        { length: 9 },
        () => (_request: unknown, response: { end(text: string): void }) =>
          response.end(JSON.stringify(body)),
      ),
    )
    expect(await collect()).toHaveLength(1)
  })

  it('are returned once, and repeated ones are named if others are missing', async () => {
    aJob({ completed: 7, total: 7 })
    service.pages = pages
    service.partSize = 3
    service.ignoresSkip = true
    const found: unknown[] = []
    const reading = async (): Promise<void> => {
      for await (const page of clientWith().pages(JOB)) found.push(page)
    }
    await expect(reading()).rejects.toMatchObject({
      code: 'incomplete',
      message: `pages of job ${JOB}: 7 pages completed, and the service delivered 3 different ones; 4 not delivered, these delivered more than once: https://example.com/0, https://example.com/1, https://example.com/2`,
    })
    expect(found).toEqual(pages.slice(0, 3))
  })

  it('are distinguished by the id of their scrape', async () => {
    aJob({ completed: 2, total: 2 })
    service.pages = ['a', 'b'].map((scrapeId) => ({ metadata: { ...pages[0]!.metadata, scrapeId } }))
    expect(await collect()).toHaveLength(2)
  })
})

describe('the other operations', () => {
  it('cancel a job, even if it has ended or is gone', async () => {
    const job = aJob({ status: 'scraping' })
    expect(await clientWith().cancel(JOB)).toBe('cancelled')
    expect(job.status).toBe('cancelled')
    expect(await clientWith().cancel(JOB)).toBe('already-finished')
    expect(await clientWith().cancel('unknown')).toBe('not-found')
  })

  it('list the active crawls with their settings', async () => {
    aJob({ status: 'scraping', body: { url: 'https://example.com/', limit: 5 } })
    expect(await clientWith().active()).toEqual([
      {
        id: JOB,
        teamId: 'team',
        url: 'https://example.com/',
        created_at: '2026-11-21T00:00:00.000Z',
        options: { limit: 5 },
      },
    ])
  })

  it('list active crawls without settings', async () => {
    service.answers.push((_request, response) =>
      response.end(JSON.stringify({ crawls: [{ id: JOB, options: null }, 'none'] })),
    )
    expect(await clientWith().active()).toEqual([
      { id: JOB, teamId: '', url: '', created_at: '', options: {} },
    ])
  })

  it('list failed pages, at the top or under data', async () => {
    const errors = [{ id: '1', url: 'https://example.com/x', error: 'timed out', code: 'SCRAPE_TIMEOUT' }]
    for (const body of [
      { errors, robotsBlocked: ['https://example.com/y'] },
      { success: true, data: { errors } },
    ]) {
      service.answers.push((_request, response) => response.end(JSON.stringify(body)))
    }
    expect(await clientWith().errors(JOB)).toEqual({ errors, robotsBlocked: ['https://example.com/y'] })
    expect(await clientWith().errors(JOB)).toEqual({ errors, robotsBlocked: [] })
  })

  it('ask for the settings of a prompt', async () => {
    service.answers.push((_request, response) =>
      response.end('{"success":true,"data":{"url":"https://e.com/","limit":3}}'),
    )
    expect(await clientWith().previewParams({ url: 'https://e.com/', prompt: 'docs only' })).toEqual({
      url: 'https://e.com/',
      limit: 3,
    })
    expect(service.requests[0]).toMatchObject({
      path: '/v2/crawl/params-preview',
      body: '{"url":"https://e.com/","prompt":"docs only"}',
    })
  })
})

describe('unusable settings of the client', () => {
  it.each([
    ['example.com', {}],
    ['ftp://example.com', {}],
    ['https://user:fc-secret@example.com', {}],
    ['https://example.com/?key=1', {}],
    ['https://example.com', { apiKey: 'fc-sec\nret' }],
    ['https://example.com', { apiKey: 'fc-sécret' }],
  ])('are refused at once: %s', (baseUrl, options) => {
    const error = caught(() => clientWith({ baseUrl, ...options }))
    expect(error).toMatchObject({ name: 'ClientError', code: 'bad-settings' })
    expect(String(error)).not.toContain('fc-s')
  })
})

function caught(action: () => unknown): unknown {
  try {
    return action()
  } catch (error) {
    return error
  }
}
