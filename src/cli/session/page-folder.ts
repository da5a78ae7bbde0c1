import { cpSync, existsSync, linkSync, readdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import path from 'node:path'
import { renderPageEntry, type PageEntry } from '../../render/render-page.ts'
import { compareText } from '../../util/compare-text.ts'
import { isJsonObject } from '../../util/json.ts'
import { makeDirectory } from '../../util/make-directory.ts'

/** A crawl's folder, and those beside it while it changes. No crawl's own folder begins with a dot. */
export interface Place {
  readonly current: string
  readonly next: string
  readonly former: string
}

export function placeOf(directory: string, folder: string): Place {
  return {
    current: path.join(directory, folder),
    next: path.join(directory, `.${folder}.new`),
    former: path.join(directory, `.${folder}.old`),
  }
}

/** Removes all but the current folder. A run that was killed between its renames has left that under its former name. */
export async function clearUp({ current, next, former }: Place): Promise<void> {
  if (existsSync(former) && !existsSync(current)) renameSync(former, current)
  for (const folder of [former, next]) await rm(folder, { recursive: true, force: true })
}

export interface NewEntries {
  readonly crawl: string
  readonly folder: string
  readonly entries: readonly PageEntry[]
}

/** Puts the new folder and its index in the places of the old ones. All but three renames is done before. */
export function publish(directory: string, place: Place, { crawl, folder, entries }: NewEntries): void {
  const { current, next, former } = place
  const file = path.join(directory, 'index.jsonl')
  makeDirectory(next)
  const old = readIndex(file)
  const written = old.flatMap(({ entry }) =>
    entry['crawl'] === crawl && typeof entry['file'] === 'string'
      ? [path.relative(folder, entry['file'])]
      : [],
  )
  keepOthers(place, new Set(written))
  const kept = old.filter(({ entry }) => entry['crawl'] !== crawl)
  const lines = [
    ...kept.map(({ line, entry }) => ({ url: String(entry['url']), line: `${line}\n` })),
    ...entries.map((entry) => ({ url: entry.url, line: renderPageEntry(entry) })),
  ]
  // The order in which crawls end and pages arrive differs from run to run.
  lines.sort((a, b) => compareText(a.url, b.url) || compareText(a.line, b.line))
  writeFileSync(`${file}.new`, lines.map(({ line }) => line).join(''))
  if (existsSync(current)) renameSync(current, former)
  renameSync(next, current)
  renameSync(`${file}.new`, file)
}

/** Takes over what is in the old folder and not `written` by earlier runs. The old folder keeps it until it goes. */
function keepOthers({ current, next }: Place, written: ReadonlySet<string>): void {
  if (!existsSync(current)) return
  for (const entry of readdirSync(current, { recursive: true, withFileTypes: true })) {
    const from = path.join(entry.parentPath, entry.name)
    const name = path.relative(current, from)
    const to = path.join(next, name)
    if (entry.isDirectory() || written.has(name) || existsSync(to)) continue
    makeDirectory(path.dirname(to))
    try {
      linkSync(from, to)
    } catch {
      // Not every file system has links.
      cpSync(from, to)
    }
  }
}

/** Returns the index's lines; what is no entry is left out. */
function readIndex(file: string): { line: string; entry: Readonly<Record<string, unknown>> }[] {
  const text = existsSync(file) ? readFileSync(file, 'utf8') : ''
  return text.split('\n').flatMap((line) => {
    try {
      const entry: unknown = JSON.parse(line)
      return isJsonObject(entry) ? [{ line, entry }] : []
    } catch {
      return []
    }
  })
}
