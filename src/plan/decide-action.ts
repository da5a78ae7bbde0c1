import type { JobRecord, PreviousJob } from '../state/state.ts'
import { formatDuration, fromTimeText } from '../util/clock.ts'
import type { JsonObject } from '../util/json.ts'
import { queryAdvice } from '../util/job-texts.ts'
import { type Expected, lastJob, lastJobRemarks, ownJob } from './last-job.ts'

/** The action for one declared crawl. Differences and origins are looked up later, only if they are shown. */
export type Decision =
  | { readonly action: 'submit'; readonly reason: string }
  | { readonly action: 'repeat'; readonly reason: string; readonly last?: PreviousJob }
  | { readonly action: 'keep'; readonly reason: string; readonly last: PreviousJob }
  | {
      readonly action: 'resubmit'
      /** The reason, apart from the changed settings. */
      readonly remark?: readonly string[]
      readonly before: JsonObject
      readonly last: PreviousJob
    }
  | {
      readonly action: 'in-doubt'
      readonly reason: string
      readonly attempt: string
      readonly before: JsonObject
    }

export interface Wanted extends Expected {
  readonly fingerprint: string
  readonly refreshMs: number | undefined
  /** Submit again although nothing requires it. */
  readonly rerun: boolean
  readonly nowMs: number
  /** That the last job is paused, as a clause. */
  readonly paused?: string | undefined
}

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
        before: record.request,
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
  if (last === undefined) {
    return record.fingerprint === wanted.fingerprint
      ? { action: 'repeat', reason: failure }
      : { action: 'submit', reason: `never submitted; ${failure}` }
  }
  if (last.fingerprint !== wanted.fingerprint && record.fingerprint === wanted.fingerprint) {
    return { action: 'resubmit', remark: [failure], before: last.request, last }
  }
  return record.fingerprint === wanted.fingerprint
    ? { action: 'repeat', reason: failure, last }
    : decideAgainst(last, wanted)
}

function decideAgainst(last: PreviousJob, wanted: Wanted): Decision {
  const ownRemarks = lastJobRemarks(last, wanted)
  if (last.fingerprint !== wanted.fingerprint)
    return { action: 'resubmit', remark: ownRemarks, before: last.request, last }
  const remarks = [...ownRemarks, ...queryAdvice(last.result?.summary?.queryCopies)]
  if (wanted.rerun) return { action: 'repeat', reason: ['rerun requested', ...remarks].join('; '), last }
  const status = last.result?.status
  if (status === 'failed') {
    const because = last.result?.error === undefined ? '' : `: ${last.result.error}`
    return { action: 'repeat', reason: `the last job failed${because}`, last }
  }
  if (status === 'cancelled') return { action: 'repeat', reason: 'the last job was cancelled', last }
  const { refreshMs } = wanted
  if (refreshMs !== undefined && isDue(last, wanted)) {
    // The age is left out, because a plan made tomorrow from the same files must be the same.
    const reason = `due: last submitted ${last.at}, refresh is ${formatDuration(refreshMs)}`
    return { action: 'repeat', reason: [reason, ...remarks].join('; '), last }
  }
  return { action: 'keep', reason: remarks.length === 0 ? 'unchanged' : remarks.join('; '), last }
}

/** Returns whether the last submission is older than `refresh`, or as far in the future: then a clock was wrong. */
function isDue({ at }: PreviousJob, { refreshMs = Infinity, nowMs }: Wanted): boolean {
  return Math.abs(nowMs - (fromTimeText(at) ?? 0)) >= refreshMs
}

/**
 * Returns whether a crawl that is submitted again wants fresh pages: it was asked for, it is due, or it makes up for a failed
 * attempt or job that wanted them.
 */
export function wantsFreshPages(record: JobRecord | undefined, wanted: Wanted): boolean {
  const last = record && lastJob(record)
  if (record === undefined || last === undefined) return false
  const isDone = record.phase === 'submitted' && record.result?.status === 'completed'
  return wanted.rerun || isDue(last, wanted) || (record.fresh === true && !isDone)
}
