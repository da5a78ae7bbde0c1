import { allowedPages, type Expected, jobLimit, tooFewPages } from '../plan/last-job.ts'
import type { CrawlStatusAnswer, TriedSitemap } from '../protocol/crawl-status.ts'
import type { JobRecord, JobResult, JobSummary } from '../state/state.ts'
import { canonicalJson, given, type JsonObject } from '../util/json.ts'
import { parseUrl } from '../util/can-parse-url.ts'
import { toIsoTime } from '../util/clock.ts'
import { shellQuote } from '../util/shell-quote.ts'
import { errorAbout, oneLine, plural } from '../util/text.ts'
import {
  countPages,
  hasUnreadSitemap,
  isTakenBack,
  type Stopped,
  stoppedText,
} from '../protocol/job-texts.ts'
import { type CallOptions, ClientError } from '../client/crawl-client.ts'
import type { CrawlClient } from '../client/client.ts'
import { isReviewedFor, isSamePage, reviewPages } from './review-pages.ts'
import type { FailedPage, PageReview, RedirectedPage, ReviewSettings } from './review-pages.ts'

/** Returns a job's status in the form of its record. `request` is the recorded request that started the job. */
export function jobResultOf(answer: CrawlStatusAnswer, request: JsonObject, nowMs: number): JobResult {
  const { completed, total, creditsUsed, error, warning, cacheHits } = answer
  // With `success: false` the start failed, whatever the status says.
  const status = answer.success ? answer.status : 'failed'
  const at = toIsoTime(nowMs)
  return {
    status,
    completed,
    total,
    creditsUsed,
    at,
    ...given({ error: error && oneLine(error), warning: warning && oneLine(warning), fromCache: cacheHits }),
    ...(status === 'completed' ? stoppedOf(answer, request) : {}),
  }
}

/** Returns whether a limit stopped a completed job: if the service does not count URLs, whether it has as many pages as its limit. */
function stoppedOf({ completed, urlsLeft, stoppedAtLimit }: CrawlStatusAnswer, request: JsonObject): Stopped {
  if (urlsLeft !== undefined) {
    if (urlsLeft === 0) return {}
    return given({ stoppedAtLimit, urlsLeft })
  }
  const limit = jobLimit(request)
  return completed > 0 && completed >= limit ? { stoppedAtLimit: limit } : {}
}

/** Returns a crawl's record with a new result of `job`, its last job or the one before; the same record if nothing changed. */
export function recordResult(record: JobRecord | undefined, job: string, result: JobResult) {
  if (record?.phase === 'submitted' && record.job === job)
    return hasChanged(record.result, result) ? { ...record, result } : record
  const previous = record?.previous
  if (record === undefined || previous?.job !== job || !hasChanged(previous.result, result)) return record
  return { ...record, previous: { ...previous, result } }
}

/** Returns whether a result has changed. A new time of the check alone does not count, because a write may be a push. */
function hasChanged(known: JobResult | undefined, result: JobResult): boolean {
  // A result is plain JSON.
  const textOf = (one: JobResult) => canonicalJson({ ...one, at: '' } as unknown as JsonObject)
  return known === undefined || textOf(known) !== textOf(result)
}

/** Pages that a job should have delivered and did not. */
export interface MissedPages {
  readonly failedPages: readonly FailedPage[]
  /** Pages of the scope whose redirects led out of it. */
  readonly redirectedPages?: readonly RedirectedPage[] | undefined
  /** URLs that robots.txt keeps out. */
  readonly robotsBlocked: readonly string[]
  /** Why failed pages are not known: the service did not list them, or did not deliver all pages. */
  readonly unlisted?: string | undefined
}

/** The most URLs to list: a site that is down may fail for every linked page. */
const MOST_LISTED = 1000

/** The most sitemaps to record. Those that were not read are all recorded. */
const MOST_SITEMAPS = 5

/** The most redirects to record. */
const MOST_REDIRECTS = 5

export type JobOutcome = { readonly result: JobResult } & Partial<MissedPages>

interface MissedPagesOptions extends CallOptions, ReviewSettings, Pick<Expected, 'before'> {
  readonly client: CrawlClient
  /** Reads all pages of the job, if the result does not hold their summary; by default with the client. */
  readonly readPages?: (() => Promise<PageReview>) | undefined
  /** Receives the review of the pages that were read, so that they are not read again. */
  readonly onReview?: ((review: PageReview) => void) | undefined
}

