import { mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { setImmediate } from 'node:timers/promises'
import type { PageDocument } from '../protocol/crawl-status.ts'
import { pageName, takeFileName } from '../render/page-file-name.ts'
import { relinkMarkdown } from '../render/relink-markdown.ts'
import { isSamePage, renderPage, withPageTime, type PageEntry } from '../render/render-page.ts'
import type { WrittenPages } from '../render/written-pages-text.ts'
import { canParseUrl } from '../util/can-parse-url.ts'
import { compareText } from '../util/compare-text.ts'
import { hasCode } from '../util/has-code.ts'
import { makeDirectory } from '../util/make-directory.ts'
import { oneLine } from '../util/one-line.ts'
import { readIfThere } from '../util/read-if-there.ts'
import { linkFiles } from './link-files.ts'
import { clearUp, drop, folderOf, placeOf, publish, stampOf, type Place } from './page-folder.ts'
import { TextSpool, type Spooled } from './text-spool.ts'

export interface WriteOptions {
  /** Returns the destinations of links between written pages; without it they stay URLs. */
  readonly links?: 'absolute' | 'relative'
  /** Leaves out pages whose `rel=canonical` names another page of the job. */
  readonly skipDuplicates?: boolean
}

/** The part of a received page that stays in memory. */
interface Arrived {
  readonly url: string
  readonly sourceUrl: string
  readonly title: string | undefined
  readonly status: number
  /** Absent for a page without text. */
  readonly text?: ArrivedText
}

interface ArrivedText {
  readonly hash: string
  /** The line with the time when it was fetched. */
  readonly time: string
  /** Bytes before the text. */
  readonly frontLength: number
  /** The name of its file without `.md`, if no other page has the same. */
  readonly name: string
  /** The file that it got when it arrived; only if all pages are written and links stay URLs. */
  file?: string
  /** The old file has the same content, so no new one was written. */
  isSame?: boolean
  /** Where its text is until all pages have arrived; only if links change or duplicates are left out. */
  readonly spooled?: Spooled
}

type Named = Arrived & { readonly file: string | undefined }

/** Pages whose files are written before other tasks of this process may run. */
const AT_ONCE = 50

/** Returns a writer of a crawl's folder below `directory`, after removing the remains of killed runs. */
export async function openPageWriter(
  directory: string,
  crawl: { readonly crawl: string; readonly startUrl: string },
  options: WriteOptions = {},
): Promise<PageWriter> {
  const place = placeOf(directory, folderOf(crawl.crawl))
  await clearUp(place)
  return new PageWriter(place, crawl, options)
}

/**
 * Writes the new and changed pages of one crawl next to its folder as they arrive. Names and links are settled when all have
 * arrived, so they do not depend on the order.
 */
export class PageWriter {
  readonly #place: Place
  readonly #crawl: string
  readonly #home: string | undefined
  readonly #options: WriteOptions
  readonly #spool: TextSpool | undefined
  readonly #arrived: Arrived[] = []
  readonly #claimed = new Set<string>()
  /** Folders below the next one, itself as `.`. */
  readonly #made = new Set<string>()
  /** The folder of an earlier run, empty without one; looked at once. */
  #old: string | undefined
  #fromCache = 0
  #unasked = 0
  readonly #warned: { readonly url: string; readonly warning: string }[] = []

  constructor(
    place: Place,
    { crawl, startUrl }: { readonly crawl: string; readonly startUrl: string },
    options: WriteOptions,
  ) {
    this.#place = place
    this.#crawl = crawl
    this.#home = canParseUrl(startUrl) ? new URL(startUrl).host : undefined
    this.#options = options
    if (options.links === 'relative' || options.skipDuplicates === true)
      this.#spool = new TextSpool(`${place.next}.pages`)
  }

  add(page: PageDocument): void {
    const { url, sourceURL: sourceUrl, title, statusCode: status, cacheState } = page.metadata
    if (cacheState === 'hit') this.#fromCache++
    if (url === '') {
      this.#warned.push({ url: '(no address)', warning: oneLine(page.warning ?? 'not written') })
      return
    }
    if (page.markdown === undefined) this.#unasked++
    if (page.warning !== undefined) this.#warned.push({ url, warning: oneLine(page.warning) })
    const rendered = renderPage(page)
    const base = { url, sourceUrl, title, status }
    if (rendered === undefined) {
      this.#arrived.push(base)
      return
    }
    const { bytes, frontLength, hash, time } = rendered
    const told = { hash, time, frontLength, name: pageName(url, this.#home) }
    if (this.#spool === undefined) {
      const file = takeFileName({ url, ...told }, this.#claimed)
      this.#arrived.push({ ...base, text: { ...told, file, isSame: this.#put(file, bytes) } })
    } else this.#arrived.push({ ...base, text: { ...told, spooled: this.#spool.add(bytes) } })
  }

  /**
   * Replaces the old pages by the new ones. Files that no run has written are kept. `canonicals` has the URLs of pages that name
   * another page as their canonical one, with the URL of that page.
   */
  async finish(canonicals: ReadonlyMap<string, string> = new Map()): Promise<WrittenPages> {
    const isSkipping = this.#options.skipDuplicates === true
    const written = isSkipping ? this.#arrived.filter(({ url }) => !canonicals.has(url)) : this.#arrived
    const named = nameFiles(written)
    if (this.#spool === undefined) this.#move(named)
    else await this.#relink(named, { spool: this.#spool, canonicals: isSkipping ? canonicals : new Map() })
    const { folder } = this.#place
    const entries = named.map(({ url, title, status, file, text }): PageEntry => {
      const base = { crawl: this.#crawl, url, title, status, canonical: canonicals.get(url) }
      return file === undefined || text === undefined
        ? base
        : { ...base, file: `${folder}/${file}`, hash: text.hash }
    })
    const same = new Set(named.flatMap(({ file, text }) => (text?.isSame === true ? [file ?? ''] : [])))
    await publish(this.#place, { crawl: this.#crawl, entries, same, hasNew: this.#made.size > 0 })
    const warned = this.#warned.toSorted((a, b) => compareText(a.url, b.url))
    const empty = entries.filter(({ file }) => file === undefined).length
    const counts = { pages: entries.length, skipped: this.#arrived.length - written.length, empty }
    return { ...counts, unasked: this.#unasked, fromCache: this.#fromCache, warned }
  }

  /** Returns whether another run has replaced the folder since its files were compared with the new pages. */
  isStale(): boolean {
    return this.#old !== undefined && this.#old !== stampOf(this.#place.current)
  }

  /** Removes pages that were not put in place. */
  async close(): Promise<void> {
    this.#spool?.close()
    await drop(this.#place)
  }

  /** Writes a file unless the old one has the same content; returns whether it has. */
  #put(file: string, bytes: Buffer): boolean {
    const { current, next } = this.#place
    this.#old ??= stampOf(current)
    const old = this.#old !== '' ? readIfThere(`${current}/${file}`) : undefined
    if (old !== undefined && isSamePage(old, bytes)) return true
    this.#make(path.posix.dirname(file))
    // Synchronous: waiting for each small file takes more than twice as long.
    writeFileSync(`${next}/${file}`, bytes, { flag: 'wx' })
    return false
  }

  #make(folder: string): void {
    if (this.#made.has(folder)) return
    if (folder === '.') makeDirectory(path.dirname(this.#place.next))
    else this.#make(path.posix.dirname(folder))
    try {
      mkdirSync(path.join(this.#place.next, folder))
    } catch (error) {
      // On a file system that ignores case, it may have another name.
      if (!hasCode(error, 'EEXIST')) throw error
    }
    this.#made.add(folder)
  }

  /** Renames pages that could not have their own name when they came. */
  #move(pages: readonly Named[]): void {
    const { current, next } = this.#place
    const moved = pages.flatMap(({ file, text }, index) =>
      file === undefined || text?.file === undefined || text.file === file
        ? []
        : [{ file, text, from: path.join(text.isSame === true ? current : next, text.file), index }],
    )
    // One may have the name that another gets, so all move first to names with a dot, which no page has.
    const waiting = moved.map(({ from, index, ...page }) => {
      if (page.text.isSame === true) return { ...page, from }
      const aside = path.join(next, `.${index}`)
      renameSync(from, aside)
      return { ...page, from: aside }
    })
    for (const { file, text, from } of waiting) {
      text.isSame = this.#put(file, Buffer.from(withPageTime(readFileSync(from, 'utf8'), text.time)))
      if (path.dirname(from) === next) rmSync(from)
    }
  }

  /** Writes spooled pages. Links to left out pages lead to their canonical ones. */
  async #relink(
    pages: readonly Named[],
    { spool, canonicals }: { readonly spool: TextSpool; readonly canonicals: ReadonlyMap<string, string> },
  ): Promise<void> {
    const files = new Map(pages.map(({ url, file }) => [url, file]))
    const leftOut = [...canonicals].map(([url, named]) => ({ url, sourceUrl: url, file: files.get(named) }))
    const links = this.#options.links === 'relative' ? linkFiles([...pages, ...leftOut]) : undefined
    for (const [index, { url, file, text }] of pages.entries()) {
      if (index % AT_ONCE === 0) await setImmediate()
      if (file === undefined || text?.spooled === undefined) continue
      const written = spool.read(text.spooled)
      if (links === undefined) {
        text.isSame = this.#put(file, written)
        continue
      }
      const markdown = written.toString('utf8', text.frontLength)
      const body = Buffer.from(relinkMarkdown(markdown, (to) => links(to, { url, file })))
      text.isSame = this.#put(file, Buffer.concat([written.subarray(0, text.frontLength), body]))
    }
  }
}

/** Returns the pages by URL, with files. If several pages have the same name, the first by URL gets it. */
function nameFiles(arrived: readonly Arrived[]): readonly Named[] {
  const taken = new Set<string>()
  return arrived
    .toSorted(
      (a, b) =>
        compareText(a.url, b.url) ||
        compareText(a.sourceUrl, b.sourceUrl) ||
        compareText(a.text?.hash ?? '', b.text?.hash ?? ''),
    )
    .map((page) => ({
      ...page,
      file: page.text === undefined ? undefined : takeFileName({ url: page.url, ...page.text }, taken),
    }))
}
