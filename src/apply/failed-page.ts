/** A page that a job should have delivered. */
export interface FailedPage {
  readonly url: string
  readonly error: string
  /** The service's error code, such as `SCRAPE_TIMEOUT`. */
  readonly code?: string
  /** The HTTP status of a page that was delivered with 4xx or 5xx. */
  readonly status?: number
}
