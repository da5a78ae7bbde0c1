import { link, mkdir, readdir, readFile, rm, stat } from 'node:fs/promises'
import path from 'node:path'
import { toIsoTime } from '../util/clock.ts'
import { compareText } from '../util/compare-text.ts'
import { parseState, type StateSource } from './parse-state.ts'
import type { HistoryEntry } from './state-backend.ts'

/** Enough to see who did what last week, and few enough to ignore. */
const MOST_KEPT = 100

/** Keeps a copy of `file`, which holds the state of `serial`, among the last hundred. The caller holds the lock. */
export async function keepInHistory(directory: string, file: string, serial: number): Promise<void> {
  await mkdir(directory, { recursive: true })
  const kept = path.join(directory, `${String(serial).padStart(10, '0')}.json`)
  await rm(kept, { force: true })
  // The next state replaces the name and not the file behind it, so a link is a copy.
  await link(file, kept)
  const names = await historyNames(directory)
  for (const name of names.slice(MOST_KEPT)) await rm(path.join(directory, name), { force: true })
}

/** Returns the last `limit` states kept in `directory`, newest first. */
export async function readHistory(
  directory: string,
  limit: number,
  source: StateSource,
): Promise<HistoryEntry[]> {
  const entries: HistoryEntry[] = []
  for (const name of (await historyNames(directory)).slice(0, limit)) {
    const file = path.join(directory, name)
    const text = await readFile(file, 'utf8')
    const { mtimeMs } = await stat(file)
    entries.push({ at: toIsoTime(Math.floor(mtimeMs)), state: parseState(text, source) })
  }
  return entries
}

async function historyNames(directory: string): Promise<string[]> {
  // No directory means no history.
  const names = await readdir(directory).catch(() => [])
  return names.filter((name) => /^\d{10,}\.json$/.test(name)).toSorted((a, b) => compareText(b, a))
}
