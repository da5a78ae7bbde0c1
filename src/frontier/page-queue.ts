/** First in, first out within a depth; the smallest depth first. Taking is O(1) amortised. */
export interface PageQueue<T extends QueuedPage> {
  readonly length: number
  push(item: T): void
  /** Adds an item that is on record only. */
  pushRecorded(item: QueuedPage): void
  /** Returns the next item, left in its place. */
  peek(): T | undefined
  take(): T | undefined
}

export interface QueuedPage {
  readonly seq: number
  readonly depth: number
}

/** Where items are read that a queue has no room for. */
export interface QueueRecord<T> {
  /** Items that are kept in memory; of the others their numbers. */
  readonly held: number
  /** Returns the items of these numbers, all of them and in this order. */
  read(seqs: readonly number[]): readonly T[]
}

/** Returns an empty queue. Without a record it keeps all items in memory. */
export function createPageQueue<T extends QueuedPage>(record?: QueueRecord<T>): PageQueue<T> {
  return new DepthQueue<T>(record)
}

/** Items read at once. */
const BATCH = 256

interface Level<T> {
  /** Items, or their numbers where they are on record only; those before `head` are taken. */
  items: (T | number | undefined)[]
  head: number
}

class DepthQueue<T extends QueuedPage> implements PageQueue<T> {
  readonly #record: QueueRecord<T> | undefined
  /** By depth. A level that has been emptied is dropped, because a trap can lead to any depth. */
  readonly #levels = new Map<number, Level<T>>()
  /** Items in memory. */
  #held = 0
  /** No level lies before it. */
  #first = 0
  #end = 0
  length = 0

  constructor(record: QueueRecord<T> | undefined) {
    this.#record = record
  }

  push(item: T): void {
    if (this.#held >= (this.#record?.held ?? Infinity)) return this.pushRecorded(item)
    this.#held++
    this.#add(item.depth, item)
  }

  pushRecorded({ depth, seq }: QueuedPage): void {
    this.#add(depth, seq)
  }

  peek(): T | undefined {
    const level = this.#firstLevel()
    if (level === undefined) return undefined
    if (typeof level.items[level.head] === 'number') this.#read(level)
    const item = level.items[level.head]
    return typeof item === 'number' ? undefined : item
  }

  take(): T | undefined {
    const item = this.peek()
    const level = this.#firstLevel()
    if (item === undefined || level === undefined) return undefined
    level.items[level.head++] = undefined
    this.#held--
    this.length--
    if (level.head === level.items.length) this.#levels.delete(this.#first)
    else if (level.head > 1024 && level.head * 2 > level.items.length) {
      level.items = level.items.slice(level.head)
      level.head = 0
    }
    return item
  }

  #add(depth: number, item: T | number): void {
    const level = this.#levels.get(depth)
    if (level === undefined) this.#levels.set(depth, { items: [item], head: 0 })
    else level.items.push(item)
    this.#first = Math.min(this.#first, depth)
    this.#end = Math.max(this.#end, depth + 1)
    this.length++
  }

  /** Puts the next items in the places of their numbers. */
  #read({ items, head }: Level<T>): void {
    const seqs: number[] = []
    for (let at = head; at < head + BATCH; at++) {
      const seq = items[at]
      if (typeof seq !== 'number') break
      seqs.push(seq)
    }
    const read = this.#record?.read(seqs) ?? []
    for (const [index, item] of read.entries()) items[head + index] = item
    this.#held += read.length
  }

  #firstLevel(): Level<T> | undefined {
    if (this.length === 0) return undefined
    while (this.#first < this.#end) {
      const level = this.#levels.get(this.#first)
      if (level !== undefined) return level
      this.#first++
    }
    return undefined
  }
}
