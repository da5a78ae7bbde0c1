import type { WriteOptions } from './page-writer.ts'

export interface PlanWish {
  /** Names and globs; without any, all crawls, and recorded ones that are no longer declared. */
  readonly names?: readonly string[]
  /** Crawls to plan. The plan only knows that the other selected ones exist. */
  readonly among?: ReadonlySet<string> | undefined
  /** Submits the selected crawls again although nothing changed. */
  readonly rerun?: boolean
}

export interface SubmitSettings {
  /** How many submissions run at once; by default 4 at first, and up to 16 while the service accepts them all. */
  readonly parallelism?: number | undefined
  /** Starts nothing more after the first crawl that was not submitted. */
  readonly failFast?: boolean
  /** Cancels the running job of a crawl that is submitted again. */
  readonly replace?: boolean
  /** When aborted: start nothing more, finish what was sent. */
  readonly signal?: AbortSignal
}

export interface FollowSettings {
  /** Without it, waiting ends when the jobs do. */
  readonly timeoutMs?: number | undefined
  /** When aborted, waiting ends; the jobs go on. */
  readonly signal?: AbortSignal
  /** The output directory of pages: they are kept next to it when a job ends, and `writePages` moves them into place. */
  readonly pages?: (WriteOptions & { readonly directory: string }) | undefined
}
