import type { MessagePort } from 'node:worker_threads'
import type { ReadingBounds } from '../content/bounded-text.ts'
import type { BrowserSettings, ModelSettings } from '../settings/settings.ts'
import type { EngineOutcome, EngineTask } from './engine.ts'
import type { HandedPage } from './handed-page.ts'
import type { RunnerJob, RunnerUnshown } from './page-runner.ts'

/** What a page thread gets when it starts. */
export interface WorkerStart {
  readonly maxBytes: number
  readonly fullDiskMs: number
  readonly reading: ReadingBounds
  readonly model: ModelSettings | undefined
  readonly browser: BrowserSettings | false
  /** Leads to the reader of files that all threads share. */
  readonly files: MessagePort
}

/** A command for a page thread. */
export type WorkerCommand =
  | { readonly type: 'open'; readonly job: RunnerJob }
  /** Runs a task whose page is in the cache, or is shown by a browser. */
  | { readonly type: 'run'; readonly task: EngineTask }
  | { readonly type: 'read'; readonly task: EngineTask; readonly page: HandedPage }
  | { readonly type: 'abort'; readonly task: number }
  | { readonly type: 'close'; readonly job: string }
  /** Ends the thread. */
  | { readonly type: 'end' }

/** The result of a task; an `unshown` page has to be fetched. */
export type WorkerOutcome = EngineOutcome | RunnerUnshown

/** What a page thread reports: outcomes in the order in which tasks ended, or why outcomes wait for room on the disk. */
export type WorkerReport =
  | { readonly type: 'outcomes'; readonly outcomes: readonly WorkerOutcome[] }
  | { readonly type: 'full-disk'; readonly reason: string | undefined }
