import {
  closeSync,
  existsSync,
  ftruncateSync,
  openSync,
  readdirSync,
  rmSync,
  statSync,
  writeFileSync,
  writeSync,
} from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { type Clock, toIsoTime } from '../util/clock.ts'
import { compareText } from '../util/text.ts'
import { hasCode } from '../util/has-code.ts'
import { assert } from '../util/invariant.ts'
import { isJsonObject, parseJson } from '../util/json.ts'
import { makeDirectory, plainFileName, readIfThere, readRegular } from '../util/files.ts'
import { messageOf } from '../util/message-of.ts'
import { sha256 } from '../util/sha256.ts'
import { syncDirectory, syncFile } from './sync.ts'
import { breakFileLock, replaceDurably, withFileLock } from './shared-file.ts'
import { formatState, parseState, readRecords, type StateSource, unreadable } from './parse-state.ts'
import { changeBetween, changedMeanwhile, StateError, withChange } from './state.ts'
import type {
  HistoryEntry,
  ReadState,
  RecordedState,
  StateBackend,
  StateChange,
  StateStep,
  StateToken,
} from './state.ts'
import { JournaledState, journalLine, replayJournal } from './state-journal.ts'

export interface LocalBackendOptions {
  /** The project's `.crawlform` directory; created when missing. */
  readonly directory: string
  readonly environment: string
  readonly clock: Clock
  /** The name of the file in messages; by default its path. */
  readonly label?: string
  /** How long a write waits for another writer, in milliseconds. Default 10 seconds. */
  readonly lockWaitMs?: number
  /** Called before the first write, for a caller that prepares the directory. Reading creates nothing. */
  readonly beforeWrite?: () => void
  /** Called before each read of files that other programs have changed, for a caller that checks the directory. */
  readonly beforeRead?: () => void
}

/**
 * Returns the record in one file, `state/ENVIRONMENT.json`, and a journal next to it, `state/ENVIRONMENT.journal`, with the
 * changes since. A reader always sees the complete old or new state, and stored changes survive a power cut.
 */
export function openLocalBackend(options: LocalBackendOptions): StateBackend {
  return new LocalRecord(options)
}

class LocalRecord implements StateBackend {
  readonly environment: string
  readonly description: string
  notice?: ((line: string) => void) | undefined
  readonly #file: string
  readonly #journal: string
  readonly #past: string
  readonly #lock: { readonly clock: Clock; readonly waitMs: number; readonly environment: string }
  readonly #prepare: () => void
  readonly #check: () => void
  #isPrepared = false
  /** The state as last read or written, and `#seen()` at that time. */
  #last: { readonly stored: JournaledState; readonly seen: string } | undefined

  constructor(options: LocalBackendOptions) {
    const { directory, environment, clock, label, lockWaitMs = 10_000, beforeWrite, beforeRead } = options
    const name = plainFileName(environment)
    this.environment = environment
    this.#file = join(directory, 'state', `${name}.json`)
    this.#journal = join(directory, 'state', `${name}.journal`)
    this.#past = join(directory, 'state', 'history', name)
    this.#lock = { clock, waitMs: lockWaitMs, environment }
    this.#prepare = beforeWrite ?? (() => undefined)
    this.#check = beforeRead ?? (() => undefined)
    this.description = label ?? this.#file
  }

  async read(): Promise<ReadState> {
    const stored = await this.#guard('read', async () => this.#look())
    return { token: stored?.token ?? null, state: stored?.whole() }
  }

  compareAndSwap(expected: StateToken, next: RecordedState): Promise<StateToken> {
    return this.#write(expected, (now) => this.#replace(now, next))
  }

  append(expected: string, step: StateStep): Promise<string> {
    return this.#write(expected, (now) => this.#extend(now, step))
  }

