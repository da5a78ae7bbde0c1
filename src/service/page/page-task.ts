import type { AnswerMarks } from '../http/answer-marks.ts'
import type { AddressPolicy } from '../http/address-policy.ts'
import type { FetchedPage, OwnHeaders } from '../http/http.ts'
import type { PageFailure, PageRedirect } from '../http/page-outcome.ts'
import { askedWaitMs, type ScrapeSettings } from '../../request/page-settings.ts'
import type { PreviousScrape } from './track-change.ts'

export interface FetchTask {
  readonly url: string
  readonly scrape: ScrapeSettings
  /** The origin that gets the headers of `scrape`. */
  readonly headersOrigin: string
  readonly maxBytes: number
  /** Marks of the stored page; absent without one, or if the site is not asked about it. */
  readonly stored?: AnswerMarks
  readonly addressPolicy: AddressPolicy
}

export interface PageTask extends FetchTask {
  /** Whether the links of the page are wanted for the crawl, whatever the formats. */
  readonly wantLinks: boolean
  /** Whether the page may be stored, so that its marks are wanted. */
  readonly wantMarks?: boolean
  /** If true, an answer 429 or 503 is taken as the page; if not, it is a failure to try again later. */
  readonly isLastAttempt?: boolean
  /** The last scrape of the same page, for the format `changeTracking`; absent when there was none. */
  readonly previous?: PreviousScrape
  /** Whether the page was found by a link or a sitemap; the default is yes. */
  readonly isLinked?: boolean
  /** The answer to read; absent if a browser shows the page. */
  readonly fetched?: FetchedPage
}

export type GotPage = FetchedPage | PageRedirect | PageFailure

const DEFAULT_TIMEOUT_MS = 30_000

/** Returns the milliseconds for fetching a page, and for reading a file. */
export function timeoutOf({ scrape }: FetchTask): number {
  return scrape.timeout ?? DEFAULT_TIMEOUT_MS + askedWaitMs(scrape)
}

/** Returns the headers that a request sets, and the origin that gets them. */
export function ownHeaders({ scrape, headersOrigin }: FetchTask): OwnHeaders | undefined {
  return scrape.headers && { origin: headersOrigin, values: scrape.headers }
}
