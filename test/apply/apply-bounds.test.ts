import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { ApplyResult } from '../../src/apply/apply-event.ts'
import { applyPlan, type ApplyDeps } from '../../src/apply/apply.ts'
import { waitForJobs, waitTargets } from '../../src/apply/wait-for-jobs.ts'
import type { StateBackend } from '../../src/state/state.ts'
import { aDoubtfulRecord, aSubmittedRecord } from '../support/a-record.ts'
import { ApplyStand } from '../support/apply-stand.ts'
import { aResolvedCrawl } from '../support/a-resolved-crawl.ts'
import { FakeClock } from '../support/fake-clock.ts'

let stand: ApplyStand

beforeEach(async () => {
  stand = await ApplyStand.open()
})

afterEach(() => stand.close())

const crawls = Array.from({ length: 30 }, (_, index) =>
  aResolvedCrawl({ name: `crawl-${index}`, request: { url: `https://${index}.example/` } }),
)

describe('simultaneous submissions', () => {
  /** Applies 30 crawls; resolves to how many were being sent at once, at most. */
  async function mostAtOnce(change: Partial<ApplyDeps>): Promise<number> {
    const client = stand.client()
    let [inside, most] = [0, 0]
    const startCrawl: typeof client.startCrawl = async (...words) => {
      most = Math.max(most, ++inside)
      return client.startCrawl(...words).finally(() => inside--)
    }
    await stand.apply(await stand.planOf(crawls), { client: { ...client, startCrawl }, ...change })
    return most
  }

  it('reach the given number, and no more', async () => {
    expect(await mostAtOnce({ parallelism: 3 })).toBe(3)
  })

  it('exceed 4 only if the service accepts submissions', async () => {
    stand.service.faults.push(...crawls.map(() => '402' as const))
    expect(await mostAtOnce({ parallelism: undefined })).toBe(4)
    const taken = await mostAtOnce({ parallelism: undefined })
    expect(taken).toBeGreaterThan(4)
    expect(taken).toBeLessThanOrEqual(16)
  })
})

describe('an internal error', () => {
  const reason = new TypeError('why')
  const fail = () => Promise.reject(reason)
  const before = aSubmittedRecord({ attempt: '00000000-0000-4000-8000-999999999999' })
  const plan = () => stand.planOf([aResolvedCrawl({ request: { limit: 2 } })])

  it.each<[string, () => Partial<ApplyDeps>]>([
    [
      'asking for the job that is replaced',
      () => ({ client: { ...stand.client(), status: fail }, replace: true }),
    ],
    ['sleeping', () => ({ clock: { now: () => stand.clock.now(), sleep: fail } })],
    ['recording an intent', () => ({ backend: brokenFrom(1) })],
    ['recording an outcome', () => ({ backend: brokenFrom(2) })],
  ])('is not reported as a failure of the service or the disk: %s', async (_, change) => {
    await stand.record(before)
    stand.service.faults.push('429')
    await expect(stand.apply(await plan(), change())).rejects.toBe(reason)
  })

  it('is not reported as a service that cannot list its running jobs', async () => {
    await stand.record(aDoubtfulRecord())
    const client = { ...stand.client(), active: fail }
    await expect(stand.reconcile({ keyPolicy: 'unknown', client })).rejects.toBe(reason)
  })

  function brokenFrom(write: number): StateBackend {
    let writes = 0
    return backendWith({
      compareAndSwap: (...words) => (++writes < write ? stand.backend.compareAndSwap(...words) : fail()),
    })
  }
})

/** The record of the stand, with methods of its own. */
function backendWith(own: Partial<StateBackend>): StateBackend {
  const { environment, description } = stand.backend
  return {
    environment,
    description,
    read: () => stand.backend.read(),
    compareAndSwap: (...words) => stand.backend.compareAndSwap(...words),
    ...own,
  }
}

