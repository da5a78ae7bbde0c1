import type { SettingNote } from '../request/service-facts.ts'
import type { ResolvedCrawl } from '../resolve/resolved-crawl.ts'
import { compareText } from '../util/text.ts'
import { fingerprintRequest, type Plan, type PlannedChange } from './plan.ts'
import { blockAboveBudget, blockLacking, budgetOf, declaredChange, finishPlan } from './make-plan.ts'
import type { Decided, PlanInput } from './make-plan.ts'
import { shownDifferences } from './diff-requests.ts'

/**
 * Compares the requests of two versions of the crawl files, without a record of submissions. `submit` is an added crawl,
 * `resubmit` a changed one, `forget` a removed one. Added and changed crawls are `blocked` above the budget, or if the service
 * cannot do them. The plan has no lineage, so `apply` matches it with no record.
 */
export function compareRequests({
  environment,
  before,
  after,
  lacking,
  ...budgets
}: Pick<PlanInput, 'environment' | 'budgetPages' | 'budgetCredits' | 'lacking'> & {
  readonly before: readonly ResolvedCrawl[]
  readonly after: readonly ResolvedCrawl[]
}): Plan {
  const budget = budgetOf(budgets)
  const old = new Map(before.map((crawl) => [crawl.name, crawl]))
  const now = new Set(after.map((crawl) => crawl.name))
  const removed = before.filter((crawl) => !now.has(crawl.name))
  const changes: PlannedChange[] = [
    ...after.map((crawl) => compareCrawl(old.get(crawl.name), crawl, lacking?.(crawl))),
    ...removed.map((crawl): PlannedChange => {
      const fingerprint = fingerprintRequest(crawl.request)
      return { action: 'forget', name: crawl.name, reason: 'removed', fingerprint }
    }),
  ]
  const sorted = changes.toSorted((a, b) => compareText(a.name, b.name))
  return finishPlan({
    environment,
    ...budget,
    changes: blockAboveBudget(sorted, budget, 'the added and changed crawls'),
  })
}

function compareCrawl(
  before: ResolvedCrawl | undefined,
  after: ResolvedCrawl,
  lacks: readonly SettingNote[] = [],
): PlannedChange {
  const fingerprint = fingerprintRequest(after.request)
  const declare = <D extends Decided>(details: D) => declaredChange(after, fingerprint, details, lacks)
  if (before === undefined) return blockLacking(declare({ action: 'submit', reason: 'added' }), lacks)
  if (fingerprintRequest(before.request) === fingerprint) {
    return declare({ action: 'keep', reason: 'unchanged' })
  }
  const { differences, summary: reason } = shownDifferences(before.request, after)
  return blockLacking(declare({ action: 'resubmit', reason, differences }), lacks)
}
