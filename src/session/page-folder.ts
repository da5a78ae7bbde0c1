import {
  copyFileSync,
  cpSync,
  existsSync,
  linkSync,
  lstatSync,
  mkdirSync,
  opendirSync,
  renameSync,
  rmdirSync,
  statSync,
  unlinkSync,
} from 'node:fs'
import { opendir, rm } from 'node:fs/promises'
import path from 'node:path'
import { pageName } from '../render/page-file-name.ts'
import { renderPageEntry, type PageEntry } from '../render/render-page.ts'
import { compareText, firstText } from '../util/text.ts'
import { isUtf8 } from '../util/escape-bytes.ts'
import { isJsonObject, type JsonObject, parseJson } from '../util/json.ts'
import { makeDirectory, dropLink, isBusy, linesOf, whenFree, writeParts } from '../util/files.ts'
import { JsonRows, orderOf, type Rows, rowsOf } from '../util/json-rows.ts'
import type { KeyTable } from '../util/key-table.ts'
import type { Renaming } from '../state/move-record.ts'
import { digestOf, sha256 } from '../util/sha256.ts'

/** A crawl's folder, and the temporary folders next to it. No crawl's own folder begins with a dot. */
export interface Place {
  readonly directory: string
  readonly folder: string
  readonly current: string
  readonly former: string
  /** Belongs to one run, so that two runs never mix their files. */
  readonly next: string
}

/** The directory in which runs create the next folder of a crawl. */
const RUNS = '.new'

/** The list of the pages of all crawls, next to their folders. */
const INDEX = 'index.jsonl'

/** Returns a unique folder name for a crawl: its own name if every file system allows it. `_con` is the folder of `con`. */
export function folderOf(crawl: string): string {
  const safe = pageName(`https://x/${encodeURIComponent(crawl)}`, 'x')
  const isOwn = (safe === crawl || safe === `_${crawl}`) && safe.toLowerCase() !== INDEX
  return isOwn ? safe : `${safe}-${sha256(crawl).slice(0, 10)}`
}

export function placeOf(directory: string, folder: string): Place {
  return {
    directory,
    folder,
    current: path.join(directory, folder),
    former: path.join(directory, `.${folder}.old`),
    next: path.join(directory, RUNS, folder, crypto.randomUUID().slice(0, 8)),
  }
}

/**
 * Removes all but the current folder, also links, which could lead writes elsewhere. If a run was killed between its renames,
 * the current folder gets its name back. Another run that is still writing finds its folder gone.
 */
export async function removeRemains(place: Place): Promise<void> {
  const { directory, folder, former, current } = place
  const runs = path.join(directory, RUNS)
  const left = path.join(runs, folder)
  const trash = path.join(runs, `.${folder}`)
  const own = [directory, runs, left, trash, current, former]
  for (const file of [...own, path.join(directory, `${INDEX}.new`)]) dropLink(file)
  restore(place)
  await remove(former, trash)
  if (!existsSync(left)) return
  // Renamed first, so that a run that still writes there fails at once.
  whenFree(() => renameSync(left, trash))
  await remove(trash)
}

/** Removes the pages of one run that were not put in place, and their texts. */
export async function removeRun({ next }: Place, spool: string): Promise<void> {
  await remove(next, spool)
  for (const above of [path.dirname(next), path.dirname(path.dirname(next))]) {
    try {
      rmdirSync(above)
    } catch {
      // Other runs are writing there.
    }
  }
}

function restore({ current, former }: Place): void {
  if (existsSync(former) && !existsSync(current)) whenFree(() => renameSync(former, current))
}

async function remove(...folders: readonly string[]): Promise<void> {
  for (const folder of folders) {
    if (!existsSync(folder)) continue
    // What is left then, `rm` removes or reports.
    if (lstatSync(folder).isDirectory()) await empty(folder).catch(() => undefined)
    await rm(folder, { recursive: true, force: true, maxRetries: 5 })
  }
}

/** Removes what is below a folder, one after the other: `rm` has all names in memory, and removes all at once. */
async function empty(folder: string): Promise<void> {
  for await (const entry of await opendir(folder)) {
    const file = path.join(folder, entry.name)
    if (entry.isDirectory()) {
      await empty(file)
      rmdirSync(file)
    } else unlinkSync(file)
  }
}

function throwUnlessBusy(error: unknown): void {
  if (!isBusy(error)) throw error
}

export interface NewPages<Page extends { readonly url: string }> {
  readonly crawl: string
  /** In the order of their URLs. The order in which pages arrive differs from run to run. */
  readonly pages: Rows<Page>
  /** Returns the line of a page in the index. Not all lines are in memory at once. */
  readonly entryOf: (page: Page) => PageEntry
  /** Unchanged files below the folder, with `/`, that are not in the next one. */
  readonly same: KeyTable
  /** Whether the next folder holds others. */
  readonly hasNew: boolean
}

/**
 * Puts the next folder and the index in place of the old ones, and removes the old folder.
 * @throws when another run has removed the next folder
 */
