import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { ApplyResult } from '../../src/apply/apply-event.ts'
import { applyPlan, type ApplyDeps } from '../../src/apply/apply.ts'
import type { ResolvedCrawl } from '../../src/resolve/resolved-crawl.ts'
import type { JobRecord, StateBackend } from '../../src/state/state.ts'
import { aResult } from '../support/a-record.ts'
import { ApplyStand } from '../support/apply-stand.ts'
import { aResolvedCrawl } from '../support/a-resolved-crawl.ts'
import { failingBackend } from '../support/failing-backend.ts'
import { FakeClock } from '../support/fake-clock.ts'
import type { FaultyCrawlService } from '../support/faulty-crawl-service.ts'

let stand: ApplyStand
let service: FaultyCrawlService
let backend: StateBackend
let clock: FakeClock

beforeEach(async () => {
  stand = await ApplyStand.open()
  ;({ service, backend, clock } = stand)
})

afterEach(() => stand.close())

const planOf: ApplyStand['planOf'] = (...words) => stand.planOf(...words)
const apply: ApplyStand['apply'] = (...words) => stand.apply(...words)

async function onlyResult(crawl: ResolvedCrawl, change: Partial<ApplyDeps> = {}): Promise<ApplyResult> {
  const { results } = await apply(await planOf([crawl]), change)
  expect(results).toHaveLength(1)
  return results[0]!
}

async function onlyRecord(): Promise<JobRecord> {
  const records = await stand.records()
  expect(records).toHaveLength(1)
  return records[0]!
}

describe('a submission', () => {
  it('sends its attempt as idempotency key, and is recorded', async () => {
    const crawl = aResolvedCrawl({ request: { limit: 5 } })
    const plan = await planOf([crawl])
    const { results, events } = await apply(plan, { commit: 'abc123' })
    expect(results).toEqual([
      {
        name: 'docs',
        outcome: 'submitted',
        job: '00000000-0000-7000-8000-000000000001',
        url: `${service.baseUrl}/v2/crawl/00000000-0000-7000-8000-000000000001`,
      },
    ])
    expect(events.map((event) => event.type)).toEqual(['submitting', 'finished'])
    expect(service.requests).toHaveLength(1)
    expect(service.requests[0]).toMatchObject({
      body: '{"url":"https://example.com/","limit":5}',
      headers: {
        'x-idempotency-key': '00000000-0000-4000-8000-000000000001',
        'content-type': 'application/json',
      },
    })
    expect(await onlyRecord()).toMatchObject({
      phase: 'submitted',
      crawl: 'docs',
      attempt: '00000000-0000-4000-8000-000000000001',
      commit: 'abc123',
      request: { limit: 5 },
    })
    expect((await planOf([crawl])).summary).toMatchObject({ keep: 1, submit: 0, inDoubt: 0 })
  })

  it('of a plan that was already applied sends nothing', async () => {
    const plan = await planOf([aResolvedCrawl({ name: 'a' }), aResolvedCrawl({ name: 'b' })])
    await apply(plan)
    const { results } = await apply(plan)
    expect(results.map((result) => result.outcome)).toEqual(['stale', 'stale'])
    expect(results[0]!.error).toContain('another run submitted it')
    expect(service.jobs).toHaveLength(2)
  })

  it('of a changed crawl keeps the earlier job in its record', async () => {
    await apply(await planOf([aResolvedCrawl({ request: { limit: 1 } })]))
    await apply(await planOf([aResolvedCrawl({ request: { limit: 2 } })]))
    expect(await onlyRecord()).toMatchObject({
      phase: 'submitted',
      job: service.jobs[1]!.id,
      previous: { job: service.jobs[0]!.id, request: { limit: 1 } },
    })
  })

  it('cancels the job that it replaces only if asked', async () => {
    await apply(await planOf([aResolvedCrawl({ request: { limit: 1 } })]))
    await apply(await planOf([aResolvedCrawl({ request: { limit: 2 } })]))
    expect(service.jobs.map((job) => job.status)).toEqual(['scraping', 'scraping'])
    await apply(await planOf([aResolvedCrawl({ request: { limit: 3 } })]), { replace: true })
    expect(service.jobs.map((job) => job.status)).toEqual(['scraping', 'cancelled', 'scraping'])
  })

  it('does not cancel a job that is known to have ended', async () => {
    await apply(await planOf([aResolvedCrawl({ request: { limit: 1 } })]))
    const { state, token } = await backend.read()
    const [ended] = state!.records
    const result = aResult('completed')
    await backend.compareAndSwap(token, {
      ...state!,
      serial: 9,
      records: [{ ...ended!, result } as JobRecord],
    })
    await apply(await planOf([aResolvedCrawl({ request: { limit: 2 } })]), { replace: true })
    expect(service.requests.map((request) => request.method)).toEqual(['POST', 'POST'])
  })

  it('is not sent if the job that it replaces cannot be cancelled', async () => {
    await apply(await planOf([aResolvedCrawl({ request: { limit: 1 } })]))
    service.answers.push(403)
    const result = await onlyResult(aResolvedCrawl({ request: { limit: 2 } }), { replace: true })
    expect(result).toMatchObject({ outcome: 'failed' })
    expect(result.error).toContain('could not be cancelled')
    expect(service.jobs).toHaveLength(1)
  })
})

