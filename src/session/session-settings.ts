import type { ApplyDeps } from '../apply/apply.ts'
import type { WaitDeps } from '../apply/wait-for-jobs.ts'
import type { WriteOptions } from './page-writer.ts'

export interface PlanSettings {
  /** Names and globs; without any, all crawls, and recorded ones that are no longer declared. */
  readonly names?: readonly string[]
  /** Crawls to plan. The plan only knows that the other selected ones exist. */
  readonly among?: ReadonlySet<string> | undefined
  /** Submits the selected crawls again although nothing changed. */
  readonly rerun?: boolean
}

export type SubmitSettings = Pick<ApplyDeps, 'parallelism' | 'failFast' | 'replace' | 'signal'>

export interface FollowSettings extends Pick<WaitDeps, 'signal'> {
  /** Without it, waiting ends when the jobs do. */
  readonly timeoutMs?: number | undefined
  /** The output directory of pages: they are kept next to it when a job ends, and `writePages` moves them into place. */
  readonly pages?: (WriteOptions & { readonly directory: string }) | undefined
}
