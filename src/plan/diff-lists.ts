import { canonicalJson } from '../util/canonical-json.ts'
import type { Json } from '../util/json.ts'
import type { PlannedItem } from './plan.ts'

/** Above this many comparisons (two lists of 2,000) the middle is shown as replaced: a diff is not worth seconds. */
const MOST_COMPARISONS = 4_000_000

/** `before` -> `after` item by item, by a longest common subsequence; every item of both lists appears once. */
export function diffLists(before: readonly Json[], after: readonly Json[]): PlannedItem[] {
  const old = before.map((item) => canonicalJson(item))
  const now = after.map((item) => canonicalJson(item))
  let head = 0
  while (head < old.length && head < now.length && old[head] === now[head]) head++
  let tail = 0
  while (
    tail < old.length - head &&
    tail < now.length - head &&
    old[old.length - 1 - tail] === now[now.length - 1 - tail]
  ) {
    tail++
  }
  return [
    ...itemsOf('kept', after.slice(0, head)),
    ...diffMiddle(
      { values: before.slice(head, before.length - tail), keys: old.slice(head, old.length - tail) },
      { values: after.slice(head, after.length - tail), keys: now.slice(head, now.length - tail) },
    ),
    ...itemsOf('kept', after.slice(after.length - tail)),
  ]
}

interface Side {
  readonly values: readonly Json[]
  readonly keys: readonly string[]
}

function diffMiddle(before: Side, after: Side): PlannedItem[] {
  if (before.keys.length * after.keys.length > MOST_COMPARISONS) {
    return [...itemsOf('removed', before.values), ...itemsOf('added', after.values)]
  }
  const width = after.keys.length + 1
  const common = commonLengths(before.keys, after.keys)
  const items: PlannedItem[] = []
  let i = 0
  let j = 0
  while (i < before.keys.length && j < after.keys.length) {
    if (before.keys[i] === after.keys[j]) {
      items.push(...itemsOf('kept', after.values.slice(j, j + 1)))
      i++
      j++
    } else if ((common[(i + 1) * width + j] ?? 0) >= (common[i * width + j + 1] ?? 0)) {
      items.push(...itemsOf('removed', before.values.slice(i, i + 1)))
      i++
    } else {
      items.push(...itemsOf('added', after.values.slice(j, j + 1)))
      j++
    }
  }
  return [...items, ...itemsOf('removed', before.values.slice(i)), ...itemsOf('added', after.values.slice(j))]
}

/** At [i * width + j]: length of the longest common subsequence of what follows i in `before` and j in `after`. */
function commonLengths(before: readonly string[], after: readonly string[]): Uint32Array {
  const width = after.length + 1
  const lengths = new Uint32Array((before.length + 1) * width)
  for (let i = before.length - 1; i >= 0; i--) {
    for (let j = after.length - 1; j >= 0; j--) {
      lengths[i * width + j] =
        before[i] === after[j]
          ? (lengths[(i + 1) * width + j + 1] ?? 0) + 1
          : Math.max(lengths[(i + 1) * width + j] ?? 0, lengths[i * width + j + 1] ?? 0)
    }
  }
  return lengths
}

function itemsOf(kind: PlannedItem['kind'], values: readonly Json[]): PlannedItem[] {
  return values.map((value) => ({ kind, value }))
}