describe('secrets', () => {
  const crawl = aResolvedCrawl({
    request: {
      webhook: { url: 'https://hooks.example/', headers: { Authorization: 'Bearer ${secret:HOOK}' } },
    },
  })

  it('are sent, but not recorded, even if the service quotes them', async () => {
    service.faults.push('402')
    const secrets = (name: string) => (name === 'HOOK' ? 'planned-402-Insufficient' : undefined)
    await apply(await planOf([crawl]), { secrets })
    expect(service.requests[0]!.body).toContain('Bearer planned-402-Insufficient')
    expect(JSON.stringify(await stand.records())).not.toContain('planned-402-Insufficient')
  })

  it('are replaced in the errors of the service', async () => {
    service.faults.push('402')
    const result = await onlyResult(crawl, { secrets: () => 'Insufficient credits' })
    expect(result.error).toBe('HTTP 402: ${secret:HOOK} to perform this request.')
    expect(await onlyRecord()).toMatchObject({ error: 'HTTP 402: ${secret:HOOK} to perform this request.' })
  })

  it.each([undefined, ''])(
    'that are missing (%j) fail their crawl before anything is recorded or sent',
    async (value) => {
      expect(await onlyResult(crawl, { secrets: () => value })).toEqual({
        name: 'docs',
        outcome: 'failed',
        error: 'not submitted: the environment has no value for "HOOK"',
      })
      expect(service.requests).toEqual([])
      expect(await backend.read()).toEqual({ state: undefined, token: null })
    },
  )
})

describe('a busy service', () => {
  it('is asked again with the same key after the seconds in its text or header', async () => {
    service.faults.push('429-text', '429-header', '503-header', '429')
    const { events, results } = await apply(await planOf([aResolvedCrawl()]))
    expect(results).toMatchObject([{ outcome: 'submitted' }])
    const waits = events.flatMap((event) => (event.type === 'retrying' ? [event.inMs] : []))
    expect(waits).toEqual([21_500, 7500, 3500, 6000])
    expect(new Set(service.requests.map((request) => request.headers['x-idempotency-key'])).size).toBe(1)
    expect(service.jobs).toHaveLength(1)
  })

  it('leaves a failed attempt, which the next plan repeats', async () => {
    service.faults.push(...Array.from({ length: 40 }, () => '429-text' as const))
    expect(await onlyResult(aResolvedCrawl())).toMatchObject({ outcome: 'failed' })
    expect(await onlyRecord()).toMatchObject({ phase: 'failed' })
    expect(service.requests).toHaveLength(20)
    service.faults.length = 0
    expect((await planOf([aResolvedCrawl()])).changes).toMatchObject([{ action: 'repeat' }])
  })
})

it('does not wait for a service that asks for a pause of an hour', async () => {
  service.faults.push('429-hour')
  expect(await onlyResult(aResolvedCrawl())).toMatchObject({ outcome: 'failed' })
  expect(clock.slept).toEqual([])
})

