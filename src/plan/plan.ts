/**
 * Input: resolved crawls and recorded submissions.
 * Output: what to submit and why, as plain data for `apply`, `render` and files. `schema/plan.schema.json` describes it.
 * Must not know how a plan is shown: colours, layout or options of commands.
 */
import type { Change, Keep, Plan } from '../schema/plan.gen.ts'

export type {
  Change as PlannedChange,
  Difference as PlannedDifference,
  LastRun,
  Note as PlannedNote,
  Origin as PlannedOrigin,
  Plan,
  Price as PlannedPrice,
} from '../schema/plan.gen.ts'

/** The members of every change of a declared crawl. */
export type DeclaredChange = Omit<Keep, 'action' | 'job' | 'differences'>

export type PlanAction = Change['action']

export type SubmittingAction = 'submit' | 'resubmit' | 'repeat'

export type SubmittingChange = Extract<Change, { action: SubmittingAction }>

export type PlanSummary = Plan['summary']

export function isSubmitting(change: Change): change is SubmittingChange {
  return change.action === 'submit' || change.action === 'resubmit' || change.action === 'repeat'
}
