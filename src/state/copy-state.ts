import { RecordChangeError } from './move-record.ts'
import type { RecordedState } from './recorded-state.ts'
import type { StateBackend } from './state-backend.ts'

/**
 * Copies the record to another backend, with its lineage and serial, so that saved plans stay good. The old one stays as
 * it is.
 * @throws {RecordChangeError} when there is nothing to copy, or the other place holds something that it is not older than
 * @throws {StateError}
 */
export async function copyState(from: StateBackend, to: StateBackend): Promise<RecordedState> {
  const { state } = await from.read()
  const target = await to.read()
  if (state === undefined) throw new RecordChangeError(`Nothing is recorded in ${from.description}.`)
  if (target.state !== undefined && target.state.lineage !== state.lineage) {
    throw new RecordChangeError(
      `${to.description} holds another record of submissions. Move it away first if it is not needed.`,
    )
  }
  if (target.state !== undefined && target.state.serial >= state.serial) {
    throw new RecordChangeError(`${to.description} holds this record already, as new or newer.`)
  }
  await to.compareAndSwap(target.token, state)
  return state
}