describe('a record that cannot be written', () => {
  const failing = (before: (write: number) => boolean, after?: (write: number) => boolean): StateBackend =>
    failingBackend(backend, before, after)

  it('prevents every submission, and is tried only once', async () => {
    const plan = await planOf(['a', 'b', 'c'].map((name) => aResolvedCrawl({ name })))
    const { results } = await apply(plan, { backend: failing(() => true), parallelism: 1 })
    expect(results).toEqual([
      {
        name: 'a',
        outcome: 'failed',
        error: 'not submitted, because it could not be recorded: the disk is full',
      },
      { name: 'b', outcome: 'skipped', error: 'not started, because the record cannot be written' },
      { name: 'c', outcome: 'skipped', error: 'not started, because the record cannot be written' },
    ])
    expect(service.requests).toEqual([])
  })

  it('after the submission passes the outcome to the caller', async () => {
    const { events, results } = await apply(await planOf([aResolvedCrawl()]), {
      backend: failing((write) => write > 1),
    })
    const job = service.jobs[0]!.id
    expect(results).toMatchObject([
      { outcome: 'in-doubt', job, error: expect.stringContaining('the disk is full') },
    ])
    const unrecorded = events.find((event) => event.type === 'unrecorded')
    expect(unrecorded?.record).toMatchObject({ phase: 'submitted', job, crawl: 'docs' })
    expect((await planOf([aResolvedCrawl()])).changes).toMatchObject([{ action: 'in-doubt' }])
  })

  it('causes no second submission if only the answers were lost', async () => {
    const { results } = await apply(await planOf([aResolvedCrawl()]), {
      backend: failing(
        () => false,
        (write) => write < 3,
      ),
    })
    expect(results).toMatchObject([{ outcome: 'submitted' }])
    expect(service.jobs).toHaveLength(1)
    expect((await onlyRecord()).phase).toBe('submitted')
  })
})

describe('interruption', () => {
  it('finishes what was sent, and starts nothing new', async () => {
    const controller = new AbortController()
    await apply(await planOf([aResolvedCrawl({ name: 'gone' })]))
    const plan = await planOf(['a', 'b'].map((name) => aResolvedCrawl({ name })))
    const results: ApplyResult[] = []
    for await (const event of applyPlan(plan, stand.deps({ parallelism: 1, signal: controller.signal }))) {
      if (event.type === 'submitting') controller.abort()
      if (event.type === 'finished') results.push(event.result)
    }
    // Submissions that have not begun are reported at once.
    expect(results.map((result) => result.outcome)).toEqual(['skipped', 'skipped', 'submitted'])
    expect((await stand.records()).map(({ phase }) => phase)).toEqual(['submitted', 'submitted'])
  })

  it('before the start changes nothing, and says why', async () => {
    const plan = await planOf([aResolvedCrawl({ name: 'a' }), aResolvedCrawl({ name: 'b' })])
    const { results } = await apply(plan, { signal: AbortSignal.abort() })
    const error = 'interrupted before it was submitted'
    expect(results).toEqual(['a', 'b'].map((name) => ({ name, outcome: 'skipped', error })))
    expect(service.requests).toEqual([])
    expect((await backend.read()).state).toBeUndefined()
  })

  it('ends the wait for a busy service with a failed attempt', async () => {
    service.faults.push('429-text')
    const controller = new AbortController()
    const outcomes: string[] = []
    for await (const event of applyPlan(
      await planOf([aResolvedCrawl()]),
      stand.deps({ signal: controller.signal, clock: new FakeClock() }),
    )) {
      if (event.type === 'retrying') controller.abort()
      if (event.type === 'finished') outcomes.push(event.result.outcome)
    }
    expect(outcomes).toEqual(['failed'])
    expect((await onlyRecord()).phase).toBe('failed')
  })
})

describe('several crawls', () => {
  const crawls = ['a', 'b', 'c', 'd', 'e'].map((name) =>
    aResolvedCrawl({ name, request: { url: `https://${name}.example/` } }),
  )

  it('are all submitted and recorded, whatever the parallelism', async () => {
    for (const parallelism of [1, 3, 50]) {
      const { results } = await apply(await planOf(crawls, { rerun: true }), { parallelism })
      expect(results.map((result) => [result.name, result.outcome])).toEqual(
        crawls.map((crawl) => [crawl.name, 'submitted']),
      )
    }
    expect((await stand.records()).map((record) => record.phase)).toEqual(Array(5).fill('submitted'))
  })

  it('continue after one that failed', async () => {
    service.faults.push('402')
    const all = await apply(await planOf(crawls), { parallelism: 1 })
    expect(all.results.map((result) => result.outcome)).toEqual([
      'failed',
      ...Array<string>(4).fill('submitted'),
    ])
  })

  it.each([
    ['in-doubt', '500-started'],
    ['failed', '402'],
  ] as const)('stop with --fail-fast after one that is %s', async (outcome, fault) => {
    service.faults.push(fault)
    const { results } = await apply(await planOf(crawls), { parallelism: 1, failFast: true })
    expect(results.map((result) => result.outcome)).toEqual([outcome, ...Array<string>(4).fill('skipped')])
    expect(results[4]!.error).toBe(`not started, because "${results[0]!.name}" failed`)
  })

  it('stop with --fail-fast after one that is stale', async () => {
    const plan = await planOf(crawls)
    await apply(await planOf(crawls.slice(0, 1)))
    const { results } = await apply(plan, { parallelism: 1, failFast: true })
    expect(results.map((result) => result.outcome)).toEqual(['stale', ...Array<string>(4).fill('skipped')])
  })

  it('are submitted only once by two simultaneous runs of the same plan', async () => {
    const plan = await planOf(crawls)
    const runs = await Promise.all([
      apply(plan, { newAttempt: () => crypto.randomUUID() }),
      apply(plan, { newAttempt: () => crypto.randomUUID() }),
    ])
    for (const crawl of crawls) expect(service.jobsFor(crawl.request.url)).toHaveLength(1)
    const outcomes = runs.flatMap((run) => run.results.map((result) => result.outcome))
    expect(outcomes.toSorted()).toEqual([
      ...Array<string>(5).fill('stale'),
      ...Array<string>(5).fill('submitted'),
    ])
  })
})

