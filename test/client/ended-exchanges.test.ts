import { getEventListeners } from 'node:events'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { createCrawlClient, type CrawlClientOptions } from '../../src/client/client.ts'
import { createRedactor } from '../../src/util/redactor.ts'
import { FaultyCrawlService } from '../support/faulty-crawl-service.ts'
import { impatientClock } from '../support/impatient-clock.ts'

const ATTEMPT = '00000000-0000-4000-8000-000000000001'

let service: FaultyCrawlService
/** Deadlines that were neither reached nor taken back. */
let deadlines: Set<() => void>

beforeEach(async () => {
  service = await new FaultyCrawlService().listen()
  deadlines = new Set()
})

afterEach(async () => service.close())

function clientWith(options: Partial<CrawlClientOptions> = {}) {
  const clock = impatientClock({}, deadlines)
  return createCrawlClient({
    baseUrl: service.baseUrl,
    userAgent: 'test',
    clock,
    random: () => 0,
    ...options,
  })
}

describe('an exchange that ended', () => {
  it.each(['none', '500', 'reset-before-headers', 'endless-started', '300'] as const)(
    'leaves no timer and no listener: %s',
    async (fault) => {
      service.faults.push(fault)
      const { signal } = new AbortController()
      await clientWith().startCrawl({}, { attempt: ATTEMPT, signal })
      expect(deadlines.size).toBe(0)
      expect(getEventListeners(signal, 'abort')).toEqual([])
    },
  )

  it('before it had a connection sends nothing later', async () => {
    const controller = new AbortController()
    const client = clientWith()
    const outcome = client.startCrawl({}, { attempt: ATTEMPT, signal: controller.signal })
    controller.abort('enough')
    expect(await outcome).toEqual({ kind: 'refused', message: 'enough', retryable: false })
    await client.startCrawl({ url: 'https://example.com/' }, { attempt: ATTEMPT })
    expect(service.requests.map(({ body }) => body)).toEqual(['{"url":"https://example.com/"}'])
    expect(deadlines.size).toBe(0)
  })

  it('at its deadline closes its connection', async () => {
    const left = new Promise<void>((resolve) => {
      service.answers.push((request) => {
        request.socket.once('close', () => resolve())
        for (const ring of deadlines) ring()
      })
    })
    service.answers.push(403)
    await expect(clientWith().status('job')).rejects.toMatchObject({ code: 'unauthorized' })
    await left
  })
})

describe('a request', () => {
  it('without a body has no content type', async () => {
    await clientWith({ apiKey: 'fc-secret' }).active()
    expect(service.requests[0]!.headers).toEqual({
      host: new URL(service.baseUrl).host,
      connection: 'keep-alive',
      accept: 'application/json',
      'user-agent': 'test',
      authorization: 'Bearer fc-secret',
    })
  })

  it('has no idempotency key if the service accepts none', async () => {
    const client = clientWith({ idempotencyKeys: false })
    await client.startCrawl({}, { attempt: ATTEMPT })
    expect([client.sendsKeys, service.requests[0]!.headers['x-idempotency-key']]).toEqual([false, undefined])
  })
})

describe('the outcome of a start', () => {
  const start = (options: Partial<CrawlClientOptions> = {}) =>
    clientWith(options).startCrawl({}, { attempt: ATTEMPT })

  it('is a refusal for a redirect with several targets', async () => {
    service.faults.push('300')
    expect(await start()).toEqual({
      kind: 'refused',
      message:
        "HTTP 300: planned 300, a redirect to elsewhere; set the environment's baseUrl to the address of the service",
      retryable: false,
      status: 300,
    })
  })

  it('has a pause only if the service asks for one', async () => {
    service.faults.push('429')
    expect(await start()).not.toHaveProperty('retryAfterMs')
  })

  it("has the job's URL without secrets", async () => {
    service.startAnswer = { url: 'https://example.com/hunter-twelve/1' }
    const redactor = createRedactor(new Map([['(secret)', 'hunter-twelve']]))
    expect(await start({ redactor })).toMatchObject({ url: 'https://example.com/(secret)/1' })
  })

  it('names a long path in a request by its first hundred characters', async () => {
    service.refusal = { details: [{ path: ['x'.repeat(150)], message: 'no' }] }
    service.faults.push('400')
    const { message } = (await start()) as { message: string }
    expect(message).toMatch(/^HTTP 400: x+\.\.\.: no$/)
    expect(message).toHaveLength('HTTP 400: ...: no'.length + 100)
  })
})

it('a status request is rate-limited after the answer 429 with a long pause', async () => {
  service.answers.push((_request, response) => response.writeHead(429, { 'retry-after': '121' }).end('{}'))
  await expect(clientWith().status('job')).rejects.toMatchObject({ code: 'rate-limited', status: 429 })
})