  async fold(): Promise<void> {
    await this.#guard('written', async () => {
      if (!this.#look()?.length) return
      await withFileLock(`${this.#file}.lock`, this.#lock, async () => {
        const now = this.#look()
        if (now?.length) await this.#replace(now, now.whole())
      })
    })
  }

  async history(limit: number): Promise<readonly HistoryEntry[]> {
    return this.#guard('read', async () => {
      const stored = this.#look()
      if (stored === undefined) return []
      const entries = [{ at: writtenAt(this.#file), state: stored.first }]
      if (stored.length > 0) entries.unshift({ at: writtenAt(this.#journal), state: stored.whole() })
      return readHistory(this.#past, limit, entries, this)
    })
  }

  unlock(id: string): Promise<void> {
    return breakFileLock(`${this.#file}.lock`, id, this.#lock)
  }

  #write(expected: StateToken, act: (now: JournaledState | undefined) => Promise<string>): Promise<string> {
    return this.#guard('written', async () => {
      if (!this.#isPrepared) {
        this.#prepare()
        this.#isPrepared = true
      }
      makeDirectory(dirname(this.#file))
      return withFileLock(`${this.#file}.lock`, this.#lock, async () => {
        const now = this.#look()
        if ((now?.token ?? null) !== expected) throw changedMeanwhile(this.description)
        return act(now)
      })
    })
  }

  /** Writes `next` completely, which makes the journal obsolete. The caller holds the lock. */
  async #replace(now: JournaledState | undefined, next: RecordedState): Promise<string> {
    const text = formatState(next)
    const before = now && { at: writtenAt(this.#file), state: now.first }
    await replaceDurably(this.#file, text)
    // The state is stored now, so the rest may fail. Readers ignore a journal whose first line names an old state.
    quietly(() => rmSync(this.#journal, { force: true }))
    if (before !== undefined) quietly(() => keepInHistory(this.#past, before, { state: next, text }))
    const stored = new JournaledState(next, sha256(text))
    this.#last = { stored, seen: this.#seen() }
    return stored.token
  }

  /** Adds a line to the journal. The caller holds the lock. */
  async #extend(stored: JournaledState | undefined, step: StateStep): Promise<string> {
    // Only a missing state has no token.
    assert(stored !== undefined, 'a state that is named by a token is stored')
    const { line, token } = journalLine(stored.token, step)
    const bytes = Buffer.from(line)
    const isNew = stored.length === 0
    const file = openSync(this.#journal, isNew ? 'w' : 'r+')
    try {
      await writeAt(file, bytes, stored.length)
    } finally {
      closeSync(file)
    }
    if (isNew) await syncDirectory(dirname(this.#journal))
    stored.addLine(step, token, bytes.length)
    this.#last = { stored, seen: this.#seen() }
    return token
  }

  /** Reads the record, unless the files are unchanged since the last read or write. */
  #look(): JournaledState | undefined {
    const seen = this.#seen()
    if (this.#last?.seen === seen) return this.#last.stored
    this.#last = undefined
    this.#check()
    // Reads the journal first: if its lines are then folded into the state, its hash shows that it is old.
    const journal = readIfThere(this.#journal)
    const text = readIfThere(this.#file)?.toString('utf8')
    if (text === undefined) {
      if (journal === undefined) return undefined
      throw new StateError(
        'unreadable',
        `${this.description} is missing, but its journal ${basename(this.#journal)} is there. Restore it from a backup. Without one, check which crawls are running on the service before you remove the journal, because crawlform then submits every crawl again.`,
      )
    }
    const base = { state: parseState(text, this), token: sha256(text) }
    const stored = replayJournal(base, journal ?? Buffer.alloc(0), this)
    this.#last = { stored, seen }
    return stored
  }

  /** Returns a text that changes with every write of either file (stat(2)). */
  #seen(): string {
    return [this.#file, this.#journal]
      .map((file) => statSync(file, { bigint: true, throwIfNoEntry: false }))
      .map((fact) => (fact === undefined ? '-' : `${fact.ino}.${fact.size}.${fact.mtimeNs}.${fact.ctimeNs}`))
      .join(' ')
  }

  async #guard<T>(what: 'read' | 'written', act: () => Promise<T>): Promise<T> {
    try {
      return await act()
    } catch (error) {
      // A refused directory has a remedy of its own.
      if (error instanceof StateError || hasCode(error, 'environment')) throw error
      const because = messageOf(error)
      const isLasting = ['EROFS', 'EACCES', 'EPERM', 'ENOTDIR'].some((code) => hasCode(error, code))
      const message = `${this.description} cannot be ${what}: ${because}.`
      throw new StateError('unavailable', message, { cause: error, isLasting })
    }
  }
}

/** Stores `bytes` after the first `length` bytes, and overwrites the remains of an incomplete write. */
async function writeAt(file: number, bytes: Buffer, length: number): Promise<void> {
  try {
    ftruncateSync(file, length)
    for (let done = 0; done < bytes.length;) {
      done += writeSync(file, bytes, done, bytes.length - done, length + done)
    }
    // Only this step may take long.
    await syncFile(file)
  } catch (error) {
    ftruncateSync(file, length)
    throw error
  }
}

function quietly(act: () => void): void {
  try {
    act()
  } catch {
    // Nothing depends on it.
  }
}

function writtenAt(file: string): string {
  return toIsoTime(Math.floor(statSync(file).mtimeMs))
}

/** The most states that the history holds: enough to see last week's changes. */
const MOST_KEPT = 100
/** The bytes that are always allowed, and a limit as a multiple of the state's size. */
const ALWAYS_BYTES = 64 * 1024
const MOST_STATES = 3

/** A backward step: the changes from one state to the one before it. */
interface Step extends StateChange {
  /** The state that the step begins at. */
  readonly from: number
  /** The state that it leads to, and when that was written. */
  readonly to: number
  readonly at: string
}

/**
 * Stores the step back from `next` to `before`, which was written at `before.at`. The history holds only differences, for at
 * most a hundred states including the current one. It has at most three times the size of `text`, the text of `next`. The
 * caller holds the lock.
 */
function keepInHistory(
  directory: string,
  { at, state }: HistoryEntry,
  next: { readonly state: RecordedState; readonly text: string },
): void {
  const back = changeBetween(next.state.records, state.records)
  const step: Step = { from: next.state.serial, to: state.serial, at, ...back }
  makeDirectory(directory)
  const name = `${String(step.to).padStart(10, '0')}.back.json`
  writeFileSync(join(directory, name), `${JSON.stringify(step)}\n`)
  let room = ALWAYS_BYTES + MOST_STATES * next.text.length
  for (const [index, name] of stepNames(directory).entries()) {
    const file = join(directory, name)
    room -= statSync(file).size
    if (index >= MOST_KEPT - 1 || room < 0) rmSync(file)
  }
}

/** Returns `newest` and the states before them that `directory` leads back to, newest first, at most `limit`. */
function readHistory(directory: string, limit: number, newest: readonly HistoryEntry[], source: StateSource) {
  const entries = [...newest]
  let state = newest.at(-1)?.state
  for (const name of stepNames(directory)) {
    if (state === undefined || entries.length >= limit) break
    const step = readStep(readRegular(join(directory, name)).toString('utf8'), source)
    if (step.from !== state?.serial) continue
    state = { ...state, serial: step.to, records: withChange(state.records, step) }
    entries.push({ at: step.at, state })
  }
  return entries.slice(0, limit)
}

function readStep(text: string, source: StateSource): Step {
  const value = parseJson(text)
  const { from, to, at, set, removed } = isJsonObject(value) ? value : {}
  if (typeof from !== 'number' || typeof to !== 'number' || typeof at !== 'string' || !Array.isArray(removed))
    throw unreadable(source, 'its history is damaged')
  return { from, to, at, set: readRecords(set, source), removed: removed.map(String) }
}

function stepNames(directory: string): string[] {
  // No directory means no history.
  const names = existsSync(directory) ? readdirSync(directory) : []
  return names.filter((name) => /^\d{10,}\.back\.json$/.test(name)).toSorted((a, b) => compareText(b, a))
}
