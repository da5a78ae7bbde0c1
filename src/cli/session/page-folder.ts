import {
  copyFileSync,
  cpSync,
  existsSync,
  linkSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  writeFileSync,
} from 'node:fs'
import { rm } from 'node:fs/promises'
import path from 'node:path'
import { renderPageEntry, type PageEntry } from '../../render/render-page.ts'
import { compareText } from '../../util/compare-text.ts'
import { isUtf8Name } from '../../util/escape-bytes.ts'
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

const SEPARATOR = Buffer.from(path.sep)

/**
 * Takes over what is in the old folder and not `written` by earlier runs. The old folder keeps it until it goes. Names
 * are bytes here: people's own files stay whatever they are called, and not each name is UTF-8.
 */
function keepOthers({ current, next }: Place, written: ReadonlySet<string>): void {
  if (!existsSync(current)) return
  const keepBelow = (folder: Buffer): void => {
    for (const entry of readdirSync(below(current, folder), { withFileTypes: true, encoding: 'buffer' })) {
      const name = folder.length === 0 ? entry.name : Buffer.concat([folder, SEPARATOR, entry.name])
      if (entry.isDirectory()) keepBelow(name)
      else if (!written.has(name.toString()) && !existsSync(below(next, name))) {
        mkdirSync(below(next, folder), { recursive: true })
        keepFile(below(current, name), below(next, name))
      }
    }
  }
  keepBelow(Buffer.alloc(0))
}

function below(directory: string, name: Buffer): Buffer {
  return Buffer.concat([Buffer.from(directory), SEPARATOR, name])
}

function keepFile(from: Buffer, to: Buffer): void {
  try {
    linkSync(from, to)
  } catch {
    // Not every file system has links. Only `cpSync` copies links as such, and only `copyFileSync` takes bytes.
    if (isUtf8Name(from)) cpSync(from.toString(), to.toString())
    else copyFileSync(from, to)
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
