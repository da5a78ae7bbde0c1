import type { PlannedChange } from '../plan/plan.ts'
import { mayRun, type SubmittedJob } from '../state/recorded-state.ts'

/**
 * Returns the job of the crawl that may still run when `change` is submitted. With `--replace` it is cancelled first.
 */
export function replacedJob(change: PlannedChange): SubmittedJob | undefined {
  const old = 'replaces' in change ? change.replaces : undefined
  return old !== undefined && mayRun(old) ? old : undefined
}
