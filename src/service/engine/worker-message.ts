import type { MessagePort } from 'node:worker_threads'
import type { ResolvedSettings } from '../settings/settings.ts'
import type { FetchedPage } from '../http/http.ts'
import type { StoredBody } from '../http/receive-body.ts'
import type { EngineOutcome, EngineTask } from './engine.ts'
import type { RunnerJob, RunnerNeedsFetch } from './page-runner.ts'

/** The settings of a page thread, which are plain values. */
export type PageSettings = Pick<ResolvedSettings, 'model' | 'browser' | 'limits'>

export interface WorkerStart {
  readonly settings: PageSettings
  /** Leads to the reader of files that all threads share. */
  readonly files: MessagePort
}

/** A command for a page thread. */
export type WorkerCommand =
  | { readonly type: 'open'; readonly job: RunnerJob }
  /** Runs a task whose page is in the cache, or is shown by a browser. */
  | { readonly type: 'run'; readonly task: EngineTask }
  /** Reads an answer. Another thread gets the bytes of its body without their class. */
  | {
      readonly type: 'read'
      readonly task: EngineTask
      readonly page: Omit<FetchedPage, 'body'> & { readonly body: Uint8Array | StoredBody }
    }
  | { readonly type: 'abort'; readonly task: number }
  | { readonly type: 'close'; readonly job: string }
  | { readonly type: 'end' }

/**
 * What a page thread reports: outcomes in the order in which tasks ended, `needs-fetch` for a page that must be fetched first, or why
 * outcomes wait for room on the disk.
 */
export type WorkerReport =
  | { readonly type: 'outcomes'; readonly outcomes: readonly (EngineOutcome | RunnerNeedsFetch)[] }
  | { readonly type: 'full-disk'; readonly reason: string | undefined }
