import { setImmediate } from 'node:timers/promises'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { StartOutcome } from '../../src/client/crawl-client.ts'
import { createCrawlClient, type CrawlClientOptions } from '../../src/client/client.ts'
import { systemClock } from '../../src/util/clock.ts'
import { FakeClock } from '../support/fake-clock.ts'
import { FaultyCrawlService, type Fault } from '../support/faulty-crawl-service.ts'

const ATTEMPT = '00000000-0000-4000-8000-000000000001'
const BODY = { url: 'https://example.com/', limit: 5 }

let service: FaultyCrawlService

beforeEach(async () => {
  service = await new FaultyCrawlService().listen()
})

afterEach(async () => service.close())

function clientWith(options: Partial<CrawlClientOptions> = {}) {
  return createCrawlClient({
    baseUrl: service.baseUrl,
    userAgent: 'crawlform/test',
    clock: systemClock,
    ...options,
  })
}

function start(options: Partial<CrawlClientOptions> = {}): Promise<StartOutcome> {
  return clientWith(options).startCrawl(BODY, { attempt: ATTEMPT })
}

describe('a start', () => {
  it('sends the body unchanged, the API key, and the attempt as idempotency key', async () => {
    expect(await start({ apiKey: 'fc-secret\n' })).toEqual({
      kind: 'started',
      job: service.jobs[0]!.id,
      url: `${service.baseUrl}/v2/crawl/${service.jobs[0]!.id}`,
    })
    const { body, headers } = service.requests[0]!
    expect(body).toBe('{"url":"https://example.com/","limit":5}')
    expect(headers).toEqual({
      host: new URL(service.baseUrl).host,
      connection: 'keep-alive',
      accept: 'application/json',
      'user-agent': 'crawlform/test',
      authorization: 'Bearer fc-secret',
      'content-type': 'application/json',
      'content-length': '40',
      'x-idempotency-key': ATTEMPT,
    })
  })

  it('omits Authorization without a key', async () => {
    await start()
    expect(service.requests[0]!.headers.authorization).toBeUndefined()
  })

  it('keeps the path prefix of the base URL', async () => {
    await start({ baseUrl: `${service.baseUrl}/crawler/` })
    expect(service.requests[0]!.path).toBe('/crawler/v2/crawl')
  })
})

describe('a started job', () => {
  it.each(['x'.repeat(200), 'a-1.b:c~d_e'])('may have the id %s', async (id) => {
    service.startAnswer = { id }
    expect(await start()).toMatchObject({ kind: 'started', job: id })
  })

  it.each(['x'.repeat(201), '', '-a', 'a/b', 'a b', 7, null])('cannot have the id %j', async (id) => {
    service.startAnswer = { id }
    expect(await start()).toMatchObject({ kind: 'in-doubt', status: 200 })
  })

  it('has the URL that the service returns', async () => {
    service.startAnswer = { url: 'https://elsewhere.example/v2/crawl/1' }
    expect(await start()).toMatchObject({ url: 'https://elsewhere.example/v2/crawl/1' })
  })

  it.each(['', 'not a URL', `https://a.example/${'x'.repeat(2000)}`, 7])(
    'has a URL below the base URL if the service returns %j',
    async (url) => {
      service.startAnswer = { id: 'one', url }
      expect(await start()).toMatchObject({ url: `${service.baseUrl}/v2/crawl/one` })
    },
  )
})

