import type { JobOutcome } from '../apply/job-result.ts'
import { shellQuote } from '../util/shell-quote.ts'
import { countWords, plural, printable } from '../util/text.ts'
import {
  copyLines,
  progressText,
  redirectLines,
  sitemapLine,
  stateWord,
  stoppedText,
  summaryAdvice,
} from '../protocol/job-texts.ts'

/**
 * Returns a job's page counts that are not zero, in the order in which all commands and the board have them: `38 pages, 7 from
 * the cache, 3 failed (1 new)`, or `12 of 40 known pages, 1 failed` of a job that has not completed.
 */
export function pageCounts(job: JobOutcome): string {
  const { status, completed } = job.result
  const pages = status === 'completed' ? plural(completed, 'page') : progressText(job.result)
  return [pages, ...furtherCounts(job)].join(', ')
}

type Progress = Pick<JobOutcome['result'], 'status' | 'completed' | 'total'>

/** Returns how a job is, for a log: `running, 19 of 58 known pages`. */
export function progressLine(job: Progress): string {
  return `${stateWord(job.status)}, ${progressText(job)}`
}

/** Returns the same for the end of a bar: `19 of 58 known pages`, or the state before any page is known. */
export function barText(job: Progress): string {
  return job.total > 0 ? progressText(job) : stateWord(job.status)
}

/** Returns a job's other counts, as in `3 failed (none new)`. */
export function furtherCounts({ result, failedPages = [] }: JobOutcome): string[] {
  const { fromCache = 0, failed = 0, blocked = 0, redirected, summary } = result
  const fresh = failedPages.filter(({ known }) => known === false).length
  const isKnown = failedPages.some(({ known }) => known !== undefined)
  return countWords([
    [fromCache, 'from the cache'],
    [failed, isKnown ? `failed (${fresh === 0 ? 'none' : fresh} new)` : 'failed'],
    [blocked, 'blocked by robots.txt'],
    [redirected?.pages ?? 0, 'redirected out of the scope'],
    [summary?.leftOutCopies?.pages ?? 0, 'left out as copies'],
  ])
}

/**
 * Returns a line for each sitemap and page that a job missed, with its reason, `most` of each kind. Before them comes a line
 * about the limit that stopped it, and after them the service's warning and advice about duplicates. Lines that `shown` already
 * contains are left out.
 */
export function missedLines(
  crawl: string,
  { result, failedPages = [], robotsBlocked = [], unlisted }: JobOutcome,
  { most, shown }: { readonly most: number; readonly shown: readonly string[] },
): string[] {
  const isNew = (...texts: readonly string[]): boolean =>
    !shown.some((one) => texts.every((text) => one.includes(text)))
  const stopped = stoppedText(result)
  // Other pages have the same HTTP status as one that is named.
  const left = failedPages.filter(
    ({ url, error, status, known }) =>
      known !== true && (status === undefined ? isNew(error) : isNew(url, error)),
  )
  const old = failedPages.filter(({ known }) => known === true)
  const failed = left
    .slice(0, most)
    .map(({ url, error, known }) => `failed${known === false ? ', new' : ''}: ${url}: ${error}`)
  const blocked = robotsBlocked.slice(0, most).map((url) => `blocked by robots.txt: ${url}`)
  const sitemaps = (result.sitemaps ?? []).filter(({ error }) => error !== undefined)
  const unread = sitemaps.map(sitemapLine).filter((line) => isNew(line))
  const named = unread.slice(0, most)
  const told = new Set([...shown, ...named])
  const listed = sitemaps.filter((one) => told.has(sitemapLine(one))).map(({ url }) => `"${url}"`)
  if (blocked.length > 0) listed.push('robots.txt')
  const sentences = (result.warning ?? '').split(/(?<=[.!?]) (?=[A-Z])/)
  // Sitemaps and blocked pages have lines of their own.
  const remaining = sentences.filter((text) => !listed.some((part) => text.includes(part))).join(' ')
  const { failed: failures = 0, blocked: keptOut = 0, summary } = result
  const known = failedPages.length - left.length
  const pages =
    robotsBlocked.length + left.length === 0 ? 0 : failures + keptOut - known - failed.length - blocked.length
  const hidden = pages + (named.length === 0 ? 0 : unread.length - named.length)
  // As text, status lists up to 20.
  const where = `${shellQuote(crawl)}${most + hidden > 20 ? ' --format json' : ''}`
  return [
    ...(stopped === undefined || !isNew(stopped) ? [] : [stopped]),
    ...named,
    ...failed,
    ...(old.length === 0 || most === 0 ? [] : [`failed in the job before too: ${namedUrls(old)}`]),
    ...blocked,
    ...(hidden > 0 ? [`and ${hidden} more: see crawlform status ${where}`] : []),
    ...(unlisted === undefined || !isNew(unlisted)
      ? []
      : [`warning: failed pages are not known: ${unlisted}`]),
    ...(remaining === '' || !isNew(remaining) ? [] : [`warning: ${remaining}`]),
    ...redirectLines(result).filter((line) => isNew(line)),
    ...copyLines(summary),
    ...summaryAdvice(summary).map((advice) => `note: ${advice}`),
  ].map((line) => printable(line))
}

/** Known failures that are named. */
const MOST_KNOWN = 3

function namedUrls(pages: readonly { readonly url: string }[]): string {
  const named = pages.slice(0, MOST_KNOWN).map(({ url }) => url)
  const more = pages.length - named.length
  return `${named.join(', ')}${more === 0 ? '' : `, and ${more} more`}`
}

export interface WrittenPages {
  /** Number of results in the index, also those without text. */
  readonly pages: number
  /** Number of duplicates that are left out. */
  readonly skipped: number
  /** Number of pages without text, which have no file. */
  readonly empty: number
  /** Those of them that came without Markdown at all, because the crawl's formats do not ask for it. */
  readonly unasked: number
  /** Number of pages from the service's cache. */
  readonly fromCache: number
  /** Pages with a warning of the service. */
  readonly warned: readonly { readonly url: string; readonly warning: string }[]
}

/** Warnings that are shown; a site that needs a browser needs it for each of its pages. */
const MOST_SHOWN = 3

/** Returns the report of pages written to `directory`, in lines. Leaves out warnings that `shown` already contains. */
export function writtenText(crawl: string, written: WrittenPages, directory: string, shown = ''): string {
  const { pages, empty, skipped } = written
  const leftOut = skipped === 0 ? '' : `, ${plural(skipped, 'duplicate')} left out`
  const warned = written.warned.filter(({ warning }) => !shown.includes(warning))
  const hidden = warned.length - MOST_SHOWN
  const lines = [
    `${crawl}: ${plural(pages - empty, 'page')} written to ${directory}${leftOut}${withoutFile(written)}`,
    ...warned.slice(0, MOST_SHOWN).map(({ url, warning }) => `    warning: ${url}: ${warning}`),
    ...(hidden > 0 ? [`    and ${plural(hidden, 'more page')} with a warning`] : []),
  ]
  return lines.map((line) => `${printable(line)}\n`).join('')
}

function withoutFile({ empty, unasked }: WrittenPages): string {
  const others = empty - unasked
  const withoutMarkdown =
    unasked === 0
      ? ''
      : `; ${plural(unasked, 'page')} came without Markdown: "scrapeOptions.formats" does not ask for it`
  return others === 0
    ? withoutMarkdown
    : `${withoutMarkdown}; ${others} without text ${others === 1 ? 'has' : 'have'} no file`
}
