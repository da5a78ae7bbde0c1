import type { MessagePort } from 'node:worker_threads'
import type { ReadingBounds } from '../content/bounded-text.ts'
import type { BrowserSettings, ModelSettings } from '../settings/settings.ts'
import type { EngineOutcome, EngineTask } from './engine.ts'
import type { RunnerJob } from './page-runner.ts'

/** What a worker is told when it starts. */
export interface WorkerStart {
  readonly maxBytes: number
  readonly fullDiskMs: number
  readonly reading: ReadingBounds
  readonly connections: number
  readonly model: ModelSettings | undefined
  readonly browser: BrowserSettings | false
  /** Leads to the reader of files that all threads share. */
  readonly files: MessagePort
  /** Leads to the room that all threads share. */
  readonly room: MessagePort
  /** Directory for what is too large to stand in memory; of this thread alone. */
  readonly folder: string
}

/** What the main thread tells a worker; several at once, in order. */
export type WorkerCommand =
  | { readonly type: 'open'; readonly job: RunnerJob }
  | { readonly type: 'run'; readonly task: EngineTask }
  | { readonly type: 'abort'; readonly task: number }
  | { readonly type: 'close'; readonly job: string }
  | { readonly type: 'end' }

/** What a worker reports: outcomes of tasks, in the order in which they ended, or why they wait for room on the disk. */
export type WorkerReport =
  | { readonly type: 'outcomes'; readonly outcomes: readonly EngineOutcome[] }
  | { readonly type: 'full-disk'; readonly reason: string | undefined }
