import type { ScrapeSettings } from '../../request/page-settings.ts'
import type { ScopeSettings } from '../../scope/scope.ts'
import type { AddressPolicy } from '../http/address-policy.ts'
import type { SentCookies } from '../http/crawl-cookies.ts'
import type { PageFailure, PageRedirect } from '../http/page-outcome.ts'
import type { ServiceEvent } from '../settings/settings.ts'
import type { ScrapedPage } from '../page/page.ts'
import { type FetchTask, senderOfTask } from '../page/page-task.ts'
import type { CachedPage, PageRecord, PreviousPage } from '../store/records.ts'
import { given } from '../../util/json.ts'
import { systemFaultOf } from '../../util/message-of.ts'

/** The settings of a job that its pages share, as plain values for other threads. */
export interface EngineJob {
  readonly id: string
  /** Rules that redirects must meet. */
  readonly scope: ScopeSettings
  readonly scrape: ScrapeSettings
  /** The origin that gets the headers of `scrape`: the origin of the start URL. */
  readonly headersOrigin: string
  readonly addressPolicy: AddressPolicy
  /** Links are read only if they will be followed. */
  readonly followLinks: boolean
  /** Which links to report: possible new pages; each URL once, to explain why it is excluded; or every link. */
  readonly reported: 'fresh' | 'once' | 'every'
  /** Whether to store the data that the result cache needs next to each document. */
  readonly cacheable: boolean
  readonly segmentDirectory: string
  /** Encrypts the documents of jobs that must leave no data. */
  readonly key: Uint8Array | undefined
}

/** One request for a page. */
export interface EngineTask extends Pick<PageRecord, 'url' | 'depth' | 'via' | 'holder'> {
  /** Unique while the engine runs. */
  readonly id: number
  readonly job: string
  /** The URL of the page before redirects. */
  readonly sourceUrl: string
  readonly lastAttempt: boolean
  /** The crawl's cookies for the URL. The earlier pages were found with them, so the request sends no others. */
  readonly cookie?: SentCookies | undefined
  /** An earlier result that is new enough to be used instead of a fetch. */
  readonly cached?: CachedPage | undefined
  /** An earlier result that is too old to be used, but has validators to ask the site about. */
  readonly stored?: CachedPage | undefined
  /** The last scrape, for change tracking. */
  readonly previous?: PreviousPage | undefined
}

/** Returns a task as the rooms that fetch and read a page take it. */
export function fetchTask(
  { url, cookie, stored }: EngineTask,
  { scrape, headersOrigin, addressPolicy }: EngineJob,
  maxBytes: number,
): FetchTask {
  const asking = { url, scrape, headersOrigin, addressPolicy, cookie, maxBytes }
  return { ...asking, ...given({ stored: stored?.validators }) }
}

/** Returns who asks for a page of a job with these cookies; see `senderOf`. */
export function senderOfVisit(
  { scrape, headersOrigin, addressPolicy }: Pick<EngineJob, 'scrape' | 'headersOrigin' | 'addressPolicy'>,
  { url, cookie }: Pick<EngineTask, 'url' | 'cookie'>,
): string {
  return senderOfTask({ url, scrape, headersOrigin, addressPolicy, cookie })
}

/** The end of a task. */
export type EngineOutcome = { readonly task: number; readonly job: string } & (
  | StoredPage
  | PageRedirect
  | ScrapeFailure
  /** Its cached or stored page cannot be used. It can be fetched instead. */
  | { readonly kind: 'cache-lost' }
  /** Its document could not be written, for example because the disk is full. The job cannot continue. */
  | { readonly kind: 'not-stored'; readonly error: string }
)

/** A page whose document is in a segment file. */
export interface StoredPage extends Omit<ScrapedPage, 'document'> {
  readonly kind: 'page'
  readonly document: Omit<CachedPage, 'at' | 'keeping' | 'validators'>
  /** A hash of what it shows, the same for copies; only where its path repeats a name. */
  readonly text?: string | undefined
  readonly fromCache: boolean
}

export interface ScrapeFailure extends Omit<PageFailure, 'code'> {
  readonly code: PageFailure['code'] | 'UNKNOWN_ERROR'
}

/** Returns the failure of a page that could not be scraped because of an error. */
export function unknownFailure(error: unknown): ScrapeFailure {
  const fault = systemFaultOf(error)
  const message = fault ?? (error instanceof Error ? error.message : String(error))
  return { kind: 'failure', code: 'UNKNOWN_ERROR', error: message, retryable: fault !== undefined }
}

export function fullDiskEvent(reason: string): ServiceEvent {
  return { type: 'fault', error: `The disk is full. Crawls wait for free space: ${reason}` }
}

/** Why a page is no longer needed; it is not reported. */
export const DROPPED = new Error('The page is no longer needed.')