it.each([
  ['scraping', 'cancelled'],
  ['completed', 'already-finished'],
  [undefined, 'not-found'],
] as const)('reports the end of a job that is replaced while it is %s: %s', async (status, was) => {
  const { service } = stand
  // One release of Firecrawl takes the end of a finished job back.
  service.cancelsFinished = true
  await stand.apply(await stand.planOf([aResolvedCrawl()]))
  const [old] = service.jobs
  const plan = await stand.planOf([aResolvedCrawl({ request: { limit: 2 } })])
  if (status === undefined) service.jobs.length = 0
  else old!.status = status
  const { events } = await stand.apply(plan, { replace: true })
  expect(events).toContainEqual({ type: 'replaced', crawl: 'docs', job: old!.id, was })
  expect(old!.status).toBe(
    status === 'completed' ? 'completed' : status === undefined ? 'scraping' : 'cancelled',
  )
})

it('waits a quarter of an hour for a busy service', async () => {
  stand.service.faults.push('429-quarter')
  const plan = await stand.planOf([aResolvedCrawl()])
  expect((await stand.apply(plan, { random: () => 0 })).results).toMatchObject([{ outcome: 'submitted' }])
  expect(stand.clock.slept).toEqual([900_000])
})

it('starts nothing after an interruption, even if others wait for a busy service', async () => {
  stand.service.faults.push('429-text')
  const interruption = new AbortController()
  let goOn = (): void => {}
  const isTold = new Promise<void>((resolve) => {
    goOn = resolve
  })
  const client = stand.client()
  const startCrawl: typeof client.startCrawl = async (body, attempt) => {
    // The second is answered when the first has begun to wait.
    if (body['url'] === crawls[1]!.request.url) await isTold
    return client.startCrawl(body, attempt)
  }
  const deps = stand.deps({ client: { ...client, startCrawl }, clock: new FakeClock() })
  const plan = await stand.planOf(crawls.slice(0, 3))
  const results = new Map<string, ApplyResult>()
  for await (const event of applyPlan(plan, { ...deps, signal: interruption.signal })) {
    if (event.type === 'retrying') goOn()
    if (event.type !== 'finished') continue
    results.set(event.result.name, event.result)
    interruption.abort()
  }
  expect(results.get('crawl-0')).toMatchObject({ outcome: 'failed' })
  expect(results.get('crawl-1')).toMatchObject({ outcome: 'submitted' })
  expect(results.get('crawl-2')).toMatchObject({ error: 'interrupted before it was submitted' })
})

it('--fail-fast also stops after a crawl that lacks a secret', async () => {
  const secret = aResolvedCrawl({ name: 'a', request: { prompt: '${secret:A}' } })
  const { results } = await stand.apply(await stand.planOf([secret, ...crawls.slice(0, 2)]), {
    failFast: true,
    parallelism: 1,
  })
  expect(results.map(({ outcome }) => outcome)).toEqual(['failed', 'skipped', 'skipped'])
})

it('a crawl whose record was removed after the plan was made is not submitted', async () => {
  await stand.record(aSubmittedRecord())
  const plan = await stand.planOf([aResolvedCrawl({ request: { limit: 2 } })])
  await stand.record()
  const { results } = await stand.apply(plan)
  const error = 'the record of "docs" was removed after the plan was made'
  expect(results).toEqual([{ name: 'docs', outcome: 'stale', error }])
  expect(stand.service.requests).toEqual([])
})

it('the journal of the record is folded at the end of apply, reconcile and wait', async () => {
  let folded = 0
  const backend = backendWith({ fold: async () => void folded++ })
  await stand.apply(await stand.planOf([aResolvedCrawl()]), { backend })
  expect(folded).toBe(1)
  await stand.reconcile({ keyPolicy: 'replayed', backend })
  expect(folded).toBe(2)
  const targets = waitTargets([aSubmittedRecord()], [])
  for await (const event of waitForJobs(targets, { ...stand.deps(), backend }))
    expect(event.type).toBe('done')
  expect(folded).toBe(3)
})
