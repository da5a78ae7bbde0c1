/**
 * Input: an environment's name and where its record is stored.
 * Output: a backend that reads the record and replaces it by compare-and-swap.
 * Must not know crawl files, plans or the meaning of a change.
 */
import type { RecordedState, StateStep } from './recorded-state.ts'

/** Names the exact stored bytes that were read; opaque outside of its backend. Null means that nothing is stored yet. */
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
  /** The kind and place of the backend, for messages, without credentials. */
  readonly description: string
  /** Called with one line for each wait or retry. Set by a caller that can show it to a person. */
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
   * Applies `step` to the state that `expected` names, at a cost that depends on the step and not on the state. Until `fold`,
   * reading costs a little more. Absent if every write costs the same.
   * @throws {StateError} as `compareAndSwap`
   */
  append?(expected: string, step: StateStep): Promise<string>
  /**
   * Folds the appended steps into the stored state, without changing its meaning.
   * @throws {StateError}
   */
  fold?(): Promise<void>
  /**
   * Returns the last `limit` states, newest first; absent if the backend keeps no history.
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
  /** A retry cannot help until a person acts. */
  readonly isLasting: boolean
  /** What to do, where that depends on more than the code. */
  readonly help: string | undefined
  constructor(
    code: StateErrorCode,
    message: string,
    options: ErrorOptions & { isLasting?: boolean; help?: string | undefined } = {},
  ) {
    super(message, options)
    this.code = code
    this.isLasting = options.isLasting ?? false
    this.help = options.help
  }
}

/** Returns the error of a write whose expected content is no longer stored. */
export function changedMeanwhile(place: string): StateError {
  return new StateError('conflict', `${place} was changed by another run in the meantime.`)
}
