import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import type { ApplyResult } from '../../src/apply/apply-event.ts'
import { applyPlan } from '../../src/apply/apply-plan.lazy.ts'
import { reconcileAttempts } from '../../src/apply/reconcile-attempts.ts'
import { createCrawlClient } from '../../src/client/create-crawl-client.ts'
import { makePlan } from '../../src/plan/make-plan.ts'
import type { Plan } from '../../src/plan/plan.ts'
import { openLocalBackend } from '../../src/state/local-backend.ts'
import { systemClock } from '../../src/util/clock.ts'
import { aResolvedCrawl } from '../support/a-resolved-crawl.ts'
import { FakeClock } from '../support/fake-clock.ts'
import { FaultyCrawlService, type Fault } from '../support/faulty-crawl-service.ts'

let service: FaultyCrawlService
let directory: string
let clock: FakeClock

beforeEach(async () => {
  service = await new FaultyCrawlService().listen()
  directory = await mkdtemp(path.join(tmpdir(), 'denied-'))
  clock = new FakeClock({ skipSleeps: true })
})

afterEach(async () => {
  await service.close()
  await rm(directory, { recursive: true })
})

const backend = () => openLocalBackend({ directory, environment: 'local', clock: systemClock })
const client = (idempotencyKeys: boolean) =>
  createCrawlClient({ baseUrl: service.baseUrl, userAgent: 'test', clock: systemClock, idempotencyKeys })

async function plan(): Promise<Plan> {
  const { state } = await backend().read()
  return makePlan({ environment: 'local', crawls: [aResolvedCrawl()], recorded: state, nowMs: clock.now() })
}

async function apply(idempotencyKeys = true): Promise<ApplyResult | undefined> {
  let attempts = 0
  const deps = { backend: backend(), client: client(idempotencyKeys), clock, secrets: () => undefined }
  const newAttempt = (): string => `00000000-0000-4000-8000-${String(++attempts).padStart(12, '0')}`
  let result: ApplyResult | undefined
  for await (const event of applyPlan(await plan(), { ...deps, newAttempt, parallelism: 1 }))
    if (event.type === 'finished') result = event.result
  return result
}

const always = (fault: Fault): Fault[] => Array.from({ length: 40 }, () => fault)

// A gateway may lose patience with a service that has begun the job, and say 503 for it.
it.each([
  ['until it is given up', always('503-started')],
  ['and something else after it', ['503-started', '400'] as Fault[]],
])('a job behind an answer 503, %s, is not started a second time', async (_, faults) => {
  service.faults.push(...faults)
  expect(await apply()).toMatchObject({ outcome: 'in-doubt', error: expect.stringContaining('503') })
  service.faults.length = 0
  expect((await plan()).changes).toMatchObject([{ action: 'in-doubt' }])
  const deps = { backend: backend(), client: client(true), clock, secrets: () => undefined }
  const results = []
  for await (const result of reconcileAttempts(undefined, { ...deps, keyPolicy: 'replayed' }))
    results.push(result)
  expect(results).toMatchObject([{ verdict: 'started', job: service.jobs[0]?.id }])
  expect(service.jobs).toHaveLength(1)
  expect((await plan()).changes).toMatchObject([{ action: 'keep' }])
})

it('a service without keys that answers 503 to the end has refused, as HTTP says', async () => {
  service.faults.push(...always('503'))
  expect(await apply(false)).toMatchObject({ outcome: 'failed' })
})

it('what was sent without a key is not sent again with one: the service could not know it', async () => {
  service.faults.push('500-started')
  expect(await apply(false)).toMatchObject({ outcome: 'in-doubt' })
  const deps = { backend: backend(), client: client(true), clock, secrets: () => undefined }
  for await (const result of reconcileAttempts(undefined, { ...deps, keyPolicy: 'replayed' }))
    expect(result.because).toContain('without a key')
  expect(service.jobs).toHaveLength(1)
})
