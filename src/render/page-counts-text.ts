import type { JobOutcome } from '../apply/job-result.ts'
import type { JobResult } from '../state/state.ts'
import { shellQuote } from '../util/shell-quote.ts'
import { countWords, plural, printable } from '../util/text.ts'
import { redirectLines, sitemapLine, stoppedText, summaryAdvice } from '../util/job-texts.ts'

/** Returns a job's page counts that are not zero, as in `38 pages, 7 from the cache, 3 failed`. */
export function pageCounts(result: JobResult): string {
  return [plural(result.completed, 'page'), ...furtherCounts(result)].join(', ')
}

/** Returns a job's other counts, as in `3 failed`. */
export function furtherCounts({ fromCache = 0, failed = 0, blocked = 0, redirected }: JobResult): string[] {
  return countWords([
    [fromCache, 'from the cache'],
    [failed, 'failed'],
    [blocked, 'blocked by robots.txt'],
    [redirected?.pages ?? 0, 'redirected out of the scope'],
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
  const left = failedPages.filter(({ url, error, status }) =>
    status === undefined ? isNew(error) : isNew(url, error),
  )
  const failed = left.slice(0, most).map(({ url, error }) => `failed: ${url}: ${error}`)
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
    ...blocked,
    ...(hidden > 0 ? [`and ${hidden} more: see crawlform status ${where}`] : []),
    ...(unlisted === undefined || !isNew(unlisted)
      ? []
      : [`warning: failed pages are not known: ${unlisted}`]),
    ...(remaining === '' || !isNew(remaining) ? [] : [`warning: ${remaining}`]),
    ...redirectLines(result).filter((line) => isNew(line)),
    ...summaryAdvice(summary).map((advice) => `note: ${advice}`),
  ].map((line) => printable(line))
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
