import { isSubmitting, type PlannedChange, type PlanSummary } from './plan.ts'

/** Counts by action, and the most pages and credits of everything that would be submitted if the budget allowed it. */
export function summarizeChanges(changes: readonly PlannedChange[]): PlanSummary {
  const count = (action: PlannedChange['action']): number =>
    changes.filter((change) => change.action === action).length
  const asked = changes.flatMap((change) => {
    const isAsked = isSubmitting(change) || (change.action === 'blocked' && change.lacks === undefined)
    return isAsked ? [change] : []
  })
  return {
    submit: count('submit'),
    resubmit: count('resubmit'),
    repeat: count('repeat'),
    inDoubt: count('in-doubt'),
    blocked: count('blocked'),
    forget: count('forget'),
    keep: count('keep'),
    worstCasePages: asked.reduce((pages, change) => pages + change.worstCasePages, 0),
    worstCaseCredits: asked.reduce((credits, { price }) => credits + (price?.credits ?? 0), 0),
  }
}
