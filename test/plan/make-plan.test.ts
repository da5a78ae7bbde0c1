import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { makePlan, type PlanInput } from '../../src/plan/make-plan.ts'
import type { PlannedChange } from '../../src/plan/plan.ts'
import {
  aDoubtfulRecord,
  aFailedRecord,
  aResult,
  aState,
  aSubmittedRecord,
  aSubmittingRecord,
} from '../support/a-record.ts'
import type { ResolvedCrawl } from '../../src/resolve/resolved-crawl.ts'
import type { JobRecord } from '../../src/state/state.ts'
import { aResolvedCrawl } from '../support/a-resolved-crawl.ts'

const NOW = Date.parse('2026-11-10T00:00:00Z')

function plan(input: Partial<PlanInput> = {}) {
  return makePlan({ environment: 'local', crawls: [], recorded: undefined, nowMs: NOW, ...input })
}

function onlyChange(input: Partial<PlanInput>): PlannedChange {
  const { changes } = plan({ crawls: [aResolvedCrawl()], ...input })
  expect(changes).toHaveLength(1)
  return changes[0]!
}

describe('a crawl that was never submitted', () => {
  it('is submitted, with every effective setting and its origin', () => {
    const change = onlyChange({ crawls: [aResolvedCrawl({ request: { limit: 50 } })] })
    expect(change).toMatchObject({
      action: 'submit',
      reason: 'never submitted',
      file: 'crawls/docs.yaml',
      line: 1,
      worstCasePages: 50,
      request: { url: 'https://example.com/', limit: 50 },
      origins: {
        '/crawlEntireDomain': { kind: 'default' },
        '/limit': { kind: 'written', file: 'crawls/docs.yaml', line: 3 },
        '/sitemap': { kind: 'default' },
        '/url': { kind: 'written', file: 'crawls/docs.yaml', line: 2 },
      },
    })
    expect('basis' in change).toBe(false)
  })

  it('is still submitted after a failed attempt with another request', () => {
    const recorded = aState(aFailedRecord({ request: { limit: 5 } }))
    expect(onlyChange({ recorded })).toMatchObject({
      action: 'submit',
      reason: 'never submitted; the last attempt failed: HTTP 402: Insufficient credits',
    })
  })

  it('is submitted again if it was forgotten and is declared again', () => {
    const recorded = aState({ ...aSubmittedRecord(), phase: 'forgotten' })
    expect(onlyChange({ recorded })).toMatchObject({
      action: 'submit',
      reason: 'forgotten before, declared again',
    })
  })
})

