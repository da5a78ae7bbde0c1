import { ClientError } from '../client/client-error.ts'
import type { CallOptions, CrawlClient } from '../client/crawl-client.ts'
import type { JobResult } from '../state/recorded-state.ts'
import { oneLine } from '../util/one-line.ts'
import { plural } from '../util/plural.ts'

/** Pages that a job should have delivered and did not. */
export interface MissedPages {
  readonly failedPages: readonly FailedPage[]
  /** URLs that robots.txt keeps out. */
  readonly robotsBlocked: readonly string[]
}

export interface FailedPage {
  readonly url: string
  readonly error: string
  /** The service's error code, such as `SCRAPE_TIMEOUT`. */
  readonly code?: string
}

/** URLs in each list: a site that is down may fail for every linked page. */
const MOST_LISTED = 1000

/** The result of a job, with its missed pages if the service reports them. */
export type JobOutcome = { readonly result: JobResult } & Partial<MissedPages>

/**
 * Asks the service which pages of a job failed and which robots.txt kept out. Returns the job's result with their counts and
 * the first thousand of each, or unchanged if the service does not report them.
 */
export async function addMissedPages(
  result: JobResult,
  job: string,
  { client, ...options }: CallOptions & { readonly client: CrawlClient },
): Promise<JobOutcome> {
  try {
    const { errors, robotsBlocked } = await client.errors(job, options)
    const failedPages = errors.slice(0, MOST_LISTED).map(({ url, error, code }) => ({
      url,
      error: oneLine(error),
      ...(code === undefined ? {} : { code }),
    }))
    const missed = { failedPages, robotsBlocked: robotsBlocked.slice(0, MOST_LISTED) }
    const counted = { ...result, failed: errors.length, blocked: robotsBlocked.length }
    const isEmpty = result.status === 'completed' && result.completed === 0
    // Kept with the result, because the service may no longer know them later.
    return { result: isEmpty ? { error: whyNoPages(result, missed), ...counted } : counted, ...missed }
  } catch (error) {
    if (!(error instanceof ClientError)) throw error
    return { result }
  }
}

function whyNoPages({ warning }: JobResult, { failedPages, robotsBlocked }: MissedPages): string {
  const [failed, ...others] = failedPages
  if (failed !== undefined) {
    const more = others.length === 0 ? '' : `, and ${plural(others.length, 'other page')} failed`
    return oneLine(`${failed.url}: ${failed.error}${more}`)
  }
  const [blocked] = robotsBlocked
  if (blocked !== undefined) return oneLine(`robots.txt keeps ${blocked} out`)
  return warning ?? 'the service does not say why'
}
