import { describe, expect, it } from 'vitest'
import { makePlan, type PlanInput } from '../../src/plan/make-plan.ts'
import type { PlannedChange } from '../../src/plan/plan.ts'
import { formatSavedPlan, parseSavedPlan, stalePart } from '../../src/plan/saved-plan.ts'
import type { JsonObject } from '../../src/util/json.ts'
import { aFailedRecord, aState, aSubmittedRecord, aSubmittingRecord } from '../support/a-record.ts'
import { aResolvedCrawl } from '../support/a-resolved-crawl.ts'

function plan(input: Partial<PlanInput> = {}) {
  return makePlan({ environment: 'local', crawls: [], recorded: undefined, nowMs: 0, ...input })
}

describe('a saved plan', () => {
  const saved = (change: JsonObject, rest: JsonObject = {}): string => {
    const { changes, ...plain } = JSON.parse(
      formatSavedPlan(plan({ crawls: [aResolvedCrawl({ credits: 2 })], budgetPages: 99_999 })),
    )
    return JSON.stringify({ ...plain, ...rest, changes: [{ ...changes[0], ...change }] })
  }
  const code = (text: string): unknown => {
    try {
      parseSavedPlan(text)
      return undefined
    } catch (error) {
      return (error as { code?: unknown }).code
    }
  }

  it('is read if all its members are valid', () => {
    expect(formatSavedPlan(plan())).toMatch(/^\{\n {2}"formatVersion": 1,\n/)
    expect(parseSavedPlan(formatSavedPlan(plan()))).not.toHaveProperty('lineage')
    expect(code('null')).toBe('unreadable')
    expect(code(saved({}))).toBeUndefined()
    expect(code(saved({ masked: [], differences: [], lacks: [] }))).toBeUndefined()
  })

  const part = { what: 'page', credits: 1, origin: { kind: 'default' } }
  it.each<JsonObject>([
    { action: 'explode' },
    { reason: 5 },
    { fingerprint: 5 },
    { basis: 'x' },
    { basis: { attempt: 'a' } },
    { basis: { phase: 'failed' } },
    { action: 'repeat', fresh: 1 },
    { last: 'x' },
    { last: { at: 5 } },
    { last: { at: 'x', pages: '1' } },
    { last: { at: 'x', status: 1 } },
    { last: { at: 'x', changes: { added: '1' } } },
    { line: '1' },
    { worstCasePages: '1' },
    { request: {} },
    { request: { url: 5 } },
    { effective: [] },
    { origins: { '/url': 'here' } },
    { origins: { '/url': {} } },
    { origins: { '/url': { kind: 'default' }, '/limit': {} } },
    { secrets: [5] },
    { masked: 'x' },
    { masked: [5] },
    { notes: [5] },
    { notes: [{ pointer: '/url' }] },
    { notes: [{ text: 'x' }] },
    { differences: [5] },
    { action: 'blocked', blocks: 'submit', differences: [], lacks: 'x' },
    { action: 'blocked', blocks: 'submit', differences: [], lacks: [{ pointer: '/url' }] },
    { price: 5 },
    { price: { parts: [] } },
    { price: { credits: '1', parts: [] } },
    { price: { credits: 1, parts: [5] } },
    { price: { credits: 1, parts: [{ ...part, what: 5 }] } },
    { price: { credits: 1, parts: [{ ...part, credits: '1' }] } },
    { price: { credits: 1, parts: [{ ...part, origin: 'here' }] } },
    { price: { credits: 1, parts: [part, { ...part, origin: {} }] } },
  ])('is refused with %j in a change', (change) => {
    expect(code(saved(change))).toBe('unreadable')
  })

  it.each<JsonObject>([
    { formatVersion: '2' },
    { formatVersion: 0 },
    { environment: 5 },
    { lineage: 5 },
    { budgetPages: '9' },
    { budgetCredits: '9' },
  ])('is refused with %j around its changes', (rest) => {
    expect(code(saved({}, rest))).toBe('unreadable')
  })

  it('reads back as the same plan with masked secrets or forgotten crawls', () => {
    const masked = plan({
      crawls: [
        aResolvedCrawl({ request: { scrapeOptions: { headers: { Authorization: 'Bearer hunter' } } } }),
      ],
    })
    expect(parseSavedPlan(formatSavedPlan(masked))).toEqual(masked)
    const forgotten = plan({ recorded: aState(aSubmittedRecord()) })
    expect(parseSavedPlan(formatSavedPlan(forgotten))).toEqual(forgotten)
  })

  it('is stale if its masked request differs, or if a crawl is already forgotten', () => {
    const authorized = (header: string) =>
      plan({
        crawls: [aResolvedCrawl({ request: { scrapeOptions: { headers: { [header]: 'Bearer hunter' } } } })],
      })
    const now = authorized('Authorization')
    const [change] = now.changes
    const shown = {
      ...now,
      changes: [{ ...change!, request: { url: 'https://example.com/other' } } as PlannedChange],
    }
    expect(stalePart(shown, now)).toEqual([
      { name: 'docs', reason: 'the saved plan shows a different request than the files declare' },
    ])
    expect(stalePart(now, authorized('Authorization'))).toEqual([])
    const forgets = plan({ recorded: aState(aSubmittedRecord()) })
    const later = { ...forgets, changes: [] }
    expect(stalePart(forgets, later)).toEqual([{ name: 'docs', reason: 'it is already forgotten' }])
    expect(stalePart(forgets, forgets)).toEqual([])
  })

  it('is stale if the attempt is now in another phase', () => {
    const { attempt } = aFailedRecord()
    const failed = plan({ crawls: [aResolvedCrawl()], recorded: aState(aFailedRecord({ attempt })) })
    const began = plan({ crawls: [aResolvedCrawl()], recorded: aState(aSubmittingRecord({ attempt })) })
    expect(stalePart(failed, began)).toEqual([
      { name: 'docs', reason: 'it was submitted or settled since the plan was made' },
    ])
  })

  it('made before the first submission is valid for any lineage', () => {
    const first = plan({ crawls: [aResolvedCrawl()] })
    expect(stalePart(first, plan({ crawls: [aResolvedCrawl()], recorded: aState() }))).toEqual([])
  })
})
