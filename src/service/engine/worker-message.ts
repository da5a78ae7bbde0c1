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
  /** Holds commands until they are taken. */
  readonly commands: MessagePort
}

/** What the main thread tells a worker about its commands: that there are more of them, or that there will be no more. */
export type WorkerCall =
  /** With the pages that it can expect, those among them that it has not reported. */
  { readonly type: 'more'; readonly underWay: number } | { readonly type: 'end' }

/** What a worker is to do. It takes one command after another, so that bodies of pages do not wait in its own memory. */
export type WorkerCommand =
  | { readonly type: 'open'; readonly job: RunnerJob }
  /** Of a page that is read from the cache, or that a browser shows. */
  | { readonly type: 'run'; readonly task: EngineTask }
  | { readonly type: 'read'; readonly task: EngineTask; readonly page: HandedPage }
  | { readonly type: 'abort'; readonly task: number }
  | { readonly type: 'close'; readonly job: string }

/** What became of a task; one that is `unshown` has to be fetched. */
export type WorkerOutcome = EngineOutcome | RunnerUnshown

/** What a worker reports: outcomes of tasks, in the order in which they ended, or why they wait for room on the disk. */
export type WorkerReport =
  | { readonly type: 'outcomes'; readonly outcomes: readonly WorkerOutcome[] }
  | { readonly type: 'full-disk'; readonly reason: string | undefined }
