import type { JobStatus, TriedSitemap } from '../protocol/crawl-status.ts'
import { isJsonList, isJsonObject, type Json, type JsonObject } from '../util/json.ts'
import { compareText } from '../util/compare-text.ts'
import type {
  ChangeCounts,
  JobRecord,
  JobResult,
  JobSummary,
  PreviousJob,
  RecordedState,
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
  const state = readState(stored, source)
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

function readState(stored: JsonObject, source: StateSource): RecordedState {
  const root = new Reader(source, 'the state')
  const records = readRecords(stored['records'], source)
  return {
    formatVersion: 1,
    environment: root.text(stored, 'environment'),
    ...root.optionalText(stored, 'project'),
    lineage: root.text(stored, 'lineage'),
    serial: root.count(stored, 'serial'),
    records,
  }
}

/**
 * Returns stored records, sorted by crawl.
 * @throws {StateError} `unreadable`
 */
export function readRecords(stored: Json | undefined, source: StateSource): JobRecord[] {
  const names = new Set<string>()
  const items = new Reader(source, 'the state').list({ records: stored ?? null }, 'records')
  const records = items.map((item, index) => {
    const reader = new Reader(source, `record ${index + 1}`)
    const record = readRecord(reader.object(item), reader)
    if (names.has(record.crawl)) throw unreadable(source, `"${record.crawl}" is recorded twice`)
    names.add(record.crawl)
    return record
  })
  return records.toSorted((a, b) => compareText(a.crawl, b.crawl))
}

function readRecord(stored: JsonObject, reader: Reader): JobRecord {
  const base = {
    crawl: reader.text(stored, 'crawl'),
    fingerprint: reader.text(stored, 'fingerprint'),
    request: reader.object(stored['request']),
    attempt: reader.text(stored, 'attempt'),
    ...reader.optionalTrue(stored, 'unkeyed'),
    ...reader.optionalTrue(stored, 'fresh'),
    at: reader.text(stored, 'at'),
    ...reader.optionalText(stored, 'commit'),
    ...(stored['previous'] === undefined
      ? {}
      : { previous: readPrevious(reader.object(stored['previous']), reader) }),
  }
  const phase = stored['phase']
  switch (phase) {
    case 'submitting':
    case 'forgotten':
      return { ...base, phase }
    case 'in-doubt':
      return { ...base, phase, error: reader.text(stored, 'error') }
    case 'failed':
      return {
        ...base,
        phase,
        error: reader.text(stored, 'error'),
        ...reader.optionalText(stored, 'assumed'),
      }
    case 'submitted':
      return {
        ...base,
        phase,
        job: reader.text(stored, 'job'),
        url: reader.text(stored, 'url'),
        ...readOptionalResult(stored, reader),
        ...reader.optionalText(stored, 'assumed'),
      }
    default:
      throw reader.wrong('phase')
  }
}

function readPrevious(stored: JsonObject, reader: Reader): PreviousJob {
  return {
    job: reader.text(stored, 'job'),
    url: reader.text(stored, 'url'),
    at: reader.text(stored, 'at'),
    fingerprint: reader.text(stored, 'fingerprint'),
    ...readOptionalResult(stored, reader),
    request: reader.object(stored['request']),
  }
}

function readOptionalResult(stored: JsonObject, reader: Reader): { result?: JobResult } {
  if (stored['result'] === undefined) return {}
  const result = reader.object(stored['result'])
  const status = result['status']
  if (!isJobStatus(status)) throw reader.wrong('result.status')
  return {
    result: {
      status,
      completed: reader.count(result, 'completed'),
      total: reader.count(result, 'total'),
      creditsUsed: reader.number(result, 'creditsUsed'),
      at: reader.text(result, 'at'),
      ...reader.optionalText(result, 'error'),
      ...reader.optionalText(result, 'warning'),
      ...reader.optionalCount(result, 'failed'),
      ...reader.optionalCount(result, 'blocked'),
      ...reader.optionalCount(result, 'fromCache'),
      ...reader.optionalCount(result, 'stoppedAtLimit'),
      ...reader.optionalCount(result, 'urlsLeft'),
      ...readOptionalSitemaps(result, reader),
      ...readOptionalSummary(result, reader),
    },
  }
}

function readOptionalSitemaps(result: JsonObject, reader: Reader): { sitemaps?: readonly TriedSitemap[] } {
  if (result['sitemaps'] === undefined) return {}
  return {
    sitemaps: reader.list(result, 'sitemaps').map((item) => {
      const sitemap = reader.object(item)
      return {
        url: reader.text(sitemap, 'url'),
        urls: reader.count(sitemap, 'urls'),
        ...reader.optionalCount(sitemap, 'statusCode'),
        ...reader.optionalText(sitemap, 'error'),
      }
    }),
  }
}

function readOptionalSummary(result: JsonObject, reader: Reader): { summary?: JobSummary } {
  if (result['summary'] === undefined) return {}
  const summary = reader.object(result['summary'])
  return {
    summary: {
      ...reader.optionalCount(summary, 'errorPages'),
      ...reader.optionalTrue(summary, 'keepsErrorPages'),
      ...reader.optionalText(summary, 'startError'),
      ...reader.optionalCount(summary, 'queryCopies'),
      ...reader.optionalCount(summary, 'canonicalCopies'),
      ...readOptionalChanges(summary, reader),
    },
  }
}

function readOptionalChanges(summary: JsonObject, reader: Reader): { changes?: ChangeCounts } {
  if (summary['changes'] === undefined) return {}
  const stored = reader.object(summary['changes'])
  const count = (key: keyof ChangeCounts): number => reader.count(stored, key)
  return {
    changes: {
      added: count('added'),
      removed: count('removed'),
      changed: count('changed'),
      moved: count('moved'),
    },
  }
}

function isJobStatus(value: unknown): value is JobStatus {
  return value === 'scraping' || value === 'completed' || value === 'failed' || value === 'cancelled'
}

/** Reads members and says which one is wrong. */
class Reader {
  readonly #source: StateSource
  readonly #place: string

  constructor(source: StateSource, place: string) {
    this.#source = source
    this.#place = place
  }

  wrong(key: string): StateError {
    return unreadable(this.#source, `"${key}" of ${this.#place} is missing or of the wrong kind`)
  }

  object(value: Json | undefined): JsonObject {
    if (!isJsonObject(value)) throw unreadable(this.#source, `${this.#place} is damaged`)
    return value
  }

  list(parent: JsonObject, key: string): readonly Json[] {
    const value = parent[key]
    if (!isJsonList(value)) throw this.wrong(key)
    return value
  }

  text(parent: JsonObject, key: string): string {
    const value = parent[key]
    if (typeof value !== 'string') throw this.wrong(key)
    return value
  }

  optionalText<Key extends string>(parent: JsonObject, key: Key): { readonly [K in Key]?: string } {
    // A computed key widens to an index signature; the one member set here is `key`.
    return parent[key] === undefined ? {} : ({ [key]: this.text(parent, key) } as { [K in Key]?: string })
  }

  optionalCount<Key extends string>(parent: JsonObject, key: Key): { readonly [K in Key]?: number } {
    return parent[key] === undefined ? {} : ({ [key]: this.count(parent, key) } as { [K in Key]?: number })
  }

  optionalTrue<Key extends string>(parent: JsonObject, key: Key): { readonly [K in Key]?: true } {
    if (parent[key] === undefined) return {}
    if (parent[key] !== true) throw this.wrong(key)
    return { [key]: true } as { [K in Key]?: true }
  }

  number(parent: JsonObject, key: string): number {
    const value = parent[key]
    if (typeof value !== 'number') throw this.wrong(key)
    return value
  }

  count(parent: JsonObject, key: string): number {
    const value = this.number(parent, key)
    if (!Number.isSafeInteger(value) || value < 0) throw this.wrong(key)
    return value
  }
}
