import type { JobRecord, PreviousJob, SubmittedJob } from '../state/state.ts'
import { formatDuration, fromTimeText } from '../util/clock.ts'
import { queryAdvice } from '../protocol/job-texts.ts'
import type { RequestDifferences } from './diff-requests.ts'
import { type Expected, lastJob, lastJobRemarks, ownJob } from './last-job.ts'

/** The action for one declared crawl, with the members that only changes of this action have. */
export type Decision =
  | { readonly action: 'submit'; readonly reason: string }
  | { readonly action: 'repeat'; readonly reason: string; readonly replaces?: SubmittedJob }
  | { readonly action: 'keep'; readonly reason: string; readonly job: string }
  | ({ readonly action: 'resubmit'; readonly reason: string; readonly replaces: SubmittedJob } & Differences)
  | ({ readonly action: 'in-doubt'; readonly reason: string; readonly attempt: string } & Differences)

type Differences = Pick<RequestDifferences, 'differences'>

export interface Wanted extends Expected {
  readonly fingerprint: string
  readonly refreshMs: number | undefined
  /** Submit again although nothing requires it. */
  readonly rerun: boolean
  readonly nowMs: number
  /** Says that the last job is paused, as a clause. */
  readonly paused?: string | undefined
  /** Returns the changes since a request that was submitted. */
  readonly diff: (before: PreviousJob['request']) => RequestDifferences
}

/** The reason to keep a crawl about which there is nothing to say. */
export const UNCHANGED = 'unchanged'

/** Decides the action by comparing the wanted request with the crawl's record. No other code decides this. */
export function decideAction(record: JobRecord | undefined, wanted: Wanted): Decision {
  if (record === undefined) return { action: 'submit', reason: 'never submitted' }
  switch (record.phase) {
    case 'submitting':
    case 'in-doubt':
      return {
        action: 'in-doubt',
        reason: `the outcome of the attempt of ${record.at} is unknown: ${record.phase === 'in-doubt' ? record.error : 'it is still running, or was stopped'}`,
        attempt: record.attempt,
        differences: wanted.diff(record.request).differences,
      }
    case 'forgotten':
      return { action: 'submit', reason: 'forgotten before, declared again' }
    case 'failed':
      return decideAfterFailure(record, wanted)
    case 'submitted':
      return decideAgainst(ownJob(record), wanted)
  }
}

function decideAfterFailure(record: JobRecord & { phase: 'failed' }, wanted: Wanted): Decision {
  const last = lastJob(record)
  const failure = `the last attempt failed: ${record.error}`
  if (record.fingerprint === wanted.fingerprint)
    return last === undefined || last.fingerprint === wanted.fingerprint
      ? repeat(failure, last)
      : resubmit(last, wanted, [failure])
  return last === undefined
    ? { action: 'submit', reason: `never submitted; ${failure}` }
    : decideAgainst(last, wanted)
}

function decideAgainst(last: PreviousJob, wanted: Wanted): Decision {
  const ownRemarks = lastJobRemarks(last, wanted)
  if (last.fingerprint !== wanted.fingerprint) return resubmit(last, wanted, ownRemarks)
  const remarks = [...ownRemarks, ...queryAdvice(last.result?.summary?.queryCopies)]
  if (wanted.rerun) return repeat(['rerun requested', ...remarks].join('; '), last)
  const { status, error, heldBack } = last.result ?? {}
  if (status === 'failed')
    return repeat(`the last job failed${error === undefined ? '' : `: ${error}`}`, last)
  if (status === 'cancelled') return repeat('the last job was cancelled', last)
  if (heldBack !== undefined) return repeat(remarks.join('; '), last)
  const { refreshMs } = wanted
  if (refreshMs !== undefined && isDue(last, wanted)) {
    // The age is left out, because a plan made tomorrow from the same files must be the same.
    const reason = `due: last submitted ${last.at}, refresh is ${formatDuration(refreshMs)}`
    return repeat([reason, ...remarks].join('; '), last)
  }
  return { action: 'keep', reason: remarks.length === 0 ? UNCHANGED : remarks.join('; '), job: last.job }
}

function repeat(reason: string, last: PreviousJob | undefined): Decision {
  return { action: 'repeat', reason, ...(last && { replaces: withoutRequest(last) }) }
}

function resubmit(last: PreviousJob, { diff }: Wanted, remarks: readonly string[]): Decision {
  const { differences, summary } = diff(last.request)
  const reason = [summary, ...remarks].join('; ')
  return { action: 'resubmit', reason, differences, replaces: withoutRequest(last) }
}

/** Returns the replaced submission without its request, because the differences already show it. */
function withoutRequest({ request: _request, ...job }: PreviousJob): SubmittedJob {
  return job
}

/** Returns whether the last submission is older than `refresh`, or as far in the future: then a clock was wrong. */
function isDue({ at }: PreviousJob, { refreshMs = Infinity, nowMs }: Wanted): boolean {
  return Math.abs(nowMs - (fromTimeText(at) ?? 0)) >= refreshMs
}

/** Returns whether a repeated crawl wants fresh pages: asked for, due, after a job that was held back, or after a failed attempt or job that wanted them. */
export function wantsFreshPages(record: JobRecord | undefined, wanted: Wanted): boolean {
  const last = record && lastJob(record)
  if (record === undefined || last === undefined) return false
  const isDone = record.phase === 'submitted' && record.result?.status === 'completed'
  if (last.result?.heldBack !== undefined) return true
  return wanted.rerun || isDue(last, wanted) || (record.fresh === true && !isDone)
}
