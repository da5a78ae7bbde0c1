import type {
  ActiveCrawlsAnswer,
  CrawlErrorsAnswer,
  CrawlStatusAnswer,
  PageDocument,
} from '../protocol/crawl-status.ts'
import type { JsonObject } from '../util/json.ts'

/** The outcome of one attempt to start a crawl. */
export type StartOutcome =
  | { readonly kind: 'started'; readonly job: string; readonly url: string }
  /** Nothing was started. */
  | {
      readonly kind: 'refused'
      readonly message: string
      /** HTTP status; absent when no connection was made. */
      readonly status?: number
      /** The same attempt may be sent again later. */
      readonly retryable: boolean
      /** How long the service asked to wait, in milliseconds. */
      readonly retryAfterMs?: number
    }
  /** Something may have been started. */
  | { readonly kind: 'in-doubt'; readonly message: string; readonly status?: number }

export type CancelOutcome = 'cancelled' | 'already-finished' | 'not-found'

export type ActiveCrawl = ActiveCrawlsAnswer['crawls'][number]

/**
 * The crawl operations of one service, with checked answers. All calls except `startCrawl` are retried while the service is
 * busy or unavailable; they throw ClientError.
 */
export interface CrawlClient {
  /** For messages: the base URL. */
  readonly description: string
  /** Whether submissions carry their attempt as idempotency key. */
  readonly sendsKeys: boolean
  /** Returns the status URL of a job. */
  statusUrl(job: string): string
  /**
   * Makes one attempt, without a retry. `attempt` is the idempotency key, if the client sends one. Failures are outcomes, not
   * exceptions.
   */
  startCrawl(body: JsonObject, options: StartOptions): Promise<StartOutcome>
  /**
   * Returns the state of a job, leaving out its pages as far as the service can. A 404 for a job younger than half a minute is
   * retried, because a service of several machines may not know it everywhere yet.
   */
  status(job: string, options?: StatusOptions): Promise<CrawlStatusAnswer>
  /**
   * Yields every page that a job has so far once, in the service's order, with one part in memory at a time. Returns the job's
   * state from the last part, without pages.
   * @throws {ClientError} `incomplete` at the end, when pages were repeated or missing, and fewer came than the job has
   */
  pages(job: string, options?: CallOptions): AsyncGenerator<PageDocument, CrawlStatusAnswer>
  errors(job: string, options?: CallOptions): Promise<CrawlErrorsAnswer>
  active(options?: CallOptions): Promise<readonly ActiveCrawl[]>
  cancel(job: string, options?: CallOptions): Promise<CancelOutcome>
  /** Returns the settings that the service makes of a prompt; starts nothing. */
  previewParams(request: PreviewRequest, options?: CallOptions): Promise<JsonObject>
  /** Closes idle connections, so that the process can end. */
  close(): Promise<void>
}

export interface CallOptions {
  readonly signal?: AbortSignal | undefined
}

export interface StartOptions extends CallOptions {
  readonly attempt: string
  /** The name of the crawl, for services that show it. */
  readonly name?: string
  /** No page may be an old one of the service's cache. Only crawlform's own service can be asked for this. */
  readonly isFresh?: boolean
}

export interface StatusOptions extends CallOptions {
  /** When the job was started, milliseconds since the epoch. */
  readonly startedAtMs?: number | undefined
}

export interface PreviewRequest {
  readonly url: string
  readonly prompt: string
}
