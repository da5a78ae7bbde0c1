import type { ServerResponse } from 'node:http'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { type CrawlClient, type CrawlClientOptions, createCrawlClient } from '../../src/client/client.ts'
import type { CrawlStatusAnswer } from '../../src/protocol/crawl-status.ts'
import { systemClock } from '../../src/util/clock.ts'
import { createRedactor } from '../../src/util/redactor.ts'
import { FaultyCrawlService, type FaultyJob } from '../support/faulty-crawl-service.ts'

const JOB = '00000000-0000-7000-8000-000000000001'

let service: FaultyCrawlService
let job: FaultyJob

beforeEach(async () => {
  service = await new FaultyCrawlService().listen()
  service.partSize = 2
  job = {
    id: JOB,
    attempt: '',
    body: {},
    createdAt: '2026-11-21T00:00:00.000Z',
    status: 'scraping',
    completed: 0,
    total: 9,
  }
  service.jobs.push(job)
})

afterEach(async () => service.close())

function clientWith(options: Partial<CrawlClientOptions> = {}) {
  return createCrawlClient({ baseUrl: service.baseUrl, userAgent: 'test', clock: systemClock, ...options })
}

function page(name: number | string) {
  const url = `https://example.com/${name}`
  return { metadata: { sourceURL: url, url, statusCode: 200 } }
}

/** The job has pages of these names. */
function come(...names: (number | string)[]): void {
  service.pages = names.map(page)
  job.completed = names.length
}

/** Plans one answer of a running job, whatever is asked for. */
function say(part: Partial<CrawlStatusAnswer>): void {
  const whole = { success: true, status: 'scraping', completed: 0, total: 0, data: [], ...part }
  service.answers.push((_request: unknown, response: ServerResponse) => response.end(JSON.stringify(whole)))
}

/** Reads what is new: the pages by name, what was asked for, and the state at the end. */
async function read(reading: ReturnType<CrawlClient['pages']>) {
  service.requests.length = 0
  const names: string[] = []
  for (;;) {
    const step = await reading.next()
    const asked = service.requests.map(({ path }) => path.replace(`/v2/crawl/${JOB}`, ''))
    if (step.done === true) return { names, asked, state: step.value }
    names.push(String(step.value.metadata.sourceURL).replace('https://example.com/', ''))
  }
}

describe('the pages of a job', () => {
  it('are read once each, from the parts that the service names', async () => {
    come(0, 1, 2)
    expect(await read(clientWith().pages(JOB))).toMatchObject({
      names: ['0', '1', '2'],
      asked: ['', '?skip=2', '?skip=3'],
    })
    job.status = 'completed'
    expect(await read(clientWith().pages(JOB))).toEqual({
      names: ['0', '1', '2'],
      asked: ['', '?skip=2'],
      state: {
        success: true,
        status: 'completed',
        completed: 3,
        total: 9,
        creditsUsed: 3,
        expiresAt: '2026-11-22T00:00:00.000Z',
        data: [],
      },
    })
  })

  it('may be more than the service has counted so far', async () => {
    come(0, 1, 2)
    job.completed = 9
    expect((await read(clientWith().pages(JOB))).names).toEqual(['0', '1', '2'])
  })

  it('are read while they come, and the reader waits in between', async () => {
    come(0, 1, 2)
    const changes = [
      () => undefined,
      () => come(0, 1, 2, 3),
      () => {
        come(0, 1, 2, 3, 4, 5)
        job.status = 'completed'
      },
    ]
    const more = () => {
      changes.shift()?.()
      return Promise.resolve(true)
    }
    const { names, asked, state } = await read(clientWith().pages(JOB, { more }))
    expect(names).toEqual(['0', '1', '2', '3', '4', '5'])
    expect(asked).toEqual(['', '?skip=2', '?skip=3', '?skip=3', '?skip=3', '?skip=4', '?skip=4'])
    expect(state.status).toBe('completed')
  })

  it('are those so far if the reader is stopped', async () => {
    come(0, 1)
    const { names, state } = await read(clientWith().pages(JOB, { more: () => Promise.resolve(false) }))
    expect(names).toEqual(['0', '1'])
    expect(state.status).toBe('scraping')
  })

  it('must be complete when the job has ended', async () => {
    come(0, 1)
    Object.assign(job, { status: 'failed', completed: 3 })
    await expect(read(clientWith().pages(JOB))).rejects.toMatchObject({
      message: expect.stringMatching(/1 not delivered$/),
    })
  })

  it.each(['?cursor=a', '?skip=x5', '?skip=2&limit=7'])(
    'are requested at the base URL, whatever the host of the next part is: %s',
    async (search) => {
      say({ completed: 2, data: [page(0)], next: `https://elsewhere.example/v2/crawl/${JOB}${search}` })
      say({ completed: 2, data: [page(1)], next: 'http://[' })
      expect(await read(clientWith().pages(JOB))).toMatchObject({ names: ['0', '1'], asked: ['', search] })
    },
  )
})

it('pages are shown without the key of the service, and without secrets', async () => {
  const markdown = 'of hunter-twelve and of opened-by-hand'
  const redactor = createRedactor(new Map([['(secret)', 'opened-by-hand']]))
  say({ status: 'completed', completed: 1, total: 1, data: [{ markdown, ...page(0) }] })
  const { value } = await clientWith({ apiKey: 'hunter-twelve', redactor }).pages(JOB).next()
  expect(value).toMatchObject({ markdown: 'of (the API key) and of (secret)' })
})