describe('a submitted crawl', () => {
  it('is kept if its request is the same', () => {
    const recorded = aState(aSubmittedRecord())
    expect(onlyChange({ recorded })).toMatchObject({
      action: 'keep',
      reason: 'unchanged',
      job: '00000000-0000-7000-8000-00000000000a',
      basis: { attempt: '00000000-0000-4000-8000-000000000001', phase: 'submitted' },
    })
  })

  it('is submitted again if a setting changed, with the old value and the new place', () => {
    const recorded = aState(aSubmittedRecord({ request: { limit: 5, delay: 2 } }))
    const change = onlyChange({ recorded, crawls: [aResolvedCrawl({ request: { limit: 50, delay: 2 } })] })
    expect(change).toMatchObject({
      action: 'resubmit',
      reason: 'limit changed',
      differences: [
        {
          pointer: '/limit',
          kind: 'changed',
          before: 5,
          after: 50,
          origin: { kind: 'written', file: 'crawls/docs.yaml', line: 3 },
        },
      ],
      replaces: { job: '00000000-0000-7000-8000-00000000000a' },
    })
  })

  it('shows the default in place of a setting that was added or removed', () => {
    const recorded = aState(aSubmittedRecord({ request: { limit: 5, delay: 2 } }))
    const four = aResolvedCrawl({ request: { sitemap: 'only', maxConcurrency: 2 } })
    expect(onlyChange({ recorded, crawls: [four] }).reason).toBe('delay, limit and 2 more settings changed')
    const change = onlyChange({ recorded, crawls: [aResolvedCrawl({ request: { sitemap: 'only' } })] })
    expect(change).toMatchObject({
      reason: 'delay, limit and sitemap changed',
      differences: [
        { pointer: '/delay', kind: 'removed', before: 2 },
        { pointer: '/limit', kind: 'removed', before: 5, after: 10_000, origin: { kind: 'default' } },
        { pointer: '/sitemap', kind: 'added', before: 'include', after: 'only' },
      ],
    })
  })

  it('shows a changed list as one setting', () => {
    const recorded = aState(aSubmittedRecord({ request: { excludePaths: ['^/a', '^/b'] } }))
    const crawls = [aResolvedCrawl({ request: { excludePaths: ['^/a', '^/x'] } })]
    expect(onlyChange({ recorded, crawls })).toMatchObject({
      differences: [
        { pointer: '/excludePaths', kind: 'changed', before: ['^/a', '^/b'], after: ['^/a', '^/x'] },
      ],
    })
  })

  it.each([
    ['failed', 'the last job failed: no such host', { ...aResult('failed'), error: 'no such host' }],
    ['failed silently', 'the last job failed', aResult('failed')],
    ['cancelled', 'the last job was cancelled', aResult('cancelled')],
  ])('is repeated if its job %s', (_status, reason, result) => {
    expect(onlyChange({ recorded: aState(aSubmittedRecord({ result })) })).toMatchObject({
      action: 'repeat',
      reason,
    })
  })

  it('is repeated on request', () => {
    const change = onlyChange({ recorded: aState(aSubmittedRecord()), rerun: true })
    expect(change).toMatchObject({ action: 'repeat', reason: 'rerun requested' })
  })

  it('is repeated exactly when its refresh has passed', () => {
    const recorded = aState(aSubmittedRecord({ at: '2026-11-01T00:00:00.000Z' }))
    const told = { refreshMs: 9 * 86_400_000, expect: { minPages: 2 } }
    const crawls = [{ ...aResolvedCrawl(), ...told }]
    expect(onlyChange({ recorded, crawls, nowMs: NOW - 1 })).toMatchObject({ action: 'keep', ...told })
    expect(onlyChange({ recorded, crawls, nowMs: NOW })).toMatchObject({
      action: 'repeat',
      reason: 'due: last submitted 2026-11-01T00:00:00.000Z, refresh is 9d',
    })
  })
})

describe('a failed attempt', () => {
  it('is repeated if the request is the same', () => {
    expect(onlyChange({ recorded: aState(aFailedRecord()) })).toMatchObject({
      action: 'repeat',
      reason: 'the last attempt failed: HTTP 402: Insufficient credits',
    })
  })

  it('with a changed request is still compared with the running job', () => {
    const { job, url, at, fingerprint, request } = aSubmittedRecord({ request: { limit: 5 } })
    const previous = { job, url, at, fingerprint, request }
    const recorded = aState({ ...aFailedRecord({ request: { limit: 6 } }), previous })
    expect(onlyChange({ recorded, crawls: [aResolvedCrawl({ request: { limit: 6 } })] })).toMatchObject({
      action: 'resubmit',
      reason: 'limit changed; the last attempt failed: HTTP 402: Insufficient credits',
      differences: [{ pointer: '/limit', before: 5, after: 6 }],
    })
  })

  it('with the request of the running job is repeated, with the reason of the failure', () => {
    const { job, url, at, fingerprint, request } = aSubmittedRecord()
    const recorded = aState({ ...aFailedRecord(), previous: { job, url, at, fingerprint, request } })
    expect(onlyChange({ recorded })).toMatchObject({
      action: 'repeat',
      reason: 'the last attempt failed: HTTP 402: Insufficient credits',
      replaces: { job },
    })
  })

  it('is ignored if the file changed again: it is compared with the running job', () => {
    const { job, url, at, fingerprint, request } = aSubmittedRecord({ request: { limit: 5 } })
    const previous = { job, url, at, fingerprint, request }
    const recorded = aState({ ...aFailedRecord({ request: { limit: 6 } }), previous })
    expect(onlyChange({ recorded, crawls: [aResolvedCrawl({ request: { limit: 7 } })] })).toMatchObject({
      action: 'resubmit',
      reason: 'limit changed',
      differences: [{ pointer: '/limit', before: 5, after: 7 }],
    })
  })

  it('needs no change if the file is again as it was submitted before', () => {
    const { job, url, at, fingerprint, request } = aSubmittedRecord({ request: { limit: 5 } })
    const previous = { job, url, at, fingerprint, request }
    const recorded = aState({ ...aFailedRecord({ request: { limit: 6 } }), previous })
    expect(onlyChange({ recorded, crawls: [aResolvedCrawl({ request: { limit: 5 } })] })).toMatchObject({
      action: 'keep',
      job,
    })
  })
})

