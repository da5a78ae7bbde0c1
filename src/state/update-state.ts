import { randomUUID } from 'node:crypto'
import type { Clock } from '../util/clock.ts'
import { nextState } from './parse-state.ts'
import type { JobRecord, RecordedState } from './recorded-state.ts'
import { StateError, type ReadState, type StateBackend } from './state-backend.ts'

/**
 * What to record: the records now -> the records to be, the same list for "nothing to do". It runs again after a lost race
 * and after a write of unknown outcome, so it must find its own work done when it is.
 */
export type RecordsChange = (records: readonly JobRecord[]) => readonly JobRecord[]

export interface UpdateOptions {
  readonly clock: Clock
  /** The state as last read or written by the caller; saves a read, and costs one lost race when it is old. */
  readonly from?: ReadState | undefined
  readonly random?: () => number
  readonly newLineage?: () => string
}

const MOST_CONFLICTS = 40
const MOST_FAILURES = 4

/**
 * Applies `change` to the stored records by compare-and-swap, again after every lost race.
 * @throws {StateError} what the backend throws, once it has lost 40 races or failed 4 times, at once what is lasting
 */
export async function updateState(
  backend: StateBackend,
  change: RecordsChange,
  options: UpdateOptions,
): Promise<ReadState> {
  const { clock, random = Math.random, newLineage = randomUUID } = options
  let current = options.from
  let conflicts = 0
  let failures = 0
  let told: string | undefined
  for (;;) {
    try {
      current ??= await backend.read()
      return await writeChange(backend, current, change, newLineage)
    } catch (error) {
      current = undefined
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

async function writeChange(
  backend: StateBackend,
  current: ReadState,
  change: RecordsChange,
  newLineage: () => string,
): Promise<ReadState> {
  const state = current.state ?? emptyState(backend.environment, newLineage())
  const records = change(state.records)
  if (records === state.records) return current
  const next = nextState(state, records)
  return { state: next, token: await backend.compareAndSwap(current.token, next) }
}

function emptyState(environment: string, lineage: string): RecordedState {
  return { formatVersion: 1, environment, lineage, serial: 0, records: [] }
}
