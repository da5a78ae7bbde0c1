import { diffLists, type ListStep } from './diff-lists.ts'

/** Unchanged lines shown around a change. */
const CONTEXT = 3

const marks = { same: ' ', added: '+', removed: '-' } as const

/** Changed lines that lie close together, with the lines around them. */
export interface Hunk {
  readonly steps: readonly ListStep<string>[]
  /** Counted from 1. An empty range names the line before it. */
  readonly oldStart: number
  readonly newStart: number
  readonly oldLines: number
  readonly newLines: number
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
  const hunks = hunksOf(linesOf(before), linesOf(after))
  return [`--- ${names.before}`, `+++ ${names.after}`, ...hunks.flatMap((hunk) => hunkLines(hunk))]
}

/** Returns lines with their line feeds, so that a last line without one differs. */
function linesOf(text: string): readonly string[] {
  return text.match(/[^\n]*\n|[^\n]+$/g) ?? []
}

/** Returns the changes between two lists of lines. */
export function hunksOf(before: readonly string[], after: readonly string[]): readonly Hunk[] {
  const steps = diffLists(before, after, (line) => line)
  const hunks: OpenHunk[] = []
  let oldLine = 1
  let newLine = 1
  let shownUntil = -1
  let open: OpenHunk | undefined
  const changed = changedBefore(steps)
  for (const [index, step] of steps.entries()) {
    const isShown = (changed[index + CONTEXT + 1] ?? changed.at(-1) ?? 0) > (changed[index - CONTEXT] ?? 0)
    if (isShown) {
      if (open === undefined || shownUntil !== index - 1) {
        open = { steps: [], oldStart: oldLine, newStart: newLine }
        hunks.push(open)
      }
      open.steps.push(step)
      shownUntil = index
    }
    if (step.kind !== 'added') oldLine += 1
    if (step.kind !== 'removed') newLine += 1
  }
  return hunks.map(hunkOf)
}

interface OpenHunk extends Pick<Hunk, 'oldStart' | 'newStart'> {
  readonly steps: ListStep<string>[]
}

function hunkOf({ steps, oldStart, newStart }: OpenHunk): Hunk {
  const oldLines = steps.filter(({ kind }) => kind !== 'added').length
  const newLines = steps.filter(({ kind }) => kind !== 'removed').length
  return {
    steps: removalsFirst(steps),
    oldStart: oldLines === 0 ? oldStart - 1 : oldStart,
    newStart: newLines === 0 ? newStart - 1 : newStart,
    oldLines,
    newLines,
  }
}

/** Counts, for each index, the steps before it that are changes. */
function changedBefore(steps: readonly ListStep<string>[]): readonly number[] {
  const counts = [0]
  let count = 0
  for (const { kind } of steps) {
    if (kind !== 'same') count += 1
    counts.push(count)
  }
  return counts
}

function hunkLines({ steps, oldStart, newStart, oldLines, newLines }: Hunk): readonly string[] {
  const lines = steps.flatMap(({ kind, item }) => {
    const text = `${marks[kind]}${item.replace(/\n$/, '')}`
    return item.endsWith('\n') ? [text] : [text, '\\ No newline at end of file']
  })
  return [`@@ -${range(oldStart, oldLines)} +${range(newStart, newLines)} @@`, ...lines]
}

/** Moves removals before additions: people read the old text first. The order inside one run of changes is free. */
function removalsFirst(steps: readonly ListStep<string>[]): readonly ListStep<string>[] {
  const ordered: ListStep<string>[] = []
  let added: ListStep<string>[] = []
  for (const step of steps) {
    if (step.kind === 'added') added.push(step)
    else {
      if (step.kind === 'same') {
        ordered.push(...added)
        added = []
      }
      ordered.push(step)
    }
  }
  return [...ordered, ...added]
}

function range(start: number, count: number): string {
  return count === 1 ? String(start) : `${start},${count}`
}
