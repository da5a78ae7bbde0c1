/**
 * Input: URLs in the order of their discovery, and the outcome of each fetched page.
 * Output: the next page to fetch; the same calls always give the same order.
 * Must not know time, HTTP or disks.
 */
import type { Scope, ScopeReason } from '../scope/scope.ts'
import { KeyTable } from '../util/key-table.ts'
import { PageQueue, type QueueRecord } from './page-queue.ts'
import { urlDigest } from './url-digest.ts'

export interface FoundUrl {
  readonly url: string
  readonly depth: number
  readonly via: 'start' | 'sitemap' | 'link'
  /** The page that holds the link. */
  readonly holder?: string | undefined
}

export interface FrontierPage extends FoundUrl {
  /** Order of admission, from 0. */
  readonly seq: number
  /** False for a start URL that the patterns exclude: only the page that it redirects to may be in the result. */
  readonly counts: boolean
  /** Whether robots.txt was known to allow it at admission. */
  readonly isAllowedByRobots: boolean
}

export interface FrontierOptions {
  readonly scope: Scope
  /** Returns the answer of robots.txt for a URL; undefined until the rules of its origin are known. */
  readonly allowed: (url: string) => boolean | undefined
  /** URLs that may wait beyond the limit, as replacements for pages that fail. */
  readonly spareUrls: number
  /** The most URLs to remember; further ones count as beyond the limit. */
  readonly maxUrls: number
}

export type RecordedPage = Omit<FrontierPage, 'counts' | 'isAllowedByRobots'>

/** Stores every page at admission, so that few waiting pages need memory. */
export interface FrontierRecord extends QueueRecord<RecordedPage> {
  /** The pages that a stopped job knew, in any order of depths. Within a depth, waiting pages are in order of admission. */
  readonly known: Iterable<KnownPage>
  /** Pages in the result of the stopped job. */
  readonly completed: number
}

export interface KnownPage {
  readonly seq: number
  readonly url: string
  readonly depth: number
  readonly isWaiting: boolean
  /** The URL at the end of redirects, if it is another one. */
  readonly finalUrl: string | undefined
}

/** Marks a page in `known` that robots.txt forbids. */
const FORBIDDEN = -1
const MAX_FORBIDDEN = 100_000
/** The most URLs without a place to remember, so that each is counted once. */
const MAX_REFUSED = 100_000
/** The most pages dropped for another page to remember. Beyond that, circles are not detected. */
const MAX_DROPPED = 100_000

/** Scope, duplicates and the limit are decided here and nowhere else. */
export type Frontier = Pick<PageFrontier, keyof PageFrontier>

/** A frontier that is empty, or continues a record. */
export class PageFrontier {
  readonly #options: FrontierOptions
  /** Pages by dedupe key; the value is the page's place in order of admission. */
  readonly #known = new KeyTable(urlDigest)
  readonly #queue: PageQueue<FrontierPage>
  #scope: Scope
  /** Pages that redirected to a URL of another page, by place in order of admission. */
  readonly #droppedFor = new Map<number, number>()
  /** URLs that had no place when they were found. */
  readonly #refused = new KeyTable(urlDigest)
  /** URLs of them that got a place later. */
  #readmitted = 0
  #forbidden = 0
  #nextSeq = 0
  #completed = 0
  #inFlight = 0
  #countedInFlight = 0

  constructor(options: FrontierOptions, record?: FrontierRecord) {
    this.#options = options
    this.#scope = options.scope
    this.#queue = new PageQueue(
      record && { held: record.held, read: (seqs) => record.read(seqs).map((page) => this.#asRead(page)) },
    )
    if (record === undefined) return
    for (const page of record.known) this.#restore(page)
    this.#completed = record.completed
  }

  #restore({ seq, url, depth, isWaiting, finalUrl = url }: KnownPage): void {
    this.#nextSeq = Math.max(this.#nextSeq, seq + 1)
    for (const address of [url, finalUrl]) this.#known.put(this.#scope.dedupeKey(address) ?? address, seq)
    if (isWaiting) this.#queue.pushRecorded({ seq, depth })
  }

  #asRead(page: RecordedPage): FrontierPage {
    const { seq, url, depth, via, holder } = page
    // A site may have changed its robots.txt in the meantime.
    return { seq, url, depth, via, holder, counts: this.#countsFor(page), isAllowedByRobots: false }
  }

