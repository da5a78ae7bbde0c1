import type { MessagePort } from 'node:worker_threads'
import type { ReadingBounds } from '../content/bounded-text.ts'
import type { BrowserSettings, ModelSettings } from '../settings/settings.ts'
import type { EngineOutcome, EngineTask } from './engine.ts'
import type { HandedPage } from './handed-page.ts'
import type { RunnerJob, RunnerUnshown } from './page-runner.ts'

/** What a worker is told when it starts. */
export interface WorkerStart {
  readonly maxBytes: number
  readonly fullDiskMs: number
  readonly reading: ReadingBounds
  readonly model: ModelSettings | undefined
  readonly browser: BrowserSettings | false
  /** Leads to the reader of files that all threads share. */
  readonly files: MessagePort
}

/** What the main thread tells a worker at once, in order. */
export interface WorkerOrders {
  readonly commands: readonly WorkerCommand[]
  /** Pages that the worker can expect, these among them, as long as it hears nothing else. */
  readonly underWay: number
}

export type WorkerCommand =
  | { readonly type: 'open'; readonly job: RunnerJob }
  /** Of a page that is read from the cache, or that a browser shows. */
  | { readonly type: 'run'; readonly task: EngineTask }
  | { readonly type: 'read'; readonly task: EngineTask; readonly page: HandedPage }
  | { readonly type: 'abort'; readonly task: number }
  | { readonly type: 'close'; readonly job: string }
  | { readonly type: 'end' }

/** What became of a task; one that is `unshown` has to be fetched. */
export type WorkerOutcome = EngineOutcome | RunnerUnshown

/** What a worker reports: outcomes of tasks, in the order in which they ended, or why they wait for room on the disk. */
export type WorkerReport =
  | { readonly type: 'outcomes'; readonly outcomes: readonly WorkerOutcome[] }
  | { readonly type: 'full-disk'; readonly reason: string | undefined }
