import { isSubmitting, type PlannedChange, type PlanSummary } from './plan.ts'

/** Counts by action, and the most pages and credits of everything that would be submitted if the budget allowed it. */
export function summarizeChanges(changes: readonly PlannedChange[]): PlanSummary {
  const summary = {
    submit: 0,
    resubmit: 0,
    repeat: 0,
    inDoubt: 0,
    blocked: 0,
    forget: 0,
    keep: 0,
    worstCasePages: 0,
    worstCaseCredits: 0,
  }
  for (const change of changes) {
    summary[change.action === 'in-doubt' ? 'inDoubt' : change.action]++
    const isAsked = isSubmitting(change) || (change.action === 'blocked' && change.lacks === undefined)
    if (!isAsked) continue
    summary.worstCasePages += change.worstCasePages
    summary.worstCaseCredits += change.price?.credits ?? 0
  }
  return summary
}
