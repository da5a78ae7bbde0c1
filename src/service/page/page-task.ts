import type { AnswerMarks } from '../http/answer-marks.ts'
import type { AddressPolicy } from '../http/address-policy.ts'
import type { FetchedPage } from '../http/http.ts'
import type { OwnHeaders } from '../http/own-headers.ts'
import type { PageFailure } from '../http/page-failure.ts'
import type { PageRedirect } from '../http/redirect.ts'
import { askedWaitMs, type ScrapeSettings } from '../../request/page-settings.ts'
import type { PreviousScrape } from './track-change.ts'

/** What is fetched for a page, and how. */
export interface FetchTask {
  readonly url: string
  readonly scrape: ScrapeSettings
  /** The origin that gets the headers of `scrape`. */
  readonly headersOrigin: string
  readonly maxBytes: number
  /** Marks of the page as it is stored; absent when it is not, or is not asked about. */
  readonly stored?: AnswerMarks
  /** Whose page it is. Room for what is large is shared evenly among owners, and each has its own cookies. */
  readonly owner?: string
  /** Overrides that of whoever fetches. */
  readonly addressPolicy?: AddressPolicy
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
  /** The answer to read; absent when none has been fetched. */
  readonly fetched?: FetchedPage
}

/** What came of asking for a page. */
export type GotPage = FetchedPage | PageRedirect | PageFailure

/** What holds for the pages of one scraper unless a task says otherwise. */
export interface PageDefaults {
  /** Which addresses pages may lead to. Default `public`. */
  readonly addressPolicy?: AddressPolicy
  /** Milliseconds for a page whose options set no timeout. */
  readonly defaultTimeoutMs?: number
}

const DEFAULT_TIMEOUT_MS = 30_000

/** Milliseconds that a page may take to come, and a file to be read. */
export function timeoutOf(
  { scrape }: FetchTask,
  { defaultTimeoutMs = DEFAULT_TIMEOUT_MS }: PageDefaults,
): number {
  return scrape.timeout ?? defaultTimeoutMs + askedWaitMs(scrape)
}

export function policyOf(task: FetchTask, { addressPolicy = 'public' }: PageDefaults): AddressPolicy {
  return task.addressPolicy ?? addressPolicy
}

/** Returns the headers that a request sets, and who gets them. */
export function ownHeaders({ scrape, headersOrigin }: FetchTask): OwnHeaders | undefined {
  return scrape.headers && { origin: headersOrigin, values: scrape.headers }
}
