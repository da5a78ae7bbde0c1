import { afterEach, beforeEach, expect, it } from 'vitest'
import type { ApplyEvent } from '../../src/apply/apply-event.ts'
import { jobProblems } from '../../src/apply/job-result.ts'
import { waitForJobs, waitTargets, type WaitDeps } from '../../src/apply/wait-for-jobs.ts'
import type { CrawlStatusAnswer } from '../../src/protocol/crawl-status.ts'
import type { JobRecord, StateBackend } from '../../src/state/state.ts'
import type { JsonObject } from '../../src/util/json.ts'
import { aFailedRecord, aResult, aState, aSubmittedRecord } from '../support/a-record.ts'
import { ApplyStand } from '../support/apply-stand.ts'
import { FakeClock, NapClock } from '../support/fake-clock.ts'
import type { FaultyCrawlService, FaultyJob } from '../support/faulty-crawl-service.ts'

let stand: ApplyStand
let service: FaultyCrawlService
let backend: StateBackend
let clock: FakeClock
const FOLLOWS = '"crawlform wait docs" follows it'

beforeEach(async () => {
  stand = await ApplyStand.open()
  ;({ service, backend, clock } = stand)
  service.pages = [{}, {}, {}]
})

afterEach(() => stand.close())

/** A running job, and the record that somebody submitted it. */
async function submitted(record: Partial<JobRecord> = {}): Promise<FaultyJob> {
  const job = {
    id: '00000000-0000-7000-8000-00000000000a',
    attempt: '',
    body: {},
    createdAt: '2026-11-21T00:00:00.000Z',
    completed: 0,
    total: 1,
  }
  const running: FaultyJob = { ...job, status: 'scraping' }
  service.jobs.push(running)
  // The fields of one phase are the test's business.
  await stand.record({ ...aSubmittedRecord(), ...record } as JobRecord)
  return running
}

function answerOf(status: CrawlStatusAnswer['status'], completed = 0): CrawlStatusAnswer {
  return { success: true, status, total: 0, completed, creditsUsed: 0, expiresAt: '', data: [] }
}

/** A client whose question for a job's state is answered by `status`. */
function asking(status: (job: string) => Promise<CrawlStatusAnswer>) {
  return Object.assign(stand.client(), { status })
}

async function wait(
  expectation: JsonObject = {},
  deps: Partial<WaitDeps> = {},
  onEvent: (event: ApplyEvent) => void = () => {},
) {
  const targets = waitTargets(await stand.records(), [{ name: 'docs', expect: expectation }])
  const events: ApplyEvent[] = []
  for await (const event of waitForJobs(targets, { backend, client: stand.client(), clock, ...deps })) {
    events.push(event)
    onEvent(event)
  }
  const done = events.find((event) => event.type === 'done')
  return { events, problems: done?.problems, result: done?.result }
}

async function recordedResult() {
  const [record] = await stand.records()
  return record?.phase === 'submitted' ? record.result : undefined
}

it('follows a job to its end, reports its progress, and records its result', async () => {
  const job = await submitted()
  const { events, problems } = await wait({}, {}, (event) => {
    if (event.type !== 'progress') return
    job.total = ++job.completed + 1
    if (job.completed === 3) job.status = 'completed'
  })
  expect(events.map((event) => event.type)).toEqual(['progress', 'progress', 'progress', 'done'])
  expect(problems).toEqual([])
  const counts = { completed: 3, total: 4, creditsUsed: 3, failed: 0, blocked: 0, summary: { errorPages: 0 } }
  expect(await recordedResult()).toStrictEqual({ status: 'completed', ...counts, at: expect.any(String) })
})

it('reports once that a job waits, and once that it continues', async () => {
  const job = await submitted()
  const changes: Partial<FaultyJob>[] = [
    { waitsBecause: 'the disk\nis full' },
    { waitsBecause: 'the disk is fuller' },
    { waitsBecause: undefined },
    { waitsBecause: 'the disk is full again' },
    { status: 'failed' },
  ]
  const { events } = await wait({}, {}, ({ type }) => {
    if (type === 'progress') Object.assign(job, changes.shift(), { completed: job.completed + 1 })
  })
  const { id } = job
  expect(events.filter(({ type }) => type === 'waiting' || type === 'resumed')).toEqual([
    { type: 'waiting', crawl: 'docs', job: id, because: 'the disk is full' },
    { type: 'resumed', crawl: 'docs', job: id },
    { type: 'waiting', crawl: 'docs', job: id, because: 'the disk is full again' },
  ])
})

