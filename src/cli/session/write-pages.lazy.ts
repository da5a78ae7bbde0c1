import { readFile, rename, rm, writeFile } from 'node:fs/promises'
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
 * `index.jsonl`, which keeps the lines of other crawls. Removes files of earlier runs of this crawl that are not
 * written again. Returns how many pages there were.
 */
export async function writePages(
  directory: string,
  { crawl, startUrl, pages }: PageSource,
): Promise<WrittenPages> {
  const folder = pageFileName(`https://x/${encodeURIComponent(crawl)}`, 'x', new Set()).replace(/\.md$/, '')
  const home = canParseUrl(startUrl) ? new URL(startUrl).host : undefined
  const entries: PageEntry[] = []
  const taken = new Set<string>()
  let fromCache = 0
  for await (const page of pages) {
    const { url, title, statusCode: status, cacheState } = page.metadata
    if (cacheState === 'hit') fromCache++
    const base = { crawl, url, ...(title === undefined ? {} : { title }), status }
    if (page.markdown === undefined) entries.push(base)
    else {
      const file = `${folder}/${pageFileName(url, home, taken)}`
      const target = path.join(directory, file)
      makeDirectory(path.dirname(target))
      await writeFile(target, renderPage(page))
      entries.push({ ...base, file })
    }
  }
  // Pages arrive in the order in which they were done. Sorted, the same pages make the same index.
  entries.sort((a, b) => compareText(a.url, b.url))
  await updateIndex(directory, { crawl, folder, entries })
  return { pages: entries.length, fromCache }
}

interface NewEntries {
  readonly crawl: string
  readonly folder: string
  readonly entries: readonly PageEntry[]
}

async function updateIndex(directory: string, { crawl, folder, entries }: NewEntries): Promise<void> {
  const file = path.join(directory, 'index.jsonl')
  makeDirectory(directory)
  const old = await readIndex(file)
  const current = new Set(entries.map((entry) => entry.file))
  for (const { entry } of old) {
    const stale = entry['crawl'] === crawl ? entry['file'] : undefined
    if (typeof stale === 'string' && !current.has(stale) && isInside(folder, stale)) {
      await rm(path.join(directory, stale), { force: true })
    }
  }
  const kept = old.filter(({ entry }) => entry['crawl'] !== crawl).map(({ line }) => `${line}\n`)
  await writeFile(`${file}.new`, [...kept, ...entries.map((entry) => renderPageEntry(entry))].join(''))
  await rename(`${file}.new`, file)
}

/** Returns the index's lines; what is no entry is left out. */
async function readIndex(
  file: string,
): Promise<{ line: string; entry: Readonly<Record<string, unknown>> }[]> {
  const text = await readFile(file, 'utf8').catch(() => '')
  return text.split('\n').flatMap((line) => {
    try {
      const entry: unknown = JSON.parse(line)
      return isJsonObject(entry) ? [{ line, entry }] : []
    } catch {
      return []
    }
  })
}

/**
 * Tells whether a file lies in the crawl's own folder. The index may have been edited, and nothing outside is ever
 * removed.
 */
function isInside(folder: string, file: string): boolean {
  const relative = path.posix.relative(folder, path.posix.normalize(file))
  return relative !== '' && !relative.startsWith('..') && !path.posix.isAbsolute(relative)
}
