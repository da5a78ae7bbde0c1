import type { ActiveCrawlsAnswer } from '../protocol/crawl-status.ts'

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

export interface CallOptions {
  readonly signal?: AbortSignal | undefined
}

export interface PagesOptions extends CallOptions {
  /**
   * Waits until a running job may have more pages, and resolves with false to stop there. Without it, the pages that the job has so
   * far are all. Only for a service that never changes the order of a job's pages.
   */
  readonly more?: (() => Promise<boolean>) | undefined
}

export interface StartOptions extends CallOptions {
  readonly attempt: string
  /** The name of the crawl, for services that show it. */
  readonly name?: string
  /** Whether no page may come from the service's cache. Only crawlform's own service can be asked for this. */
  readonly isFresh?: boolean
}

export interface StatusOptions extends CallOptions {
  /** When the job was started, milliseconds since the epoch. */
  readonly startedAtMs?: number | undefined
  /** Which of its pages are read, in the service's order. */
  readonly part?: { readonly skip: number; readonly most: number } | undefined
}

export type ClientErrorCode =
  /** The base URL or the API key cannot be used as it is. */
  | 'bad-settings'
  /** No answer: connection, name lookup, timeout, reset. */
  | 'unreachable'
  | 'unauthorized'
  | 'not-found'
  | 'conflict'
  | 'rate-limited'
  /** Another 4xx, or a redirect. */
  | 'refused'
  /** 5xx. */
  | 'service-failed'
  /** An answer that does not follow the protocol. */
  | 'unreadable'
  /** Some of a job's pages are missing. */
  | 'incomplete'
  | 'aborted'

/** The service could not be asked or did not answer as it should. Match on `code`; no message holds the API key. */
export class ClientError extends Error {
  override readonly name = 'ClientError'
  readonly code: ClientErrorCode
  readonly status: number | undefined
  constructor(code: ClientErrorCode, message: string, options: ErrorOptions & { status?: number } = {}) {
    super(message, options)
    this.code = code
    this.status = options.status
  }
}
