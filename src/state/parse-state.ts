import type { SchemaError } from '../schema/schema-error.ts'
import { schemaErrors } from '../schema/validators.ts'
import { isJsonObject, parseJson } from '../util/json.ts'
import { inOrder, type JobRecord, type RecordedState, StateError } from './state.ts'

/** The format that this crawlform reads and writes. */
const CURRENT_VERSION = 1

/** Where a stored text came from, for messages. */
export interface StateSource {
  readonly environment: string
  readonly description: string
  /** The commands that restore an earlier text, where it is kept. */
  readonly restoring?: string
}

/**
 * Returns the state that `text` holds, which is of the current format.
 * @throws {StateError} `newer-format` for one of a later crawlform, `unreadable` for anything else that is not a state
 */
export function parseState(text: string, source: StateSource): RecordedState {
  const stored = parseJson(text)
  if (stored === undefined) {
    const because = text.trim() === '' ? 'it is empty' : `it is not JSON (${text.length} characters)`
    throw unreadable(source, because)
  }
  const version = isJsonObject(stored) ? stored['formatVersion'] : undefined
  if (!isJsonObject(stored) || typeof version !== 'number' || !Number.isInteger(version) || version < 1) {
    throw unreadable(source, 'it is not a record of crawlform')
  }
  if (version > CURRENT_VERSION) {
    throw new StateError(
      'newer-format',
      `${source.description} was written by a newer crawlform (state format ${version}, this one reads up to ${CURRENT_VERSION}). Install that version.`,
    )
  }
  const [error] = schemaErrors('state', stored)
  if (error !== undefined) throw wrong(error, source)
  // The schema has checked it.
  const whole = stored as unknown as RecordedState
  const state: RecordedState = { ...whole, records: checked(whole.records, source) }
  if (state.environment !== source.environment) {
    throw unreadable(
      source,
      `it belongs to the environment "${state.environment}", not "${source.environment}"`,
    )
  }
  return state
}

/** Returns the one text of a state: indented, for people and for diffs, with a line break at its end. */
export function formatState(state: RecordedState): string {
  return `${JSON.stringify(state, undefined, 2)}\n`
}

/** Known outcomes that could not be stored: the content of `errored-state.json`. */
export interface UnrecordedState {
  readonly environment: string
  readonly records: readonly JobRecord[]
}

export function formatUnrecorded({ environment, records }: UnrecordedState): string {
  return `${JSON.stringify({ formatVersion: 1, environment, records }, undefined, 2)}\n`
}

/**
 * Parses an `errored-state.json`: a state without lineage and serial.
 * @throws {StateError} `unreadable`, `newer-format`
 */
export function parseUnrecorded(text: string, description: string): UnrecordedState {
  const value = parseJson(text)
  const named = isJsonObject(value) ? value['environment'] : undefined
  const environment = typeof named === 'string' ? named : ''
  const whole = isJsonObject(value) ? JSON.stringify({ ...value, lineage: '', serial: 0 }) : text
  const { records } = parseState(whole, { environment, description })
  return { environment, records }
}

/** Returns the error for a stored state that cannot be used; `because` is a clause. */
export function unreadable(source: StateSource, because: string): StateError {
  return new StateError(
    'unreadable',
    `${source.description} cannot be read: ${because}. Nothing was changed. Restore it from a backup. Without one, check which crawls are running on the service before you remove it, because crawlform then submits every crawl again.`,
    { help: source.restoring },
  )
}

/**
 * Returns stored records, sorted by crawl.
 * @throws {StateError} `unreadable`
 */
export function readRecords(stored: unknown, source: StateSource): JobRecord[] {
  const [error] = schemaErrors('records', stored)
  if (error !== undefined) throw wrong({ ...error, instancePath: `/records${error.instancePath}` }, source)
  // The schema has checked it.
  return checked(stored as readonly JobRecord[], source)
}

function checked(records: readonly JobRecord[], source: StateSource): JobRecord[] {
  const names = new Set<string>()
  for (const { crawl } of records) {
    if (names.has(crawl)) throw unreadable(source, `"${crawl}" is recorded twice`)
    names.add(crawl)
  }
  return inOrder(records)
}

function wrong({ instancePath, keyword, params }: SchemaError, source: StateSource): StateError {
  const [part, index, ...path] = instancePath.slice(1).split('/')
  const name = part === 'records' && index !== undefined ? `record ${Number(index) + 1}` : 'the state'
  if (keyword === 'type' && params['type'] === 'object') return unreadable(source, `${name} is damaged`)
  const missing = params['missingProperty']
  const key = typeof missing === 'string' ? missing : (path.at(-1) ?? part)
  return unreadable(source, `"${key}" of ${name} is missing or of the wrong kind`)
}
