import { isSubmitting, type PlannedChange, type PlanSummary } from './plan.ts'

/** Counts by action, and the pages at most of everything that would be submitted if nothing blocked it. */
export function summarizeChanges(changes: readonly PlannedChange[]): PlanSummary {
  const count = (action: PlannedChange['action']): number =>
    changes.filter((change) => change.action === action).length
  const worstCasePages = changes.reduce(
    (pages, change) =>
      isSubmitting(change) || change.action === 'blocked' ? pages + change.worstCasePages : pages,
    0,
  )
  return {
    submit: count('submit'),
    resubmit: count('resubmit'),
    repeat: count('repeat'),
    inDoubt: count('in-doubt'),
    blocked: count('blocked'),
    forget: count('forget'),
    keep: count('keep'),
    worstCasePages,
  }
}