describe('a start is refused', () => {
  const refused: readonly [Fault, string, boolean][] = [
    ['400', 'HTTP 400: planned 400', false],
    ['401', 'HTTP 401: planned 401', false],
    ['402', 'HTTP 402: Insufficient credits to perform this request.', false],
    ['403', 'HTTP 403: planned 403', false],
    ['404-html', 'HTTP 404: Cannot POST', false],
    ['413', 'HTTP 413: planned 413', false],
    ['429', 'HTTP 429: planned 429', true],
    ['503', 'HTTP 503: planned 503', true],
  ]
  it.each(refused)('after the answer %s', async (fault, message, retryable) => {
    service.faults.push(fault)
    expect(await start()).toEqual({ kind: 'refused', message, retryable, status: Number.parseInt(fault, 10) })
  })

  it.each([
    // As Firecrawl answers: the reason is only in the details.
    [
      { error: 'Bad Request', details: [{ path: ['sitemap'], message: "Expected 'skip' | 'include'" }] },
      "HTTP 400: Bad Request: sitemap: Expected 'skip' | 'include'",
    ],
    [
      {
        error: 'Too long.',
        details: [
          { path: ['scrapeOptions', 'formats', 0], message: 'Too long.' },
          { code: 'custom', path: [], message: 'No.' },
        ],
      },
      'HTTP 400: scrapeOptions.formats.0: Too long.; No.',
    ],
    [
      {
        error: '"limit" must be a number.',
        details: [{ path: ['limit'], message: '"limit" must be a number.' }],
      },
      'HTTP 400: "limit" must be a number.',
    ],
    [
      {
        error: 'Bad Request',
        details: Array.from({ length: 40 }, (_, n) => ({ path: [n], message: '\u001bno' })),
      },
      'HTTP 400: Bad Request: 0: \\u001bno; 1: \\u001bno; 2: \\u001bno; 3: \\u001bno; 4: \\u001bno; and 35 more',
    ],
    [
      { details: [1, 2, 3, 4, 5].map((n) => ({ path: [n], message: 'no' })) },
      'HTTP 400: 1: no; 2: no; 3: no; 4: no; 5: no',
    ],
    [
      { details: [1, 2, 3, 4, 5, 6].map((n) => ({ path: [n], message: 'no' })) },
      'HTTP 400: 1: no; 2: no; 3: no; 4: no; 5: no; and 1 more',
    ],
    [
      {
        error: 'Bad Request',
        details: [
          {
            code: 'unrecognized_keys',
            keys: ['a', 'b'],
            path: ['scrapeOptions'],
            message: 'Unrecognized key in body',
          },
        ],
      },
      'HTTP 400: Bad Request: scrapeOptions.a, b: Unrecognized key in body',
    ],
    [
      {
        error: 'Bad Request',
        details: [{ keys: ['regexOnFullURL'], path: [], message: 'Unrecognized key in body' }],
      },
      'HTTP 400: Bad Request: regexOnFullURL: Unrecognized key in body',
    ],
    [{ details: 'x' }, 'HTTP 400'],
    [{ message: 'Forbidden' }, 'HTTP 400: Forbidden'],
    [{ type: 'about:blank', title: 'Bad Request', detail: 'Not here.' }, 'HTTP 400: Not here.'],
    [{ title: 'Denied' }, 'HTTP 400: Denied'],
    [{ error: { message: 'Denied.', code: 7 }, message: 'Other.' }, 'HTTP 400: Denied.'],
    [{ error: 'No.', details: [null, 7, {}, { path: 'url' }] }, 'HTTP 400: No.: url'],
  ])('with its reasons and their places: %j', async (body, message) => {
    service.refusal = { success: false, ...body }
    service.faults.push('400')
    expect(await start()).toEqual({ kind: 'refused', message, retryable: false, status: 400 })
  })

  it('after a busy answer, with the pause to wait', async () => {
    service.faults.push('429-header', '429-text', '503-header')
    expect([await start(), await start(), await start()]).toMatchObject([
      { kind: 'refused', retryable: true, retryAfterMs: 7000 },
      { kind: 'refused', retryable: true, retryAfterMs: 21_000 },
      { kind: 'refused', retryable: true, retryAfterMs: 3000 },
    ])
  })

  it('after a redirect, which is not followed with the key', async () => {
    service.faults.push('redirect')
    expect(await start({ apiKey: 'fc-secret' })).toEqual({
      kind: 'refused',
      message:
        'HTTP 307, a redirect to "https://elsewhere.example/v2/crawl"; set the environment\'s baseUrl to the address of the service',
      status: 307,
      retryable: false,
    })
  })

  it('if no program listens on the port', async () => {
    await service.close()
    expect(await start()).toMatchObject({ kind: 'refused', retryable: false })
    await service.listen()
  })

  it('if the host name is unknown', async () => {
    const outcome = await start({ baseUrl: 'http://crawl.invalid' })
    expect(outcome).toMatchObject({ kind: 'refused', retryable: false })
  })

  it('if the handshake fails before the first byte', async () => {
    service.faults.push('reset-at-once')
    // The service speaks no TLS and hangs up; the request was never written.
    const outcome = await start({ baseUrl: service.baseUrl.replace('http:', 'https:') })
    expect(outcome).toMatchObject({ kind: 'refused', retryable: false })
  })
})

