import type { TriedSitemap } from '../protocol/crawl-status.ts'
import { compareText } from '../util/compare-text.ts'
import { isJsonList, isJsonObject, type Json, type JsonObject } from '../util/json.ts'
import type {
  ChangeCounts,
  JobRecord,
  JobResult,
  JobSummary,
  PreviousJob,
  RecordBase,
  RecordedState,
  RecordPhase,
} from './recorded-state.ts'
import { StateError } from './state.ts'

/** The format that this crawlform reads and writes. */
const CURRENT_VERSION = 1

/** Where a stored text came from, for messages. */
export interface StateSource {
  readonly environment: string
  readonly description: string
}

/**
 * Returns the state that `text` holds, which is of the current format.
 * @throws {StateError} `newer-format` for one of a later crawlform, `unreadable` for anything else that is not a state
 */
export function parseState(text: string, source: StateSource): RecordedState {
  const stored = parseJson(text, source)
  const version = isJsonObject(stored) ? stored['formatVersion'] : undefined
  if (!isJsonObject(stored) || typeof version !== 'number' || !Number.isInteger(version) || version < 1) {
    throw unreadable(source, 'it is not a crawlform state')
  }
  if (version > CURRENT_VERSION) {
    throw new StateError(
      'newer-format',
      `${source.description} was written by a newer crawlform (state format ${version}, this one reads up to ${CURRENT_VERSION}). Install that version.`,
    )
  }
  const records = readRecords(stored['records'], source)
  const known = pick(stored, STATE, { source, name: 'the state' })
  const state: RecordedState = { formatVersion: 1, ...known, records }
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

/** Returns the state with `records` in order and one write more. */
export function nextState(state: RecordedState, records: readonly JobRecord[]): RecordedState {
  return { ...state, serial: state.serial + 1, records }
}

/** Returns the error for a stored state that cannot be used; `because` is a clause. */
export function unreadable(source: StateSource, because: string, options?: ErrorOptions): StateError {
  return new StateError(
    'unreadable',
    `${source.description} cannot be read: ${because}. Nothing was changed. Restore it from a backup. Without one, check which crawls are running on the service before you remove it, because crawlform then submits every crawl again.`,
    options,
  )
}

function parseJson(text: string, source: StateSource): Json {
  try {
    // JSON.parse returns JSON values only.
    return JSON.parse(text) as Json
  } catch (error) {
    const because = text.trim() === '' ? 'it is empty' : `it is not JSON (${text.length} characters)`
    throw unreadable(source, because, { cause: error })
  }
}

/**
 * Returns stored records, sorted by crawl.
 * @throws {StateError} `unreadable`
 */
export function readRecords(stored: Json | undefined, source: StateSource): JobRecord[] {
  if (!isJsonList(stored)) throw wrong('records', { source, name: 'the state' })
  const names = new Set<string>()
  const records = stored.map((item, index) => {
    const record = readRecord(item, { source, name: `record ${index + 1}` })
    if (names.has(record.crawl)) throw unreadable(source, `"${record.crawl}" is recorded twice`)
    names.add(record.crawl)
    return record
  })
  return records.toSorted((a, b) => compareText(a.crawl, b.crawl))
}

function readRecord(item: Json, place: Place): JobRecord {
  const stored = mapping(item, '', place)
  const base = pick(stored, BASE, place)
  const phase = PHASES.find((one) => one === stored['phase'])
  if (phase === undefined) throw wrong('phase', place)
  return { ...base, phase, ...pick(stored, KINDS[phase], place) } as JobRecord
}

/** The part of a state that a message is about. */
interface Place {
  readonly source: StateSource
  readonly name: string
}

/** Returns a member as it is kept, or undefined if it may be missing and is. Throws a StateError for one of another kind. */
type Kind = (value: Json | undefined, key: string, place: Place) => Json | undefined

/** The kind of each member, in the order of writing. */
type Kinds<T> = { readonly [K in keyof T]-?: Kind }

const text = kind((value) => typeof value === 'string')
const number = kind((value) => typeof value === 'number')
const count = kind((value) => Number.isSafeInteger(value) && Number(value) >= 0)
const yes = kind((value) => value === true)
const status = kind((value) => JOB_STATUSES.some((one) => one === value))

const JOB_STATUSES: readonly JobResult['status'][] = ['scraping', 'completed', 'failed', 'cancelled']

const STATE: Kinds<Omit<RecordedState, 'formatVersion' | 'records'>> = {
  environment: text,
  project: optional(text),
  lineage: text,
  serial: count,
}

const SITEMAP: Kinds<TriedSitemap> = {
  url: text,
  urls: count,
  statusCode: optional(count),
  error: optional(text),
}

const CHANGES: Kinds<ChangeCounts> = { added: count, removed: count, changed: count, moved: count }

const SUMMARY: Kinds<JobSummary> = {
  errorPages: optional(count),
  keepsErrorPages: optional(yes),
  startError: optional(text),
  queryCopies: optional(count),
  canonicalCopies: optional(count),
  changes: optional(members(CHANGES)),
}

const RESULT: Kinds<JobResult> = {
  status,
  completed: count,
  total: count,
  creditsUsed: number,
  at: text,
  error: optional(text),
  warning: optional(text),
  failed: optional(count),
  blocked: optional(count),
  fromCache: optional(count),
  stoppedAtLimit: optional(count),
  urlsLeft: optional(count),
  sitemaps: optional(listOf(members(SITEMAP))),
  summary: optional(members(SUMMARY)),
}

const PREVIOUS: Kinds<PreviousJob> = {
  job: text,
  url: text,
  at: text,
  fingerprint: text,
  result: optional(members(RESULT)),
  request: mapping,
}

const BASE: Kinds<RecordBase> = {
  crawl: text,
  fingerprint: text,
  request: mapping,
  attempt: text,
  unkeyed: optional(yes),
  fresh: optional(yes),
  at: text,
  commit: optional(text),
  previous: optional(members(PREVIOUS)),
}

/** The members that a record has in one phase only. */
const KINDS: {
  readonly [P in RecordPhase]: Kinds<Omit<JobRecord & { phase: P }, keyof RecordBase | 'phase'>>
} = {
  submitting: {},
  submitted: { job: text, url: text, result: optional(members(RESULT)), assumed: optional(text) },
  failed: { error: text, assumed: optional(text) },
  'in-doubt': { error: text },
  forgotten: {},
}

const PHASES: readonly RecordPhase[] = ['submitting', 'submitted', 'failed', 'in-doubt', 'forgotten']

function kind(isValid: (value: Json | undefined) => boolean): Kind {
  return (value, key, place) => {
    if (!isValid(value)) throw wrong(key, place)
    return value
  }
}

function optional(wanted: Kind): Kind {
  return (value, key, place) => (value === undefined ? undefined : wanted(value, key, place))
}

function mapping(value: Json | undefined, _: string, { source, name }: Place): JsonObject {
  if (!isJsonObject(value)) throw unreadable(source, `${name} is damaged`)
  return value
}

function members<T extends object>(kinds: Kinds<T>): Kind {
  return (value, key, place) => pick<JsonObject>(mapping(value, key, place), kinds, place)
}

function listOf(wanted: Kind): Kind {
  return (value, key, place) => {
    if (!isJsonList(value)) throw wrong(key, place)
    return value.flatMap((item) => wanted(item, key, place) ?? [])
  }
}

/** Returns the known members of `stored`. */
function pick<T>(stored: JsonObject, kinds: Kinds<T>, place: Place): T {
  const found = Object.entries<Kind>(kinds).map(([key, wanted]) => [key, wanted(stored[key], key, place)])
  // The kinds have checked each member.
  return Object.fromEntries(found.filter(([, value]) => value !== undefined)) as T
}

function wrong(key: string, { source, name }: Place): StateError {
  return unreadable(source, `"${key}" of ${name} is missing or of the wrong kind`)
}
