import type { StructuredPatchHunk } from 'diff'
import { diffArrays } from 'diff/lib/diff/array.js'
import { structuredPatch } from 'diff/lib/patch/create.js'

export interface ListStep<T> {
  readonly kind: 'same' | 'added' | 'removed'
  readonly item: T
}

/** With more differences than this everything is shown as replaced, so that hostile texts take no time. */
const MOST_DIFFERENCES = 1000

function bound(before: readonly unknown[], after: readonly unknown[]): { maxEditLength: number } {
  return { maxEditLength: MOST_DIFFERENCES + Math.abs(before.length - after.length) }
}

/** Returns the steps from `before` to `after`, keeping as many items as possible. Items with the same `key` are equal. */
export function diffLists<T>(
  before: readonly T[],
  after: readonly T[],
  key: (item: T) => string,
): readonly ListStep<T>[] {
  const steps = (kind: ListStep<T>['kind'], items: readonly T[]): ListStep<T>[] =>
    items.map((item) => ({ kind, item }))
  const parts = diffArrays(before.map(key), after.map(key), bound(before, after))
  if (parts === undefined) return [...steps('removed', before), ...steps('added', after)]
  let [oldAt, newAt] = [0, 0]
  return parts.flatMap(({ added, removed, count }) => {
    if (removed) return steps('removed', before.slice(oldAt, (oldAt += count)))
    if (!added) oldAt += count
    return steps(added ? 'added' : 'same', after.slice(newAt, (newAt += count)))
  })
}

/**
 * Returns the unified diff of two texts as `patch` and `git apply` read it (POSIX diff -u), line by line without line feeds.
 * Empty when the texts are equal. A carriage return belongs to its line.
 */
export function unifiedDiff(
  before: string,
  after: string,
  names: { readonly before: string; readonly after: string },
): readonly string[] {
  if (before === after) return []
  const hunks = hunksOf(before, after).flatMap((hunk) => [
    `@@ -${range(hunk.oldStart, hunk.oldLines)} +${range(hunk.newStart, hunk.newLines)} @@`,
    ...hunk.lines,
  ])
  return [`--- ${names.before}`, `+++ ${names.after}`, ...hunks]
}

function range(start: number, count: number): string {
  return count === 1 ? String(start) : `${start},${count}`
}

/** Changed lines with three lines around them, each with its mark. Counted from 1; an empty range names the line before. */
export type Hunk = StructuredPatchHunk

/** Returns the changes between two texts, line by line without line feeds. */
export function hunksOf(before: string, after: string): readonly Hunk[] {
  const options = { context: 3, ...bound(before.split('\n'), after.split('\n')) }
  const patch = structuredPatch('', '', before, after, '', '', options)
  return (patch?.hunks ?? [replaced(before, after)]).map((hunk) => ({
    ...hunk,
    oldStart: hunk.oldLines === 0 ? hunk.oldStart - 1 : hunk.oldStart,
    newStart: hunk.newLines === 0 ? hunk.newStart - 1 : hunk.newStart,
  }))
}

function replaced(before: string, after: string): Hunk {
  const [removed] = structuredPatch('', '', before, '').hunks
  const [added] = structuredPatch('', '', '', after).hunks
  const [oldLines, newLines] = [removed?.oldLines ?? 0, added?.newLines ?? 0]
  const lines = [...(removed?.lines ?? []), ...(added?.lines ?? [])]
  return { oldStart: 1, oldLines, newStart: 1, newLines, lines }
}
