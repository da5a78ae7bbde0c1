import { readFileSync } from 'node:fs'
import path from 'node:path'
import { Ajv } from 'ajv'
import addFormats from 'ajv-formats'
import { expect, it } from 'vitest'
import { compareRequests, makePlan } from '../../src/plan/make-plan.ts'
import type { Plan } from '../../src/plan/plan.ts'
import { formatSavedPlan } from '../../src/plan/saved-plan.ts'
import { aDoubtfulRecord, aFailedRecord, aResult, aState, aSubmittedRecord } from '../support/a-record.ts'
import { aResolvedCrawl } from '../support/a-resolved-crawl.ts'

const schema: object = JSON.parse(
  readFileSync(path.join(import.meta.dirname, '../../schema/plan.schema.json'), 'utf8'),
)

/** The published schema, and one that takes no member which it does not name. */
function validators() {
  const strict = JSON.parse(JSON.stringify(schema), (key, value) => {
    const open = ['request', 'effective', 'expect', 'result', 'origins'].includes(key)
    return !open && value?.type === 'object' && value.properties
      ? { ...value, additionalProperties: false }
      : value
  })
  return [schema, strict].map((one) => addFormats.default(new Ajv({ allErrors: true })).compile(one))
}

const crawls = [
  aResolvedCrawl({
    name: 'new',
    request: { headers: { a: '${secret:A}' } },
    credits: 7,
    refreshMs: 1,
    expect: { minPages: 3 },
  }),
  aResolvedCrawl({ name: 'changed', request: { limit: 2 } }),
  aResolvedCrawl({ name: 'failed' }),
  aResolvedCrawl({ name: 'cancelled' }),
  aResolvedCrawl({ name: 'doubt' }),
  aResolvedCrawl({ name: 'same' }),
]
const recorded = aState(
  aSubmittedRecord({ crawl: 'changed', request: { limit: 1, delay: 1 } }),
  aFailedRecord({ crawl: 'failed' }),
  aSubmittedRecord({ crawl: 'cancelled', result: aResult('cancelled') }),
  aDoubtfulRecord({ crawl: 'doubt' }),
  aSubmittedRecord({
    crawl: 'same',
    result: { ...aResult('completed'), summary: { changes: { added: 1, removed: 2, changed: 3, moved: 4 } } },
  }),
  aSubmittedRecord({ crawl: 'gone' }),
  aDoubtfulRecord({ crawl: 'gone-in-doubt' }),
)
const input = { environment: 'local', crawls, recorded, nowMs: 0 }
const plans: Record<string, Plan> = {
  'of everything that can happen': makePlan(input),
  'above its budget': makePlan({ ...input, budgetPages: 1, budgetCredits: 1 }),
  'before the first submission': makePlan({ ...input, recorded: undefined }),
  'between two versions of the files': compareRequests({
    environment: 'local',
    before: crawls.slice(2),
    after: crawls,
  }),
  'of nothing': makePlan({ ...input, crawls: [], recorded: undefined }),
}

it.each(Object.entries(plans))('the schema describes every member of a plan %s', (_what, plan) => {
  for (const validate of validators()) {
    validate(JSON.parse(formatSavedPlan(plan)))
    expect(validate.errors ?? []).toEqual([])
  }
})

it('the plans of this test contain every action', () => {
  const actions = Object.values(plans).flatMap((plan) => plan.changes.map((change) => change.action))
  expect([...new Set(actions)].toSorted()).toEqual([
    'blocked',
    'forget',
    'in-doubt',
    'keep',
    'repeat',
    'resubmit',
    'submit',
  ])
})

it('the schema refuses values that are not plans', () => {
  const [validate] = validators()
  for (const wrong of [
    {},
    { ...plans['of nothing'], digest: 'x' },
    { ...plans['of nothing'], changes: [{ action: 'explode' }] },
  ]) {
    expect(validate?.(wrong)).toBe(false)
  }
})
