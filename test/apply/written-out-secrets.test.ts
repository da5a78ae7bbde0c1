import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { ApplyResult } from '../../src/apply/apply-event.ts'
import { fillSecrets } from '../../src/apply/fill-secrets.ts'
import type { KeyPolicy } from '../../src/apply/reconcile-attempts.ts'
import { fingerprintRequest } from '../../src/plan/plan.ts'
import { redactSecrets } from '../../src/request/redact-secrets.ts'
import type { JsonObject } from '../../src/util/json.ts'
import { aDoubtfulRecord } from '../support/a-record.ts'
import { aResolvedCrawl } from '../support/a-resolved-crawl.ts'
import { ApplyStand } from '../support/apply-stand.ts'
import type { FaultyCrawlService } from '../support/faulty-crawl-service.ts'

const declared = {
  url: 'https://docs.example.com/?token=qwertz123456789&page=1&key=zzzz-9999-zzzz',
  webhook: { url: 'https://hooks.example/', headers: { Authorization: 'Bearer abcdefghijklmnop' } },
}
const redacted = redactSecrets(declared).value

let stand: ApplyStand
let service: FaultyCrawlService

beforeEach(async () => {
  stand = await ApplyStand.open()
  ;({ service } = stand)
})

afterEach(() => stand.close())

it('literal secrets are shown as *** in a plan and a record', () => {
  expect(redacted.url).toBe('https://docs.example.com/?token=***&page=1&key=***')
  expect(redacted.webhook.headers.Authorization).toBe('Bearer ***')
})

describe('a submission', () => {
  async function apply(requestOf?: (name: string) => JsonObject | undefined): Promise<ApplyResult[]> {
    const plan = await stand.planOf([aResolvedCrawl({ request: declared })])
    const { results } = await stand.apply(plan, requestOf === undefined ? {} : { requestOf })
    return results
  }

  it('sends the declared request, and records it without its secrets', async () => {
    expect(await apply((name) => (name === 'docs' ? declared : undefined))).toMatchObject([
      { outcome: 'submitted' },
    ])
    expect(service.jobs.map(({ body }) => body)).toEqual([declared])
    expect(await stand.records()).toMatchObject([
      { phase: 'submitted', request: redacted, fingerprint: fingerprintRequest(declared) },
    ])
  })

  it.each([
    ['cannot be read any more', undefined],
    ['is not declared any more', () => undefined],
    ['has another request now', () => ({ ...declared, limit: 2 })],
  ])('sends nothing if the crawl %s', async (_what, requestOf) => {
    expect(await apply(requestOf)).toEqual([
      { name: 'docs', outcome: 'stale', error: 'its request has changed since it was planned' },
    ])
    expect(service.requests).toEqual([])
  })

  it('replaces secrets in the errors of the service', async () => {
    service.faults.push('400')
    service.refusal = { success: false, error: 'no qwertz123456789, zzzz-9999-zzzz or abcdefghijklmnop' }
    const [result] = await apply(() => declared)
    expect(result?.error).toBe('HTTP 400: no ***, ***1 or ***2')
  })
})

it('a redactor recognizes a secret at the start or end of a text, and no other text', () => {
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
  const record = { ...aDoubtfulRecord(), request: redacted, fingerprint: fingerprintRequest(declared) }

  async function reconcile(keyPolicy: KeyPolicy, requestOf?: () => JsonObject | undefined) {
    await stand.record(record)
    return stand.reconcile(requestOf === undefined ? { keyPolicy } : { keyPolicy, requestOf })
  }

  function running(url: string): void {
    const job = { id: `job-${service.jobs.length + 1}`, attempt: '', body: { url }, createdAt: record.at }
    service.jobs.push({ ...job, completed: 0, total: 0, status: 'scraping' })
  }

  it('is sent again as declared, if that was sent before', async () => {
    expect(await reconcile('replayed', () => declared)).toMatchObject([{ verdict: 'started' }])
    expect(service.jobs.map(({ body }) => body)).toEqual([declared])
  })

  it.each([
    ['its declaration has changed', () => ({ ...declared, limit: 2 })],
    ['it is no longer declared', () => undefined],
    ['its declaration is unknown', undefined],
  ])('is looked up among the running jobs if %s', async (_what, requestOf) => {
    running(declared.url)
    expect(await reconcile('replayed', requestOf)).toMatchObject([
      { verdict: 'started', job: 'job-1', because: 'the only running job that matches' },
    ])
    expect(service.requests.map(({ method }) => method)).toEqual(['GET'])
  })

  it.each([
    'https://other.example.com/?token=qwertz123456789&page=1&key=zzzz-9999-zzzz',
    'https://docs.example.com/?token=qwertz123456789&page=2&key=zzzz-9999-zzzz',
    'https://docs.example.com/?token=&page=',
  ])('does not match a job of %s', async (url) => {
    running(url)
    expect(await reconcile('unknown')).toMatchObject([
      {
        verdict: 'undecided',
        because:
          'the service may not know idempotency keys, and no running job matches: it may have ended or never started',
      },
    ])
  })
})