it.each(['failed', 'cancelled'] as const)('reports that a job %s', async (status) => {
  const job = await submitted()
  job.status = status
  expect((await wait()).problems).toEqual([status === 'failed' ? 'the job failed' : 'the job was cancelled'])
  expect(await recordedResult()).toMatchObject({ status })
})

it('reports an answer without success as a failure, with its reason', async () => {
  await submitted()
  service.answers.push((_request, response) => {
    response.end(
      JSON.stringify({
        success: false,
        status: 'completed',
        error: `Invalid\n options${'!'.repeat(1000)}`,
        warning: 'Two\nlines',
        cacheHits: 2,
        data: [],
        total: 0,
        completed: 0,
      }),
    )
  })
  expect((await wait()).problems).toEqual([`the job failed: Invalid options${'!'.repeat(385)}...`])
  expect(await recordedResult()).toMatchObject({ status: 'failed', warning: 'Two lines', fromCache: 2 })
})

it('compares a finished job with its expectations', async () => {
  const { job: before, ...previous } = {
    ...aSubmittedRecord(),
    job: 'job-before',
    result: aResult('completed', 100),
  }
  const job = await submitted({ previous: { ...previous, job: before } })
  Object.assign(job, { status: 'completed', completed: 79, total: 79 })
  expect((await wait({ minPages: 80, maxDrop: '20%' })).problems).toEqual([
    '79 pages, at least 80 expected',
    '79 pages, down from 100: a drop of more than 20%',
  ])
  expect((await wait({ minPages: 79, maxDrop: '21%' })).problems).toEqual([])
})

it.each([
  [{}, undefined, ['no page']],
  [{ minPages: 1 }, undefined, ['no page']],
  [{ minPages: 0 }, undefined, []],
  [{ minPages: 0 }, 'getaddrinfo ENOTFOUND exmaple.com', ['no page: getaddrinfo ENOTFOUND exmaple.com']],
])('reports a job without pages if %j is expected and the error is %s', (expected, error, problems) => {
  const result = { ...aResult('completed', 0), ...(error === undefined ? {} : { error }) }
  expect(jobProblems(result, { expect: expected, before: undefined })).toEqual(problems)
})

it.each([undefined, aResult('failed', 100)])('compares no job with an earlier one that is %j', (before) => {
  expect(jobProblems(aResult('completed', 1), { expect: { maxDrop: '20%' }, before })).toEqual([])
  expect(jobProblems(aResult('completed', 1), { expect: undefined, before })).toEqual([])
})

it('reports the pages that a job missed', async () => {
  const robotsBlocked = ['https://c.example/']
  Object.assign(await submitted(), { status: 'completed', completed: 1, total: 1, robotsBlocked })
  const { events, result } = await wait()
  expect(events.at(-1)).toMatchObject({ type: 'done', failedPages: [], robotsBlocked })
  expect(result).toMatchObject({ failed: 0, blocked: 1 })
})

it('writes "1 page" in the singular', async () => {
  Object.assign(await submitted(), { status: 'completed', completed: 1, total: 1 })
  expect((await wait({ minPages: 2 })).problems).toEqual(['1 page, at least 2 expected'])
})

it('gives up at its timeout, and records the last progress', async () => {
  const job = await submitted()
  job.completed = 4
  expect((await wait({}, { timeoutMs: 60_000 })).problems).toEqual([`still running after 1m; ${FOLLOWS}`])
  expect(clock.slept.reduce((sum, ms) => sum + ms, 0)).toBeLessThanOrEqual(60_000)
  expect(await recordedResult()).toMatchObject({ status: 'scraping', completed: 4 })
})

it.each([
  ['asks', new FakeClock({ skipSleeps: true })],
  ['waits', new FakeClock()],
])('stops at once if it is interrupted while it %s', async (_, own) => {
  await submitted()
  const controller = new AbortController()
  const { problems } = await wait({}, { signal: controller.signal, clock: own }, () => controller.abort())
  expect(problems).toEqual(['interrupted'])
})

it('asks again exactly after its pause', async () => {
  await submitted()
  const still = new FakeClock()
  let asked = 0
  const client = asking(async () => answerOf(++asked < 3 ? 'scraping' : 'cancelled', asked))
  const seen: number[] = []
  await wait({}, { client, clock: still }, ({ type }) => {
    if (type !== 'progress') return
    // By then, all work that does not wait for the clock has run.
    setImmediate(() => {
      seen.push(asked)
      still.advance(375)
    })
  })
  expect(seen).toEqual([1, 2])
})

