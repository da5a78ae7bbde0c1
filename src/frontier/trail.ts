import type { ScopeSettings } from '../scope/scope.ts'

/**
 * What a crawl met and did, in order, so that the same crawl can be decided again under other settings. URLs are numbers:
 * places in `urls`. Plain JSON.
 */
export interface Trail {
  /** What the crawl was told. */
  readonly settings: ScopeSettings
  /** Every URL that was met, in order of discovery, as a page is fetched under it; the first is the start URL. */
  readonly urls: readonly string[]
  /** What sitemaps named, in order. */
  readonly sitemap: readonly number[]
  /** Pages that were asked for, in that order. */
  readonly visits: readonly TrailVisit[]
  /** What happened in which order: `3 * n` is that visit n began, one more its next redirect, two more its end. */
  readonly events: readonly number[]
  /** The links of pages in their order, each once, by the URL that the page was found at in the end. */
  readonly links: readonly (readonly [page: number, links: readonly number[]])[]
  /** What robots.txt keeps out, as far as it was known. */
  readonly forbidden: readonly number[]
  /** URLs with more links to them than are kept. */
  readonly manyLinks: readonly number[]
  /** True when more URLs were met than are kept. */
  readonly isCut: boolean
  /** The bounds that the crawl had beside its settings, as `FrontierOptions` names them. */
  readonly bounds: { readonly spareUrls: number; readonly maxUrls: number }
}

/** What became of one page. */
export interface TrailVisit {
  readonly url: number
  /** Where redirects led, where that is another URL. */
  readonly finalUrl?: string
  /** Redirects that were asked about, in order. */
  readonly hops?: readonly (readonly [from: string, to: string])[]
  /** Set where the last redirect was not followed. */
  readonly isRefused?: true
  /** Why the page could not be had. */
  readonly error?: string
}

/** What `events` tell of visits, by what is added to the visit's number. */
export const TRAIL_EVENTS = ['began', 'redirected', 'ended'] as const

/** Links to one URL that are kept: more say nothing that the first do not, but for a scope that drops all of those. */
export const MOST_LINKS_TO_ONE = 20
/** URLs that are kept. */
export const MOST_URLS = 200_000
