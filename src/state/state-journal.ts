import { compareText } from '../util/compare-text.ts'
import { isJsonObject, type Json } from '../util/json.ts'
import { sha256 } from '../util/sha256.ts'
import { readRecords, unreadable, type StateSource } from './parse-state.ts'
import type { RecordedState } from './recorded-state.ts'
import { changeBetween, type StateChange } from './state-change.ts'

/**
 * The journal of a state: lines that say what each write changed, so that a write costs as much as its change and not
 * as much as the whole state. Each line begins with the hash of its content, and names the hash of the line before it,
 * the first one that of the state's text. So a line that was cut short, or one that belongs to another state, is
 * recognised.
 */

/** A state, read from its text and its journal. */
export interface JournaledState {
  readonly state: RecordedState
  /** The hash of the last line, or of the state's text. */
  readonly token: string
  /** Bytes of the journal that belong to the state; what follows was never stored completely. */
  readonly length: number
}

/** Returns the line that leads from `before`, whose hash is `after`, to `next`; its hash is the new token. */
export function journalLine(
  before: RecordedState,
  after: string,
  next: RecordedState,
): { readonly line: string; readonly token: string } {
  const content = JSON.stringify({
    after,
    serial: next.serial,
    ...changeBetween(before.records, next.records),
  })
  const token = sha256(content)
  return { line: `${token} ${content}\n`, token }
}

/**
 * Returns the state after every complete line of `journal`, which a kill may have cut at any byte.
 * @throws {StateError} `unreadable` when a line in the middle is damaged, or the journal continues another state
 */
export function replayJournal(
  base: { readonly state: RecordedState; readonly token: string },
  journal: Buffer,
  source: StateSource,
): JournaledState {
  const records = new Map(base.state.records.map((record) => [record.crawl, record]))
  let { token } = base
  let { serial } = base.state
  let length = 0
  for (let end = journal.indexOf(10); end !== -1; end = journal.indexOf(10, length)) {
    const text = journal.toString('utf8', length, end)
    const entry = readLine(text, source)
    if (entry.after !== token) {
      // The state was written after this journal, which was to be removed next.
      if (length === 0 && lastSerial(journal, source) <= base.state.serial) return { ...base, length: 0 }
      throw damaged(source)
    }
    for (const crawl of entry.removed) records.delete(crawl)
    for (const record of entry.set) records.set(record.crawl, record)
    ;({ token, serial } = entry)
    length = end + 1
  }
  if (length === 0) return { ...base, length }
  const sorted = [...records.values()].toSorted((a, b) => compareText(a.crawl, b.crawl))
  return { state: { ...base.state, serial, records: sorted }, token, length }
}

interface Entry extends StateChange {
  readonly after: string
  readonly token: string
  readonly serial: number
}

function readLine(text: string, source: StateSource): Entry {
  const token = text.slice(0, 64)
  const content = text.slice(65)
  if (sha256(content) !== token) throw damaged(source)
  // The hash has shown that we wrote it, as JSON.
  const value = JSON.parse(content) as Json
  if (!isJsonObject(value)) throw damaged(source)
  const { after, serial, set, removed } = value
  if (typeof after !== 'string' || typeof serial !== 'number' || !Array.isArray(removed))
    throw damaged(source)
  return { after, token, serial, set: readRecords(set, source), removed: removed.map(String) }
}

function lastSerial(journal: Buffer, source: StateSource): number {
  const end = journal.lastIndexOf(10)
  // Its first line was read and so is not empty.
  const start = journal.lastIndexOf(10, end - 1) + 1
  return readLine(journal.toString('utf8', start, end), source).serial
}

function damaged(source: StateSource): Error {
  return unreadable(source, 'its journal is damaged, or belongs to another state')
}