export async function publish<Page extends { readonly url: string }>(
  place: Place,
  pages: NewPages<Page>,
): Promise<void> {
  try {
    replace(place, pages)
  } finally {
    restore(place)
    // Windows keeps a folder while somebody reads a file of it; then the next run removes it.
    await remove(place.former).catch(throwUnlessBusy)
  }
}

/** Replaces the folder and the index by three renames. A folder in which nothing changes stays. */
function replace<Page extends { readonly url: string }>(place: Place, news: NewPages<Page>): void {
  const { crawl, same, hasNew } = news
  const { directory, folder, current, next, former } = place
  const index = path.join(directory, INDEX)
  makeDirectory(directory)
  const gone: string[] = []
  const old = oldLines(place, crawl, ({ file }) => {
    const own = path.relative(folder, file)
    if (!same.has(own.replaceAll(path.sep, '/'))) gone.push(own)
  })
  const isNew = hasNew || !existsSync(current) || gone.some((file) => existsSync(path.join(current, file)))
  if (isNew) {
    if (hasNew) statSync(next)
    else makeDirectory(next)
    keepOthers(place, new Set(gone))
  }
  const isChanged = !old.isInOrder || digestOf(textsOf(newLines(news))) !== old.digest
  if (isChanged)
    writeParts(`${index}.new`, textsOf(mergeLines(othersIn(directory, crawl, old), newLines(news))))
  if (isNew) {
    if (existsSync(current)) whenFree(() => renameSync(current, former))
    whenFree(() => renameSync(next, current))
  }
  if (isChanged) whenFree(() => renameSync(`${index}.new`, index))
}

/** A line of the index, with its line feed. */
interface IndexLine {
  readonly crawl: string
  readonly url: string
  readonly line: string
}

function compareLines(one: IndexLine, other: IndexLine): number {
  return compareText(one.url, other.url) || compareText(one.crawl, other.crawl)
}

function* textsOf(lines: Iterable<IndexLine>): Generator<string> {
  for (const { line } of lines) yield line
}

/** Returns what the index has of a crawl, after calling back with each of its files. */
function oldLines({ directory }: Place, crawl: string, onFile: (entry: { readonly file: string }) => void) {
  let isInOrder = true
  let last: IndexLine | undefined
  const read = function* (): Generator<string> {
    for (const one of readIndex(directory)) {
      if (last !== undefined && compareLines(last, one) > 0) isInOrder = false
      last = one
      if (one.crawl !== crawl) continue
      const { file } = entryOf(one)
      if (typeof file === 'string') onFile({ file })
      yield one.line
    }
  }
  const digest = digestOf(read())
  return { digest, isInOrder }
}

/** Returns the lines of other crawls in order. A person may have changed it. */
function othersIn(
  directory: string,
  crawl: string,
  { isInOrder }: { readonly isInOrder: boolean },
): Iterable<IndexLine> {
  const read = function* (): Generator<IndexLine> {
    for (const one of readIndex(directory)) if (one.crawl !== crawl) yield one
  }
  return isInOrder ? read() : inOrder(JsonRows.from(read()))
}

function inOrder(lines: Rows<IndexLine>): Rows<IndexLine> {
  const order = orderOf(lines, compareLines)
  return rowsOf(order.length, (index) => lines.at(order[index] ?? Infinity))
}

/** Yields the lines of a crawl's pages. */
function* newLines<Page extends { readonly url: string }>({ crawl, pages, entryOf }: NewPages<Page>) {
  for (const page of pages) yield { crawl, url: page.url, line: renderPageEntry(entryOf(page)) }
}

/** Yields the lines of two ordered lists in order. */
function* mergeLines(ones: Iterable<IndexLine>, others: Iterable<IndexLine>): Generator<IndexLine> {
  const rest = others[Symbol.iterator]()
  let next = rest.next()
  for (const one of ones) {
    for (; next.done !== true && compareLines(next.value, one) < 0; next = rest.next()) yield next.value
    yield one
  }
  for (; next.done !== true; next = rest.next()) yield next.value
}

const SEPARATOR = Buffer.from(path.sep)

/**
 * Takes over files of the old folder that are not `gone`: unchanged pages, and files that no run has written. The old folder
 * keeps them until it is removed. Names are bytes, because users' files may have names that are not UTF-8.
 */
function keepOthers({ current, next }: Place, gone: ReadonlySet<string>): void {
  if (!existsSync(current)) return
  const keepBelow = (folder: Buffer): void => {
    let isMade = false
    for (const { entry, isFolder } of entriesOf(below(current, folder))) {
      const name = folder.length === 0 ? entry : Buffer.concat([folder, SEPARATOR, entry])
      if (isFolder) keepBelow(name)
      else if (!gone.has(name.toString()) && !existsSync(below(next, name))) {
        if (!isMade) mkdirSync(below(next, folder), { recursive: true })
        isMade = true
        keepFile(below(current, name), below(next, name))
      }
    }
  }
  keepBelow(Buffer.alloc(0))
}

