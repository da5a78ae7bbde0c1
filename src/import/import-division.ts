import { CrawlDraft } from './crawl-draft.ts'
import type { DividedStart, Divisible, SameStart } from './divide-starts.ts'
import { nameCrawls } from './name-crawls.ts'

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

/** Returns the draft of a crawl for each start that needs one of its own, filled by `fill`. */
export function draftParts<Start extends Divisible>(
  divided: readonly DividedStart<Start>[],
  base: string | undefined,
  fill: (draft: CrawlDraft, part: OwnCrawl<Start>) => void,
): readonly CrawlDraft[] {
  const parts = divided.flatMap((part) => (part.kind === 'same' ? [] : [part]))
  const names = nameCrawls(
    parts.map(({ start }) => start.url),
    base,
  )
  return parts.map((part, at) => {
    const draft = new CrawlDraft(names[at] ?? '')
    fill(draft, part)
    if (part.kind === 'page') draft.fetchOnlyStart(part.start.field, onePageWhy(part.within.field))
    dropSame(draft, divided, part.start)
    return draft
  })
}

type OwnCrawl<Start> = Exclude<DividedStart<Start>, SameStart<Start>>

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
