import type { Clock } from '../../util/clock.ts'
import type { FetchOutcome, FetchRequest, PageFetcher } from '../http/http.ts'

export const RETRY_DELAYS_MS = [500, 2000]

/** The means to fetch a file that tells about a site. */
export interface Means {
  readonly fetcher: PageFetcher
  readonly clock: Clock
  readonly signal?: AbortSignal | undefined
}

/**
 * Fetches a file, and again after each of the delays while the site fails.
 * @param isQuick whether to give up a file that took too long
 */
export async function fetchPatiently(
  request: FetchRequest,
  { fetcher, clock, signal }: Means,
  { delaysMs = RETRY_DELAYS_MS, isQuick = false }: { delaysMs?: readonly number[]; isQuick?: boolean } = {},
): Promise<FetchOutcome> {
  let outcome = await fetcher.fetch(request, signal)
  for (const delay of delaysMs) {
    if (outcome.kind === 'page' ? !isFailing(outcome.statusCode) : !outcome.retryable) break
    if (isQuick && outcome.kind === 'failure' && outcome.code === 'SCRAPE_TIMEOUT') break
    await clock.sleep(delay, signal)
    outcome = await fetcher.fetch(request, signal)
  }
  return outcome
}

/** Tells whether a status says nothing about the file, because the site cannot answer now. */
export function isFailing(statusCode: number): boolean {
  return statusCode >= 500 || statusCode === 429
}
