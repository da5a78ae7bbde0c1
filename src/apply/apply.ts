/**
 * Input: a plan, a record and a service.
 * Output: submissions, recorded step by step, as events.
 * Must not know crawl files, terminals or exit statuses, and must not decide what the plan has decided.
 */
import { changesToMake, isSubmitting, type Plan, type PlannedChange } from '../plan/plan.ts'
import { createRecorder, type Recorder } from '../state/update-state.ts'
import { StateError, type StateBackend } from '../state/state.ts'
import { allowManyListeners } from '../util/allow-many-listeners.ts'
import { eventsOf } from './events-of.ts'
import type { ApplyEvent, ApplyResult } from './apply-event.ts'
import { forgetCrawl, StaleChangeError } from './record-changes.ts'
import { createRateGate } from './rate-gate.ts'
import { submitCrawl, type SubmitDeps } from './submit-crawl.ts'

export interface ApplyDeps extends Omit<SubmitDeps, 'recorder' | 'gate' | 'random' | 'signal' | 'emit'> {
  readonly backend: StateBackend
  /** How many submissions run at once; by default 4 at first, and up to 16 while the service accepts them all. */
  readonly parallelism?: number | undefined
  /** Start nothing more after the first crawl that was not submitted. */
  readonly failFast?: boolean
  /** When aborted: start nothing more, finish what was sent. */
  readonly signal?: AbortSignal
  readonly random?: () => number
}

/**
 * Submits the plan, whose renamed crawls are recorded under their new names, and yields `finished` for each change that is not
 * untouched. Skips crawls whose record has changed since.
 */
export function applyPlan(plan: Plan, deps: ApplyDeps): AsyncGenerator<ApplyEvent> {
  return eventsOf((emit) => runAll(plan.changes, deps, emit))
}

async function runAll(changes: readonly PlannedChange[], deps: ApplyDeps, emit: (event: ApplyEvent) => void) {
  const { clock, random = Math.random } = deps
  const signal = allowManyListeners(deps.signal ?? new AbortController().signal)
  const recorder = createRecorder(deps.backend, deps)
  const gate = createRateGate(clock, deps.parallelism)
  const submitDeps = { ...deps, recorder, gate, random, signal, emit }
  let stopped: string | undefined

  /** Lets the next crawl begin. With `failFast` none begins after a failure. */
  function leave(change: PlannedChange, isFine: boolean): void {
    if (deps.failFast === true && !isFine) stopped ??= `not started, because "${change.name}" failed`
    gate.leave(isFine && isSubmitting(change))
  }

  async function work(change: PlannedChange): Promise<void> {
    await gate.enter()
    if (signal.aborted) stopped ??= 'interrupted before it was submitted'
    let isInside = true
    const { result, isFatal } =
      stopped === undefined
        ? await carryOut(change, submitDeps, (isStarted) => {
            isInside = false
            leave(change, isStarted)
          })
        : skip(change, stopped)
    if (isFatal === true) stopped ??= 'not started, because the record cannot be written'
    if (isInside) leave(change, !['failed', 'in-doubt', 'stale'].includes(result.outcome))
    emit({ type: 'finished', result })
  }
  try {
    await Promise.all(changesToMake(changes).map(work))
  } finally {
    await recorder.close()
  }
}

interface Outcome {
  readonly result: ApplyResult
  /** The record cannot be written, so every further crawl would fail too. */
  readonly isFatal?: true
}

async function carryOut(
  change: PlannedChange,
  deps: SubmitDeps,
  onAnswer: (isStarted: boolean) => void,
): Promise<Outcome> {
  const { name } = change
  try {
    if (isSubmitting(change)) return { result: await submitCrawl(change, deps, onAnswer) }
    if (change.action === 'forget') return await forget(change, deps.recorder)
    // The record has the new name already.
    if (change.action === 'keep') return { result: { name, outcome: 'renamed' } }
    return skip(change, change.reason)
  } catch (error) {
    if (!(error instanceof StateError)) throw error
    const message = `not submitted, because it could not be recorded: ${error.message}`
    return { result: { name, outcome: 'failed', error: message }, isFatal: true }
  }
}

async function forget(change: PlannedChange & { action: 'forget' }, recorder: Recorder): Promise<Outcome> {
  const { name } = change
  if (change.unsettled !== undefined) return skip(change, change.reason)
  try {
    await recorder.update(name, (record) => forgetCrawl(record, change))
    return { result: { name, outcome: 'forgotten' } }
  } catch (error) {
    if (!(error instanceof StaleChangeError)) throw error
    return { result: { name, outcome: 'stale', error: error.message } }
  }
}

function skip({ name }: PlannedChange, because: string): Outcome {
  return { result: { name, outcome: 'skipped', error: because } }
}
