import type { PageValidators } from '../http/page-validators.ts'
import type { AddressPolicy } from '../http/address-policy.ts'
import type { FetchedPage, PageFetcher } from '../http/http.ts'
import { type OwnHeaders, senderOf, type SentRequest } from '../http/sender.ts'
import { type PageFailure, type PageRedirect, unsupportedType } from '../http/page-outcome.ts'
import { requestedWaitMs, type ScrapeSettings } from '../../request/page-settings.ts'
import type { ReadingBounds } from '../content/content.ts'
import type { CrawlCookies, SentCookies } from '../http/crawl-cookies.ts'
import { type BodyShare, SMALL_BYTES } from '../http/receive-body.ts'
import { kindByBytes, mediaKind, type MediaKind, type NamedAnswer } from '../http/media-type.ts'
import { acceptLanguage, locate } from '../http/page-location.ts'

export interface FetchTask {
  readonly url: string
  readonly scrape: ScrapeSettings
  /** The origin that gets the headers of `scrape`. */
  readonly headersOrigin: string
  readonly addressPolicy: AddressPolicy
  /** The crawl's cookies for the URL. */
  readonly cookie?: SentCookies | undefined
  readonly maxBytes: number
  /** Validators of the stored page; absent without one, or if the site is not asked about it. */
  readonly stored?: PageValidators
}

export interface PageTask extends FetchTask {
  /** Whether the crawl needs the links of the page, even if no format does. */
  readonly wantLinks: boolean
  /** Whether the page may be stored, so that its validators are wanted. */
  readonly wantValidators?: boolean
  /** If true, an answer such as 429 or 503 is taken as the page; if not, it is a failure to try again later. */
  readonly isLastAttempt?: boolean
  /** The last scrape of the same page, for the format `changeTracking`; absent for the first. */
  readonly previous?: PreviousScrape
  /** Whether the page was found by a link or a sitemap; the default is yes. */
  readonly isLinked?: boolean
  /** The answer to read; absent if a browser shows the page. */
  readonly fetched?: FetchedPage
}

/** The last scrape of a page, as change tracking compares it. */
export interface PreviousScrape {
  readonly markdown: string
  /** ISO 8601. */
  readonly scrapedAt: string
}

type GotPage = FetchedPage | PageRedirect | PageFailure

const DEFAULT_TIMEOUT_MS = 30_000

/** Returns the milliseconds for fetching a page, and for reading a file. */
export function timeoutOf({ scrape }: FetchTask): number {
  return scrape.timeout ?? DEFAULT_TIMEOUT_MS + requestedWaitMs(scrape)
}

/** Returns the headers that a request sets, and the origin that gets them. */
export function ownHeaders({
  scrape,
  headersOrigin,
}: Pick<FetchTask, 'scrape' | 'headersOrigin'>): OwnHeaders | undefined {
  return scrape.headers && { origin: headersOrigin, values: scrape.headers }
}

/** Returns who asks for the page of a task; see `senderOf`. */
export function senderOfTask(task: Omit<FetchTask, 'maxBytes' | 'stored'>): string {
  return senderOf(sentRequest(task), task.scrape)
}

function sentRequest(task: Omit<FetchTask, 'maxBytes' | 'stored'>): SentRequest {
  const { url, scrape, addressPolicy, cookie } = task
  const { languages } = locate(scrape.location)
  const headers = ownHeaders(task)
  return { url, headers, cookie, addressPolicy, accept: ACCEPT, acceptLanguage: acceptLanguage(languages) }
}

/** Reading a text takes this many times its bytes: as a string, in parts, and as the result. */
const READING = 4
const ACCEPT = 'text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8'
/** Kinds that are read whole. Others are texts, which may be cut. */
const FILES: ReadonlySet<MediaKind> = new Set(['pdf', 'office'])
const UNCUT: ReadonlySet<MediaKind> = new Set(['pdf', 'office', 'unknown'])

/**
 * Sends one request for a page. Does not read it, so the thread that fetches needs none of the code that reads. `share` counts
 * the bytes of the answer, and those that reading it takes.
 * @throws the signal's reason when it is aborted
 */
export async function fetchPage(
  task: FetchTask,
  { fetcher, bounds }: { readonly fetcher: PageFetcher; readonly bounds: ReadingBounds },
  { share, cookies }: { readonly share: BodyShare; readonly cookies: CrawlCookies },
  signal: AbortSignal,
): Promise<GotPage> {
  const { scrape, maxBytes, stored } = task
  const got = await fetcher.fetchOnce(
    {
      ...sentRequest(task),
      stored,
      timeoutMs: timeoutOf(task),
      maxBytes,
      share,
      skipTlsVerification: scrape.skipTlsVerification,
      cookies,
      refuse,
      isFile: (answer, start) => FILES.has(kindByBytes(mediaKind(answer), start)),
      // One byte more than the bound shows that there are more. Before the body comes, `start` is empty.
      cutAfter: (answer, start) =>
        UNCUT.has(kindByBytes(mediaKind(answer), start)) ? undefined : bounds.textBytes + 1,
    },
    signal,
  )
  if (got.kind === 'page') await share.hold(readingBytes(got, bounds), signal)
  return got
}

/** Returns the bytes that reading a page takes in addition to its body; 0 for a small page. */
function readingBytes(answer: FetchedPage, { textBytes }: ReadingBounds): number {
  const { length } = answer.body
  return length > SMALL_BYTES && !FILES.has(mediaKind(answer)) ? Math.min(length, textBytes) * READING : 0
}

function refuse(answer: NamedAnswer): PageFailure | undefined {
  if (mediaKind(answer) !== 'unsupported') return undefined
  return unsupportedType(answer.url, answer.headers['content-type'])
}