describe('a start is in doubt', () => {
  const doubtful: readonly Fault[] = [
    'reset-before-headers',
    'reset-before-headers-started',
    'reset-in-headers-started',
    'reset-after-headers-started',
    'truncated-started',
    'cut-body-started',
    'wrong-json-started',
    'html-started',
    'no-id-started',
    'no-success-started',
    '408-started',
    '409',
    '499-started',
    '500',
    '500-started',
    '502',
    '502-started',
    '504-started',
  ]
  it.each(doubtful)('after %s', async (fault) => {
    service.faults.push(fault)
    expect(await start()).toMatchObject({ kind: 'in-doubt' })
  })

  it('if no answer comes in time', async () => {
    const clock = new FakeClock()
    service.onHang = () => clock.advance(30_000)
    service.faults.push('hang-started')
    expect(await start({ clock, timeoutMs: 30_000 })).toEqual({
      kind: 'in-doubt',
      message: 'no answer within 30 s, after the request was sent',
    })
  })

  it('after an interruption, if the request was sent', async () => {
    const controller = new AbortController()
    service.onHang = () => controller.abort()
    service.faults.push('hang-started')
    const outcome = await clientWith().startCrawl(BODY, { attempt: ATTEMPT, signal: controller.signal })
    expect(outcome).toMatchObject({ kind: 'in-doubt' })
  })

  it('after an answer without end', async () => {
    service.faults.push('endless-started')
    expect(await start()).toEqual({
      kind: 'in-doubt',
      message: 'the answer is larger than 1048576 bytes, after the request was sent',
    })
  })
})

it('a start is never repeated by the client', async () => {
  for (const fault of ['502', '503', '429', 'reset-before-headers'] as const) {
    service.requests.length = 0
    service.faults.push(fault)
    await start()
    expect(service.requests).toHaveLength(1)
  }
})

it('a start does not show the key if the service quotes it', async () => {
  service.faults.push('402')
  const outcome = await start({ apiKey: 'Insufficient' })
  expect(outcome).toMatchObject({ message: 'HTTP 402: (the API key) credits to perform this request.' })
})

it('a refusal is shown in one short line without control characters', async () => {
  service.faults.push('403-hostile')
  const outcome = await start()
  expect(outcome).toMatchObject({ kind: 'refused' })
  const { message } = outcome as { message: string }
  expect(message).toMatch(/^HTTP 403: no \\u001b\[31mred\\u001b\[0m x+\.\.\.$/)
  expect(message.length).toBeLessThan(450)
})

describe('connections', () => {
  it('are used again at once, but not after the machine has slept', async () => {
    // Timers stand still while a machine sleeps; the time of day tells afterwards.
    let now = 0
    const client = clientWith({ clock: { ...systemClock, now: () => now } })
    const begin = (): Promise<StartOutcome> => client.startCrawl(BODY, { attempt: ATTEMPT })
    for (let count = 0; count < 20; count++) {
      await begin()
      // A connection is free again in the turn after its answer.
      await setImmediate()
    }
    const ports = new Set(service.requests.map(({ port }) => port))
    expect(ports.size).toBeLessThan(20)
    now += 60_000
    await begin()
    expect(ports).not.toContain(service.requests.at(-1)?.port)
    await client.close()
  })
})
