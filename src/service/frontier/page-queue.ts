/** First in, first out within a depth; the smallest depth first. Taking is O(1) amortised. */
export interface PageQueue<T extends { readonly depth: number }> {
  readonly length: number
  push(item: T): void
  /** The next item, left in its place. */
  peek(): T | undefined
  take(): T | undefined
}

/** An empty queue. */
export function createPageQueue<T extends { readonly depth: number }>(): PageQueue<T> {
  const lanes: { items: (T | undefined)[]; head: number }[] = []
  let length = 0
  const firstLane = (): (typeof lanes)[number] | undefined =>
    lanes.find((lane) => lane !== undefined && lane.head < lane.items.length)
  return {
    get length() {
      return length
    },
    push: (item) => {
      const lane = (lanes[item.depth] ??= { items: [], head: 0 })
      lane.items.push(item)
      length++
    },
    peek: () => {
      const lane = firstLane()
      return lane?.items[lane.head]
    },
    take: () => {
      const lane = firstLane()
      if (lane === undefined) return undefined
      const item = lane.items[lane.head]
      lane.items[lane.head++] = undefined
      length--
      if (lane.head > 1024 && lane.head * 2 > lane.items.length) {
        lane.items.splice(0, lane.head)
        lane.head = 0
      }
      return item
    },
  }
}
