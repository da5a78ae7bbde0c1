/**
 * Input: an environment's name and where its record is stored.
 * Output: a backend that reads the record and replaces it by compare-and-swap.
 * Must not know crawl files, plans or the meaning of a change.
 */
import type { JobRecord, PreviousJob, RecordBase, RecordedState } from '../schema/state.gen.ts'
import { given } from '../util/json.ts'
import { compareText } from '../util/text.ts'

export type {
  ChangeCounts,
  JobRecord,
  JobResult,
  JobSummary,
  PreviousJob,
  RecordBase,
  RecordedState,
} from '../schema/state.gen.ts'
/** Names the exact stored bytes that were read; opaque outside of its backend. Null means that nothing is stored yet. */
export type StateToken = string | null

export interface ReadState {
  /** Undefined when nothing is stored yet. */
  readonly state: RecordedState | undefined
  readonly token: StateToken
}

/** Waits are reported only after this time. */
export const SILENT_WAIT_MS = 5000

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
  /** Whether a retry is useless until a person acts. */
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

/** A job that the service certainly started. */
export type SubmittedJob = Omit<PreviousJob, 'request'>

/** Returns whether a job may still run, by its last known state. */
export function mayRun({ result }: { readonly result?: SubmittedJob['result'] | undefined }): boolean {
  return result === undefined || result.status === 'scraping'
}

export function findRecord(records: readonly JobRecord[], crawl: string): JobRecord | undefined {
  return records.find((record) => record.crawl === crawl)
}

/** Returns the records with `record` in the place of its crawl's earlier one, sorted by crawl. */
export function putRecord(records: readonly JobRecord[], record: JobRecord): JobRecord[] {
  return withChange(records, { set: [record], removed: [] })
}

/**
 * Returns one crawl's new record, or its argument unchanged when there is nothing to do. `isKnown` tells whether a job belongs to
 * any record.
 */
export type KnowingChange = (
  record: JobRecord | undefined,
  isKnown: (job: string) => boolean,
) => JobRecord | undefined

/** Returns the ids of a record's jobs. */
export function jobIdsOf(record: JobRecord): readonly string[] {
  const { previous } = record
  return [
    ...(record.phase === 'submitted' ? [record.job] : []),
    ...(previous === undefined ? [] : [previous.job]),
  ]
}

/** Returns the records with `change` made to that of `crawl`; the same list when there is nothing to do. */
export function changeRecord(
  records: readonly JobRecord[],
  crawl: string,
  change: (record: JobRecord | undefined) => JobRecord | undefined,
): readonly JobRecord[] {
  const known = findRecord(records, crawl)
  const changed = change(known)
  return changed === undefined || changed === known ? records : putRecord(records, changed)
}

/** Returns the fields that every phase has, and no others: for the record of the same attempt in another phase. */
export function recordBase(
  from: Omit<RecordBase, 'unkeyed' | 'fresh' | 'commit' | 'previous'> & {
    readonly unkeyed?: true | undefined
    readonly fresh?: true | undefined
    readonly commit?: string | undefined
    readonly previous?: PreviousJob | undefined
  },
): RecordBase {
  const { crawl, fingerprint, request, attempt, unkeyed, fresh, at, commit, previous } = from
  return given({ crawl, fingerprint, request, attempt, unkeyed, fresh, at, commit, previous })
}

export interface StateChange {
  /** New and changed records, sorted by crawl. */
  readonly set: readonly JobRecord[]
  readonly removed: readonly string[]
}

export interface StateStep extends StateChange {
  readonly serial: number
}

/** Returns the changes from `before` to `after`. Records count as unchanged when they are the same object. */
export function changeBetween(before: readonly JobRecord[], after: readonly JobRecord[]): StateChange {
  const old = new Set(before)
  const names = new Set(after.map(({ crawl }) => crawl))
  return {
    set: after.filter((record) => !old.has(record)),
    removed: before.flatMap(({ crawl }) => (names.has(crawl) ? [] : [crawl])),
  }
}

/** Returns the records with a change made to them, sorted by crawl. */
export function withChange(records: readonly JobRecord[], { set, removed }: StateChange): JobRecord[] {
  const changed = new Set([...removed, ...set.map(({ crawl }) => crawl)])
  return inOrder([...records.filter(({ crawl }) => !changed.has(crawl)), ...set])
}

export function inOrder(records: readonly JobRecord[]): JobRecord[] {
  return records.toSorted((a, b) => compareText(a.crawl, b.crawl))
}

/** A state that changes step by step. The cost of a step does not depend on the number of records. */
export class SteppedState {
  /** The state before the steps. */
  readonly first: RecordedState
  readonly #records: Map<string, JobRecord>
  serial: number

  constructor(state: RecordedState) {
    this.first = state
    this.#records = new Map(state.records.map((record) => [record.crawl, record]))
    this.serial = state.serial
  }

  find(crawl: string): JobRecord | undefined {
    return this.#records.get(crawl)
  }

  add({ serial, set, removed }: StateStep): void {
    for (const crawl of removed) this.#records.delete(crawl)
    for (const record of set) this.#records.set(record.crawl, record)
    this.serial = serial
  }

  /** The state as it is now; made at each call. */
  whole(): RecordedState {
    return { ...this.first, serial: this.serial, records: inOrder([...this.#records.values()]) }
  }
}
