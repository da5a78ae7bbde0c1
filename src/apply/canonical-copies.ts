import type { PageDocument } from '../protocol/crawl-status.ts'
import { pageKey } from '../scope/page-url.ts'
import { comparableText } from '../scope/repeated-pages.ts'
import { KeyTable } from '../util/key-table.ts'
import { sha256 } from '../util/sha256.ts'

/** The most characters of pages that wait for the page that they name. Beyond, the one that waits longest is a result. */
const MOST_WAITING = 8 * 1024 * 1024

/** Pages that are named of those that are left out. */
const MOST_NAMED = 3

/** A delivered page with what it is compared by. */
export interface ComparedPage {
  readonly page: PageDocument
  readonly key: string
  /** The key of the page that its `rel=canonical` names; its own if it names none. */
  readonly names: string
  /** A hash of its title and text; undefined if it has no text. */
  readonly text: string | undefined
}

/**
 * Leaves out pages that repeat another result: their `rel=canonical` names it, and their text is the same. The named page may
 * come later, so a page waits for it, and is a result if it does not come, failed, or is a copy itself. Of pages that name each
 * other none is a copy.
 */
export class CanonicalCopies {
  /** Results, by key and text. */
  readonly #texts = new KeyTable()
  /** Pages that wait, by the key of the page that they name. */
  readonly #waiting = new Map<string, ComparedPage[]>()
  #waitingSize = 0
  readonly #leftOut: Map<string, string>
  readonly #isResult: (key: string) => boolean
  readonly #mayCome: (url: string) => boolean

  /**
   * @param leftOut gets the URLs of pages that are left out, each with that of its canonical page
   * @param isResult returns whether a page that was returned has this key
   * @param mayCome returns whether a URL is in scope: a staging site often names pages of another host
   */
  constructor(
    leftOut: Map<string, string>,
    isResult: (key: string) => boolean,
    mayCome: (url: string) => boolean,
  ) {
    this.#leftOut = leftOut
    this.#isResult = isResult
    this.#mayCome = mayCome
  }

  /** Takes in a page and returns those that are results now. */
  take(one: ComparedPage): readonly ComparedPage[] {
    const { page, key, names, text } = one
    if (text === undefined || names === key) return this.#accept(one)
    if (this.#texts.has(`${names}\n${text}`)) return this.#leave(one)
    if (this.#isResult(names) || !this.#mayCome(String(page.metadata['canonical']))) return this.#accept(one)
    const waiting = this.#waiting.get(names)
    if (waiting === undefined) this.#waiting.set(names, [one])
    else waiting.push(one)
    this.#waitingSize += sizeOf(one)
    const [oldest] = this.#waiting.values()
    return this.#waitingSize > MOST_WAITING && oldest !== undefined ? this.#release(oldest) : []
  }

  /** Returns the pages whose canonical page has not come, at the end of the job. */
  rest(): readonly ComparedPage[] {
    const waiting = new Set<string>()
    for (const candidates of this.#waiting.values()) for (const { key } of candidates) waiting.add(key)
    const free = [...this.#waiting].filter(([names]) => !waiting.has(names)).flatMap(([, those]) => those)
    const found = this.#release(free)
    // The others name each other, or one that does.
    const others = [...this.#waiting.values()].flat()
    this.#waiting.clear()
    return [...found, ...others]
  }

  /** Makes pages results that wait in vain. */
  #release(candidates: readonly ComparedPage[]): readonly ComparedPage[] {
    for (const { names } of candidates) this.#takeWaiting(names)
    return candidates.flatMap((one) => this.#accept(one))
  }

  /** Makes a page a result, and decides about those that wait for it, and those that wait for these. */
  #accept(one: ComparedPage): readonly ComparedPage[] {
    const results = [one]
    for (const { page, key, text } of results) {
      if (text !== undefined) this.#texts.put(`${key}\n${text}`, 0)
      for (const other of this.#takeWaiting(key))
        if (other.text === text) this.#leave(other, page.metadata.url)
        else results.push(other)
    }
    return results
  }

  #takeWaiting(names: string): readonly ComparedPage[] {
    const waiting = this.#waiting.get(names) ?? []
    this.#waiting.delete(names)
    for (const one of waiting) this.#waitingSize -= sizeOf(one)
    return waiting
  }

  #leave({ page }: ComparedPage, canonical = String(page.metadata['canonical'])): readonly ComparedPage[] {
    this.#leftOut.set(page.metadata.url, canonical)
    return []
  }
}

/** Returns what the record keeps of pages that were left out. */
export function leftOutSummary(leftOut: ReadonlyMap<string, string>) {
  if (leftOut.size === 0) return {}
  return { leftOutCopies: { pages: leftOut.size, first: [...leftOut.keys()].slice(0, MOST_NAMED) } }
}

export function comparePage(page: PageDocument): ComparedPage {
  const { url, title = '', canonical } = page.metadata
  const key = pageKey(url)
  const names = typeof canonical === 'string' && canonical !== '' ? pageKey(canonical) : key
  const text = shownText(page)
  const hash = text.trim() === '' ? undefined : sha256(comparableText(`${title}\n${text}`))
  return { page, key, names, text: hash }
}

export function shownText({ markdown, html, rawHtml }: PageDocument): string {
  return markdown ?? html ?? rawHtml ?? ''
}

function sizeOf({ page }: ComparedPage): number {
  return shownText(page).length
}
