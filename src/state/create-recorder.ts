import type { JobRecord } from './recorded-state.ts'
import type { ReadState, StateBackend } from './state-backend.ts'
import { updateState, type RecordsChange, type UpdateOptions } from './update-state.ts'

/** Writes what several submissions of one process record, one write after another. */
export interface Recorder {
  /**
   * Resolves when `change` is stored. Changes that arrive during a write are stored together by the next write, because
   * a write may be a push over a network. What `change` throws rejects only this promise.
   */
  update(change: RecordsChange): Promise<void>
  /** Folds what was appended into the state. Call it when nothing more is to be recorded. Never rejects. */
  close(): Promise<void>
}

interface Waiting {
  readonly change: RecordsChange
  readonly resolve: () => void
  readonly reject: (reason: unknown) => void
}

/** Returns a recorder on `backend`; one for each run of a command. */
export function createRecorder(backend: StateBackend, options: Omit<UpdateOptions, 'from'>): Recorder {
  let waiting: Waiting[] = []
  let writing = false
  let known: ReadState | undefined

  async function writeAll(): Promise<void> {
    if (writing) return
    writing = true
    while (waiting.length > 0) {
      const batch = waiting
      waiting = []
      await writeBatch(batch)
    }
    writing = false
  }

  async function writeBatch(batch: readonly Waiting[]): Promise<void> {
    let refusals = new Map<Waiting, unknown>()
    try {
      known = await updateState(
        backend,
        (records) => {
          const outcome = applyAll(batch, records)
          refusals = outcome.refusals
          return outcome.records
        },
        { ...options, from: known, appends: true },
      )
    } catch (error) {
      known = undefined
      for (const one of batch) one.reject(error)
      return
    }
    for (const one of batch) {
      if (refusals.has(one)) one.reject(refusals.get(one))
      else one.resolve()
    }
  }

  return {
    update: (change) =>
      new Promise((resolve, reject) => {
        waiting.push({ change, resolve, reject })
        void writeAll()
      }),
    // What is not folded now stays in the journal, where every reader finds it.
    close: async () => backend.fold?.().catch(() => undefined),
  }
}

function applyAll(batch: readonly Waiting[], records: readonly JobRecord[]) {
  const refusals = new Map<Waiting, unknown>()
  let now = records
  for (const one of batch) {
    try {
      now = one.change(now)
    } catch (refusal) {
      refusals.set(one, refusal)
    }
  }
  return { records: now, refusals }
}
