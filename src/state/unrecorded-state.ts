import { isJsonObject, parseJson } from '../util/json.ts'
import { parseState } from './parse-state.ts'
import type { JobRecord } from './recorded-state.ts'

/** Known outcomes that could not be stored: the content of `errored-state.json`. */
export interface UnrecordedState {
  readonly environment: string
  readonly records: readonly JobRecord[]
}

/** Returns the text of `errored-state.json`. */
export function formatUnrecorded({ environment, records }: UnrecordedState): string {
  return `${JSON.stringify({ formatVersion: 1, environment, records }, undefined, 2)}\n`
}

/**
 * Returns what an `errored-state.json` holds.
 * @throws {StateError} `unreadable`, `newer-format`
 */
export function parseUnrecorded(text: string, description: string): UnrecordedState {
  const environment = environmentOf(text)
  // The same records as in a state, without the members of the whole state.
  const { records } = parseState(asState(text), { environment, description })
  return { environment, records }
}

function environmentOf(text: string): string {
  const value = parseJson(text)
  return isJsonObject(value) && typeof value['environment'] === 'string' ? value['environment'] : ''
}

function asState(text: string): string {
  const value = parseJson(text)
  return isJsonObject(value) ? JSON.stringify({ ...value, lineage: '', serial: 0 }) : text
}
