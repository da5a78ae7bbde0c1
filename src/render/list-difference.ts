import { canonicalJson } from '../util/canonical-json.ts'
import { diffLists, type ListStep } from '../util/diff.ts'
import type { Json } from '../util/json.ts'
import { plural } from '../util/plural.ts'
import { formatValue } from './format-value.ts'

/** Unchanged items shown on each side of a changed one. */
const NEIGHBOURS = 1

export interface ListLine {
  readonly mark: '+' | '-' | ' '
  readonly text: string
}

const marks = { same: ' ', added: '+', removed: '-' } as const

/** Returns the difference of two lists item by item, with the unchanged neighbours of changed items. */
export function listDifference(before: readonly Json[], after: readonly Json[]): ListLine[] {
  const steps = diffLists(before, after, (item) => canonicalJson(item))
  const lines: ListLine[] = []
  let skipped = 0
  const flush = (): void => {
    if (skipped > 0) lines.push({ mark: ' ', text: `… ${plural(skipped, 'unchanged item')}` })
    skipped = 0
  }
  for (const [index, step] of steps.entries()) {
    if (isNear(steps, index)) {
      flush()
      lines.push({ mark: marks[step.kind], text: formatValue(step.item) })
    } else skipped += 1
  }
  flush()
  return lines
}

function isNear(steps: readonly ListStep<Json>[], index: number): boolean {
  for (let near = index - NEIGHBOURS; near <= index + NEIGHBOURS; near += 1) {
    const step = steps[near]
    if (step !== undefined && step.kind !== 'same') return true
  }
  return false
}
