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
