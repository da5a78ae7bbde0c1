import type { CancelOutcome } from '../client/crawl-client.ts'
import type { JobRecord, JobResult } from '../state/state.ts'
import type { MissedPages } from './job-result.ts'

export type ApplyOutcome =
  /** The service runs the job. */
  | 'submitted'
  /** The service certainly started nothing. */
  | 'failed'
  /** A job may have been started, or could not be recorded. */
  | 'in-doubt'
  /** Someone else submitted or settled the crawl after the plan was made; nothing was sent. */
  | 'stale'
  | 'forgotten'
  /** Nothing was submitted: the record has a new name. */
  | 'renamed'
  /** Nothing was sent: interrupted, stopped after a failure, blocked, or another attempt must be settled first. */
  | 'skipped'

/** What `apply` and `wait` report while they run. Rendering happens elsewhere. */
export type ApplyEvent =
  | { readonly type: 'submitting'; readonly crawl: string; readonly attempt: string }
  /** The job that this submission replaces has ended or was cancelled; nothing has been sent yet. */
  | { readonly type: 'replaced'; readonly crawl: string; readonly job: string; readonly was: CancelOutcome }
  | { readonly type: 'retrying'; readonly crawl: string; readonly inMs: number; readonly because: string }
  /** The outcome is known and could not be stored: the listener keeps the record. */
  | { readonly type: 'unrecorded'; readonly record: JobRecord; readonly error: string }
  | { readonly type: 'finished'; readonly result: ApplyResult }
  | { readonly type: 'progress'; readonly crawl: string; readonly job: string; readonly result: JobResult }
  /** The service lets the job wait, and fetches none of its pages. */
  | { readonly type: 'waiting'; readonly crawl: string; readonly job: string; readonly because: string }
  | { readonly type: 'resumed'; readonly crawl: string; readonly job: string }
  | (Partial<MissedPages> & {
      readonly type: 'done'
      readonly crawl: string
      readonly job: string
      /** The last known one, if waiting ended early. */
      readonly result: JobResult
      /** The job is not finished, and no process runs it now. */
      readonly isPaused?: true
      /** Why this is not a success: failed, cancelled, timed out, fewer pages than expected. Empty for a success. */
      readonly problems: readonly string[]
      /** The page files of the job, if they were written. */
      readonly written?: { readonly directory: string; readonly files: number; readonly duplicates: number }
    })

export type DoneEvent = Extract<ApplyEvent, { type: 'done' }>

export interface ApplyResult {
  readonly name: string
  readonly outcome: ApplyOutcome
  readonly job?: string
  readonly url?: string
  readonly error?: string
}
