import type { ScopeSettings } from '../scope/scope.ts'

/** A recorded crawl, which can be replayed with other settings. Numbers of URLs are indexes of `urls`. Plain JSON. */
export interface Trail {
  /** The settings of the crawl. */
  readonly settings: ScopeSettings
  /** Every URL, in order of discovery, in the form in which it is fetched. The first is the start URL. */
  readonly urls: readonly string[]
  /** URLs of sitemaps, in order. */
  readonly sitemap: readonly number[]
  /** Requested pages, in this order. */
  readonly visits: readonly TrailVisit[]
  /** The order of events: `3 * n` is the start of visit n, one more is its next redirect, two more its end. */
  readonly events: readonly number[]
  /** The links of each page in their order, without repetition, by the final URL of the page. */
  readonly links: readonly (readonly [page: number, links: readonly number[]])[]
  /** URLs that robots.txt forbids, as far as known. */
  readonly forbidden: readonly number[]
  /** URLs with more links to them than are stored. */
  readonly manyLinks: readonly number[]
  /** Whether there were more URLs than are stored. */
  readonly isCut: boolean
  /** Limits of the crawl that are not settings, named as in `FrontierOptions`. */
  readonly bounds: { readonly spareUrls: number; readonly maxUrls: number }
}

/** The outcome of one page. */
export interface TrailVisit {
  readonly url: number
  /** The final URL, if it is another one. */
  readonly finalUrl?: string | undefined
  /** Redirects that were checked, in order. */
  readonly hops?: readonly (readonly [from: string, to: string])[] | undefined
  /** Present if the last redirect was not followed. */
  readonly isRefused?: true | undefined
  readonly failure?: TrailFailure | undefined
}

/** Why a page is a failed page. */
export interface TrailFailure {
  readonly error: string
  /** The HTTP status of an answer with 4xx or 5xx. Such a page counts for the limit, and its links are followed. */
  readonly status?: number
}

/** The kinds of `events` of a visit, as offsets from its number. */
export const TRAIL_EVENTS = ['began', 'redirected', 'ended'] as const

/** The most stored links to one URL. More would matter only for a scope that drops all of these. */
export const MOST_LINKS_TO_ONE = 20
/** The most stored URLs. */
export const MOST_URLS = 200_000
