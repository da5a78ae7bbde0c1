import { existsSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { setImmediate } from 'node:timers/promises'
import type { PageDocument } from '../../protocol/crawl-status.ts'
import { pageFileName } from '../../render/page-file-name.ts'
import { relinkMarkdown } from '../../render/relink-markdown.ts'
import { isSamePage, renderPage, type PageEntry } from '../../render/render-page.ts'
import { canParseUrl } from '../../util/can-parse-url.ts'
import { compareText } from '../../util/compare-text.ts'
import { isFullDisk } from '../../util/is-full-disk.ts'
import { makeDirectory } from '../../util/make-directory.ts'
import { linkFiles, type FileLinks } from './link-files.ts'
import { clearUp, placeOf, publish, type Place } from './page-folder.ts'

export interface PageSource {
  readonly crawl: string
  readonly startUrl: string
  readonly pages: AsyncIterable<PageDocument>
}

export interface WriteOptions {
  /** What links between the written pages lead to; without it their URLs. */
  readonly links?: 'absolute' | 'relative'
}

export interface WrittenPages {
  readonly pages: number
  /** Those of them that the service took from its cache. */
  readonly fromCache: number
}

/** Pages whose files are made before others of this process have their turn. */
const AT_ONCE = 50

/**
 * Writes a job's pages below `directory`: a folder for the crawl with one Markdown file for each page that has text, and
 * its lines in `index.jsonl`, which keeps the lines of other crawls. Names and order depend on URLs alone and not on
 * when a page arrived, and the file of a page of which nothing is new stays as it is, with the time when it was fetched.
 * The folder is made beside the old one and takes its place when all pages are there, so a run that fails or is killed
 * leaves the old one. Of that, only files that no run has written are kept. Returns how many pages there were.
 */
export async function writePages(
  directory: string,
  { crawl, startUrl, pages }: PageSource,
  { links = 'absolute' }: WriteOptions = {},
): Promise<WrittenPages> {
  const folder = pageFileName(`https://x/${encodeURIComponent(crawl)}`, 'x', new Set()).replace(/\.md$/, '')
  const home = canParseUrl(startUrl) ? new URL(startUrl).host : undefined
  const place = placeOf(directory, folder)
  await clearUp(place)
  try {
    const { arrived, fromCache } = await spool(place.next, pages)
    const named = nameFiles(arrived, home)
    await finishFiles(place, named, links === 'relative' ? linkFiles(named) : undefined)
    const entries = named.map(({ url, title, status, file, hash }): PageEntry => {
      const base = { crawl, url, title, status }
      return file === undefined || hash === undefined ? base : { ...base, file: `${folder}/${file}`, hash }
    })
    publish(directory, place, { crawl, folder, entries })
    return { pages: entries.length, fromCache }
  } catch (error) {
    throw isFullDisk(error) ? Object.assign(error, { path: directory }) : error
  } finally {
    await clearUp(place)
  }
}

/** A page that has come, and what is kept of it in memory. */
interface Arrived {
  readonly url: string
  readonly sourceUrl: string
  readonly title: string | undefined
  readonly status: number
  /** Absent for a page without text, as what follows. */
  readonly hash?: string
  /** Its file until it has a name. */
  readonly spooled?: string
  /** Characters before the text. */
  readonly frontLength?: number
}

interface Named extends Arrived {
  readonly file: string | undefined
}

/** Writes pages as they come, under names of no page: these never begin with a dot. */
async function spool(
  folder: string,
  pages: AsyncIterable<PageDocument>,
): Promise<{ readonly arrived: readonly Arrived[]; readonly fromCache: number }> {
  const arrived: Arrived[] = []
  let fromCache = 0
  makeDirectory(folder)
  for await (const page of pages) {
    const { url, sourceURL: sourceUrl, title, statusCode: status, cacheState } = page.metadata
    if (cacheState === 'hit') fromCache++
    const rendered = renderPage(page)
    const base = { url, sourceUrl, title, status }
    if (rendered === undefined) {
      arrived.push(base)
      continue
    }
    const { front, body, hash } = rendered
    const spooled = path.join(folder, `.${arrived.length}`)
    // Awaited, small files cost twice as much and more.
    writeFileSync(spooled, `${front}\n${body}`)
    arrived.push({ ...base, hash, spooled, frontLength: front.length + 1 })
  }
  return { arrived, fromCache }
}

/** Returns the pages by URL, with files: of pages that would have the same one, the first by URL gets it. */
function nameFiles(arrived: readonly Arrived[], home: string | undefined): readonly Named[] {
  const taken = new Set<string>()
  return arrived
    .toSorted(
      (a, b) =>
        compareText(a.url, b.url) ||
        compareText(a.sourceUrl, b.sourceUrl) ||
        compareText(a.hash ?? '', b.hash ?? ''),
    )
    .map((page) => ({
      ...page,
      file: page.hash === undefined ? undefined : pageFileName(page.url, home, taken),
    }))
}

/** Gives pages their names, their links to each other, and the bytes of old files that say the same. */
async function finishFiles(
  { current, next }: Place,
  pages: readonly Named[],
  links: FileLinks | undefined,
): Promise<void> {
  const made = new Set<string>()
  for (const [index, { url, file, spooled, frontLength }] of pages.entries()) {
    if (index % AT_ONCE === 0) await setImmediate()
    if (file === undefined || spooled === undefined) continue
    const target = path.join(next, file)
    const parent = path.dirname(target)
    if (!made.has(parent)) makeDirectory(parent)
    made.add(parent)
    renameSync(spooled, target)
    const old = path.join(current, file)
    const isNew = !existsSync(old)
    if (isNew && links === undefined) continue
    const written = readFileSync(target, 'utf8')
    const text =
      links === undefined
        ? written
        : written.slice(0, frontLength) +
          relinkMarkdown(written.slice(frontLength), (to) => links(to, { url, file }))
    const before = isNew ? undefined : readFileSync(old, 'utf8')
    const kept = before !== undefined && isSamePage(before, text) ? before : text
    if (kept !== written) writeFileSync(target, kept)
  }
}