/** Yields the names in a folder, which are not all in memory at once. */
function* entriesOf(folder: Buffer): Generator<{ readonly entry: Buffer; readonly isFolder: boolean }> {
  // The types do not know that names may be bytes.
  const opened = opendirSync(folder as unknown as string, { encoding: 'buffer' as BufferEncoding })
  try {
    for (let entry = opened.readSync(); entry !== null; entry = opened.readSync())
      yield { entry: Buffer.from(entry.name), isFolder: entry.isDirectory() }
  } finally {
    opened.closeSync()
  }
}

function below(directory: string, name: Buffer): Buffer {
  return Buffer.concat([Buffer.from(directory), SEPARATOR, name])
}

function keepFile(from: Buffer, to: Buffer): void {
  try {
    linkSync(from, to)
  } catch {
    // Not every file system has links. Only `cpSync` copies links as such, and only `copyFileSync` takes bytes.
    if (isUtf8(from)) cpSync(from.toString(), to.toString())
    else copyFileSync(from, to)
  }
}

/**
 * Gives the folder of a crawl, and its lines of the index, a new name. If the new folder exists, nothing is renamed, and why is
 * returned. After a kill the next call does the rest.
 */
export async function renameFolder(directory: string, { from, to }: Renaming): Promise<string | undefined> {
  const [old, place] = [placeOf(directory, folderOf(from)), placeOf(directory, folderOf(to))]
  const lines = new JsonRows<IndexLine>()
  let count = 0
  for (const one of readIndex(directory)) {
    if (one.crawl === to) return existsSync(old.current) ? leftFolder(directory, { from, to }) : undefined
    if (one.crawl === from) count++
    lines.push(
      one.crawl === from
        ? { ...one, line: `${JSON.stringify(renamedEntry(entryOf(one), { from, to }))}\n` }
        : one,
    )
  }
  if (count === 0) return undefined
  await removeRemains(old)
  if (existsSync(old.current)) {
    if (existsSync(place.current)) return heldFolder(directory, { from, to })
    whenFree(() => renameSync(old.current, place.current))
  }
  const index = path.join(directory, INDEX)
  writeParts(`${index}.new`, textsOf(inOrder(lines)))
  whenFree(() => renameSync(`${index}.new`, index))
  return undefined
}

/** Says that the new folder has the pages of the crawl already. */
function leftFolder(directory: string, { from, to }: Renaming): string {
  const [old, place] = [from, to].map((name) => path.join(path.basename(directory), folderOf(name)))
  return `${to}: ${place} has its pages already, so ${old} is left over from its former name. Remove ${old} if nothing needs it.`
}

/** Says that the new folder is somebody else's. */
function heldFolder(directory: string, { from, to }: Renaming): string {
  const [old, place] = [from, to].map((name) => path.join(path.basename(directory), folderOf(name)))
  return `${to}: ${old} was not renamed, because ${place} exists and no run has written it. Move ${place} away and run this again.`
}

/** Returns a line of an index or feed with the new name of its crawl; the same line if it is of another crawl. */
export function renamedEntry<Entry extends { readonly crawl?: unknown; readonly file?: unknown }>(
  entry: Entry,
  { from, to }: Renaming,
): Entry {
  const { crawl, file } = entry
  if (crawl !== from) return entry
  const [old, folder] = [folderOf(from), folderOf(to)]
  const isInside = typeof file === 'string' && file.startsWith(`${old}/`)
  return { ...entry, crawl: to, ...(isInside ? { file: folder + file.slice(old.length) } : {}) }
}

/** Yields a crawl's pages with their files, from the index of the directory. If a URL has several, the last counts. */
export function* filesOf(
  directory: string,
  crawl: string,
): Generator<{ readonly url: string; readonly file?: string }> {
  for (const one of readIndex(directory)) {
    if (one.crawl !== crawl) continue
    const { url, file } = entryOf(one)
    if (typeof url === 'string') yield { url, ...(typeof file === 'string' ? { file } : {}) }
  }
}

/** What `renderPageEntry` writes first. A line that a person has changed may begin with something else. */
const WRITTEN = /^\{"crawl":("[^"\\]*(?:\\.[^"\\]*)*"),"url":("[^"\\]*(?:\\.[^"\\]*)*")[,}]/

/** Yields the lines of the index that are entries. All are read for each crawl, so of most only the start is parsed. */
function* readIndex(directory: string): Generator<IndexLine> {
  for (const line of linesOf(path.join(directory, INDEX))) {
    const [, first = '', second = ''] = (line.endsWith('}\n') ? WRITTEN.exec(line) : null) ?? []
    const [crawl, url] = [parseJson(first), parseJson(second)]
    if (typeof crawl === 'string' && typeof url === 'string') yield { crawl, url, line }
    else {
      const entry = parseJson(line)
      if (isJsonObject(entry)) yield { crawl: firstText(entry['crawl']), url: firstText(entry['url']), line }
    }
  }
}

function entryOf({ line }: IndexLine): JsonObject {
  const entry = parseJson(line)
  return isJsonObject(entry) ? entry : {}
}
