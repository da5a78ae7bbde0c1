import { expect, it } from 'vitest'
import { compareRequests } from '../../src/plan/make-plan.ts'
import { aResolvedCrawl } from '../support/a-resolved-crawl.ts'

it('finds added, changed, removed and unchanged crawls without a record', () => {
  const plan = compareRequests({
    environment: 'local',
    before: [
      aResolvedCrawl({ name: 'same' }),
      aResolvedCrawl({ name: 'changed', request: { limit: 1 } }),
      aResolvedCrawl({ name: 'removed' }),
    ],
    after: [
      aResolvedCrawl({ name: 'same' }),
      aResolvedCrawl({ name: 'changed', request: { limit: 2 } }),
      aResolvedCrawl({ name: 'added' }),
    ],
  })
  expect(plan.changes.map(({ name, action, reason }) => [name, action, reason])).toEqual([
    ['added', 'submit', 'added'],
    ['changed', 'resubmit', 'limit changed'],
    ['removed', 'forget', 'removed'],
    ['same', 'keep', 'unchanged'],
  ])
  expect(plan.lineage).toBeUndefined()
  expect(plan.summary.worstCasePages).toBe(10_002)
})

it('blocks crawls above the budget, and keeps the budget in the plan', () => {
  const plan = compareRequests({
    environment: 'local',
    before: [],
    after: [aResolvedCrawl({ request: { limit: 20 } })],
    budgetPages: 10,
  })
  expect(plan).toMatchObject({ budgetPages: 10, changes: [{ action: 'blocked' }] })
})
