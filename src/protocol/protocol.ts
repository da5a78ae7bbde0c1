/**
 * Input: nothing.
 * Output: paths, headers and wire types of the crawl API, for client and service alike.
 * Must not know how either side works.
 */

/** Paths of the crawl operations below a base URL, and the headers they share. */
export const routes = {
  startCrawl: '/v2/crawl',
  crawl: (id: string) => `/v2/crawl/${encodeURIComponent(id)}`,
  crawlErrors: (id: string) => `/v2/crawl/${encodeURIComponent(id)}/errors`,
  /** Where crawlform's own service is told why the pages of a job are not published. */
  heldBack: (id: string) => `/v2/crawl/${encodeURIComponent(id)}/held-back`,
  /** Starts a job that asks for earlier pages of a crawl. Only crawlform's own service has it. */
  askPages: (id: string) => `/v2/crawl/${encodeURIComponent(id)}/ask`,
  activeCrawls: '/v2/crawl/active',
  paramsPreview: '/v2/crawl/params-preview',
  health: '/health',
  metrics: '/metrics',
} as const

/** Names the crawl of a submission, percent-encoded. Services that do not know it ignore it. */
export const crawlNameHeader = 'x-crawlform-name'

/** Asks for fresh pages whatever the request's `maxAge` is. Services that do not know it ignore it. */
export const freshHeader = 'x-crawlform-fresh'

/** A UUID for each attempt to submit. The service starts at most one job for it. */
export const idempotencyHeader = 'x-idempotency-key'

/** Returns whether an HTTP status makes its page a failed page, whatever service delivers it: 4xx or 5xx. */
export function isErrorStatus(status: number): boolean {
  return status >= 400 && status <= 599
}
