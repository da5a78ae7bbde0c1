import type { JobResult } from '../state/recorded-state.ts'

export type ApplyOutcome = 'submitted' | 'failed' | 'in-doubt' | 'stale' | 'forgotten' | 'skipped'

/** What `apply` tells while it runs; rendering is somebody else's work. */
export type ApplyEvent =
  | { readonly type: 'submitting'; readonly crawl: string; readonly attempt: string }
  | { readonly type: 'retrying'; readonly crawl: string; readonly inMs: number; readonly because: string }
  | { readonly type: 'finished'; readonly result: ApplyResult }
  | { readonly type: 'progress'; readonly crawl: string; readonly job: string; readonly result: JobResult }
  | { readonly type: 'done'; readonly crawl: string; readonly job: string; readonly result: JobResult }

export interface ApplyResult {
  readonly name: string
  readonly outcome: ApplyOutcome
  readonly job?: string
  readonly url?: string
  readonly error?: string
}
