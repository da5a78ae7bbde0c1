import type {
  ActiveCrawlsAnswer,
  CrawlErrorsAnswer,
  CrawlStatusAnswer,
  PageDocument,
} from '../protocol/crawl-status.ts'
import type { JsonObject } from '../util/json.ts'

/** What is known after one attempt to start a crawl. */
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
 * The crawl operations of one service. In: bodies and job ids. Out: what the service answered, checked. It refuses to
 * know about plans and records. Everything but `startCrawl` may be repeated, and is repeated while the service is busy
 * or away; these calls throw ClientError.
 */
export interface CrawlClient {
  /** For messages: the base URL. */
  readonly description: string
  /** Whether submissions carry their attempt as idempotency key. */
  readonly sendsKeys: boolean
  /** Returns where the state of a job is asked for. */
  statusUrl(job: string): string
  /**
   * Returns one attempt, never repeated here; `attempt` is the idempotency key, where one is sent. Trouble is an
   * outcome, not an exception.
   */
  startCrawl(body: JsonObject, options: StartOptions): Promise<StartOutcome>
  /**
   * Returns the state of a job, leaving out its pages as far as the service can. A 404 for a job younger than half a
   * minute is asked again, because a service of several machines may not know it everywhere yet.
   */
  status(job: string, options?: StatusOptions): Promise<CrawlStatusAnswer>
  /**
   * Yields every page that a job has so far once, in the service's order, one part in memory at a time. Returns the state
   * of the job as the last part has it, without pages.
   * @throws {ClientError} `incomplete` at the end, when pages came twice or not at all and fewer came than the job has
   */
  pages(job: string, options?: CallOptions): AsyncGenerator<PageDocument, CrawlStatusAnswer>
  /** Returns a reader of a job's pages while it runs. Asks for nothing yet. */
  follow(job: string): FollowedPages
  errors(job: string, options?: CallOptions): Promise<CrawlErrorsAnswer>
  active(options?: CallOptions): Promise<readonly ActiveCrawl[]>
  cancel(job: string, options?: CallOptions): Promise<CancelOutcome>
  /** Returns the settings that the service makes of a prompt; starts nothing. */
  previewParams(request: PreviewRequest, options?: CallOptions): Promise<JsonObject>
  /** Closes idle connections, so that the process can end. */
  close(): Promise<void>
}

export interface FollowedPages {
  /**
   * Yields the pages that the job has got since the last call, as `pages` does, and returns its state. With a state that
   * is not `scraping` all have come.
   * @throws {ClientError} `incomplete` also when the service does not keep to its order: then what has come is of no use
   */
  news(options?: StatusOptions): AsyncGenerator<PageDocument, CrawlStatusAnswer>
}

export interface CallOptions {
  readonly signal?: AbortSignal | undefined
}

export interface StartOptions extends CallOptions {
  readonly attempt: string
}

export interface StatusOptions extends CallOptions {
  /** When the job was started, milliseconds since the epoch. */
  readonly startedAtMs?: number | undefined
}

export interface PreviewRequest {
  readonly url: string
  readonly prompt: string
}
