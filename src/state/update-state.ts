import type { Clock } from '../util/clock.ts'
import { nextState } from './parse-state.ts'
import type { JobRecord, RecordedState } from './recorded-state.ts'
import { StateError, type ReadState, type StateBackend } from './state-backend.ts'

/**
 * What to record: takes the records as they are and returns them as they should be; the same list means that there is
 * nothing to do. It runs again after a lost race and after a write of unknown outcome, so it must recognise its own
 * work.
 */
export type RecordsChange = (records: readonly JobRecord[]) => readonly JobRecord[]

export interface UpdateOptions {
  readonly clock: Clock
  /** The state that the caller last read or wrote. It saves a read, and costs one lost race when it is old. */
  readonly from?: ReadState | undefined
  /** Appends the change where the backend can, for whoever writes often and folds at the end. */
  readonly appends?: boolean
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
): Promise<ReadState> {
  const { clock, random = Math.random, newLineage = () => crypto.randomUUID() } = options
  let current = options.from
  let conflicts = 0
  let failures = 0
  let told: string | undefined
  for (;;) {
    try {
      current ??= await backend.read()
      return await writeChange(backend, current, change, { ...options, newLineage })
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
  { newLineage, appends = false }: UpdateOptions & { readonly newLineage: () => string },
): Promise<ReadState> {
  const state = current.state ?? emptyState(backend.environment, newLineage())
  const records = change(state.records)
  if (records === state.records) return current
  const next = nextState(state, records)
  const token =
    appends && backend.append !== undefined
      ? await backend.append(current.token, next)
      : await backend.compareAndSwap(current.token, next)
  return { state: next, token }
}

function emptyState(environment: string, lineage: string): RecordedState {
  return { formatVersion: 1, environment, lineage, serial: 0, records: [] }
}
