import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { ApplyResult } from '../../src/apply/apply-event.ts'
import { applyPlan } from '../../src/apply/apply-plan.lazy.ts'
import { fillSecrets } from '../../src/apply/fill-secrets.ts'
import { reconcileAttempts, type KeyPolicy } from '../../src/apply/reconcile-attempts.ts'
import { createCrawlClient } from '../../src/client/create-crawl-client.ts'
import { fingerprintRequest } from '../../src/plan/fingerprint.ts'
import { makePlan } from '../../src/plan/make-plan.ts'
import { maskSecrets } from '../../src/request/mask-secrets.ts'
import { openLocalBackend } from '../../src/state/local-backend.ts'
import type { StateBackend } from '../../src/state/state-backend.ts'
import { systemClock } from '../../src/util/clock.ts'
import type { JsonObject } from '../../src/util/json.ts'
import { aDoubtfulRecord, aState } from '../support/a-record.ts'
import { aResolvedCrawl } from '../support/a-resolved-crawl.ts'
import { NapClock } from '../support/fake-clock.ts'
import { FaultyCrawlService } from '../support/faulty-crawl-service.ts'

const declared = {
  url: 'https://docs.example.com/?token=qwertz123456789&page=1&key=zzzz-9999-zzzz',
  webhook: { url: 'https://hooks.example/', headers: { Authorization: 'Bearer abcdefghijklmnop' } },
}
const masked = maskSecrets(declared).value

let service: FaultyCrawlService
let directory: string
let backend: StateBackend
const clock = new NapClock()

beforeEach(async () => {
  service = await new FaultyCrawlService().listen()
  directory = await mkdtemp(path.join(tmpdir(), 'written-out-'))
  backend = openLocalBackend({ directory, environment: 'local', clock: systemClock })
})

afterEach(async () => {
  await service.close()
  await rm(directory, { recursive: true })
})

function client() {
  return createCrawlClient({ baseUrl: service.baseUrl, userAgent: 'test', clock, random: () => 0 })
}

it('stand as *** in a plan and a record', () => {
  expect(masked.url).toBe('https://docs.example.com/?token=***&page=1&key=***')
  expect(masked.webhook.headers.Authorization).toBe('Bearer ***')
})

describe('a submission', () => {
  async function apply(requestOf?: (name: string) => JsonObject | undefined): Promise<ApplyResult[]> {
    const crawls = [aResolvedCrawl({ request: declared })]
    const plan = makePlan({ environment: 'local', crawls, recorded: undefined, nowMs: clock.now() })
    const deps = {
      backend,
      client: client(),
      clock,
      secrets: () => undefined,
      newAttempt: () => crypto.randomUUID(),
      parallelism: 1,
    }
    const results: ApplyResult[] = []
    for await (const event of applyPlan(plan, requestOf === undefined ? deps : { ...deps, requestOf }))
      if (event.type === 'finished') results.push(event.result)
    return results
  }

  it('sends what the crawl declares, and records it masked', async () => {
    expect(await apply((name) => (name === 'docs' ? declared : undefined))).toMatchObject([
      { outcome: 'submitted' },
    ])
    expect(service.jobs.map(({ body }) => body)).toEqual([declared])
    expect((await backend.read()).state?.records).toMatchObject([
      { phase: 'submitted', request: masked, fingerprint: fingerprintRequest(declared) },
    ])
  })

  it.each([
    ['cannot be asked any more', undefined],
    ['is not declared any more', () => undefined],
    ['is another one now', () => ({ ...declared, limit: 2 })],
  ])('sends nothing where the crawl %s', async (_what, requestOf) => {
    expect(await apply(requestOf)).toEqual([
      { name: 'docs', outcome: 'stale', error: 'its request is not the one that was planned any more' },
    ])
    expect(service.requests).toEqual([])
  })

  it('takes them out of what the service says', async () => {
    service.faults.push('400')
    service.refusal = { success: false, error: 'no qwertz123456789, zzzz-9999-zzzz or abcdefghijklmnop' }
    const [result] = await apply(() => declared)
    expect(result?.error).toBe('HTTP 400: no ***, ***1 or ***2')
  })
})

it('a redactor of a masked request knows a secret that begins or ends its text, and no other text', () => {
  const request = { whole: 'first-secret', around: 'a last-secret', list: ['x', 'one-secret y'], plain: 'x' }
  const shown = { whole: '***', around: 'a ***', list: ['x', '*** y'], plain: 'x' }
  const filled = fillSecrets(request, [], () => undefined, shown)
  expect(filled).toMatchObject({ ok: true, body: request })
  if (!filled.ok) return
  expect(filled.redactor.text('first-secret, last-secret, one-secret, x, a, y')).toBe(
    '***, ***1, ***2, x, a, y',
  )
})

describe('an attempt whose outcome is unknown', () => {
  const record = { ...aDoubtfulRecord(), request: masked, fingerprint: fingerprintRequest(declared) }

  async function reconcile(keyPolicy: KeyPolicy, requestOf?: () => JsonObject | undefined) {
    await backend.compareAndSwap(null, aState(record))
    const deps = { backend, client: client(), clock, secrets: () => undefined, keyPolicy }
    const results = []
    const all = reconcileAttempts(undefined, requestOf === undefined ? deps : { ...deps, requestOf })
    for await (const result of all) results.push(result)
    return results
  }

  function running(url: string): void {
    const counts = { completed: 0, total: 0, status: 'scraping' as const }
    service.jobs.push({
      id: `job-${service.jobs.length + 1}`,
      attempt: '',
      body: { url },
      createdAt: record.at,
      ...counts,
    })
  }

  it('is sent again as it is declared, if that is what was sent', async () => {
    expect(await reconcile('replayed', () => declared)).toMatchObject([{ verdict: 'started' }])
    expect(service.jobs.map(({ body }) => body)).toEqual([declared])
  })

  it.each([
    ['what is declared was changed', () => ({ ...declared, limit: 2 })],
    ['it is not declared any more', () => undefined],
    ['nobody knows what is declared', undefined],
  ])('is looked for among the running jobs where %s', async (_what, requestOf) => {
    running(declared.url)
    expect(await reconcile('replayed', requestOf)).toMatchObject([
      { verdict: 'started', job: 'job-1', because: 'the only running job that fits' },
    ])
    expect(service.requests.map(({ method }) => method)).toEqual(['GET'])
  })

  it.each([
    'https://other.example.com/?token=qwertz123456789&page=1&key=zzzz-9999-zzzz',
    'https://docs.example.com/?token=qwertz123456789&page=2&key=zzzz-9999-zzzz',
    'https://docs.example.com/?token=&page=',
  ])('is not found in a job of %s', async (url) => {
    running(url)
    expect(await reconcile('unknown')).toMatchObject([
      {
        verdict: 'undecided',
        because:
          'the service may not know idempotency keys, and no running job fits: it may have ended, or never begun',
      },
    ])
  })
})
