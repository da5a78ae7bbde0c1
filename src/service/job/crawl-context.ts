import type { ScopeReason } from '../../scope/scope.ts'
import type { FoundUrl } from '../frontier/frontier.ts'
import type { Engine } from '../engine/engine.ts'
import type { HostGate } from '../site/host-gate.ts'
import type { ResolvedSettings } from '../settings/settings.ts'
import type { JobRecord } from '../store/job-record.ts'
import type { Store } from '../store/open-store.ts'
import type { SiteReader } from '../site/site-reader.ts'

/** What all running jobs share. */
export interface CrawlContext {
  readonly settings: ResolvedSettings
  readonly engine: Engine
  readonly hostGate: HostGate
  readonly site: SiteReader
  /** Something may be able to start now. */
  readonly wake: () => void
  /** A number for a task, unique while the service runs. */
  readonly nextTask: () => number
  /** Called inside the transaction that records what the event reports. */
  readonly notify: (store: Store, record: JobRecord, event: JobEvent) => void
  /** Called for every URL that is met, with the decision about it. */
  readonly observe: ((found: FoundUrl, decision: ScopeReason | 'admitted') => void) | undefined
  /** Results, status or both have changed, and are recorded. */
  readonly changed: (jobId: string) => void
}

export type JobEvent =
  | { readonly type: 'started' | 'completed' | 'failed' }
  /** `position` counts results or failures of the job from 0. */
  | { readonly type: 'page' | 'page-failed'; readonly position: number }
