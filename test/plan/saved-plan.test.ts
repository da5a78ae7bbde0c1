import { describe, expect, it } from 'vitest'
import { digestPlan, type Plan } from '../../src/plan/plan.ts'
import { makePlan, type PlanInput } from '../../src/plan/make-plan.ts'
import { formatSavedPlan, parseSavedPlan, SavedPlanError, stalePart } from '../../src/plan/saved-plan.ts'
import { aState, aSubmittedRecord } from '../support/a-record.ts'
import { aResolvedCrawl } from '../support/a-resolved-crawl.ts'

/** What of a saved plan the tests damage. */
interface Saved {
  readonly changes: [
    { price: { unboundedPdf?: unknown; parts?: unknown } },
    { differences: [{ pointer?: unknown; kind?: unknown }] } | null,
  ]
}

const changed = aResolvedCrawl({ name: 'changed', request: { limit: 2 } })
const added = aResolvedCrawl({ name: 'added' })
const same = aResolvedCrawl({ name: 'same' })
const recorded = aState(
  aSubmittedRecord({ crawl: 'changed', request: { limit: 1 } }),
  aSubmittedRecord({ crawl: 'same' }),
  aSubmittedRecord({ crawl: 'gone' }),
)

function plan(input: Partial<PlanInput> = {}): Plan {
  return makePlan({ environment: 'local', crawls: [changed, added, same], recorded, nowMs: 0, ...input })
}

function codeOf(action: () => unknown): string | undefined {
  try {
    action()
    return undefined
  } catch (error) {
    return error instanceof SavedPlanError ? error.code : String(error)
  }
}

