import type { PlannedChange } from '../plan/plan.ts'
import { mayRun } from '../state/may-run.ts'
import type { SubmittedJob } from '../state/recorded-state.ts'

/**
 * Returns the job that submitting `change` would run beside, as far as is known; with `--replace` it is cancelled
 * first.
 */
export function replacedJob(change: PlannedChange): SubmittedJob | undefined {
  const old = 'replaces' in change ? change.replaces : undefined
  return old !== undefined && mayRun(old) ? old : undefined
}