describe('an attempt without a known outcome', () => {
  it.each([
    ['submitting', aSubmittingRecord({ request: { limit: 5 } })],
    ['in-doubt', aDoubtfulRecord({ request: { limit: 5 } })],
  ])('is in doubt if recorded as %s, whatever the file says now', (_phase, record) => {
    const why = record.phase === 'in-doubt' ? record.error : 'it is still running, or was stopped'
    for (const rerun of [false, true]) {
      const change = onlyChange({ recorded: aState(record), rerun })
      expect(change).toMatchObject({
        action: 'in-doubt',
        reason: `the outcome of the attempt of ${record.at} is unknown: ${why}`,
        attempt: '00000000-0000-4000-8000-000000000001',
        differences: [{ pointer: '/limit', kind: 'removed', before: 5, after: 10_000 }],
      })
    }
  })
})

describe('a recorded crawl that is no longer declared', () => {
  it('is forgotten', () => {
    const recorded = aState(aSubmittedRecord({ crawl: 'old', result: aResult('completed') }))
    expect(plan({ recorded }).changes).toMatchObject([{ action: 'forget', reason: 'no longer declared' }])
  })

  it('is not touched if it is not selected or already forgotten', () => {
    const recorded = aState(aSubmittedRecord({ crawl: 'other' }), {
      ...aSubmittedRecord({ crawl: 'gone' }),
      phase: 'forgotten',
    })
    expect(plan({ recorded, unselected: ['other'] }).changes).toEqual([])
  })

  it('says that its attempt must be settled first', () => {
    const changes = plan({ recorded: aState(aDoubtfulRecord({ crawl: 'old' })) }).changes
    expect(changes).toMatchObject([{ action: 'forget', unsettled: '00000000-0000-4000-8000-000000000001' }])
  })
})

describe('a budget', () => {
  const crawls = [
    aResolvedCrawl({ name: 'a', request: { limit: 60 } }),
    aResolvedCrawl({ name: 'b', request: { limit: 50 } }),
    aResolvedCrawl({ name: 'c', request: { limit: 900 } }),
  ]
  const recorded = aState(aSubmittedRecord({ crawl: 'c', request: { limit: 900 } }))

  it('blocks all submissions of a plan that may ask for more, and keeps the others', () => {
    const made = plan({ crawls, recorded, budgetPages: 109 })
    expect(made.changes.map((change) => [change.name, change.action])).toEqual([
      ['a', 'blocked'],
      ['b', 'blocked'],
      ['c', 'keep'],
    ])
    expect(made.changes[0]).toMatchObject({
      blocks: 'submit',
      reason: 'never submitted; the plan asks for up to 110 pages, the budget is 109',
    })
    expect(made.summary).toMatchObject({ blocked: 2, submit: 0, keep: 1, worstCasePages: 110 })
  })

  it('of credits blocks a plan that may cost more, and two budgets are both named', () => {
    const charged = crawls.map((crawl) => ({ ...crawl, price: { ...crawl.price, credits: 300 } }))
    const made = plan({ crawls: charged, recorded, budgetCredits: 599 })
    expect(made.changes[0]).toMatchObject({
      action: 'blocked',
      reason: 'never submitted; the plan costs up to 600 credits, the budget is 599',
    })
    expect(made.summary).toMatchObject({ blocked: 2, worstCaseCredits: 600 })
    expect(plan({ crawls: charged, recorded, budgetCredits: 600 }).summary.blocked).toBe(0)
    expect(plan({ crawls, recorded, budgetCredits: 0 }).summary.blocked).toBe(0)
    const both = plan({ crawls: charged, recorded, budgetPages: 1, budgetCredits: 1 })
    expect(both.changes[0]?.reason).toBe(
      'never submitted; the plan asks for up to 110 pages, the budget is 1; it costs up to 600 credits, the budget is 1',
    )
  })

  it('allows a plan that asks for exactly as much', () => {
    expect(plan({ crawls, recorded, budgetPages: 110 }).summary).toMatchObject({ submit: 2, blocked: 0 })
  })
})

