import { closeSync, constants, existsSync, mkdirSync, openSync, readSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { setImmediate } from 'node:timers/promises'
import { type CanonicalNames, PageReview, resultPages, reviewPages } from '../apply/review-pages.ts'
import type { PagesOptions } from '../client/crawl-client.ts'
import type { CrawlStatusAnswer, PageDocument } from '../protocol/crawl-status.ts'
import { pageName, takeFileName } from '../render/page-file-name.ts'
import { relinkMarkdown } from '../render/relink-markdown.ts'
import { isSamePage, type PageEntry, renderPage } from '../render/render-page.ts'
import type { WrittenPages } from '../render/page-counts-text.ts'
import { pageKey, type PageUrl, parsePageUrl } from '../scope/page-url.ts'
import { parseUrl } from '../util/can-parse-url.ts'
import { compareText, oneLine } from '../util/text.ts'
import { hasCode, isFullDisk } from '../util/has-code.ts'
import { makeDirectory, readIfThere } from '../util/files.ts'
import { given } from '../util/json.ts'
import { findRow, joinRows, JsonRows, orderOf, type Rows, rowsOf } from '../util/json-rows.ts'
import { KeyTable } from '../util/key-table.ts'
import { folderOf, type Place, placeOf, publish, removeRemains, removeRun } from './page-folder.ts'
import type { WaitTarget } from '../apply/wait-for-jobs.ts'

export interface WriteOptions {
  /** Returns the destinations of links between written pages; without it they stay URLs. */
  readonly links?: 'absolute' | 'relative'
  /** Leaves out pages whose `rel=canonical` names another page of the job. */
  readonly skipDuplicates?: boolean
}

interface WrittenCrawl {
  readonly crawl: string
  readonly startUrl: string
}

/** The part of a received page that stays in memory. */
interface Arrived {
  readonly url: string
  /** The URL that led to it, if it is another one. */
  readonly sourceUrl?: string
  readonly title?: string
  readonly status: number
  /** What its file holds; absent for a page without text. */
  readonly text?: {
    /** The bytes of the hash, in base64. */
    readonly hash: string
    /** Where it is in the spool, and the bytes of it before the Markdown. */
    readonly start: number
    readonly length: number
    readonly frontLength: number
  }
}

/** A page with its file, if it has text. */
type NamedPage = Arrived & { readonly file?: string }

type Linked = Pick<NamedPage, 'url' | 'sourceUrl' | 'file'>

/** What a hash begins with in the index. */
const HASH_NAME = 'sha256:'

/** Room for most pages. */
const ROOM_BYTES = 1 << 16

/** Pages whose files are written before other tasks of this process may run. */
const AT_ONCE = 50

/**
 * Writes a job's pages below `directory`: a folder for the crawl with one Markdown file for each page that has text, and its
 * lines in `index.jsonl`. Lines of other crawls are kept. Names and order depend only on URLs. The file of an unchanged page
 * keeps its content and its time of fetching. The folder is made next to the old one and replaces it when all pages are
 * written, so a failed or killed run leaves the old one. Files that no run has written are kept. Returns the number of pages.
 * Without the review that the pages have passed, no page is a duplicate.
 */
export async function writePages(
  directory: string,
  {
    pages,
    review,
    ...crawl
  }: WrittenCrawl & { readonly pages: AsyncIterable<PageDocument>; readonly review?: PageReview },
  options: WriteOptions = {},
): Promise<WrittenPages> {
  const writer = await openPageWriter(directory, crawl, options)
  try {
    for await (const page of pages) writer.add(page)
    return await writer.finish(review?.canonicalNames())
  } catch (error) {
    throw isFullDisk(error) ? Object.assign(error, { path: directory }) : error
  } finally {
    await writer.close()
  }
}

/** Returns whether pages of the crawl are below `directory`, from any job. */
export function hasPages(directory: string, crawl: string): boolean {
  return existsSync(path.join(directory, folderOf(crawl)))
}

/** Returns a writer of a crawl's folder below `directory`, after removing the remains of killed runs. */
export async function openPageWriter(directory: string, crawl: WrittenCrawl, options: WriteOptions = {}) {
  const place = placeOf(directory, folderOf(crawl.crawl))
  await removeRemains(place)
  return new PageWriter(place, crawl, options)
}

/**
 * Takes in the pages of one crawl as they arrive, and writes the new and changed ones when all have arrived. So names and links
 * do not depend on the order. Until then their texts are in one temporary file, the spool.
 */
export class PageWriter {
  readonly #place: Place
  readonly #crawl: string
  readonly #home: string | undefined
  readonly #options: WriteOptions
  readonly #spool: string
  #spooled = 0
  readonly #arrived = new JsonRows<Arrived>()
  /** Folders below the next one, itself as `.`. */
  readonly #made = new Set<string>()
  #fromCache = 0
  #unasked = 0
  readonly #warned: { readonly url: string; readonly warning: string }[] = []

  constructor(place: Place, { crawl, startUrl }: WrittenCrawl, options: WriteOptions) {
    this.#place = place
    this.#crawl = crawl
    this.#home = parseUrl(startUrl)?.host
    this.#options = options
    this.#spool = `${place.next}.pages`
  }

  add(page: PageDocument): void {
    const { url, sourceURL: sourceUrl, title, statusCode: status, cacheState } = page.metadata
    if (cacheState === 'hit') this.#fromCache++
    if (url === '') {
      this.#warned.push({ url: '(no address)', warning: oneLine(page.warning ?? 'not written') })
      return
    }
    // A page that a service delivers broken has a warning, or nothing but metadata.
    const isWhole = page.warning === undefined && Object.keys(page).length > 1
    if (page.markdown === undefined && isWhole) this.#unasked++
    if (page.warning !== undefined) this.#warned.push({ url, warning: oneLine(page.warning) })
    const rendered = renderPage(page)
    const base = { url, status, ...given({ title, sourceUrl: sourceUrl === url ? undefined : sourceUrl }) }
    if (rendered === undefined) return this.#arrived.push(base)
    const { front, body } = rendered
    const hash = Buffer.from(rendered.hash.slice(HASH_NAME.length), 'hex').toString('base64')
    const length = front.length + body.length
    this.#arrived.push({
      ...base,
      text: { hash, start: this.#spooled, length, frontLength: front.length },
    })
    this.#append([front, body])
    this.#spooled += length
  }

  /** Fails when another run has removed the spool. */
  #append(parts: readonly Buffer[]): void {
    const isFirst = this.#spooled === 0
    if (isFirst) makeDirectory(path.dirname(this.#spool))
    const spool = openSync(this.#spool, isFirst ? 'ax' : constants.O_WRONLY | constants.O_APPEND)
    try {
      for (const part of parts) writeFileSync(spool, part)
    } finally {
      closeSync(spool)
    }
  }

  /**
   * Replaces the old pages by the new ones. Files that no run has written are kept.
   */
  async finish({
    canonicals = new Map(),
    leftOut = new Map(),
  }: Partial<CanonicalNames> = {}): Promise<WrittenPages> {
    const isSkipping = this.#options.skipDuplicates === true
    const { length } = this.#arrived
    const pages = nameFiles(this.#arrived, this.#home, ({ url }) => !isSkipping || !canonicals.has(url))
    const same = await this.#writeFiles(pages, isSkipping ? new Map([...canonicals, ...leftOut]) : leftOut)
    const { folder } = this.#place
    const entryOf = ({ url, title, status, file, text }: NamedPage): PageEntry => {
      const base = { crawl: this.#crawl, url, title, status, canonical: canonicals.get(url) }
      if (file === undefined || text === undefined) return base
      return {
        ...base,
        file: `${folder}/${file}`,
        hash: HASH_NAME + Buffer.from(text.hash, 'base64').toString('hex'),
      }
    }
    await publish(this.#place, { crawl: this.#crawl, pages, entryOf, same, hasNew: this.#made.size > 0 })
    const warned = this.#warned.toSorted((a, b) => compareText(a.url, b.url))
    let empty = 0
    for (const { file } of pages) if (file === undefined) empty++
    const counts = { pages: pages.length, skipped: length - pages.length, empty }
    return { ...counts, unasked: this.#unasked, fromCache: this.#fromCache, warned }
  }

  async close(): Promise<void> {
    await removeRun(this.#place, this.#spool)
  }

  /** Writes new and changed pages, and returns the names of the others. Links to omitted pages lead to canonical pages. */
  async #writeFiles(pages: Rows<NamedPage>, canonicals: ReadonlyMap<string, string>): Promise<KeyTable> {
    const same = new KeyTable()
    if (this.#spooled === 0) return same
    const links = this.#options.links === 'relative' ? linkFiles(withLeftOut(pages, canonicals)) : undefined
    // One for all pages: memory of small buffers is freed late.
    let room: Buffer = Buffer.alloc(ROOM_BYTES)
    const spool = openSync(this.#spool, 'r')
    try {
      let index = 0
      for (const { url, file, text } of pages) {
        if (index++ % AT_ONCE === 0) await setImmediate()
        if (file === undefined || text === undefined) continue
        const { start, length, frontLength } = text
        if (room.length < length) room = Buffer.alloc(length)
        let bytes = room.subarray(0, length)
        readSync(spool, bytes, 0, length, start)
        if (links !== undefined) {
          const markdown = bytes.toString('utf8', frontLength)
          const body = Buffer.from(relinkMarkdown(markdown, (to) => links(to, { url, file })))
          bytes = Buffer.concat([bytes.subarray(0, frontLength), body])
        }
        if (this.#isWritten(file, bytes)) same.put(file, 0)
      }
    } finally {
      closeSync(spool)
    }
    return same
  }

  /** Returns true if the old file has the same content; otherwise writes the new one. */
  #isWritten(file: string, bytes: Buffer): boolean {
    const { current, next } = this.#place
    const old = readIfThere(`${current}/${file}`)
    if (old !== undefined && isSamePage(old, bytes)) return true
    this.#make(path.posix.dirname(file))
    // Synchronous: waiting for each small file takes more than twice as long.
    writeFileSync(`${next}/${file}`, bytes, { flag: 'wx' })
    return false
  }

  #make(folder: string): void {
    if (this.#made.has(folder)) return
    if (folder !== '.') this.#make(path.posix.dirname(folder))
    try {
      mkdirSync(path.join(this.#place.next, folder))
    } catch (error) {
      // On a file system that ignores case, it may have another name.
      if (!hasCode(error, 'EEXIST')) throw error
    }
    this.#made.add(folder)
  }
}

/** Returns the wanted pages by URL, with their files. If several pages have the same name, the first by URL gets it. */
function nameFiles(
  arrived: Rows<Arrived>,
  home: string | undefined,
  isWanted: (page: Arrived) => boolean,
): Rows<NamedPage> {
  const taken = new KeyTable()
  const places: number[] = []
  const files = new JsonRows<string | null>()
  const order = orderOf(
    arrived,
    (a, b) =>
      compareText(a.sourceUrl ?? a.url, b.sourceUrl ?? b.url) ||
      compareText(a.text?.hash ?? '', b.text?.hash ?? ''),
  )
  for (const place of order) {
    const page = arrived.at(place)
    if (page === undefined || !isWanted(page)) continue
    const { url, text } = page
    places.push(place)
    files.push(text === undefined ? null : takeFileName({ url, name: pageName(url, home) }, taken))
  }
  // The pages themselves are in memory once.
  return rowsOf(places.length, (index) => {
    const page = arrived.at(places[index] ?? Infinity)
    return page && { ...page, ...given({ file: files.at(index) ?? undefined }) }
  })
}

/** Adds the pages that are left out, with the files of the pages that they name. */
function withLeftOut(pages: Rows<Linked>, canonicals: ReadonlyMap<string, string>): Rows<Linked> {
  if (canonicals.size === 0) return pages
  const find = findRow(pages, ({ url }) => url)
  const leftOut = [...canonicals].map(([url, named]) => ({ url, ...given({ file: find(named)?.file }) }))
  return joinRows(pages, leftOut)
}

/**
 * Returns a function that turns links into references between the files of pages, which are relative to the folder of the crawl. It
 * returns undefined for a URL without a file. It finds a page by its URL or a URL that redirects to it. Otherwise it ignores the
 * same differences as crawls: `http` or `https`, `www.`, a final slash or `index.html`.
 */
export function linkFiles(pages: Rows<Linked>) {
  const exact = new KeyTable()
  const similar = new KeyTable()
  const add = (url: string, place: number): void => {
    const page = parsePageUrl(url)
    if (page === undefined) return
    exact.put(page.href, place)
    similar.put(pageKey(page.href), place)
  }
  // A page's own address counts before those that lead to it.
  for (const addressOf of [({ url }: Linked) => url, ({ url, sourceUrl = url }: Linked) => sourceUrl]) {
    let place = 0
    for (const page of pages) {
      if (page.file !== undefined) add(addressOf(page), place)
      place++
    }
  }
  return (to: string, from: { readonly url: string; readonly file: string }): string | undefined => {
    const page = parsePageUrl(parseUrl(to, from.url)?.href ?? '')
    const place = page && (exact.get(page.href) ?? similar.get(pageKey(page.href)))
    const file = place === undefined ? undefined : pages.at(place)?.file
    if (page === undefined || file === undefined) return undefined
    if (file === from.file && page.section !== '') return sectionOf(page)
    return encodeURI(path.posix.relative(path.posix.dirname(from.file), file)) + sectionOf(page)
  }
}

function sectionOf({ section }: PageUrl): string {
  return section.replaceAll('(', '%28').replaceAll(')', '%29')
}

interface KeptPagesOptions extends WriteOptions {
  readonly directory: string
  readonly read: (
    target: WaitTarget,
    more?: PagesOptions['more'],
  ) => Promise<AsyncGenerator<PageDocument, CrawlStatusAnswer>>
  /** Runs an action while no other process writes pages. `finish` is called within it. */
  readonly withLock: <T>(act: () => Promise<T>) => Promise<T>
}

/** Keeps pages of ended jobs on the disk during their review, to save time: pages that the disk refuses are written later. */
export class StagedPages {
  readonly #options: KeptPagesOptions
  readonly #jobs = new Map<string, { readonly writer: PageWriter; readonly names?: CanonicalNames }>()

  constructor(options: KeptPagesOptions) {
    this.#options = options
  }

  async review(target: WaitTarget, more?: PagesOptions['more']): Promise<PageReview> {
    const { directory, read, withLock, ...options } = this.#options
    try {
      const review = new PageReview(target, true)
      const writer = await withLock(() => openPageWriter(directory, target, options))
      this.#jobs.set(target.job, { writer })
      for await (const page of resultPages(await read(target, more), review)) writer.add(page)
      // The review itself has more than these, and is free sooner.
      this.#jobs.set(target.job, { writer, names: review.canonicalNames() })
      return review
    } catch (error) {
      await this.#leave(target.job)
      if (!isOfDisk(error)) throw error
      return reviewPages(await read(target, more), target)
    }
  }

  /** Moves the pages of a job into place; returns undefined when they must be read again. */
  async finish(directory: string, job: string, options: WriteOptions): Promise<WrittenPages | undefined> {
    const kept = this.#jobs.get(job)
    const own = this.#options
    const isWanted =
      directory === own.directory &&
      options.links === own.links &&
      options.skipDuplicates === own.skipDuplicates
    if (kept === undefined || !isWanted) return undefined
    try {
      return await kept.writer.finish(kept.names)
    } catch (error) {
      if (!isOfDisk(error)) throw error
      return undefined
    } finally {
      await this.#leave(job)
    }
  }

  /** Removes pages that were not put in place. */
  async close(): Promise<void> {
    for (const job of this.#jobs.keys()) await this.#leave(job)
  }

  async #leave(job: string): Promise<void> {
    const kept = this.#jobs.get(job)
    this.#jobs.delete(job)
    await kept?.writer.close()
  }
}

/** Returns whether the disk refused something, or another run has removed the pages. */
function isOfDisk(error: unknown): boolean {
  return error instanceof Error && 'syscall' in error
}