/**
 * Asks the service which pages of an ended job failed and which robots.txt kept out. Reads its pages to find answers with 4xx
 * or 5xx. Returns the job's result with their counts, and the first thousand of each. Facts that the service does not report
 * stay as they are known.
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
  const refused = [refusal, unread].find((error) => error && error.code !== 'not-found')?.message
  const isGone = answer === undefined && review === undefined && (known.failed ?? 0) > 0
  const unlisted = refused ?? (isGone ? 'the service no longer lists them' : undefined)
  if (answer === undefined && review === undefined) return { result: known, ...given({ unlisted }) }
  const listed = answer?.errors.map(
    ({ url, error, code, discoveredFrom: from, discoveryDepth: depth }): FailedPage => {
      return { url, error: errorAbout(url, oneLine(error)), ...given({ code, from, depth }) }
    },
  )
  const refusedRedirects = listed?.flatMap((page) => redirectOf(page) ?? []) ?? []
  const redirects = [...refusedRedirects, ...(review?.redirects ?? [])]
  // It explains why a job has no page.
  const unexpected = known.completed === 0 ? listed : listed?.filter((page) => !isKeptOut(page, startUrl))
  const errors = unexpected?.filter((page) => redirectOf(page) === undefined)
  const missed = {
    failedPages: [...(errors ?? []), ...(review?.failedPages ?? [])].slice(0, MOST_LISTED),
    ...(redirects.length === 0 ? {} : { redirectedPages: redirects.slice(0, MOST_LISTED) }),
    ...(answer === undefined ? {} : { robotsBlocked: answer.robotsBlocked.slice(0, MOST_LISTED) }),
    ...given({ unlisted }),
  }
  const before = leftOut(known.summary)
  const summary = withStartError(review?.summary ?? known.summary, errors ?? [], startUrl)
  const unfetched = errors?.length ?? (known.failed ?? 0) - failedAnswers(known.summary)
  const counts = countPages({
    delivered: known.completed + before,
    unfetched,
    errorPages: failedAnswers(summary),
    redirected: summary?.redirectedPages ?? 0,
    copies: summary?.leftOutCopies?.pages ?? 0,
  })
  const redirected = refusedRedirects.length + (summary?.redirectedPages ?? 0)
  const result: JobResult = {
    ...known,
    completed: counts.completed,
    ...(counts.failed === 0 && unlisted !== undefined ? {} : { failed: counts.failed }),
    ...(answer === undefined ? {} : { blocked: answer.robotsBlocked.length }),
    ...given({
      sitemaps:
        answer?.sitemaps &&
        withLostSitemaps(answer.sitemaps, options.before?.sitemaps ?? []).filter(
          ({ error }, at) => error !== undefined || at < MOST_SITEMAPS,
        ),
    }),
    ...(redirected === 0
      ? {}
      : { redirected: { pages: redirected, first: firstRedirects(known, redirects) } }),
    ...(summary === undefined ? {} : { summary }),
  }
  const isEmpty = result.status === 'completed' && result.completed === 0
  // Kept with the result, because the service may no longer know them later.
  return { result: isEmpty ? { error: whyNoPages(result, missed), ...result } : result, ...missed }
}

/**
 * Returns the sitemaps, those with errors first. A sitemap that had URLs in the job before and has none now gets an error, and
 * keeps their number, so that the next job knows it too: the site may have lost a sitemap and none of its pages.
 */
function withLostSitemaps(tried: readonly TriedSitemap[], before: readonly TriedSitemap[]) {
  const earlier = before.filter(({ urls }) => urls > 0)
  const counts = new Map(earlier.map(({ url, urls }) => [url, urls]))
  const known = tried.map((sitemap): TriedSitemap => {
    const count = counts.get(sitemap.url)
    if (count === undefined || sitemap.urls > 0) return sitemap
    const { statusCode = 0, error } = sitemap
    const answer = error ?? (statusCode >= 400 ? `it answered ${statusCode}` : 'it lists no URLs')
    return { ...sitemap, urls: count, error: `${answer}, so these URLs of the job before are missing` }
  })
  // The children of an index, or sitemaps that robots.txt has named. Some of many may have other names each time.
  const hosts = new Set(tried.map(({ url }) => parseUrl(url)?.host))
  const gone = known.some(({ urls }) => urls > 0)
    ? []
    : earlier.filter(({ url }) => hosts.has(parseUrl(url)?.host))
  const error = 'no sitemap lists any URLs, so these of the job before are missing'
  const all = [...known, ...gone.map(({ url, urls }): TriedSitemap => ({ url, urls, error }))]
  return all.toSorted((a, b) => Number(b.error !== undefined) - Number(a.error !== undefined))
}

/** Returns the review of an ended job's pages; undefined if it has no pages, or they were reviewed and none failed. */
async function reviewOf(
  { status, completed, summary }: JobResult,
  job: string,
  { client, signal, readPages, onReview, ...settings }: MissedPagesOptions,
): Promise<PageReview | undefined> {
  const isReviewed = summary?.errorPages === 0 && isReviewedFor(settings.expect, summary)
  if (status === 'scraping' || isReviewed || completed + leftOut(summary) === 0) return undefined
  const review = await (readPages?.() ?? reviewPages(client.pages(job, { signal }), settings))
  onReview?.(review)
  return review
}

/** Returns the number of delivered pages that are not results. */
function leftOut(summary: JobSummary = {}): number {
  const { redirectedPages = 0, leftOutCopies } = summary
  return failedAnswers(summary) + redirectedPages + (leftOutCopies?.pages ?? 0)
}

/** Returns the number of delivered pages that count as failed. */
function failedAnswers({ errorPages = 0, keepsErrorPages }: JobSummary = {}): number {
  return keepsErrorPages === true ? 0 : errorPages
}