it('asks at once for a job that is said to have ended, and continues if it has not', async () => {
  await submitted()
  const still = new FakeClock()
  let asked = 0
  const client = asking(async () => answerOf(++asked < 3 ? 'scraping' : 'completed', asked))
  let say = (): void => undefined
  const ended = (): Promise<void> => new Promise((resolve) => (say = resolve))
  const { problems } = await wait({}, { client, ended, clock: still }, ({ type }) => {
    if (type !== 'progress') return
    setImmediate(() => (asked === 1 ? say() : still.advance(375)))
  })
  expect([problems, asked]).toEqual([[], 3])
  // Nothing waits for a pause any longer.
  expect([still.slept, still.sleeping]).toEqual([[250, 375], 0])
})

it('does not pause for a job that ended during the request', async () => {
  await submitted()
  const still = new FakeClock()
  let say = (): void => undefined
  const ended = (): Promise<void> => new Promise((resolve) => (say = resolve))
  let asked = 0
  const client = asking(async () => {
    const answer = answerOf(++asked === 1 ? 'scraping' : 'completed', asked)
    say()
    await Promise.resolve()
    return answer
  })
  expect((await wait({}, { client, ended, clock: still })).problems).toEqual([])
  expect(still.slept).toEqual([])
})

it('stops at once if it is interrupted before it retries', async () => {
  await submitted()
  service.answers.push(502)
  const controller = new AbortController()
  const nap = new NapClock()
  const sleep = (ms: number, signal?: AbortSignal) => {
    // The longest sleep is for the answer, the other one comes after it.
    if (ms < 120_000) controller.abort(new Error('Ctrl+C'))
    return nap.sleep(ms, signal)
  }
  const client = stand.client({ clock: { now: () => nap.now(), sleep } })
  expect((await wait({}, { client, signal: controller.signal })).problems).toEqual(['interrupted'])
})

it('does not report an internal error as a failure of the service', async () => {
  await submitted()
  const fail = () => Promise.reject(reason)
  const reason = new TypeError('why')
  await expect(wait({}, { client: { ...stand.client(), status: fail } })).rejects.toBe(reason)
  const { signal } = new AbortController()
  await expect(wait({}, { clock: { now: () => 0, sleep: fail } })).rejects.toBe(reason)
  await expect(wait({}, { clock: { now: () => 0, sleep: fail }, signal })).rejects.toBe(reason)
})

it('continues after a service was unavailable for a while', async () => {
  const job = await submitted()
  service.answers.push(...Array.from({ length: 3 }, () => 502))
  Object.assign(job, { status: 'completed', completed: 1, total: 1 })
  expect((await wait()).problems).toEqual([])
})

it('does not give up on a service that is unavailable repeatedly', async () => {
  const job = await submitted()
  const away = Array<number>(45).fill(502)
  service.answers.push(...away, 200, ...away)
  const { problems } = await wait({}, {}, () => Object.assign(job, { status: 'completed', completed: 1 }))
  expect(problems).toEqual([])
})

it.each([
  [1, 10_000],
  // 500 questions a minute for all of them together.
  [80, 12_000],
])('asks with growing pauses: of %d jobs every %d ms', async (count, slowestMs) => {
  const targets = Array.from({ length: count }, (_, index) => ({
    ...aSubmittedRecord({ crawl: `crawl-${index}` }),
    job: `job-${index}`,
  }))
  const asked = new Map<string, number>()
  const client = asking(async (job) => {
    const times = (asked.get(job) ?? 0) + 1
    asked.set(job, times)
    return answerOf(times === 13 ? 'cancelled' : 'scraping')
  })
  const ended = []
  for await (const { type } of waitForJobs(waitTargets(targets, []), { ...stand.deps(), client }))
    if (type === 'done') ended.push(type)
  expect(ended).toHaveLength(count)
  const grown = Array.from({ length: 12 }, (_, index) => Math.min(slowestMs, 250 * 1.5 ** index))
  expect([...new Set(clock.slept)]).toEqual([...new Set(grown)])
})

