import type { Keeping, PageValidators } from '../http/page-validators.ts'
import type { JobStatus, TriedSitemap } from '../../protocol/crawl-status.ts'
import type { EffectiveRequest } from '../../request/page-settings.ts'

/** A request, or a list of pages to ask for instead of following links. */
export type JobRequest = EffectiveRequest & { readonly asked?: readonly string[] }

/** A job as the store keeps it. Times are milliseconds since the epoch. */
export interface JobRecord {
  /** Row number inside its store; `id` is what clients know. */
  readonly number: number
  readonly id: string
  readonly url: string
  /** The name of its crawl, where the client sent one. */
  readonly name: string | undefined
  /** The URL that scope is relative to: `url`, or the target if it redirects to another host. */
  readonly root: string
  readonly request: JobRequest
  readonly status: JobStatus
  /** True once robots.txt and the sitemaps have been read into the frontier. */
  readonly seeded: boolean
  readonly createdAt: number
  readonly finishedAt: number | undefined
  readonly expiresAt: number
  /** Pages in the result. */
  readonly completed: number
  readonly failed: number
  /** Pages of the result that came from the cache. */
  readonly cached: number
  readonly error: string | undefined
  /** URLs in scope beyond the limit when the job ended: a lower bound. Undefined while it runs. */
  readonly urlsLeft: number | undefined
  readonly sitemaps: readonly TriedSitemap[]
  /** Why a sitemap was not read, or only in part. */
  readonly sitemapProblem: string | undefined
  /** Why its client does not publish the pages. Undefined if it does, or has not said. */
  readonly heldBack: readonly string[] | undefined
}

export interface PageRecord {
  /** Order of admission within the job, from 0. */
  readonly seq: number
  readonly url: string
  readonly depth: number
  readonly via: 'start' | 'sitemap' | 'link'
  readonly holder: string | undefined
  readonly state: PageState
  /** The URL after redirects, if it differs. */
  readonly finalUrl: string | undefined
}

/** 0 waits or is in flight, 1 was fetched, 2 will not be (failed or denied). */
export type PageState = 0 | 1 | 2

/** Where the bytes of a document are. */
export interface StoredDocument {
  readonly segment: number
  readonly start: number
  readonly length: number
}

/** Returns where a page was found first: the URL of a page, or `sitemap`; undefined for a start URL. */
export function discoveredFrom({ via, holder }: Pick<PageRecord, 'via' | 'holder'>): string | undefined {
  return via === 'sitemap' ? 'sitemap' : holder
}

export interface FailureRecord {
  readonly id: string
  readonly at: number
  readonly url: string
  readonly code: string
  readonly error: string
}

/** The last scrape of a page, for comparison with the next one. */
export interface PreviousPage extends StoredDocument {
  readonly at: number
}

/** A scrape of an earlier job that may replace a fetch. */
export interface CachedPage extends PreviousPage {
  /** Bytes after the document: its links and its final URL. */
  readonly tail: number
  readonly keeping: Keeping
  /** Validators to compare a later answer with; absent if it has none. */
  readonly validators?: PageValidators | undefined
}
