import { shellQuote } from '../util/shell-quote.ts'
import { plural, printable } from '../util/text.ts'

/** How a job was stopped before it had fetched every URL that it found. */
export interface Stopped {
  /** The crawl's limit, where that stopped the job. */
  readonly stoppedAtLimit?: number
  /** URLs that were found and not fetched: at least so many, or 0 for certain. Absent where the service does not count them. */
  readonly urlsLeft?: number
}

/** Returns where a job was stopped, as in `stopped at limit 12; at least 53 more URLs were found`; undefined if it was not. */
export function stoppedText({ stoppedAtLimit, urlsLeft }: Stopped): string | undefined {
  if (urlsLeft === 0 || (stoppedAtLimit === undefined && urlsLeft === undefined)) return undefined
  const where =
    stoppedAtLimit === undefined
      ? 'stopped: the service remembers no more URLs'
      : `stopped at limit ${stoppedAtLimit}`
  if (urlsLeft === undefined) return `${where}; more URLs may exist`
  return `${where}; at least ${plural(urlsLeft, 'more URL')} ${urlsLeft === 1 ? 'was' : 'were'} found`
}

/** Returns how far a job is that no process runs, and the command that resumes it. */
export function pausedText(crawl: string, { completed, total }: { completed: number; total: number }) {
  const resumes = `"crawlform wait ${shellQuote(crawl)}" resumes it`
  return total === 0
    ? `paused before its first page; ${resumes}`
    : `paused at ${completed} of ${total}; ${resumes}`
}

/** Returns how people read a job's status: services say `scraping` of a job that runs. */
export function stateWord(status: string): string {
  return status === 'scraping' ? 'running' : status
}

/** Returns how far a job is: `19 of 58 known pages`. More may be found. */
export function progressText({ completed, total }: { completed: number; total: number }): string {
  return `${completed} of ${plural(total, 'known page')}`
}

/** Returns why pages are not published: `held back: 412 of 980 pages would be removed (at most 10%)`. */
export function heldBackText(problems: readonly string[]): string {
  return `held back: ${problems.join('; ')}`
}

/** Returns why the pages of a job are no longer published after those of an earlier job were published again. */
export function takenBackText(earlier: string): string {
  return `taken back, because job ${earlier} is published again`
}

/** Returns whether a reason to hold a job back is that of `takenBackText`. It stays until somebody publishes the job by force. */
export function isTakenBack(reason: string): boolean {
  return reason.startsWith('taken back, ')
}

/** Returns sentences about pages that stay although nothing links to them: those that answer, and those that could not be asked. */
export function unlinkedTexts(
  pages: readonly { readonly url: string; readonly error?: string }[],
): readonly string[] {
  const [refused, ...others] = pages.filter(({ error }) => error !== undefined)
  const answering = pages.length - others.length - (refused === undefined ? 0 : 1)
  const about = (count: number, one: string, many: string): string =>
    `${plural(count, 'page')} ${count === 1 ? one : many}`
  return [
    ...(answering === 0
      ? []
      : [
          `${about(answering, 'is no longer linked and still answers', 'are no longer linked and still answer')}.`,
        ]),
    ...(refused === undefined
      ? []
      : [
          `${about(others.length + 1, 'is', 'are')} no longer linked and could not be asked: ${refused.url} (${refused.error}).`,
        ]),
  ]
}

/** Returns the status of a job as commands show it: one whose pages are not published is not completed. */
export function shownStatus<Status extends string>(result: {
  readonly status: Status
  readonly heldBack?: readonly string[] | undefined
}): Status | 'held back' {
  return result.heldBack === undefined ? result.status : 'held back'
}

/** How the texts of commands say what cancelling a job did. */
export const CANCEL_WORDS = {
  cancelled: 'cancelled',
  'already-finished': 'had already ended',
  'not-found': 'is not known to the service',
} as const

/** How the texts of commands say a job's status. */
export const STATUS_WORDS = {
  scraping: 'is still running',
  completed: 'completed',
  failed: 'failed',
  cancelled: 'was cancelled',
} as const

/** Describes how the last job of a crawl ended, as far as is recorded. */
export function endText(
  crawl: string,
  { result }: { readonly result?: { readonly status: keyof typeof STATUS_WORDS } },
): string {
  if (result !== undefined && result.status !== 'scraping') return STATUS_WORDS[result.status]
  return `had not ended when last checked; "crawlform wait ${shellQuote(crawl)}" follows it`
}

interface Sitemap {
  readonly url: string
  readonly statusCode?: number
  readonly urls: number
  readonly error?: string
}

