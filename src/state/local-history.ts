import { readdir, readFile, rm, stat, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { compareText } from '../util/compare-text.ts'
import { isJsonObject, parseJson } from '../util/json.ts'
import { makeDirectory } from '../util/make-directory.ts'
import { readRecords, unreadable, type StateSource } from './parse-state.ts'
import { changeBetween, type RecordedState, type StateChange, withChange } from './recorded-state.ts'
import type { HistoryEntry } from './state.ts'

/** Enough to see who did what last week, and few enough to ignore. */
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
 * most a hundred states including the current one, and at most three times the size of `text`, the text of `next`. The caller
 * holds the lock.
 */
export async function keepInHistory(
  directory: string,
  before: HistoryEntry,
  next: { readonly state: RecordedState; readonly text: string },
): Promise<void> {
  const { at, state } = before
  const back = changeBetween(next.state.records, state.records)
  const step: Step = { from: next.state.serial, to: state.serial, at, ...back }
  makeDirectory(directory)
  await writeFile(path.join(directory, stepName(step.to)), `${JSON.stringify(step)}\n`)
  let room = ALWAYS_BYTES + MOST_STATES * next.text.length
  for (const [index, name] of (await stepNames(directory)).entries()) {
    const file = path.join(directory, name)
    room -= (await stat(file)).size
    if (index >= MOST_KEPT - 1 || room < 0) await rm(file)
  }
}

/** Returns `newest` and the states before them that `directory` leads back to, newest first, at most `limit`. */
export async function readHistory(
  directory: string,
  limit: number,
  newest: readonly HistoryEntry[],
  source: StateSource,
): Promise<HistoryEntry[]> {
  const entries = [...newest]
  let state = newest.at(-1)?.state
  for (const name of await stepNames(directory)) {
    if (state === undefined || entries.length >= limit) break
    const step = readStep(await readFile(path.join(directory, name), 'utf8'), source)
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

function stepName(serial: number): string {
  return `${String(serial).padStart(10, '0')}.back.json`
}

async function stepNames(directory: string): Promise<string[]> {
  // No directory means no history.
  const names = await readdir(directory).catch(() => [])
  return names.filter((name) => /^\d{10,}\.back\.json$/.test(name)).toSorted((a, b) => compareText(b, a))
}
