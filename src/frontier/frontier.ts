/**
 * The URLs of one job. In: URLs in the order they are discovered, and what became of the pages taken. Out: the next
 * page to fetch. Refuses to know time, HTTP and disk, so that the same calls always give the same order.
 */
import type { Scope, ScopeReason } from '../scope/scope.ts'
import { createPageQueue } from './page-queue.ts'

/** Scope, duplicates and the limit are decided here and nowhere else. */
export interface Frontier {
  /** Decides about a URL: returns the page it became, or why it did not. */
  admit(found: FoundUrl): FrontierPage | ScopeReason
  /** Returns the page that `take` would give. */
  peek(): FrontierPage | undefined
  /** Returns the next page, now in flight; undefined when none waits or the limit leaves no place. */
  take(): FrontierPage | undefined
  /** Ends a page in flight: it keeps its place in the result, or gives it back. */
  settle(page: FrontierPage, end: 'counted' | 'uncounted'): void
  /** Moves a page in flight to where `from` redirects, or returns why it cannot be there. A start URL leads anywhere. */
  move(page: FrontierPage, redirect: { readonly from: string; readonly to: string }): ScopeReason | undefined
  /** Claims the URL that redirects led to; false when it is known as another page. */
  claim(page: FrontierPage, finalUrl: string): boolean
  /** Switches to rules measured from another root. */
  rescope(scope: Scope): void
  readonly counts: FrontierCounts
  /** True when no further URL may wait: whatever is new is beyond the limit. */
  readonly isFull: boolean
}

export interface FoundUrl {
  readonly url: string
  readonly depth: number
  readonly via: 'start' | 'sitemap' | 'link'
  /** The page that holds the link. */
  readonly holder?: string | undefined
}

export interface FrontierPage {
  /** Order of admission, from 0. */
  readonly seq: number
  readonly url: string
  readonly depth: number
  readonly via: 'start' | 'sitemap' | 'link'
  readonly holder: string | undefined
  /** False for a start URL that the patterns keep out of the result: it is fetched only for its links. */
  readonly counts: boolean
  /** robots.txt was known to allow it when it was admitted. */
  readonly isAllowedByRobots: boolean
}

interface FrontierCounts {
  /** Pages in the result. */
  readonly completed: number
  readonly inFlight: number
  /** Waiting pages for which the limit still has a place. */
  readonly waiting: number
}

export interface FrontierOptions {
  readonly scope: Scope
  /** What robots.txt says of a URL; undefined until the rules of its origin are known. */
  readonly allowed: (url: string) => boolean | undefined
  /** URLs that may wait beyond the limit, to replace pages that fail. */
  readonly spareUrls: number
  /** URLs remembered at most; further ones count as beyond the limit. */
  readonly maxUrls: number
}

/** What a stopped job had reached; see `restore`. */
export interface FrontierState {
  readonly pages: Iterable<{
    readonly page: Omit<FrontierPage, 'counts' | 'isAllowedByRobots'>
    readonly state: 'waiting' | 'settled'
    readonly finalUrl: string | undefined
  }>
  readonly completed: number
}

/** Returns an empty frontier, or with `state` one that goes on where a stopped one was. */
export function createFrontier(options: FrontierOptions, state?: FrontierState): Frontier {
  const frontier = new PageFrontier(options)
  if (state !== undefined) frontier.restore(state)
  return frontier
}

/** Stands in `known` for a page that robots.txt forbids. */
const FORBIDDEN = -1
const MAX_FORBIDDEN = 100_000

class PageFrontier implements Frontier {
  readonly #options: FrontierOptions
  /** Pages by dedupe key; the value is the page's place in order of admission. */
  readonly #known = new Map<string, number>()
  readonly #queue = createPageQueue<FrontierPage>()
  #scope: Scope
  #forbidden = 0
  #nextSeq = 0
  #completed = 0
  #inFlight = 0
  #countedInFlight = 0

