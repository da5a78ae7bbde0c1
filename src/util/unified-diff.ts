import { diffLists, type ListStep } from './diff-lists.ts'

/** Unchanged lines shown around a change. */
const CONTEXT = 3

const marks = { same: ' ', added: '+', removed: '-' } as const

interface Hunk {
  readonly steps: ListStep<string>[]
  /** Counted from 1. */
  readonly oldStart: number
  readonly newStart: number
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
  const hunks = hunksOf(diffLists(linesOf(before), linesOf(after), (line) => line))
  return [`--- ${names.before}`, `+++ ${names.after}`, ...hunks.flatMap((hunk) => hunkLines(hunk))]
}

/** Returns lines with their line feeds, so that a last line without one differs. */
function linesOf(text: string): readonly string[] {
  return text.match(/[^\n]*\n|[^\n]+$/g) ?? []
}

function hunksOf(steps: readonly ListStep<string>[]): readonly Hunk[] {
  const hunks: Hunk[] = []
  let oldLine = 1
  let newLine = 1
  let shownUntil = -1
  let open: Hunk | undefined
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
  return hunks
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

function hunkLines({ steps, oldStart, newStart }: Hunk): readonly string[] {
  const oldCount = steps.filter(({ kind }) => kind !== 'added').length
  const newCount = steps.filter(({ kind }) => kind !== 'removed').length
  const lines = removalsFirst(steps).flatMap(({ kind, item }) => {
    const text = `${marks[kind]}${item.replace(/\n$/, '')}`
    return item.endsWith('\n') ? [text] : [text, '\\ No newline at end of file']
  })
  return [`@@ -${range(oldStart, oldCount)} +${range(newStart, newCount)} @@`, ...lines]
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

/** Returns the range of a hunk. An empty range names the line before it. */
function range(start: number, count: number): string {
  if (count === 0) return `${start - 1},0`
  return count === 1 ? String(start) : `${start},${count}`
}