/** Returns the result of reading a sitemap, as in `HTTP 200, 53 URLs`, `HTTP 404` or `0 URLs: it answered 503`. */
export function sitemapText(sitemap: Sitemap): string {
  const { statusCode, urls, error } = sitemap
  const found = plural(urls, 'URL')
  const answer = statusCode === undefined ? 'no answer' : `HTTP ${statusCode}`
  if (error === undefined) return (statusCode ?? 0) >= 400 ? answer : `${answer}, ${found}`
  return error.includes(String(statusCode)) ? `${found}: ${error}` : `${answer}, ${found}: ${error}`
}

/** Returns the line of a sitemap in a report. */
export function sitemapLine(sitemap: Sitemap): string {
  return printable(`sitemap ${sitemap.url}: ${sitemapText(sitemap)}`)
}

/** Returns whether a job has a sitemap that was not read, or only in part. */
export function hasUnreadSitemap(result: { readonly sitemaps?: readonly Sitemap[] } | undefined): boolean {
  return result?.sitemaps?.some(({ error }) => error !== undefined) === true
}

/** Returns `1 page was redirected out of the scope: A → B`, in a list; empty without such pages. */
export function redirectLines({
  redirected,
}: {
  readonly redirected?: { readonly pages: number; readonly first: readonly string[] }
}): readonly string[] {
  if (redirected === undefined) return []
  const { pages, first } = redirected
  const more = pages > first.length ? ', ...' : ''
  return [
    `${plural(pages, 'page')} ${pages === 1 ? 'was' : 'were'} redirected out of the scope: ${first.join(', ')}${more}`,
  ]
}

/** Returns `3 pages left out as copies of their canonical page: A, B, ...`, in a list; empty without such pages. */
export function copyLines({ leftOutCopies }: Repeats = {}): readonly string[] {
  if (leftOutCopies === undefined) return []
  const { pages, first } = leftOutCopies
  const more = pages > first.length ? ', ...' : ''
  const copies = pages === 1 ? 'a copy of its' : 'copies of their'
  return [`${plural(pages, 'page')} left out as ${copies} canonical page: ${first.join(', ')}${more}`]
}

/** Counts of pages that repeat other pages of their job. */
export interface Repeats {
  /** Pages that differ from another page only in the query of their URL. */
  readonly queryCopies?: number
  /** Pages that are no results: they name another page as canonical and have its text. Some of them are named. */
  readonly leftOutCopies?: { readonly pages: number; readonly first: readonly string[] }
  /** Pages whose `rel=canonical` names another page. */
  readonly canonicalCopies?: number
  /** Other pages with the text of another page. */
  readonly copies?: number
  /** The addresses of two of them. */
  readonly copyExample?: readonly string[]
}

/** Returns advice about pages that repeat others, a clause each. */
export function summaryAdvice({
  queryCopies = 0,
  canonicalCopies = 0,
  copies = 0,
  copyExample = [],
}: Repeats = {}): readonly string[] {
  const pages = plural(canonicalCopies, 'page')
  const canonical =
    canonicalCopies === 1
      ? `${pages} names another page as its canonical URL and differs from it: --skip-duplicates leaves it out of the files`
      : `${pages} name another page as their canonical URL and differ from it: --skip-duplicates leaves them out of the files`
  const have = copies === 1 ? 'page has' : 'pages have'
  const same = `${copies} ${have} the text of another page, such as ${copyExample.join(' and ')}: leave them out with \`excludePaths\``
  return [
    ...queryAdvice(queryCopies),
    ...(canonicalCopies === 0 ? [] : [canonical]),
    ...(copies === 0 ? [] : [same]),
  ]
}

/** Returns the setting that keeps pages from being fetched again with a query; empty if none is. */
export function queryAdvice(copies = 0): readonly string[] {
  if (copies === 0) return []
  return [`${queryCopiesText(copies)}: set \`ignoreQueryParameters: true\``]
}

/** Returns `28 pages differ from another page only in their query`. */
export function queryCopiesText(copies: number): string {
  const differ = copies === 1 ? 'differs' : 'differ'
  return `${plural(copies, 'page')} ${differ} from another page only in ${copies === 1 ? 'its' : 'their'} query`
}

/**
 * Returns how many pages of a job are results, and how many failed. A page that was answered with 4xx or 5xx was delivered, and
 * failed all the same. One whose redirects led out of the scope is neither, and no more is a copy that is left out.
 */
export function countPages({
  delivered,
  unfetched,
  errorPages,
  redirected,
  copies,
}: Readonly<Record<'delivered' | 'unfetched' | 'errorPages' | 'redirected' | 'copies', number>>) {
  return { completed: delivered - errorPages - redirected - copies, failed: unfetched + errorPages }
}

/** The error of a start URL that was fetched for its links only. */
export const NOT_IN_RESULT = 'The patterns of the crawl keep its start URL out of the result.'