  constructor(options: FrontierOptions) {
    this.#options = options
    this.#scope = options.scope
  }

  restore({ pages, completed }: FrontierState): void {
    for (const { page, state, finalUrl } of pages) {
      this.#nextSeq = Math.max(this.#nextSeq, page.seq + 1)
      for (const url of [page.url, finalUrl]) {
        const key = url === undefined ? undefined : this.#scope.dedupeKey(url)
        if (key !== undefined && !this.#known.has(key)) this.#known.set(key, page.seq)
      }
      if (state === 'waiting')
        this.#queue.push({ ...page, counts: this.#countsFor(page), isAllowedByRobots: false })
    }
    this.#completed = completed
  }

  admit(found: FoundUrl): FrontierPage | ScopeReason {
    const { url, depth, via, holder } = found
    const from = holder === undefined ? {} : { from: holder }
    const decision = this.#scope.decide(url, { depth, via, ...from })
    if (!decision.inScope) return decision.decidedBy
    const key = this.#scope.dedupeKey(decision.normalized) ?? decision.normalized
    if (this.#known.has(key)) return 'duplicate'
    const allowed = this.#options.allowed(decision.normalized)
    if (allowed === false) {
      // Bounded, because a site may invent forbidden pages without end. The answer is the same without it.
      if (this.#forbidden++ < MAX_FORBIDDEN) this.#known.set(key, FORBIDDEN)
      return 'robots'
    }
    if (this.isFull) return 'limit'
    const seq = this.#nextSeq++
    const counts = this.#countsFor(found)
    const isAllowedByRobots = allowed === true
    const page = { seq, url: decision.normalized, depth, via, holder, counts, isAllowedByRobots }
    this.#known.set(key, seq)
    this.#queue.push(page)
    return page
  }

  peek(): FrontierPage | undefined {
    const page = this.#queue.peek()
    return page === undefined || (page.counts && this.#places() === 0) ? undefined : page
  }

  take(): FrontierPage | undefined {
    const page = this.peek()
    if (page === undefined) return undefined
    this.#queue.take()
    this.#inFlight++
    if (page.counts) this.#countedInFlight++
    return page
  }

  settle(page: FrontierPage, end: 'counted' | 'uncounted'): void {
    this.#inFlight--
    if (page.counts) this.#countedInFlight--
    if (end === 'counted') this.#completed++
  }

  claim(page: FrontierPage, finalUrl: string): boolean {
    const key = this.#scope.dedupeKey(finalUrl)
    if (key === undefined) return true
    const owner = this.#known.get(key)
    if (owner === undefined) this.#known.set(key, page.seq)
    return owner === undefined || owner === page.seq
  }

  move(page: FrontierPage, { from, to }: { from: string; to: string }): ScopeReason | undefined {
    if (page.via !== 'start') {
      const decision = this.#scope.decide(to, { depth: page.depth, via: 'redirect', from })
      if (!decision.inScope) return decision.decidedBy
    }
    return this.claim(page, to) ? undefined : 'duplicate'
  }

  rescope(scope: Scope): void {
    this.#scope = scope
  }

  get counts(): FrontierCounts {
    return {
      completed: this.#completed,
      inFlight: this.#inFlight,
      waiting: Math.min(this.#queue.length, this.#places()),
    }
  }

  get isFull(): boolean {
    const { spareUrls, maxUrls } = this.#options
    return this.#queue.length >= this.#places() + spareUrls || this.#known.size >= maxUrls
  }

  /** Returns pages that the limit still lets start. */
  #places(): number {
    return Math.max(0, this.#scope.settings.limit - this.#completed - this.#countedInFlight)
  }

  #countsFor({ url, via }: Pick<FoundUrl, 'url' | 'via'>): boolean {
    return via !== 'start' || this.#scope.inResults(url, { depth: 0, via: 'start' })
  }
}
