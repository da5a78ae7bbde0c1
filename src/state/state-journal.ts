import { isJsonObject, parseJson } from '../util/json.ts'
import { sha256 } from '../util/sha256.ts'
import { readRecords, unreadable, type StateSource } from './parse-state.ts'
import { type RecordedState, type StateStep, SteppedState } from './state.ts'

/**
 * The journal of a state: each line holds the changes of one write, so that the cost of a write does not depend on the state's
 * size. A line begins with the hash of its content, and names the hash of the previous line or, if it is the first, of the
 * state's text. This detects lines that were cut short and lines of another state.
 */

export class JournaledState extends SteppedState {
  /** The hash of the last line, or of the state's text. */
  token: string
  /** Bytes of the journal that belong to the state; what follows was never stored completely. */
  length = 0

  constructor(state: RecordedState, token: string) {
    super(state)
    this.token = token
  }

  /** Adds a line: its size in bytes, its hash `token` and its step. */
  addLine(step: StateStep, token: string, bytes: number): void {
    this.add(step)
    this.token = token
    this.length += bytes
  }
}

/** Returns the line that makes `step` of the state whose hash is `after`; its hash is the new token. */
export function journalLine(after: string, { serial, set, removed }: StateStep) {
  const content = JSON.stringify({ after, serial, set, removed })
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
  const stored = new JournaledState(base.state, base.token)
  for (let end = journal.indexOf(10); end !== -1; end = journal.indexOf(10, stored.length)) {
    const entry = readLine(journal.toString('utf8', stored.length, end), source)
    if (entry.after !== stored.token) {
      // The state was written after this journal, which would have been removed next.
      if (stored.length === 0 && lastSerial(journal, source) <= base.state.serial) return stored
      throw damaged(source)
    }
    stored.addLine(entry, entry.token, end + 1 - stored.length)
  }
  return stored
}

/** Returns a line's step, its hash, and the hash that it names. */
function readLine(text: string, source: StateSource) {
  const token = text.slice(0, 64)
  const content = text.slice(65)
  if (sha256(content) !== token) throw damaged(source)
  const value = parseJson(content)
  const { after, serial, set, removed } = isJsonObject(value) ? value : {}
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
