import type { Clock } from '../util/clock.ts'
import { nextState } from './parse-state.ts'
import type { JobRecord, RecordedState } from './recorded-state.ts'
import { StateError, type StateBackend } from './state.ts'

/**
 * A change of the records: takes the current records and returns the new ones; the same list means no change. It runs again
 * after a lost race and after a write of unknown outcome, so it must recognise its own work.
 */
export type RecordsChange = (records: readonly JobRecord[]) => readonly JobRecord[]

export interface UpdateOptions {
  readonly clock: Clock
  readonly random?: () => number
  readonly newLineage?: () => string
}

const MOST_CONFLICTS = 40
const MOST_FAILURES = 4

/**
 * Applies `change` to the stored records by compare-and-swap, and again after every lost race.
 * @throws {StateError} of the backend after 40 lost races or 4 failures; at once when trying again cannot help
 */
export async function updateState(
  backend: StateBackend,
  change: RecordsChange,
  options: UpdateOptions,
): Promise<void> {
  await untilWritten(backend, options, async () => {
    const { state: stored, token } = await backend.read()
    const state = stored ?? emptyState(backend, options)
    const records = change(state.records)
    if (records !== state.records) await backend.compareAndSwap(token, nextState(state, records))
  })
}

/**
 * Calls `write` until it succeeds; after a failure it reads the stored state again.
 * @throws {StateError} as `updateState`
 */
export async function untilWritten(
  backend: StateBackend,
  { clock, random = Math.random }: UpdateOptions,
  write: () => Promise<void>,
): Promise<void> {
  let conflicts = 0
  let failures = 0
  let told: string | undefined
  for (;;) {
    try {
      return await write()
    } catch (error) {
      if (!(error instanceof StateError)) throw error
      if (error.code === 'conflict' && ++conflicts < MOST_CONFLICTS) {
        await clock.sleep(random() * Math.min(1000, 20 * 2 ** conflicts))
      } else if (error.code === 'unavailable' && !error.isLasting && ++failures < MOST_FAILURES) {
        const because = error.message === told ? '' : `${error.message.replace(/\.$/, '')}. `
        backend.notice?.(`${because}Trying again, ${failures + 1} of ${MOST_FAILURES}.`)
        told = error.message
        await clock.sleep((0.5 + random() / 2) * 200 * 3 ** failures)
      } else {
        throw error
      }
    }
  }
}

/** Returns an empty state with a new lineage. */
export function emptyState(
  { environment }: StateBackend,
  { newLineage = () => crypto.randomUUID() }: UpdateOptions,
): RecordedState {
  return { formatVersion: 1, environment, lineage: newLineage(), serial: 0, records: [] }
}
