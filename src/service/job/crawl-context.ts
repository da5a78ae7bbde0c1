import type { ScopeReason } from '../../scope/scope.ts'
import type { FoundUrl, Frontier, FrontierOptions } from '../../frontier/frontier.ts'
import type { PageEngine } from '../engine/page-engine.ts'
import type { HostGate } from '../site/host-gate.ts'
import type { ResolvedSettings } from '../settings/settings.ts'
import type { JobRecord } from '../store/job-record.ts'
import type { Store } from '../store/store.ts'
import type { SiteReader } from '../site/site.ts'

/** Observes more of a crawl than its pages. */
export interface CrawlObserver {
  /** Whether routes (`#/`) count as pages of their own. By default they do when a browser shows the pages. */
  readonly rendersRoutes?: boolean | undefined
  /** Called for every URL, with the decision about it; again when robots.txt forbids it later. */
  readonly met: (found: FoundUrl, decision: ScopeReason | 'admitted') => void
  /** Wraps a job's frontier. With it, every link of every page is reported, instead of each new URL once. */
  readonly watch?: ((frontier: Frontier, options: FrontierOptions) => Frontier) | undefined
}

/** Shared by all running jobs. */
export interface CrawlContext {
  readonly settings: ResolvedSettings
  readonly engine: PageEngine
  readonly hostGate: HostGate
  readonly site: SiteReader
  /** Starts the scrapes that may start now. */
  readonly wake: () => void
  /** A number for a task, unique while the service runs. */
  readonly nextTask: () => number
  /** Called inside the transaction that records what the event reports. */
  readonly notify: (store: Store, record: JobRecord, event: JobEvent) => void
  readonly observer: CrawlObserver | undefined
  /** Called after a change of results or status was recorded. */
  readonly changed: (jobId: string) => void
}

export type JobEvent =
  | { readonly type: 'started' | 'completed' | 'failed' }
  /** `position` counts results or failures of the job from 0. */
  | { readonly type: 'page' | 'page-failed'; readonly position: number }
