/**
 * Work on pages, in this thread or in several. In: one task per page. Out: what became of it, in batches; the document
 * itself is already in a segment file. Refuses to know frontiers, limits, delays and clients.
 */
import type { ScopeSettings } from '../../scope/scope.ts'
import type { JsonObject } from '../../util/json.ts'
import type { CachedPage, PreviousPage } from '../store/stored-scrape.ts'

/** Fetches, reads and stores pages. */
export interface Engine {
  /** Makes a job known; again to change its scope. */
  openJob(job: EngineJob): void
  /** @param waiting further pages of the job that are known: for many of them another thread is worth its start */
  start(task: EngineTask, waiting: number): void
  /** Ends a task early; nothing is reported of it any more. */
  abort(task: number): void
  /** Forgets a job and closes its segments. */
  closeJob(job: string): void
  /** Tells how long its threads have worked and waited so far, together; undefined when it has none of its own. */
  threadTime(): ThreadTime | undefined
  close(): Promise<void>
}

/** Milliseconds. */
export interface ThreadTime {
  readonly active: number
  readonly idle: number
}

export interface EngineJob {
  readonly id: string
  /** Rules that a redirect must stay within. */
  readonly scope: ScopeSettings
  readonly scrape: JsonObject
  /** robots.txt of the site, whose rules redirects must keep too, and the names that they are read for. */
  readonly robots:
    | { readonly url: string; readonly text: string; readonly agent: string | undefined }
    | undefined
  readonly addressPolicy: 'any' | 'public'
  /** Links are read only where they will be followed. */
  readonly followLinks: boolean
  /** Reports links that are out of scope too, for whoever wants to know why. */
  readonly reportAll: boolean
  /** Keeps what the result cache needs beside each document. */
  readonly cacheable: boolean
  readonly segmentDirectory: string
  /** A segment of the job's, for a thread that gets its first page. */
  readonly newSegment: () => number
  /** Seals the documents of jobs that must leave nothing. */
  readonly key: Uint8Array | undefined
}

export interface EngineTask {
  /** Unique while the engine runs. */
  readonly id: number
  readonly job: string
  readonly url: string
  /** The page that is asked for: another URL than `url` once redirects were followed. */
  readonly sourceUrl: string
  readonly depth: number
  readonly via: 'start' | 'sitemap' | 'link'
  readonly holder: string | undefined
  /** No further attempt follows a failure. */
  readonly lastAttempt: boolean
  /** An earlier result that is young enough to stand in for a fetch. */
  readonly cached?: CachedPage | undefined
  /** The last scrape, to tell changes by. */
  readonly previous?: PreviousPage | undefined
}

export type EngineOutcome = { readonly task: number } & (ScrapedPage | ScrapeFailure)

export interface ScrapedPage {
  readonly ok: true
  readonly document: {
    readonly segment: number
    readonly start: number
    readonly length: number
    readonly tail: number
  }
  readonly finalUrl: string
  readonly statusCode: number
  /** Absolute, in document order, without repetition. */
  readonly links: readonly string[]
  readonly fromCache: boolean
}

/** Code of a task whose cached page could not be read: it can be fetched instead. */
export const CACHE_LOST = 'CACHE_LOST'

export interface ScrapeFailure {
  readonly ok: false
  readonly code: string
  readonly error: string
  /** Another attempt may succeed. */
  readonly retryable: boolean
  /** The page is elsewhere, within the scope of the crawl; nothing was fetched there. */
  readonly redirect?: string | undefined
  /** As the site asked for. */
  readonly retryAfterMs?: number | undefined
}