describe('the digest', () => {
  const crawls = [aResolvedCrawl({ name: 'a' }), aResolvedCrawl({ name: 'b', request: { limit: 5 } })]

  it('is the same on any day and for any order of the files', () => {
    const digest = plan({ crawls }).digest
    expect(plan({ crawls: crawls.toReversed(), nowMs: NOW + 1e9 }).digest).toBe(digest)
  })

  it.each([
    [
      'another request',
      { crawls: [aResolvedCrawl({ name: 'a' }), aResolvedCrawl({ name: 'b', request: { limit: 6 } })] },
    ],
    ['another environment', { environment: 'production' }],
    ['one crawl less', { crawls: crawls.slice(1) }],
    ['a record', { recorded: aState() }],
    ['a blocked submission', { budgetPages: 1 }],
  ])('changes with %s', (_what, input) => {
    expect(plan({ crawls, ...input }).digest).not.toBe(plan({ crawls }).digest)
  })

  it('does not change if a kept crawl was submitted again', () => {
    const kept = (attempt: string) =>
      plan({ crawls, recorded: aState(aSubmittedRecord({ crawl: 'a', attempt })) })
    expect(kept('00000000-0000-4000-8000-000000000002').digest).toBe(
      kept('00000000-0000-4000-8000-000000000003').digest,
    )
  })

  it('changes if another run has submitted the crawl', () => {
    const before = plan({ crawls, recorded: aState(aSubmittedRecord({ crawl: 'a', request: { limit: 1 } })) })
    const other = aSubmittedRecord({
      crawl: 'a',
      request: { limit: 1 },
      attempt: '00000000-0000-4000-8000-000000000002',
    })
    expect(plan({ crawls, recorded: aState(other) }).digest).not.toBe(before.digest)
  })
})

it('a plan has the same bytes for the same input in any order', () => {
  const names = fc.uniqueArray(fc.constantFrom('a', 'b', 'c', 'B', 'ä', 'z-1'), { minLength: 1 })
  fc.assert(
    fc.property(names, fc.integer({ min: 1, max: 100 }), (chosen, limit) => {
      const crawls = chosen.map((name) => aResolvedCrawl({ name, request: { limit } }))
      const recorded = aState(
        ...chosen.slice(1).map((crawl) => aSubmittedRecord({ crawl, request: { limit: 7 } })),
      )
      const bytes = JSON.stringify(plan({ crawls, recorded }))
      expect(JSON.stringify(plan({ crawls: crawls.toReversed(), recorded }))).toBe(bytes)
      expect(bytes).not.toContain('undefined')
    }),
  )
})