it('gives up on a service that stays unavailable', async () => {
  await submitted()
  service.answers.push(...Array<number>(100).fill(502))
  const why = 'job 00000000-0000-7000-8000-00000000000a: HTTP 502: planned 502'
  const { problems, events } = await wait()
  expect(problems).toEqual([`${why}; ${FOLLOWS}`])
  expect(events).toMatchObject([{ type: 'waiting', because: why }, { type: 'done' }])
  // Ten times, and five of the client's in each.
  expect(service.requests).toHaveLength(50)
})

it.each([
  ['', 'it is empty'],
  ['<html>Please wait', 'it begins with <html>Please wait'],
])('continues after a proxy answered %j, and says so', async (text, words) => {
  const job = await submitted()
  service.answers.push((_request, response) => response.end(text))
  Object.assign(job, { status: 'completed', completed: 1, total: 1 })
  const { problems, events } = await wait()
  expect(problems).toEqual([])
  expect(events[0]).toMatchObject({ type: 'waiting', because: expect.stringContaining(words) })
})

it('says at its timeout why it does not know the end', async () => {
  await submitted()
  service.answers.push(...Array<number>(100).fill(502))
  const [problem] = (await wait({}, { timeoutMs: 1 })).problems ?? []
  expect(problem).toMatch(/^still running after 1ms, as far as known: job \S+: HTTP 502: .* follows it$/)
})

it('does not compare the job before a failed attempt with itself', () => {
  const { job, url, at, fingerprint, request } = aSubmittedRecord()
  const previous = { job, url, at, fingerprint, request, result: aResult('scraping') }
  const targets = waitTargets([{ ...aFailedRecord(), previous }], [])
  expect(targets).toMatchObject([{ job, known: previous.result, before: undefined }])
})

it('asks once more right after its timeout', async () => {
  await submitted()
  expect((await wait({}, { timeoutMs: 250 })).problems).toEqual([`still running after 250ms; ${FOLLOWS}`])
  expect(service.requests).toHaveLength(2)
})

it('does not wait for crawls that were forgotten or never submitted', () => {
  const forgotten: JobRecord = { ...aSubmittedRecord(), phase: 'forgotten' }
  const records = [forgotten, aFailedRecord({ crawl: 'b' }), aSubmittedRecord({ crawl: 'c' })]
  expect(waitTargets(records, []).map(({ crawl }) => crawl)).toEqual(['c'])
})

it('reports a job only if it has progressed, and records only news', async () => {
  const job = await submitted()
  const { events } = await wait({}, { timeoutMs: 60_000 })
  expect(events.map((event) => event.type)).toEqual(['progress', 'done'])
  await wait({}, { timeoutMs: 60_000 })
  expect((await backend.read()).state?.serial).toBe(aState().serial + 1)
  job.completed = 1
  await wait({}, { timeoutMs: 60_000 })
  expect((await backend.read()).state?.serial).toBe(aState().serial + 2)
})

it('says how to crawl again if the service no longer has a job', async () => {
  await stand.record(aSubmittedRecord({ at: '2020-01-01T00:00:00.000Z' }))
  const { problems, result } = await wait()
  expect(problems).toEqual([
    expect.stringMatching(/: HTTP 404.*"crawlform apply docs --rerun" crawls again$/),
  ])
  expect(result).toMatchObject({ status: 'scraping', completed: 0, total: 0, creditsUsed: 0 })
  expect(await recordedResult()).toBeUndefined()
})

it('does not ask about a job that has ended before', async () => {
  const job = await submitted({ result: aResult('completed') } as Partial<JobRecord>)
  job.status = 'completed'
  expect((await wait()).problems).toEqual([])
  expect(service.requests).toEqual([])
})

it('ends many jobs at one interruption', async () => {
  const job = await submitted()
  const running = (await stand.records()).filter((record) => record.phase === 'submitted')
  const many = Array.from({ length: 30 }, (_, index) => ({
    id: job.id.replace(/..$/, String(10 + index)),
    crawl: `docs-${index}`,
  }))
  service.jobs.push(...many.map(({ id }) => ({ ...job, id })))
  const records = many.flatMap(({ id, crawl }) => running.map((record) => ({ ...record, crawl, job: id })))
  await stand.record(...records)
  const stop = new AbortController()
  const deps = { backend, client: stand.client(), clock: new FakeClock(), signal: stop.signal }
  const problems: unknown[] = []
  for await (const event of waitForJobs(waitTargets(records, []), deps)) {
    if (event.type === 'progress' && event.crawl === 'docs-29') stop.abort()
    if (event.type === 'done') problems.push(event.problems)
  }
  expect(problems).toEqual(records.map(() => ['interrupted']))
})