describe('a crawl that is no longer declared', () => {
  it('is forgotten in the record, which keeps its job', async () => {
    await apply(await planOf([aResolvedCrawl()]))
    const { results } = await apply(await planOf([]))
    expect(results).toEqual([{ name: 'docs', outcome: 'forgotten' }])
    expect(await onlyRecord()).toMatchObject({ phase: 'forgotten', previous: { job: service.jobs[0]!.id } })
    expect((await planOf([])).changes).toEqual([])
    expect(service.requests).toHaveLength(1)
  })

  it('is forgotten once, even if the plan is applied again', async () => {
    await apply(await planOf([aResolvedCrawl()]))
    const plan = await planOf([])
    await apply(plan)
    const { state } = await backend.read()
    expect((await apply(plan)).results).toEqual([{ name: 'docs', outcome: 'forgotten' }])
    expect((await backend.read()).state?.records).toEqual(state?.records)
  })

  it('is not forgotten if it was submitted again after the plan was made', async () => {
    await apply(await planOf([aResolvedCrawl()]))
    const plan = await planOf([])
    await apply(await planOf([aResolvedCrawl()], { rerun: true }))
    expect((await apply(plan)).results).toEqual([
      {
        name: 'docs',
        outcome: 'stale',
        error: expect.stringMatching(/^another run submitted it at .* as job /),
      },
    ])
    expect(await onlyRecord()).toMatchObject({ phase: 'submitted', job: service.jobs[1]!.id })
  })

  it('is not forgotten if the record cannot be written', async () => {
    await apply(await planOf([aResolvedCrawl()]))
    const full = failingBackend(backend, () => true)
    expect((await apply(await planOf([]), { backend: full })).results).toMatchObject([
      { outcome: 'failed', error: expect.stringContaining('the disk is full') },
    ])
    expect(await onlyRecord()).toMatchObject({ phase: 'submitted' })
  })

  it('is kept while the outcome of its last attempt is unknown', async () => {
    service.faults.push('500-started')
    await apply(await planOf([aResolvedCrawl()]))
    expect((await apply(await planOf([]))).results).toMatchObject([{ outcome: 'skipped' }])
    expect(await onlyRecord()).toMatchObject({ phase: 'in-doubt' })
  })
})

it('skips crawls that are blocked or in doubt', async () => {
  service.faults.push('reset-before-headers-started')
  await apply(await planOf([aResolvedCrawl({ name: 'a' })]))
  const crawls = [aResolvedCrawl({ name: 'a' }), aResolvedCrawl({ name: 'b' })]
  const { results } = await apply(await planOf(crawls, { budgetPages: 1 }))
  expect(results.map((result) => result.outcome)).toEqual(['skipped', 'skipped'])
  expect(service.jobs).toHaveLength(1)
})

it('continues after a crawl that is skipped', async () => {
  service.faults.push('reset-before-headers-started')
  await apply(await planOf([aResolvedCrawl({ name: 'a' })]))
  const crawls = [aResolvedCrawl({ name: 'a' }), aResolvedCrawl({ name: 'b' })]
  const { results } = await apply(await planOf(crawls), { parallelism: 1 })
  expect(results).toMatchObject([
    { name: 'a', outcome: 'skipped' },
    { name: 'b', outcome: 'submitted' },
  ])
})
