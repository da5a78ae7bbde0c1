/** First in, first out within a depth; the smallest depth first. Taking is O(1) amortised. */
export interface PageQueue<T extends { readonly depth: number }> {
  readonly length: number
  push(item: T): void
  /** Returns the next item, left in its place. */
  peek(): T | undefined
  take(): T | undefined
}

/** Returns an empty queue. */
export function createPageQueue<T extends { readonly depth: number }>(): PageQueue<T> {
  return new DepthQueue<T>()
}

class DepthQueue<T extends { readonly depth: number }> implements PageQueue<T> {
  /** By depth. A lane that has been emptied is dropped, because a trap can lead to any depth. */
  readonly #lanes = new Map<number, { items: (T | undefined)[]; head: number }>()
  /** No lane lies before it. */
  #first = 0
  #end = 0
  length = 0

  push(item: T): void {
    const lane = this.#lanes.get(item.depth)
    if (lane === undefined) this.#lanes.set(item.depth, { items: [item], head: 0 })
    else lane.items.push(item)
    this.#first = Math.min(this.#first, item.depth)
    this.#end = Math.max(this.#end, item.depth + 1)
    this.length++
  }

  peek(): T | undefined {
    const lane = this.#firstLane()
    return lane?.items[lane.head]
  }

  take(): T | undefined {
    const lane = this.#firstLane()
    if (lane === undefined) return undefined
    const item = lane.items[lane.head]
    lane.items[lane.head++] = undefined
    this.length--
    if (lane.head === lane.items.length) this.#lanes.delete(this.#first)
    else if (lane.head > 1024 && lane.head * 2 > lane.items.length) {
      lane.items = lane.items.slice(lane.head)
      lane.head = 0
    }
    return item
  }

  #firstLane(): { items: (T | undefined)[]; head: number } | undefined {
    if (this.length === 0) return undefined
    while (this.#first < this.#end) {
      const lane = this.#lanes.get(this.#first)
      if (lane !== undefined) return lane
      this.#first++
    }
    return undefined
  }
}
