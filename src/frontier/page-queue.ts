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
  /** By depth. A level that has been emptied is dropped, because a trap can lead to any depth. */
  readonly #levels = new Map<number, { items: (T | undefined)[]; head: number }>()
  /** No level lies before it. */
  #first = 0
  #end = 0
  length = 0

  push(item: T): void {
    const level = this.#levels.get(item.depth)
    if (level === undefined) this.#levels.set(item.depth, { items: [item], head: 0 })
    else level.items.push(item)
    this.#first = Math.min(this.#first, item.depth)
    this.#end = Math.max(this.#end, item.depth + 1)
    this.length++
  }

  peek(): T | undefined {
    const level = this.#firstLevel()
    return level?.items[level.head]
  }

  take(): T | undefined {
    const level = this.#firstLevel()
    if (level === undefined) return undefined
    const item = level.items[level.head]
    level.items[level.head++] = undefined
    this.length--
    if (level.head === level.items.length) this.#levels.delete(this.#first)
    else if (level.head > 1024 && level.head * 2 > level.items.length) {
      level.items = level.items.slice(level.head)
      level.head = 0
    }
    return item
  }

  #firstLevel(): { items: (T | undefined)[]; head: number } | undefined {
    if (this.length === 0) return undefined
    while (this.#first < this.#end) {
      const level = this.#levels.get(this.#first)
      if (level !== undefined) return level
      this.#first++
    }
    return undefined
  }
}
