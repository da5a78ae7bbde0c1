import type { ServerResponse } from 'node:http'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { FollowedPages } from '../../src/client/crawl-client.ts'
import { createCrawlClient, type CrawlClientOptions } from '../../src/client/client.ts'
import type { CrawlStatusAnswer, PageDocument } from '../../src/protocol/crawl-status.ts'
import { systemClock } from '../../src/util/clock.ts'
import { createRedactor } from '../../src/util/redactor.ts'
import { impatientClock } from '../support/impatient-clock.ts'
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
async function read(reading: ReturnType<FollowedPages['news']>) {
  service.requests.length = 0
  const names: string[] = []
  for (;;) {
    const step = await reading.next()
    const asked = service.requests.map(({ path }) => path.replace(`/v2/crawl/${JOB}`, ''))
    if (step.done === true) return { names, asked, state: step.value }
    names.push(String(step.value.metadata.sourceURL).replace('https://example.com/', ''))
  }
}

describe('the pages of a job that is followed', () => {
  it('come once each, asked for with the last of them, which has to come again in its place', async () => {
    const followed = clientWith().follow(JOB)
    come(0, 1, 2)
    expect(await read(followed.news())).toMatchObject({ names: ['0', '1', '2'], asked: ['', '?skip=2'] })
    expect(await read(followed.news())).toMatchObject({ names: [], asked: ['?skip=2'] })
    come(0, 1, 2, 3, 4)
    expect(await read(followed.news())).toMatchObject({ names: ['3', '4'], asked: ['?skip=2', '?skip=4'] })
    job.status = 'completed'
    expect(await read(followed.news())).toEqual({
      names: [],
      asked: ['?skip=4'],
      state: {
        success: true,
        status: 'completed',
        completed: 5,
        total: 9,
        creditsUsed: 5,
        expiresAt: '2026-11-22T00:00:00.000Z',
        data: [],
      },
    })
  })

  it('are asked for from the beginning as long as there are none', async () => {
    const followed = clientWith().follow(JOB)
    expect(await read(followed.news())).toMatchObject({ names: [], asked: [''] })
    expect(await read(followed.news())).toMatchObject({ names: [], asked: ['?skip=0'] })
    come('first')
    expect(await read(followed.news())).toMatchObject({ names: ['first'], asked: ['?skip=0'] })
  })

  it('are all read to the end where nobody is going to ask again', async () => {
    come(0, 1, 2)
    expect(await read(clientWith().pages(JOB))).toMatchObject({
      names: ['0', '1', '2'],
      asked: ['', '?skip=2', '?skip=3'],
    })
  })

  it.each([[[0, 1, 'other', 3]], [[0, 1]]])(
    'are of no use where the service has them as %j',
    async (names) => {
      const followed = clientWith().follow(JOB)
      come(0, 1, 2)
      await read(followed.news())
      come(...names)
      await expect(read(followed.news())).rejects.toMatchObject({
        code: 'incomplete',
        message: `pages of job ${JOB}: the service has changed their order`,
      })
    },
  )

  it('may be more than the service has shown so far', async () => {
    come(0, 1, 2)
    job.completed = 9
    for (const reading of [clientWith().follow(JOB).news(), clientWith().pages(JOB)])
      expect((await read(reading)).names).toEqual(['0', '1', '2'])
  })

  it('are asked for again where the service does not know a young job yet', async () => {
    service.answers.push(404)
    come(0)
    const news = clientWith({ clock: impatientClock() }).follow(JOB).news({ startedAtMs: systemClock.now() })
    expect((await read(news)).names).toEqual(['0'])
  })

  it('are of no use where the job has fewer at its end', async () => {
    const followed = clientWith().follow(JOB)
    come(0, 1, 2)
    await read(followed.news())
    Object.assign(job, { status: 'completed', completed: 2 })
    await expect(read(followed.news())).rejects.toMatchObject({
      message: `pages of job ${JOB}: some delivered before are now missing`,
    })
    // One reading gets all of them.
    expect((await read(clientWith().pages(JOB))).names).toEqual(['0', '1', '2'])
  })

  it('may have ended with fewer before anybody asked again, and have to be all there', async () => {
    const followed = clientWith().follow(JOB)
    come(0, 1)
    await read(followed.news())
    Object.assign(job, { status: 'failed', completed: 3 })
    await expect(read(followed.news())).rejects.toMatchObject({
      message: expect.stringMatching(/1 not delivered$/),
    })
  })

  it.each(['?cursor=a', '?skip=0', '?skip=x5', '?skip=5x', '?skip=1234567890123456'])(
    'are asked for as the service says where that counts no pages: %s',
    async (search) => {
      const followed = clientWith().follow(JOB)
      const next = `https://elsewhere.example/v2/crawl/${JOB}${search}`
      say({ completed: 1, data: [page(0)], next })
      expect(await read(followed.news())).toMatchObject({ names: ['0'], asked: [''] })
      say({ completed: 2, data: [page(0), page(1)], next })
      expect(await read(followed.news())).toMatchObject({ names: ['1'], asked: [search] })
      say({ completed: 3, data: [page(2)], next })
      expect(await read(followed.news())).toMatchObject({ names: ['2'], asked: [search] })
    },
  )

  it('are asked for as before where the service says nothing, and one back in a query of more', async () => {
    const followed = clientWith().follow(JOB)
    say({ completed: 1, data: [page(0)] })
    await read(followed.news())
    say({ completed: 2, data: [page(0), page(1)], next: '?skip=2&limit=7' })
    expect(await read(followed.news())).toMatchObject({ names: ['1'], asked: [''] })
    say({ completed: 2, data: [page(1)], next: 'http://[' })
    expect(await read(followed.news())).toMatchObject({ names: [], asked: ['?skip=1&limit=7'] })
  })
})

it('shows the key of pages only where a service of this process gives them: it has that from here', async () => {
  const told = { markdown: 'of hunter-twelve and of opened-by-hand', ...page(0) }
  const options = {
    apiKey: 'hunter-twelve',
    redactor: createRedactor(new Map([['(secret)', 'opened-by-hand']])),
  }
  const read = async (more: Partial<CrawlClientOptions>): Promise<unknown[]> => {
    const found: PageDocument[] = []
    for await (const one of clientWith({ ...options, ...more }).pages(JOB)) found.push(one)
    return found.map(({ markdown }) => markdown)
  }
  const part = { success: true, status: 'completed', completed: 1, total: 1, data: [told] } as const
  say(part)
  expect(await read({})).toEqual(['of (the API key) and of (secret)'])
  const own = { ...part, creditsUsed: 1, expiresAt: '' }
  expect(await read({ inProcessPages: () => Promise.resolve(own) })).toEqual([
    'of hunter-twelve and of (secret)',
  ])
  expect(service.requests).toHaveLength(1)
})
