import type { Clock } from '../util/clock.ts'
import { oneByOne } from '../util/one-by-one.ts'
import { jobIdsOf, StateError, SteppedState } from './state.ts'
import type { JobRecord, KnowingChange, RecordedState, StateBackend, StateToken } from './state.ts'

/**
 * A change of the records: takes the current records and returns the new ones; the same list means no change. It runs again
 * after a lost race and after a write of unknown outcome, so it must recognise its own work.
 */
export type RecordsChange = (records: readonly JobRecord[]) => readonly JobRecord[]

export interface UpdateOptions {
  readonly clock: Clock
  readonly random?: () => number
}

const MOST_CONFLICTS = 40
const MOST_FAILURES = 4

/**
 * Applies `change` to the stored records by compare-and-swap, and again after every lost race.
 * @throws {StateError} of the backend after 40 lost races or 4 failures; at once when trying again cannot help
 */
export async function updateState(backend: StateBackend, change: RecordsChange, options: UpdateOptions) {
  await retryWrite(backend, options, async () => {
    const { state: stored, token } = await backend.read()
    const state = stored ?? emptyState(backend)
    const records = change(state.records)
    if (records === state.records) return
    await backend.compareAndSwap(token, { ...state, serial: state.serial + 1, records })
  })
}

/**
 * Calls `write` until it succeeds; after a failure it reads the stored state again.
 * @throws {StateError} as `updateState`
 */
export async function retryWrite(
  backend: StateBackend,
  { clock, random = Math.random }: UpdateOptions,
  write: () => Promise<void>,
): Promise<void> {
  let conflicts = 0
  let failures = 0
  let reported: string | undefined
  for (;;) {
    try {
      return await write()
    } catch (error) {
      if (!(error instanceof StateError)) throw error
      if (error.code === 'conflict' && ++conflicts < MOST_CONFLICTS) {
        await clock.sleep(random() * Math.min(1000, 20 * 2 ** conflicts))
      } else if (error.code === 'unavailable' && !error.isLasting && ++failures < MOST_FAILURES) {
        const because = error.message === reported ? '' : `${error.message.replace(/\.$/, '')}. `
        backend.notice?.(`${because}Trying again, ${failures + 1} of ${MOST_FAILURES}.`)
        reported = error.message
        await clock.sleep((0.5 + random() / 2) * 200 * 3 ** failures)
      } else {
        throw error
      }
    }
  }
}

function emptyState({ environment }: StateBackend): RecordedState {
  return { formatVersion: 1, environment, lineage: crypto.randomUUID(), serial: 0, records: [] }
}

interface Waiting {
  readonly crawl: string
  readonly change: KnowingChange
  readonly resolve: () => void
  readonly reject: (reason: unknown) => void
}

export type Recorder = ReturnType<typeof createRecorder>

/** Returns a recorder, which writes the records of several submissions, one write after another. A run of a command has one. */
export function createRecorder(backend: StateBackend, options: UpdateOptions) {
  const enqueue = oneByOne()
  let waiting: Waiting[] | undefined
  /** The stored state as this process last read or wrote it; undefined after a failure. */
  let known: { readonly state: SteppedState; readonly token: StateToken } | undefined

  async function readKnown() {
    const { state, token } = await backend.read()
    return { state: new SteppedState(state ?? emptyState(backend)), token }
  }

  async function store(state: SteppedState, token: StateToken, changed: ReadonlyMap<string, JobRecord>) {
    if (changed.size === 0) return token
    const step = { serial: state.serial + 1, set: [...changed.values()], removed: [] }
    state.add(step)
    return token === null || backend.append === undefined
      ? backend.compareAndSwap(token, state.whole())
      : backend.append(token, step)
  }

  async function write(batch: readonly Waiting[]): Promise<void> {
    let refusals = new Map<Waiting, unknown>()
    await retryWrite(backend, options, async () => {
      const { state, token } = known ?? (await readKnown())
      known = undefined
      const outcome = applyAll(batch, state)
      refusals = outcome.refusals
      known = { state, token: await store(state, token, outcome.changed) }
    })
    for (const one of batch) {
      if (refusals.has(one)) one.reject(refusals.get(one))
      else one.resolve()
    }
  }

  async function writeWaiting(): Promise<void> {
    const { setImmediate } = await import('node:timers/promises')
    // The outcome of one crawl is written together with the intent of the next.
    await setImmediate()
    const batch = waiting ?? []
    waiting = undefined
    await write(batch).catch((error: unknown) => {
      for (const one of batch) one.reject(error)
    })
  }

  return {
    /**
     * Resolves when `change` of the crawl's record is stored. Changes that arrive during a write are stored together by the next
     * write, because a write may be a push over a network. `change` runs again after a lost race and after a write of unknown
     * outcome, so it must recognise its own work. Its exception rejects only this promise.
     */
    update: (crawl: string, change: KnowingChange): Promise<void> =>
      new Promise((resolve, reject) => {
        if (waiting === undefined) {
          waiting = []
          void enqueue(writeWaiting)
        }
        waiting.push({ crawl, change, resolve, reject })
      }),
    /** Folds what was appended into the state, after the last change. Never rejects: readers find the rest in the journal. */
    close: async () => backend.fold?.().catch(() => undefined),
  }
}

/** Makes the changes of `batch` in memory. Returns the changed records by crawl, and the exceptions of refused changes. */
function applyAll(batch: readonly Waiting[], known: SteppedState) {
  const refusals = new Map<Waiting, unknown>()
  const changed = new Map<string, JobRecord>()
  const isKnown = (job: string): boolean =>
    [...known.whole().records, ...changed.values()].some((record) => jobIdsOf(record).includes(job))
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
