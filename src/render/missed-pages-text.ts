import type { JobOutcome } from '../apply/missed-pages.ts'
import type { JobResult } from '../state/recorded-state.ts'
import { plural } from '../util/plural.ts'
import { printable } from '../util/printable.ts'
import { shellQuote } from '../util/shell-quote.ts'
import { stoppedText } from '../util/stopped-text.ts'
import { summaryAdvice } from '../util/summary-text.ts'

/** Returns a job's page counts that are not zero, as in `38 pages, 7 from the cache, 3 failed`. */
export function pageCounts(result: JobResult): string {
  return [plural(result.completed, 'page'), ...furtherCounts(result)].join(', ')
}

/** Returns a job's other counts, as in `3 failed`. */
export function furtherCounts({ fromCache = 0, failed = 0, blocked = 0 }: JobResult): string[] {
  return [
    ...(fromCache === 0 ? [] : [`${fromCache} from the cache`]),
    ...(failed === 0 ? [] : [`${failed} failed`]),
    ...(blocked === 0 ? [] : [`${blocked} blocked by robots.txt`]),
  ]
}

/**
 * Returns a line for each page that a job missed, with its reason, `most` of each kind. Before them comes a line about the limit
 * that stopped it, and after them the service's warning and advice about duplicates. Lines that `said` already contains are left
 * out.
 */
export function missedLines(
  crawl: string,
  { result, failedPages = [], robotsBlocked = [] }: JobOutcome,
  { most, said }: { readonly most: number; readonly said: readonly string[] },
): string[] {
  const isNews = (...texts: readonly string[]): boolean =>
    !said.some((one) => texts.every((text) => one.includes(text)))
  const stopped = stoppedText(result)
  // Other pages have the same HTTP status as one that is named.
  const news = failedPages.filter(({ url, error, status }) =>
    status === undefined ? isNews(error) : isNews(url, error),
  )
  const failed = news.slice(0, most).map(({ url, error }) => `failed: ${url}: ${error}`)
  const blocked = robotsBlocked.slice(0, most).map((url) => `blocked by robots.txt: ${url}`)
  const { failed: failures = 0, blocked: keptOut = 0, summary } = result
  const unsaid = unsaidWarning(result, { said, listsBlocked: blocked.length > 0 })
  const known = failedPages.length - news.length
  const hidden =
    robotsBlocked.length + news.length === 0 ? 0 : failures + keptOut - known - failed.length - blocked.length
  return [
    ...(stopped === undefined || !isNews(stopped) ? [] : [stopped]),
    ...failed,
    ...blocked,
    ...(hidden > 0 ? [`and ${hidden} more: see crawlform status ${shellQuote(crawl)} --format json`] : []),
    ...(unsaid === '' || !isNews(unsaid) ? [] : [`warning: ${unsaid}`]),
    ...summaryAdvice(summary).map((advice) => `note: ${advice}`),
  ].map((line) => printable(line))
}

/** Returns the sentences of a service's warning, without those about sitemaps and blocked pages that have lines of their own. */
function unsaidWarning(
  { warning = '', sitemaps = [] }: JobResult,
  { said, listsBlocked }: { readonly said: readonly string[]; readonly listsBlocked: boolean },
): string {
  const listed = sitemaps.flatMap(({ url, error }) =>
    error !== undefined && said.some((line) => line.startsWith('sitemap ') && line.includes(url))
      ? [url]
      : [],
  )
  const isSaid = (sentence: string): boolean =>
    (listsBlocked && sentence.includes('robots.txt')) || listed.some((url) => sentence.includes(`"${url}"`))
  return warning
    .split(/(?<=[.!?]) (?=[A-Z])/)
    .filter((sentence) => !isSaid(sentence))
    .join(' ')
}
