/**
 * Input: an environment's name and where its record is stored.
 * Output: a backend that reads the record and replaces it by compare-and-swap.
 * Must not know crawl files, plans or what a change to the record means.
 */
import type { RecordedState } from './recorded-state.ts'
import type { StateStep } from './state-change.ts'

/**
 * Names the exact stored bytes that were read; opaque outside of its backend. Null means that nothing is stored yet.
 */
export type StateToken = string | null

export interface ReadState {
  /** Undefined when nothing is stored yet. */
  readonly state: RecordedState | undefined
  readonly token: StateToken
}

/** Shorter waits go unnoticed; longer ones are reported. */
export const PATIENCE_MS = 5000

/** Where submissions are recorded. Every write is a compare-and-swap, so two writers never overwrite each other. */
export interface StateBackend {
  readonly environment: string
  /** What and where it is, for messages, without credentials. */
  readonly description: string
  /**
   * Called with one line for everything that is waited for or tried again. Set by a caller that can show it to a
   * person.
   */
  notice?: ((line: string) => void) | undefined
  /**
   * Reads the stored state.
   * @throws {StateError} `unreadable`, `newer-format`, `unavailable`
   */
  read(): Promise<ReadState>
  /**
   * Stores `next` if the stored state is still the one `expected` names.
   * @throws {StateError} `conflict` when it is not; `locked`; `unavailable`, after which it may or may not be stored
   */
  compareAndSwap(expected: StateToken, next: RecordedState): Promise<StateToken>
  /**
   * Stores what `step` makes of the state that `expected` names, at the cost of the step and not of the whole state; until
   * `fold`, reading costs a little more. Absent where a write costs the same whatever it holds.
   * @throws {StateError} as `compareAndSwap`
   */
  append?(expected: string, step: StateStep): Promise<string>
  /**
   * Brings what was appended into the state, which stays the same.
   * @throws {StateError}
   */
  fold?(): Promise<void>
  /**
   * Returns the last `limit` states, newest first; absent where none are kept.
   * @throws {StateError}
   */
  history?(limit: number): Promise<readonly HistoryEntry[]>
  /**
   * Removes the lock `id` from whoever holds it. Absent where there are no locks.
   * @throws {StateError} `locked` when another lock is held; `unavailable`
   */
  unlock?(id: string): Promise<void>
}

export interface HistoryEntry {
  /** When it was written, ISO 8601. */
  readonly at: string
  /** Who wrote it, where that is known. */
  readonly by?: string
  readonly state: RecordedState
}

export type StateErrorCode = 'conflict' | 'locked' | 'unreadable' | 'newer-format' | 'unavailable'

/** The record could not be read or written. Match on `code`. */
export class StateError extends Error {
  override readonly name = 'StateError'
  readonly code: StateErrorCode
  /** Trying again cannot help until someone does something. */
  readonly isLasting: boolean
  constructor(code: StateErrorCode, message: string, options: ErrorOptions & { isLasting?: boolean } = {}) {
    super(message, options)
    this.code = code
    this.isLasting = options.isLasting ?? false
  }
}
