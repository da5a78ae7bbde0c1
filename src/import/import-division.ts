import type { CrawlDraft } from './crawl-draft.ts'
import type { DividedStart, Divisible, SameStart } from './divide-starts.ts'

/** Excludes from `draft` the pages that the crawls of other starts fetch. */
export function importDivision(
  draft: CrawlDraft,
  { start, others }: DividedStart<Divisible> & { readonly kind: 'area' },
): void {
  for (const other of others)
    draft.approximate(
      start.field,
      '/request/excludePaths/-',
      other.pattern,
      `the crawl of ${other.field} fetches it`,
    )
}

/** Returns why a crawl fetches one page alone: the start of `owner` has its directory. */
export function onePageWhy(owner: string): string {
  return `this crawl fetches only the page; the crawl of ${owner} fetches its links`
}

/** Reports the starts that need no crawl of their own, because `start` covers their pages. */
export function dropSame(
  draft: CrawlDraft,
  divided: readonly DividedStart<Divisible>[],
  start: Divisible | undefined,
): void {
  for (const part of divided)
    if (part.kind === 'same' && part.as === start) draft.drop(part.start.field, sameWhy(part))
}

function sameWhy({ start, as }: SameStart<Divisible>): string {
  if (start.shape === 'expression') return `the crawl of ${as.field} admits it`
  return `it is the page of ${as.field}`
}
