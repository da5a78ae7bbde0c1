import type { JobOutcome } from '../apply/missed-pages.ts'
import type { JobResult } from '../state/recorded-state.ts'
import { plural } from '../util/plural.ts'
import { printable } from '../util/printable.ts'
import { shellQuote } from '../util/shell-quote.ts'

/** Returns how many pages a job came to, as in `38 pages, 3 failed, 1 blocked by robots.txt`; only what there is. */
export function pageCounts({ completed, failed = 0, blocked = 0 }: JobResult): string {
  return [plural(completed, 'page'), ...missedCounts({ failed, blocked })].join(', ')
}

/** Returns how many pages a job missed, as in `3 failed`. */
export function missedCounts({ failed = 0, blocked = 0 }: Pick<JobResult, 'failed' | 'blocked'>): string[] {
  return [
    ...(failed === 0 ? [] : [`${failed} failed`]),
    ...(blocked === 0 ? [] : [`${blocked} blocked by robots.txt`]),
  ]
}

/**
 * Returns a line for each page that a job missed, with its reason, `most` of each kind, and one for the service's
 * warning. What `said` tells already is left out.
 */
export function missedLines(
  crawl: string,
  { result, failedPages = [], robotsBlocked = [] }: JobOutcome,
  { most, said }: { readonly most: number; readonly said: readonly string[] },
): string[] {
  const isNews = (text: string): boolean => !said.some((one) => one.includes(text))
  const news = failedPages.filter(({ error }) => isNews(error))
  const failed = news.slice(0, most).map(({ url, error }) => `failed: ${url}: ${error}`)
  const blocked = robotsBlocked.slice(0, most).map((url) => `blocked by robots.txt: ${url}`)
  const { warning, failed: failures = 0, blocked: keptOut = 0 } = result
  const known = failedPages.length - news.length
  const hidden =
    robotsBlocked.length + news.length === 0 ? 0 : failures + keptOut - known - failed.length - blocked.length
  return [
    ...failed,
    ...blocked,
    ...(hidden > 0 ? [`and ${hidden} more: see crawlform status ${shellQuote(crawl)} --format json`] : []),
    ...(warning === undefined || !isNews(warning) ? [] : [`warning: ${warning}`]),
  ].map((line) => printable(line))
}
