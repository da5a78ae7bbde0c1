export interface ListStep<T> {
  readonly kind: 'same' | 'added' | 'removed'
  readonly item: T
}

/** Above this many comparisons the middle is shown as replaced, so that hostile lists take no time. */
const MOST_CELLS = 1_000_000

/**
 * Returns the steps from `before` to `after`, keeping as many items as possible. Items with the same `key` are equal.
 */
export function diffLists<T>(
  before: readonly T[],
  after: readonly T[],
  key: (item: T) => string,
): readonly ListStep<T>[] {
  const oldKeys = before.map((item) => key(item))
  const newKeys = after.map((item) => key(item))
  let head = 0
  while (head < before.length && head < after.length && oldKeys[head] === newKeys[head]) head += 1
  let tail = 0
  while (
    tail < before.length - head &&
    tail < after.length - head &&
    oldKeys[before.length - 1 - tail] === newKeys[after.length - 1 - tail]
  ) {
    tail += 1
  }
  const olds = before.slice(head, before.length - tail)
  const news = after.slice(head, after.length - tail)
  return [
    ...steps('same', after.slice(0, head)),
    ...middle(olds, news, (a, b) => oldKeys[head + a] === newKeys[head + b]),
    ...steps('same', after.slice(after.length - tail)),
  ]
}

function steps<T>(kind: ListStep<T>['kind'], items: readonly T[]): ListStep<T>[] {
  return items.map((item) => ({ kind, item }))
}

/** Finds the longest common subsequence with the usual table, filled from the end so that it is read from the start. */
function middle<T>(
  olds: readonly T[],
  news: readonly T[],
  same: (a: number, b: number) => boolean,
): ListStep<T>[] {
  const columns = news.length + 1
  if (olds.length * columns > MOST_CELLS) return [...steps('removed', olds), ...steps('added', news)]
  const lengths = new Uint32Array((olds.length + 1) * columns)
  const at = (a: number, b: number): number => lengths[a * columns + b] ?? 0
  for (let a = olds.length - 1; a >= 0; a -= 1) {
    for (let b = news.length - 1; b >= 0; b -= 1) {
      lengths[a * columns + b] = same(a, b) ? at(a + 1, b + 1) + 1 : Math.max(at(a + 1, b), at(a, b + 1))
    }
  }
  const result: ListStep<T>[] = []
  let b = 0
  for (const [a, item] of olds.entries()) {
    while (b < news.length && !same(a, b) && at(a, b + 1) > at(a + 1, b)) {
      result.push(...steps('added', news.slice(b, b + 1)))
      b += 1
    }
    const kept = b < news.length && same(a, b)
    result.push({ kind: kept ? 'same' : 'removed', item })
    if (kept) b += 1
  }
  return [...result, ...steps('added', news.slice(b))]
}
