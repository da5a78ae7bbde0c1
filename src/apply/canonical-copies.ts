import type { PageDocument } from '../protocol/crawl-status.ts'
import { pageKey } from '../scope/page-url.ts'
import { KeyTable } from '../util/key-table.ts'

/** The most characters of pages that wait for the page that they name. Beyond, the one that waits longest is a result. */
const MOST_WAITING = 8 * 1024 * 1024

/** Pages that are named of those that are left out. */
const MOST_NAMED = 3

interface Candidate {
  readonly page: PageDocument
  readonly key: string
  /** The key of the page that its `rel=canonical` names. */
  readonly names: string
  /** A hash of its text; undefined if it has none. */
  readonly text: string | undefined
  readonly size: number
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
  readonly #waiting = new Map<string, Candidate[]>()
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

  /** Takes in a page and returns those that are results now. `text` is a hash of its text. */
  take(page: PageDocument, { text, size }: Pick<Candidate, 'text' | 'size'>): readonly PageDocument[] {
    const key = pageKey(page.metadata.url)
    const one = { page, key, names: canonicalKey(page) ?? key, text, size }
    const { names } = one
    if (text === undefined || names === key) return this.#accept(one)
    if (this.#texts.has(`${names}\n${text}`)) return this.#leave(one)
    if (this.#isResult(names) || !this.#mayCome(String(page.metadata['canonical']))) return this.#accept(one)
    const waiting = this.#waiting.get(names)
    if (waiting === undefined) this.#waiting.set(names, [one])
    else waiting.push(one)
    this.#waitingSize += size
    const [oldest] = this.#waiting.values()
    return this.#waitingSize > MOST_WAITING && oldest !== undefined ? this.#release(oldest) : []
  }

  /** Returns the pages whose canonical page has not come, at the end of the job. */
  rest(): readonly PageDocument[] {
    const waiting = new Set<string>()
    for (const candidates of this.#waiting.values()) for (const { key } of candidates) waiting.add(key)
    const free = [...this.#waiting].filter(([names]) => !waiting.has(names)).flatMap(([, those]) => those)
    const found = this.#release(free)
    // The others name each other, or one that does.
    const others = [...this.#waiting.values()].flatMap((those) => those.map(({ page }) => page))
    this.#waiting.clear()
    return [...found, ...others]
  }

  /** Makes pages results that wait in vain. */
  #release(candidates: readonly Candidate[]): readonly PageDocument[] {
    for (const { names } of candidates) this.#takeWaiting(names)
    return candidates.flatMap((one) => this.#accept(one))
  }

  /** Makes a page a result, and decides about those that wait for it, and those that wait for these. */
  #accept(one: Candidate): readonly PageDocument[] {
    const found: PageDocument[] = []
    const results = [one]
    for (const { page, key, text } of results) {
      found.push(page)
      if (text !== undefined) this.#texts.put(`${key}\n${text}`, 0)
      for (const other of this.#takeWaiting(key))
        if (other.text === text) this.#leave(other, page.metadata.url)
        else results.push(other)
    }
    return found
  }

  #takeWaiting(names: string): readonly Candidate[] {
    const waiting = this.#waiting.get(names) ?? []
    this.#waiting.delete(names)
    for (const { size } of waiting) this.#waitingSize -= size
    return waiting
  }

  #leave({ page }: Candidate, canonical = String(page.metadata['canonical'])): readonly PageDocument[] {
    this.#leftOut.set(page.metadata.url, canonical)
    return []
  }
}

/** Returns what the record keeps of pages that were left out. */
export function leftOutSummary(leftOut: ReadonlyMap<string, string>) {
  if (leftOut.size === 0) return {}
  return { leftOutCopies: { pages: leftOut.size, first: [...leftOut.keys()].slice(0, MOST_NAMED) } }
}

/** Returns the key of the page that a page names as its canonical one; undefined if it names none. */
export function canonicalKey({ metadata: { canonical } }: PageDocument): string | undefined {
  return typeof canonical === 'string' && canonical !== '' ? pageKey(canonical) : undefined
}
