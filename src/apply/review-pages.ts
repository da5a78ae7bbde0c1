import type { CrawlStatusAnswer, PageDocument } from '../protocol/crawl-status.ts'
import { manifestPage } from '../manifest/make-manifest.ts'
import type { ManifestPage } from '../manifest/manifest.ts'
import { isErrorStatus } from '../protocol/is-error-status.ts'
import type { JobSummary } from '../state/recorded-state.ts'
import type { JsonObject } from '../util/json.ts'
import { DuplicateFinder, pageKey } from './find-duplicates.ts'

/** The settings that decide which delivered pages are results. */
export interface ReviewSettings {
  readonly startUrl: string
  /** The crawl's `expect`. */
  readonly expect: JsonObject | undefined
}

/** Failed pages that are listed. All are counted. */
const MOST_LISTED = 1000

/** Decides for each delivered page of one job whether it is a result, and summarizes the job's pages. */
export class PageReview {
  readonly #startUrl: string
  readonly #keepsErrorPages: boolean
  readonly #failedPages: FailedPage[] = []
  readonly #results: ManifestPage[] = []
  #errorPages = 0
  #startError: string | undefined
  readonly #duplicates = new DuplicateFinder()

  constructor({ startUrl, expect }: ReviewSettings) {
    this.#startUrl = startUrl
    this.#keepsErrorPages = keepsErrorPages(expect)
  }

  /** Takes in a delivered page and returns whether it is a result. A page that was answered with 4xx or 5xx failed. */
  add(page: PageDocument): boolean {
    const isResult = !this.#isFailed(page)
    if (!isResult) return false
    this.#duplicates.add(page)
    // A page without an address is reported, and nothing can refer to it.
    if (page.metadata.url !== '') this.#results.push(manifestPage(page))
    return true
  }

  #isFailed({ metadata }: PageDocument): boolean {
    const { url, sourceURL, statusCode } = metadata
    if (!isErrorStatus(statusCode)) return false
    this.#errorPages++
    if (this.#keepsErrorPages) return false
    const failed = { url: sourceURL, error: `HTTP ${statusCode}`, status: statusCode }
    if (isSamePage(sourceURL, this.#startUrl) || isSamePage(url, this.#startUrl))
      this.#startError = `${failed.url}: ${failed.error}`
    if (this.#failedPages.length < MOST_LISTED) this.#failedPages.push(failed)
    return true
  }

  /** Returns an entry for each page that is a result. */
  get results(): readonly ManifestPage[] {
    return this.#results
  }

  /** Returns the first thousand failed pages. */
  get failedPages(): readonly FailedPage[] {
    return this.#failedPages
  }

  /** Returns the URLs of results whose `rel=canonical` names another result, each with the URL of that one. */
  canonicals(): ReadonlyMap<string, string> {
    return this.#duplicates.canonicals()
  }

  get summary(): JobSummary & { readonly errorPages: number } {
    const { queryCopies } = this.#duplicates
    const canonicalCopies = this.canonicals().size
    return {
      errorPages: this.#errorPages,
      ...(this.#keepsErrorPages ? { keepsErrorPages: true } : {}),
      ...(this.#startError === undefined ? {} : { startError: this.#startError }),
      ...(queryCopies === 0 ? {} : { queryCopies }),
      ...(canonicalCopies === 0 ? {} : { canonicalCopies }),
    }
  }
}

/** Returns whether the crawl's `expect` keeps pages that were answered with 4xx or 5xx. */
export function keepsErrorPages(expect: JsonObject | undefined): boolean {
  return expect?.['errorPages'] === 'keep'
}

/** Returns whether the counts of `summary` are what `expect` asks for. */
export function isReviewedFor(expect: JsonObject | undefined, summary: JobSummary = {}): boolean {
  const { errorPages = 0, keepsErrorPages: isKeeping } = summary
  return errorPages === 0 || (isKeeping === true) === keepsErrorPages(expect)
}

/** Yields the pages that are results, and returns what `pages` returns. */
export async function* resultPages(
  pages: AsyncGenerator<PageDocument, CrawlStatusAnswer>,
  review: PageReview,
): AsyncGenerator<PageDocument, CrawlStatusAnswer> {
  for (;;) {
    const next = await pages.next()
    if (next.done === true) return next.value
    if (review.add(next.value)) yield next.value
  }
}

/** Reads all pages and returns their review. */
export async function reviewPages(
  pages: AsyncGenerator<PageDocument, CrawlStatusAnswer>,
  settings: ReviewSettings,
): Promise<PageReview> {
  const review = new PageReview(settings)
  for await (const page of pages) review.add(page)
  return review
}

/** Returns whether two URLs lead to one page: `http` or `https`, `www.` and a final slash make no difference. */
export function isSamePage(one: string, other: string): boolean {
  return one === other || pageKey(one) === pageKey(other)
}

/** A page that a job should have delivered. */
export interface FailedPage {
  readonly url: string
  readonly error: string
  /** The service's error code, such as `SCRAPE_TIMEOUT`. */
  readonly code?: string
  /** The HTTP status of a page that was delivered with 4xx or 5xx. */
  readonly status?: number
}
