import { cpSync, existsSync, linkSync, readdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import path from 'node:path'
import type { PageDocument } from '../../protocol/crawl-status.ts'
import { pageFileName } from '../../render/page-file-name.ts'
import { renderPage, renderPageEntry, type PageEntry } from '../../render/render-page.ts'
import { compareText } from '../../util/compare-text.ts'
import { isJsonObject } from '../../util/json.ts'
import { canParseUrl } from '../../util/can-parse-url.ts'
import { makeDirectory } from '../../util/make-directory.ts'

export interface PageSource {
  readonly crawl: string
  readonly startUrl: string
  readonly pages: AsyncIterable<PageDocument>
}

export interface WrittenPages {
  readonly pages: number
  /** Those of them that the service took from its cache. */
  readonly fromCache: number
}

/**
 * Writes a job's pages below `directory`: a folder for the crawl with one Markdown file for each page, and its lines in
 * `index.jsonl`, which keeps the lines of other crawls. The folder is made beside the old one and takes its place when
 * all pages are there, so a run that fails or is killed leaves the old one. Of that, only files that no run has written
 * are kept. Returns how many pages there were.
 */
export async function writePages(
  directory: string,
  { crawl, startUrl, pages }: PageSource,
): Promise<WrittenPages> {
  const folder = pageFileName(`https://x/${encodeURIComponent(crawl)}`, 'x', new Set()).replace(/\.md$/, '')
  const home = canParseUrl(startUrl) ? new URL(startUrl).host : undefined
  const place = placeOf(directory, folder)
  const entries: PageEntry[] = []
  const taken = new Set<string>()
  const made = new Set<string>()
  let fromCache = 0
  await clearUp(place)
  try {
    for await (const page of pages) {
      const { url, title, statusCode: status, cacheState } = page.metadata
      if (cacheState === 'hit') fromCache++
      const base = { crawl, url, ...(title === undefined ? {} : { title }), status }
      if (page.markdown === undefined) entries.push(base)
      else {
        const file = pageFileName(url, home, taken)
        writeBelow(place.next, made, { file, text: renderPage(page) })
        entries.push({ ...base, file: `${folder}/${file}` })
      }
    }
    // Pages arrive in the order in which they were done. Sorted, the same pages make the same index.
    entries.sort((a, b) => compareText(a.url, b.url))
    publish(directory, place, { crawl, folder, entries })
  } finally {
    await clearUp(place)
  }
  return { pages: entries.length, fromCache }
}

/** A crawl's folder, and those beside it while it changes. No crawl's own folder begins with a dot. */
interface Place {
  readonly current: string
  readonly next: string
  readonly former: string
}

function placeOf(directory: string, folder: string): Place {
  return {
    current: path.join(directory, folder),
    next: path.join(directory, `.${folder}.new`),
    former: path.join(directory, `.${folder}.old`),
  }
}

/** Removes all but the current folder. A run that was killed between its renames has left that under its former name. */
async function clearUp({ current, next, former }: Place): Promise<void> {
  if (existsSync(former) && !existsSync(current)) renameSync(former, current)
  for (const folder of [former, next]) await rm(folder, { recursive: true, force: true })
}

/** Writes a file; `made` are the folders that are there. Awaited, small files cost twice as much and more. */
function writeBelow(
  directory: string,
  made: Set<string>,
  { file, text }: { readonly file: string; readonly text: string },
): void {
  const target = path.join(directory, file)
  const parent = path.dirname(target)
  if (!made.has(parent)) makeDirectory(parent)
  made.add(parent)
  writeFileSync(target, text)
}

interface NewEntries {
  readonly crawl: string
  readonly folder: string
  readonly entries: readonly PageEntry[]
}

/** Puts the new folder and its index in the places of the old ones. All but three renames is done before. */
function publish(directory: string, place: Place, { crawl, folder, entries }: NewEntries): void {
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
  const kept = old.filter(({ entry }) => entry['crawl'] !== crawl).map(({ line }) => `${line}\n`)
  writeFileSync(`${file}.new`, [...kept, ...entries.map((entry) => renderPageEntry(entry))].join(''))
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
