import type { ChangeTrackingFormat } from '../../schema/request-v2.gen.ts'
import { type Hunk, hunksOf } from '../../util/diff.ts'

export interface PreviousScrape {
  readonly markdown: string
  /** ISO 8601. */
  readonly scrapedAt: string
}

/** The `changeTracking` member of a document. */
export interface ChangeTracking {
  readonly previousScrapeAt: string | null
  readonly changeStatus: 'new' | 'same' | 'changed' | 'removed'
  readonly visibility: 'visible' | 'hidden'
  readonly diff?: {
    readonly text: string
    /** As the library parse-diff describes a diff. */
    readonly json: { readonly files: readonly { readonly chunks: readonly unknown[] }[] }
  }
}

/**
 * Returns how a page's Markdown differs from its last scrape. White space alone is not a change.
 * @param isGone whether the site answered that the page is not there
 * @param isLinked whether the page was found by a link or a sitemap, not only asked for
 */
export function trackChange(
  markdown: string,
  previous: PreviousScrape | undefined,
  format: ChangeTrackingFormat,
  { isGone, isLinked }: { isGone: boolean; isLinked: boolean },
): ChangeTracking {
  const visibility = isLinked ? 'visible' : 'hidden'
  if (previous === undefined) return { previousScrapeAt: null, changeStatus: 'new', visibility }
  const known = { previousScrapeAt: previous.scrapedAt, visibility } as const
  if (isGone) return { ...known, changeStatus: 'removed' }
  if (squeeze(markdown) === squeeze(previous.markdown)) return { ...known, changeStatus: 'same' }
  if (format.modes?.includes('git-diff') !== true) return { ...known, changeStatus: 'changed' }
  const chunks = hunksOf(`${previous.markdown}\n`, `${markdown}\n`).map(chunkOf)
  const changes = chunks.flatMap((chunk) => chunk.changes)
  const count = (wanted: string): number => changes.filter(({ type }) => type === wanted).length
  const text = chunks.map(({ content, changes: shown }) =>
    [content, ...shown.map((change) => change.content), ''].join('\n'),
  )
  const file = { from: null, to: null, additions: count('add'), deletions: count('del'), chunks }
  return { ...known, changeStatus: 'changed', diff: { text: text.join(''), json: { files: [file] } } }
}

function squeeze(text: string): string {
  return text.replaceAll(/\s+/g, ' ').trim()
}

const TYPES: Readonly<Record<string, 'add' | 'del'>> = { '+': 'add', '-': 'del' }

function chunkOf({ lines, ...range }: Hunk) {
  const { oldStart, oldLines, newStart, newLines } = range
  const content = `@@ -${oldStart},${oldLines} +${newStart},${newLines} @@`
  const changes = lines.map((line) => ({ type: TYPES[line.charAt(0)] ?? 'normal', content: line }))
  return { content, oldStart, oldLines, newStart, newLines, changes }
}