  /** Decides about a URL: returns the page it became, or why it did not. */
  admit(found: FoundUrl): FrontierPage | ScopeReason {
    const { url, depth, via, holder } = found
    const decision = this.#scope.decide(url, { depth, via, from: holder })
    if (!decision.inScope) return decision.decidedBy
    const key = this.#scope.dedupeKey(decision.normalized) ?? decision.normalized
    if (this.#known.get(key) !== undefined) return 'duplicate'
    const allowed = this.#options.allowed(decision.normalized)
    if (allowed === false) {
      // Bounded, because a site may invent forbidden pages without end. Dropping entries does not change the answer.
      if (this.#forbidden++ < MAX_FORBIDDEN) this.#known.put(key, FORBIDDEN)
      return 'robots'
    }
    if (this.isFull) {
      if (this.#refused.size < MAX_REFUSED) this.#refused.put(key, 0)
      return 'limit'
    }
    if (this.#refused.get(key) !== undefined) this.#readmitted++
    const seq = this.#nextSeq++
    const counts = this.#countsFor(found)
    const isAllowedByRobots = allowed === true
    const page = { seq, url: decision.normalized, depth, via, holder, counts, isAllowedByRobots }
    this.#known.put(key, seq)
    this.#queue.push(page)
    return page
  }

  /** Returns the page that `take` will return. */
  peek(): FrontierPage | undefined {
    const page = this.#queue.peek()
    return page === undefined || (page.counts && this.#places() === 0) ? undefined : page
  }

  /** Returns the next page, which is then in flight; undefined when none waits or the limit is used up. */
  take(): FrontierPage | undefined {
    const page = this.peek()
    if (page === undefined) return undefined
    this.#queue.take()
    this.#inFlight++
    if (page.counts) this.#countedInFlight++
    return page
  }

  /** Ends a page in flight. It keeps its place in the result, or frees it. */
  settle(page: FrontierPage, end: 'counted' | 'uncounted'): void {
    this.#inFlight--
    if (page.counts) this.#countedInFlight--
    if (end === 'counted') this.#completed++
  }

  /** Claims the final URL of redirects; false if it is known as another page. If pages redirect to each other, the last wins. */
  claim(page: FrontierPage, finalUrl: string): boolean {
    const key = this.#scope.dedupeKey(finalUrl)
    let owner = key === undefined ? page.seq : this.#known.put(key, page.seq)
    for (let next = this.#droppedFor.get(owner); next !== undefined; next = this.#droppedFor.get(next))
      owner = next
    if (owner === page.seq) return true
    if (this.#droppedFor.size < MAX_DROPPED) this.#droppedFor.set(page.seq, owner)
    return false
  }

  /**
   * Moves a page in flight to the target of a redirect from `from`, or returns why it is refused. A start URL may lead anywhere.
   */
  move(page: FrontierPage, { from, to }: { from: string; to: string }): ScopeReason | undefined {
    if (page.via !== 'start') {
      const decision = this.#scope.decide(to, { depth: page.depth, via: 'redirect', from })
      if (!decision.inScope) return decision.decidedBy
    }
    return this.claim(page, to) ? undefined : 'duplicate'
  }

  /** Switches to rules that are measured from another root. */
  rescope(scope: Scope): void {
    this.#scope = scope
  }

  get counts() {
    return {
      /** Pages in the result. */
      completed: this.#completed,
      inFlight: this.#inFlight,
      /** Waiting pages that the limit still allows. */
      waiting: Math.min(this.#queue.length, this.#places()),
      /** URLs in scope beyond the limit, each counted once: a lower bound. */
      left: Math.max(0, this.#queue.length - this.#places()) + this.#refused.size - this.#readmitted,
    }
  }

  /** Whether no further URL may wait, because the limit is reached. */
  get isFull(): boolean {
    const { spareUrls, maxUrls } = this.#options
    return this.#queue.length >= this.#places() + spareUrls || this.#known.size >= maxUrls
  }

  /** Returns the number of pages that the limit still allows. */
  #places(): number {
    return Math.max(0, this.#scope.settings.limit - this.#completed - this.#countedInFlight)
  }

  /** Tells whether a page that ends at `finalUrl` has a place in the result. The patterns may want the target of a start URL. */
  isCounted(page: FrontierPage, finalUrl: string): boolean {
    return page.counts || (this.#places() > 0 && this.#countsFor({ url: finalUrl, via: 'start' }))
  }

  #countsFor({ url, via }: Pick<FoundUrl, 'url' | 'via'>): boolean {
    return via !== 'start' || this.#scope.inResults(url, { depth: 0, via: 'start' })
  }
}

/** Returns whether a redirect of the start URL to `finalUrl` moves the crawl to another host. A `www.` prefix does not count. */
export function movesCrawl(root: string, finalUrl: string): boolean {
  const bareHost = (url: string): string => new URL(url).host.replace(/^(?:www\.)+/, '')
  return bareHost(finalUrl) !== bareHost(root)
}
