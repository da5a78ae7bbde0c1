import type { SettingNote } from '../request/service-facts.ts'
import type { ResolvedCrawl } from '../resolve/resolved-crawl.ts'
import { compareText } from '../util/compare-text.ts'
import { fingerprintRequest } from './fingerprint.ts'
import {
  blockAboveBudget,
  blockLacking,
  budgetOf,
  type Decided,
  declaredChange,
  finishPlan,
} from './make-plan.ts'
import type { Plan, PlannedChange } from './plan.ts'
import { shownDifferences } from './shown-request.ts'

export interface RequestComparison {
  readonly environment: string
  readonly before: readonly ResolvedCrawl[]
  readonly after: readonly ResolvedCrawl[]
  /** Pages that the added and changed crawls may ask for together. */
  readonly budgetPages?: number
  /** Credits that they may cost together. */
  readonly budgetCredits?: number
  /** What the service refuses or lacks for a crawl, where that is known beforehand. */
  readonly lacking?: (crawl: ResolvedCrawl) => readonly SettingNote[]
}

/**
 * Returns two versions of the crawl files compared by what they would send, with no record of submissions: `submit` is
 * an added crawl, `resubmit` a changed one, `forget` a removed one. What is added and changed has to be submitted,
 * whatever is recorded, so it is `blocked` above the budget, and where the service cannot do it. It has no lineage, so `apply` takes it for nobody's state.
 */
export function compareRequests({
  environment,
  before,
  after,
  lacking,
  ...budgets
}: RequestComparison): Plan {
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
  const declare = <Said extends Decided>(said: Said) => declaredChange(after, fingerprint, said, lacks)
  if (before === undefined) return blockLacking(declare({ action: 'submit', reason: 'added' }), lacks)
  if (fingerprintRequest(before.request) === fingerprint) {
    return declare({ action: 'keep', reason: 'unchanged' })
  }
  const { differences, summary: reason } = shownDifferences(before.request, after)
  return blockLacking(declare({ action: 'resubmit', reason, differences }), lacks)
}
