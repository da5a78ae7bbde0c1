import type { ChangeTrackingFormat } from '../../schema/request-v2.gen.ts'
import { diffLists } from '../../util/diff-lists.ts'

/** The last scrape of the same page. */
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
  readonly diff?: { readonly text: string; readonly json: ParsedDiff }
}

interface ParsedDiff {
  readonly files: readonly {
    readonly from: null
    readonly to: null
    readonly additions: number
    readonly deletions: number
    readonly chunks: readonly DiffChunk[]
  }[]
}

interface DiffChunk {
  readonly content: string
  readonly oldStart: number
  readonly oldLines: number
  readonly newStart: number
  readonly newLines: number
  readonly changes: readonly DiffChange[]
}

interface DiffChange {
  readonly type: 'normal' | 'add' | 'del'
  readonly content: string
}

const CONTEXT_LINES = 3

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
  const chunks = diffChunks(previous.markdown.split('\n'), markdown.split('\n'))
  const count = (type: DiffChange['type']): number =>
    chunks.flatMap((chunk) => chunk.changes).filter((change) => change.type === type).length
  const text = chunks
    .map((chunk) => `${[chunk.content, ...chunk.changes.map((change) => change.content)].join('\n')}\n`)
    .join('')
  const file = { from: null, to: null, additions: count('add'), deletions: count('del'), chunks }
  return { ...known, changeStatus: 'changed', diff: { text, json: { files: [file] } } }
}

function squeeze(text: string): string {
  return text.replaceAll(/\s+/g, ' ').trim()
}

interface NumberedChange extends DiffChange {
  readonly oldLine: number
  readonly newLine: number
}

function diffChunks(before: readonly string[], after: readonly string[]): DiffChunk[] {
  const changes = numbered(before, after)
  const chunks: DiffChunk[] = []
  let start = changes.findIndex((change) => change.type !== 'normal')
  while (start !== -1) {
    let last = start
    for (let index = start; index < changes.length && index - last <= CONTEXT_LINES * 2; index++) {
      if (changes[index]?.type !== 'normal') last = index
    }
    chunks.push(chunkOf(changes.slice(Math.max(0, start - CONTEXT_LINES), last + 1 + CONTEXT_LINES)))
    start = changes.findIndex((change, index) => index > last && change.type !== 'normal')
  }
  return chunks
}

function numbered(before: readonly string[], after: readonly string[]): NumberedChange[] {
  let oldLine = 1
  let newLine = 1
  return diffLists(before, after, (line) => line).map(({ kind, item }) => {
    const place = { oldLine, newLine }
    if (kind !== 'added') oldLine++
    if (kind !== 'removed') newLine++
    if (kind === 'same') return { ...place, type: 'normal', content: ` ${item}` }
    return kind === 'added'
      ? { ...place, type: 'add', content: `+${item}` }
      : { ...place, type: 'del', content: `-${item}` }
  })
}

function chunkOf(numberedChanges: readonly NumberedChange[]): DiffChunk {
  const changes = numberedChanges.map(({ type, content }) => ({ type, content }))
  const oldLines = changes.filter((change) => change.type !== 'add').length
  const newLines = changes.filter((change) => change.type !== 'del').length
  // A side without lines starts before its first one (POSIX diff, unified format).
  const oldStart = (numberedChanges[0]?.oldLine ?? 1) - (oldLines === 0 ? 1 : 0)
  const newStart = (numberedChanges[0]?.newLine ?? 1) - (newLines === 0 ? 1 : 0)
  const content = `@@ -${oldStart},${oldLines} +${newStart},${newLines} @@`
  return { content, oldStart, oldLines, newStart, newLines, changes }
}