/** Returns the redirect that the embedded service did not follow, because it leads out of the scope. */
export function redirectOf({ url, code, error }: FailedPage): RedirectedPage | undefined {
  if (code !== 'CRAWL_DENIAL') return undefined
  const to = /^\S+ redirects to "(.*)", which is outside of this crawl\.$/.exec(error)?.[1]
  return to === undefined ? undefined : { url, to }
}

/** Returns some redirects for the record. Those that were recorded are kept where the pages were not read again. */
function firstRedirects({ redirected }: JobResult, redirects: readonly RedirectedPage[]): string[] {
  const texts = redirects.map(({ url, to }) => oneLine(`${url} → ${to}`))
  return [...new Set([...texts, ...(redirected?.first ?? [])])].slice(0, MOST_REDIRECTS)
}

/** Returns whether the crawl's patterns keep its start URL out of the results. It was fetched for its links, so it did not fail. */
function isKeptOut({ url, code, error }: FailedPage, startUrl: string): boolean {
  // A quoted URL may contain the word.
  return code === 'CRAWL_DENIAL' && /^[^"]*pattern/i.test(error) && isSamePage(url, startUrl)
}

/** Adds why the start page could not be fetched. */
function withStartError(
  summary: JobSummary | undefined,
  errors: readonly FailedPage[],
  startUrl: string,
): JobSummary | undefined {
  const failed = errors.find((page) => isSamePage(page.url, startUrl) && !isKeptOut(page, startUrl))
  return failed === undefined ? summary : { startError: `${failed.url}: ${failed.error}`, ...summary }
}

/** Returns the answer, or undefined and the error if the service refuses. */
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
  {
    failedPages,
    redirectedPages = [],
    robotsBlocked = [],
  }: Pick<MissedPages, 'failedPages'> & Partial<MissedPages>,
): string {
  const [failed, ...others] = failedPages
  if (failed !== undefined) {
    const more = others.length === 0 ? '' : `, and ${plural(others.length, 'other page')} failed`
    return oneLine(`${failed.url}: ${failed.error}${more}`)
  }
  const [blocked] = robotsBlocked
  if (blocked !== undefined) return oneLine(`robots.txt blocks ${blocked}`)
  const [redirect] = redirectedPages
  if (redirect !== undefined) return oneLine(`${redirect.url} redirects out of the scope, to ${redirect.to}`)
  return warning ?? 'the service gives no reason'
}

/** Describes why the service cannot report on a job, and how to get its pages anyway. */
export function serviceProblem(error: Error, crawl: string): string {
  const { message } = error
  if (!(error instanceof ClientError)) return message
  if (error.code === 'unauthorized') return `${message}; check "apiKey" of the environment in crawlform.yaml`
  if (error.code !== 'not-found') return message
  return `${message}; services keep jobs for a limited time, and "crawlform apply ${shellQuote(crawl)} --rerun" crawls again`
}

/** Returns why an ended job is not a success; empty for a success. Any problem means exit status 5, and earlier pages stay. */
export function jobProblems(result: JobResult, expected: Expected): readonly string[] {
  const { status, error, heldBack = [] } = result
  if (status === 'completed') return [...heldBack.filter(isTakenBack), ...unmet(result, expected)]
  const because = error === undefined ? '' : `: ${error}`
  return [`the job ${status === 'failed' ? 'failed' : 'was cancelled'}${because}`]
}

/** Returns a result with the reasons why its pages are not published. Only a completed job is held back. */
export function heldResult(
  { heldBack: _before, ...result }: JobResult,
  heldBack: readonly string[],
): JobResult {
  return result.status === 'completed' && heldBack.length > 0
    ? { ...result, heldBack: [...heldBack] }
    : result
}

/** Returns the unmet parts of `expect` for a completed job. A failed start page is a problem: other pages are usually found from it. */
function unmet(result: JobResult, expected: Expected): readonly string[] {
  const startError = result.summary?.startError
  const isComplete = expected.expect?.['complete'] === true
  const few = tooFewPages(result, expected)
  if (result.completed === 0 && few.length > 0) return few
  const stopped = stoppedText(result)
  return [
    ...(startError === undefined ? [] : [`the start page failed: ${startError}`]),
    ...few,
    ...tooManyFailed(result, expected.expect),
    ...(isComplete && stopped !== undefined ? [`not complete: ${stopped}`] : []),
    ...(isComplete && hasUnreadSitemap(result) ? ['not complete: could not read every sitemap'] : []),
  ]
}

/** Returns why a job has too many failed pages, if it has. Without `maxFailed`, there may be as many as delivered ones. */
function tooManyFailed({ completed, failed = 0 }: JobResult, expect: JsonObject = {}): readonly string[] {
  const { maxFailed } = expect
  const all = completed + failed
  const allowed = allowedPages(maxFailed, all) ?? { most: completed, text: 'more than were delivered' }
  if (failed <= allowed.most) return []
  return [`${failed} of ${plural(all, 'page')} failed (${allowed.text})`]
}