describe('a saved plan', () => {
  it('reads back as the same plan', () => {
    expect(parseSavedPlan(formatSavedPlan(plan()))).toEqual(plan())
    expect(parseSavedPlan(formatSavedPlan(plan({ recorded: undefined, budgetPages: 1 })))).toEqual(
      plan({ recorded: undefined, budgetPages: 1 }),
    )
  })

  it('keeps prices and budgets, and refuses a price that is not a number', () => {
    const priced = plan({ crawls: [aResolvedCrawl({ name: 'added', credits: 5 })], budgetCredits: 9 })
    expect(parseSavedPlan(formatSavedPlan(priced))).toEqual(priced)
    const text = formatSavedPlan(priced).replace('"credits": 5', '"credits": "5"')
    expect(codeOf(() => parseSavedPlan(text))).toBe('unreadable')
  })

  it('has no members without a value', () => {
    const made = plan({ crawls: [aResolvedCrawl()], recorded: undefined })
    expect(Object.keys(made)).not.toContain('budgetCredits')
    const [change] = made.changes
    expect(change).toMatchObject({ action: 'submit' })
    expect(change).not.toHaveProperty('price')
    for (const origin of Object.values(change?.action === 'submit' ? change.origins : {}))
      expect(Object.values(origin)).not.toContain(undefined)
  })

  it('keeps the price of the largest PDF', () => {
    const crawls = [aResolvedCrawl({ name: 'added', credits: 5 })]
    expect(parseSavedPlan(formatSavedPlan(plan({ crawls }))).changes[0]).toMatchObject({
      price: { credits: 5, unboundedPdf: 1 },
    })
    const bounded = { ...crawls[0]!, price: { ...crawls[0]!.price, unboundedPdf: undefined } }
    const text = formatSavedPlan(plan({ crawls: [bounded] }))
    expect(text).not.toContain('unboundedPdf')
    expect(parseSavedPlan(text).changes[0]).toMatchObject({ price: { credits: 5 } })
  })

  it('has the same digest as in earlier versions of the program', () => {
    const digest = digestPlan({ environment: 'local', changes: [] })
    expect(digest).toBe('71e6d1a740466c75fbf0436e5a7d4b1944ce6f0bc6cd3c6bb98de90ff7e936b1')
  })

  it.each([
    ['a change', (saved: Saved) => (saved.changes[1] = null)],
    ['the price of the largest PDF', (saved: Saved) => (saved.changes[0].price.unboundedPdf = 'much')],
    ['a price without parts', (saved: Saved) => delete saved.changes[0].price.parts],
    ['the pointer of a difference', (saved: Saved) => delete saved.changes[1]!.differences[0].pointer],
    ['the kind of a difference', (saved: Saved) => delete saved.changes[1]!.differences[0].kind],
  ])('is refused if %s is missing or invalid', (_what, damage) => {
    const saved: Saved = JSON.parse(
      formatSavedPlan(plan({ crawls: [aResolvedCrawl({ name: 'added', credits: 5 }), changed] })),
    )
    damage(saved)
    expect(codeOf(() => parseSavedPlan(JSON.stringify(saved)))).toBe('unreadable')
  })

  it('contains only the names of secrets', () => {
    const crawls = [aResolvedCrawl({ request: { webhook: { url: 'https://h.example/?k=${secret:HOOK}' } } })]
    expect(parseSavedPlan(formatSavedPlan(plan({ crawls }))).changes).toMatchObject([
      { name: 'changed' },
      { secrets: ['HOOK'], request: { webhook: { url: 'https://h.example/?k=${secret:HOOK}' } } },
      { name: 'gone' },
      { name: 'same' },
    ])
  })

  it.each([
    ['a request', (text: string) => text.replace('"limit": 2', '"limit": 200000')],
    ['an action', (text: string) => text.replace('"action": "keep"', '"action": "submit"')],
    ['a basis', (text: string) => text.replace('4000-8000-000000000001', '4000-8000-000000000002')],
    [
      'the environment',
      (text: string) => text.replace('"environment": "local"', '"environment": "production"'),
    ],
    ['the digest', (text: string) => text.replace(/"digest": "./, '"digest": "_')],
  ])('is refused if %s in it was altered', (_what, alter) => {
    const text = formatSavedPlan(plan())
    expect(alter(text)).not.toBe(text)
    expect(codeOf(() => parseSavedPlan(alter(text)))).toBe('altered')
  })

  it.each([
    ['', 'unreadable'],
    ['[]', 'unreadable'],
    ['{"formatVersion": 1}', 'unreadable'],
    ['{"formatVersion": 2, "shape": "unknown"}', 'newer-format'],
  ])('is refused if it is %j', (text, code) => {
    expect(codeOf(() => parseSavedPlan(text))).toBe(code)
  })

  it('is refused if a required member of a change is missing', () => {
    for (const key of [
      'name',
      'file',
      'request',
      'effective',
      'origins',
      'secrets',
      'notes',
      'worstCasePages',
    ]) {
      const { changes, ...rest } = JSON.parse(formatSavedPlan(plan()))
      const text = JSON.stringify({
        ...rest,
        changes: changes.map((change: object) => ({ ...change, [key]: undefined })),
      })
      expect([key, codeOf(() => parseSavedPlan(text))]).toEqual([key, 'unreadable'])
    }
  })
})

describe('the stale part of a saved plan', () => {
  it('is empty if nothing changed, or only crawls that the plan keeps', () => {
    expect(stalePart(plan(), plan())).toEqual([])
    const other = aResolvedCrawl({ name: 'same', request: { limit: 7 } })
    expect(stalePart(plan(), plan({ crawls: [changed, added, other] }))).toEqual([])
  })

  it('contains a crawl whose request has changed since', () => {
    const now = plan({ crawls: [aResolvedCrawl({ name: 'changed', request: { limit: 3 } }), added, same] })
    expect(stalePart(plan(), now)).toEqual([
      { name: 'changed', reason: 'its request has changed since the plan was made' },
    ])
  })

  it('contains a crawl that was submitted since', () => {
    const { request } = added
    const now = plan({ recorded: aState(...recorded.records, aSubmittedRecord({ crawl: 'added', request })) })
    expect(stalePart(plan(), now)).toEqual([
      { name: 'added', reason: 'it was submitted or settled since the plan was made' },
    ])
  })

  it('contains a crawl that is no longer declared, or declared again', () => {
    const gone = aResolvedCrawl({ name: 'gone' })
    expect(stalePart(plan(), plan({ crawls: [changed, same, gone] }))).toEqual([
      { name: 'added', reason: 'it is no longer declared or no longer selected' },
      { name: 'gone', reason: 'it is declared again' },
    ])
  })

  it('contains a recorded crawl that is no longer declared', () => {
    expect(stalePart(plan(), plan({ crawls: [added, same] }))).toEqual([
      { name: 'changed', reason: 'it is no longer declared' },
    ])
  })

  it('contains all crawls that a budget now forbids', () => {
    const names = stalePart(plan(), plan({ budgetPages: 1 }))
    expect(names).toEqual([
      { name: 'added', reason: expect.stringContaining('the budget is 1') },
      { name: 'changed', reason: expect.stringContaining('the budget is 1') },
    ])
  })

  it('contains all crawls if the whole plan was applied before', () => {
    const first = plan({ recorded: undefined })
    const records = [changed, added, same].map(({ name, request }) =>
      aSubmittedRecord({ crawl: name, request }),
    )
    const names = stalePart(first, plan({ recorded: aState(...records) })).map((change) => change.name)
    expect(names).toEqual(['added', 'changed', 'same'])
  })

  it('is an error for another environment or another record', () => {
    expect(codeOf(() => stalePart(plan(), plan({ environment: 'production' })))).toBe('another-record')
    const other = { ...recorded, lineage: 'another' }
    expect(codeOf(() => stalePart(plan(), plan({ recorded: other })))).toBe('another-record')
    expect(codeOf(() => stalePart(plan(), plan({ recorded: undefined })))).toBe('another-record')
  })
})
