import { setImmediate } from 'node:timers/promises'
import {
  findRecord,
  type JobRecord,
  jobsOf,
  type KnowingChange,
  type RecordedState,
} from './recorded-state.ts'
import type { ReadState, StateBackend, StateToken } from './state.ts'
import { withNews } from './state-change.ts'
import { emptyState, untilWritten, type UpdateOptions } from './update-state.ts'

/** Writes what several submissions of one process record, one write after another. */
export interface Recorder {
  /**
   * Resolves when `change` of the crawl's record is stored. Changes that arrive during a write are stored together by the next
   * write, because a write may be a push over a network. `change` runs again after a lost race and after a write of unknown
   * outcome, so it must recognise its own work. Its exception rejects only this promise.
   */
  update(crawl: string, change: KnowingChange): Promise<void>
  /** Folds what was appended into the state. Call it after the last change. Never rejects. */
  close(): Promise<void>
}

interface Waiting {
  readonly crawl: string
  readonly change: KnowingChange
  readonly resolve: () => void
  readonly reject: (reason: unknown) => void
}

/** Returns a recorder on `backend`; one for each run of a command. */
export function createRecorder(backend: StateBackend, options: UpdateOptions): Recorder {
  let waiting: Waiting[] = []
  let writing = false
  let known: KnownState | undefined

  async function writeAll(): Promise<void> {
    if (writing) return
    writing = true
    while (waiting.length > 0) {
      // The outcome of one crawl is written together with the intent of the next.
      await setImmediate()
      const batch = waiting
      waiting = []
      await writeBatch(batch)
    }
    writing = false
  }

  async function writeBatch(batch: readonly Waiting[]): Promise<void> {
    let refusals = new Map<Waiting, unknown>()
    try {
      await untilWritten(backend, options, async () => {
        const state = known ?? new KnownState(backend, await backend.read(), options)
        // The stored state is unknown after a failure.
        known = undefined
        const outcome = applyAll(batch, state)
        refusals = outcome.refusals
        await state.store(outcome.changed)
        known = state
      })
    } catch (error) {
      for (const one of batch) one.reject(error)
      return
    }
    for (const one of batch) {
      if (refusals.has(one)) one.reject(refusals.get(one))
      else one.resolve()
    }
  }

  return {
    update: (crawl, change) =>
      new Promise((resolve, reject) => {
        waiting.push({ crawl, change, resolve, reject })
        void writeAll()
      }),
    // Changes that are not folded now stay in the journal, where every reader finds them.
    close: async () => backend.fold?.().catch(() => undefined),
  }
}

/**
 * The stored state as this process last read or wrote it. The cost of a lookup or a write depends on the change, not on the
 * number of records.
 */
class KnownState {
  readonly #backend: StateBackend
  #token: StateToken
  /** The last state that was read or written as a whole. */
  #whole: RecordedState
  /** The changes appended since. */
  readonly #since = new Map<string, JobRecord>()
  #serial: number
  /** The jobs of all records; collected on first use. */
  #jobs: Set<string> | undefined

  constructor(backend: StateBackend, { state, token }: ReadState, options: UpdateOptions) {
    this.#backend = backend
    this.#token = token
    this.#whole = state ?? emptyState(backend, options)
    this.#serial = this.#whole.serial
  }

  find(crawl: string): JobRecord | undefined {
    return this.#since.get(crawl) ?? findRecord(this.#whole.records, crawl)
  }

  holdsJob(job: string): boolean {
    this.#jobs ??= new Set([...this.#whole.records, ...this.#since.values()].flatMap(jobsOf))
    return this.#jobs.has(job)
  }

  /** @throws {StateError} after which it must not be used */
  async store(changed: ReadonlyMap<string, JobRecord>): Promise<void> {
    if (changed.size === 0) return
    const serial = this.#serial + 1
    for (const record of changed.values()) {
      this.#since.set(record.crawl, record)
      for (const job of jobsOf(record)) this.#jobs?.add(job)
    }
    if (this.#token !== null && this.#backend.append !== undefined) {
      this.#token = await this.#backend.append(this.#token, {
        serial,
        set: [...changed.values()],
        removed: [],
      })
    } else {
      this.#whole = { ...this.#whole, serial, records: withNews(this.#whole.records, this.#since) }
      this.#since.clear()
      this.#token = await this.#backend.compareAndSwap(this.#token, this.#whole)
    }
    this.#serial = serial
  }
}

function applyAll(batch: readonly Waiting[], known: KnownState) {
  const refusals = new Map<Waiting, unknown>()
  const changed = new Map<string, JobRecord>()
  const isKnown = (job: string): boolean =>
    known.holdsJob(job) || [...changed.values()].some((record) => jobsOf(record).includes(job))
  for (const one of batch) {
    const { crawl, change } = one
    try {
      const before = changed.get(crawl) ?? known.find(crawl)
      const record = change(before, isKnown)
      if (record !== undefined && record !== before) changed.set(crawl, record)
    } catch (refusal) {
      refusals.set(one, refusal)
    }
  }
  return { changed, refusals }
}