describe('the flag for fresh pages', () => {
  const DAY = 86_400_000
  const crawl = { ...aResolvedCrawl({ request: { scrapeOptions: { maxAge: DAY } } }), refreshMs: DAY }
  const changed = aResolvedCrawl({ request: { limit: 7 } })
  const at = (ms: number) => new Date(NOW - ms).toISOString()
  const freshOf = (record: JobRecord, input: Partial<PlanInput> = {}): unknown => {
    const change = onlyChange({ crawls: [crawl], recorded: aState(record), ...input })
    return 'fresh' in change ? change.fresh : undefined
  }
  const done = { request: crawl.request, at: at(1), result: aResult('completed') }

  it('is set for a rerun and for a crawl that is due, even if it changed', () => {
    expect(freshOf(aSubmittedRecord(done))).toBeUndefined()
    expect(freshOf(aSubmittedRecord(done), { rerun: true })).toBe(true)
    expect(freshOf(aSubmittedRecord({ ...done, at: at(DAY) }))).toBe(true)
    expect(freshOf(aSubmittedRecord(done), { crawls: [changed] })).toBeUndefined()
    expect(freshOf(aSubmittedRecord(done), { crawls: [changed], rerun: true })).toBe(true)
    expect(freshOf(aSubmittedRecord(done), { rerun: true, budgetPages: 1 })).toBeUndefined()
  })

  it('is set for the repetition of a failed rerun, but not of a failed first submission', () => {
    const failed = { ...done, result: aResult('failed') }
    expect(freshOf(aSubmittedRecord(failed))).toBeUndefined()
    expect(freshOf({ ...aSubmittedRecord(failed), fresh: true })).toBe(true)
    const { job, url, fingerprint } = aSubmittedRecord(done) as JobRecord & { phase: 'submitted' }
    const previous = { job, url, at: at(1), fingerprint, request: crawl.request }
    const refused = { ...aFailedRecord({ request: crawl.request }), previous }
    expect(freshOf(refused)).toBeUndefined()
    expect(freshOf({ ...refused, fresh: true })).toBe(true)
  })

  it('causes one note if the service cannot revalidate pages', () => {
    const notes = (input: Partial<PlanInput> = {}, own: ResolvedCrawl = crawl) => {
      const recorded = aState(aSubmittedRecord(done))
      const change = onlyChange({ crawls: [own], recorded, rerun: true, ...input })
      return 'notes' in change ? change.notes.map(({ text }) => text) : []
    }
    expect(notes()).toHaveLength(1)
    expect(notes({ revalidates: true })).toEqual([])
    expect(notes({}, { ...crawl, notes: [{ pointer: '/scrapeOptions/maxAge', text: 'x' }] })).toEqual(['x'])
  })
})

describe('a crawl with a new name', () => {
  it('has a note if it may be the rename of a recorded crawl', () => {
    const crawl = aResolvedCrawl()
    const before = aSubmittedRecord({ crawl: 'old', request: crawl.request })
    const { changes } = plan({ crawls: [crawl], recorded: aState(before) })
    const texts = changes.flatMap((change) => ('notes' in change ? change.notes.map(({ text }) => text) : []))
    expect(texts.join()).toContain('renamed? Then write "was: old" into crawls/docs.yaml')
    const other = aSubmittedRecord({ crawl: 'old', request: { limit: 7 } })
    expect(JSON.stringify(plan({ crawls: [crawl], recorded: aState(other) }))).not.toContain('renamed?')
    // Either of two may be meant, and a plan keeps no job that may be the wrong one.
    const twin = aSubmittedRecord({ crawl: 'older', request: crawl.request })
    expect(JSON.stringify(plan({ crawls: [crawl], recorded: aState(before, twin) }))).not.toContain(
      'renamed?',
    )
    const doubtful = aDoubtfulRecord({ crawl: 'old', request: crawl.request })
    expect(JSON.stringify(plan({ crawls: [crawl], recorded: aState(doubtful) }))).not.toContain('renamed?')
    const forgotten = { ...aSubmittedRecord({ request: crawl.request }), phase: 'forgotten' as const }
    expect(JSON.stringify(plan({ crawls: [crawl], recorded: aState(before, forgotten) }))).not.toContain(
      'renamed?',
    )
  })
})
