import type { JsonObject } from '../util/json.ts'

export type JobStatus = 'scraping' | 'completed' | 'failed' | 'cancelled'

export interface PageDocument {
  readonly markdown?: string
  readonly html?: string
  readonly rawHtml?: string
  readonly links?: readonly string[]
  readonly images?: readonly string[]
  readonly screenshot?: string
  /** Names the missing part of the page and the reason. */
  readonly warning?: string
  readonly metadata: PageMetadata
  readonly [field: string]: unknown
}

export interface PageMetadata {
  /** Final URL, after redirects. */
  readonly url: string
  /** The URL that was requested. */
  readonly sourceURL: string
  readonly statusCode: number
  readonly title?: string
  /** Links from a start URL to the page. */
  readonly discoveryDepth?: number
  /** The page whose link led to it first, or `sitemap`. Absent for a start URL, and from other services than the embedded one. */
  readonly discoveredFrom?: string
  readonly [field: string]: unknown
}

export interface StartCrawlAnswer {
  readonly success: true
  readonly id: string
  readonly url: string
  readonly promptGeneratedOptions?: JsonObject
  readonly finalCrawlerOptions?: JsonObject
}

export interface CrawlStatusAnswer {
  readonly success: boolean
  readonly status: JobStatus
  /** Pages known so far: done, running and queued; failed pages are not counted. */
  readonly total: number
  readonly completed: number
  readonly creditsUsed: number
  /** ISO 8601. */
  readonly expiresAt: string
  readonly createdAt?: string
  readonly completedAt?: string
  /** Absolute URL of the next part; absent at the end. */
  readonly next?: string
  readonly data: readonly PageDocument[]
  /** Pages that came from the cache. Only the embedded service sends it, and only above 0. */
  readonly cacheHits?: number
  readonly warning?: string
  /** URLs in scope that an ended crawl did not fetch: a lower bound. Only the embedded service sends it, 0 too. */
  readonly urlsLeft?: number
  /** The crawl's limit, when that left URLs. Only the embedded service sends it. */
  readonly stoppedAtLimit?: number
  /** Why the crawl waits: its disk is full, or the site asks for it. Only the embedded service sends it. */
  readonly waitsBecause?: string
  readonly error?: string
}

export interface TriedSitemap {
  readonly url: string
  /** HTTP status; absent without an answer. */
  readonly statusCode?: number
  /** The number of page URLs in it. */
  readonly urls: number
  /** Why it was not read, or only in part. Absent for an address that nobody named and that has no sitemap. */
  readonly error?: string
}

export interface CrawlErrorsAnswer {
  readonly errors: readonly {
    readonly id: string
    readonly timestamp?: string
    readonly url: string
    readonly code?: string
    readonly error: string
    /** As in the metadata of a page. Only the embedded service sends them. */
    readonly discoveryDepth?: number
    readonly discoveredFrom?: string
  }[]
  readonly robotsBlocked: readonly string[]
  /** Sitemaps that were tried, those with errors first. Only the embedded service sends it. */
  readonly sitemaps?: readonly TriedSitemap[]
}

export interface ActiveCrawlsAnswer {
  readonly success: boolean
  readonly crawls: readonly {
    readonly id: string
    readonly teamId: string
    readonly url: string
    readonly created_at: string
    readonly options: JsonObject
  }[]
}

/** Code of an answer with status 500: stored data is damaged, so a retry cannot help. */
export const dataBroken = 'DATA_BROKEN'

export interface ErrorAnswer {
  readonly success: false
  readonly error: string
  readonly code?: string
  readonly details?: unknown
}
