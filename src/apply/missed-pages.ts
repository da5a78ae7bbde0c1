import { type CallOptions, ClientError } from '../client/crawl-client.ts'
import type { CrawlClient } from '../client/client.ts'
import type { CrawlErrorsAnswer } from '../protocol/crawl-status.ts'
import type { JobResult, JobSummary } from '../state/state.ts'
import { given } from '../util/json.ts'
import { errorAbout, oneLine, plural } from '../util/text.ts'
import { isSamePage, reviewPages } from './review-pages.ts'
import type { FailedPage, PageReview, ReviewSettings } from './review-pages.ts'

/** Pages that a job should have delivered and did not. */
export interface MissedPages {
  readonly failedPages: readonly FailedPage[]
  /** URLs that robots.txt keeps out. */
  readonly robotsBlocked: readonly string[]
  /** Why failed pages are not known: the service did not list them, or did not deliver all pages. */
  readonly unlisted?: string
}

/** URLs in each list: a site that is down may fail for every linked page. */
const MOST_LISTED = 1000

/** Sitemaps that are recorded; the service lists more. */
const MOST_SITEMAPS = 5

export type JobOutcome = { readonly result: JobResult } & Partial<MissedPages>

export interface MissedPagesOptions extends CallOptions, ReviewSettings {
  readonly client: CrawlClient
  /** Reads all pages of the job, if the result does not hold their summary; by default with the client. */
  readonly readPages?: (() => Promise<PageReview>) | undefined
  /** Receives the review of the pages that were read, so that they are not read again. */
  readonly onReview?: ((review: PageReview) => void) | undefined
}

/**
 * Asks the service which pages of an ended job failed and which robots.txt kept out, and reads its pages for those that were
 * answered with 4xx or 5xx. Returns the job's result with their counts, and the first thousand of each. Facts
 * that the service does not report stay as they are known.
 */
export async function addMissedPages(
  known: JobResult,
  job: string,
  options: MissedPagesOptions,
): Promise<JobOutcome> {
  const { client, signal, startUrl } = options
  const [answer, refusal] = await unlessRefused(() => client.errors(job, { signal }))
  const [review, unread] = await unlessRefused(() => reviewOf(known, job, options))
  // Older services lack the first operation, and others may no longer know the job.
  const unlisted = [refusal, unread].find((error) => error && error.code !== 'not-found')?.message
  if (answer === undefined && review === undefined) return { result: known, ...given({ unlisted }) }
  const errors = answer?.errors.map(readFailure)
  const missed = {
    failedPages: [...(errors ?? []), ...(review?.failedPages ?? [])].slice(0, MOST_LISTED),
    ...(answer === undefined ? {} : { robotsBlocked: answer.robotsBlocked.slice(0, MOST_LISTED) }),
    ...given({ unlisted }),
  }
  const before = leftOut(known.summary)
  const summary = withStartError(review?.summary ?? known.summary, errors ?? [], startUrl)
  const unfetched = errors?.length ?? (known.failed ?? 0) - before
  const failed = unfetched + leftOut(summary)
  const result: JobResult = {
    ...known,
    completed: known.completed + before - leftOut(summary),
    ...(failed === 0 && unlisted !== undefined ? {} : { failed }),
    ...(answer === undefined ? {} : { blocked: answer.robotsBlocked.length }),
    ...(answer?.sitemaps === undefined ? {} : { sitemaps: answer.sitemaps.slice(0, MOST_SITEMAPS) }),
    ...(summary === undefined ? {} : { summary }),
  }
  const isEmpty = result.status === 'completed' && result.completed === 0
  // Kept with the result, because the service may no longer know them later.
  return { result: isEmpty ? { error: whyNoPages(result, missed), ...result } : result, ...missed }
}

/** Returns the review of an ended job's pages; undefined if it has no pages, or they were reviewed and none failed. */
async function reviewOf(
  { status, completed, summary }: JobResult,
  job: string,
  { client, signal, readPages, onReview, ...settings }: MissedPagesOptions,
): Promise<PageReview | undefined> {
  if (status === 'scraping' || summary?.errorPages === 0 || completed + leftOut(summary) === 0)
    return undefined
  const review = await (readPages?.() ?? reviewPages(client.pages(job, { signal }), settings))
  onReview?.(review)
  return review
}

/** Returns the number of delivered pages that are not results. */
function leftOut({ errorPages = 0, keepsErrorPages }: JobSummary = {}): number {
  return keepsErrorPages === true ? 0 : errorPages
}

/** Adds why the start page could not be fetched. A start URL that the crawl's patterns keep out did not fail. */
function withStartError(
  summary: JobSummary | undefined,
  errors: readonly FailedPage[],
  startUrl: string,
): JobSummary | undefined {
  const failed = errors.find(({ url, code }) => code !== 'CRAWL_DENIAL' && isSamePage(url, startUrl))
  return failed === undefined ? summary : { startError: `${failed.url}: ${failed.error}`, ...summary }
}

function readFailure({ url, error, code }: CrawlErrorsAnswer['errors'][number]): FailedPage {
  return { url, error: errorAbout(url, oneLine(error)), ...(code === undefined ? {} : { code }) }
}

/** Returns the answer, or undefined and why the service does not give one. */
async function unlessRefused<T>(ask: () => Promise<T>): Promise<[T | undefined, ClientError?]> {
  try {
    return [await ask()]
  } catch (error) {
    if (!(error instanceof ClientError)) throw error
    return [undefined, error]
  }
}

function whyNoPages(
  { warning }: JobResult,
  { failedPages, robotsBlocked = [] }: Pick<MissedPages, 'failedPages'> & Partial<MissedPages>,
): string {
  const [failed, ...others] = failedPages
  if (failed !== undefined) {
    const more = others.length === 0 ? '' : `, and ${plural(others.length, 'other page')} failed`
    return oneLine(`${failed.url}: ${failed.error}${more}`)
  }
  const [blocked] = robotsBlocked
  if (blocked !== undefined) return oneLine(`robots.txt blocks ${blocked}`)
  return warning ?? 'the service gives no reason'
}
