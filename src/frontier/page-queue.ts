interface QueuedPage {
  readonly seq: number
  readonly depth: number
}

/** Reads items from the record that the queue does not keep in memory. */
export interface QueueRecord<T> {
  /** The number of items to keep in memory; only the numbers of others are kept. */
  readonly held: number
  /** Returns all items with these numbers, in this order. */
  read(seqs: readonly number[]): readonly T[]
}

const BATCH = 256

interface Level<T> {
  /** Items, or numbers of items that are only in the record. Those before `head` are taken. */
  items: (T | number | undefined)[]
  head: number
}

/** A queue by depth, first in, first out within a depth. Taking is O(1) amortised. Without a record, all items are in memory. */
export class PageQueue<T extends QueuedPage> {
  readonly #record: QueueRecord<T> | undefined
  /** By depth. An emptied level is dropped, because a crawler trap can reach any depth. */
  readonly #levels = new Map<number, Level<T>>()
  /** Items in memory. */
  #held = 0
  /** No level before it has items. */
  #first = 0
  length = 0

  constructor(record?: QueueRecord<T>) {
    this.#record = record
  }

  push(item: T): void {
    if (this.#held >= (this.#record?.held ?? Infinity)) return this.pushRecorded(item)
    this.#held++
    this.#add(item.depth, item)
  }

  /** Adds an item that is only in the record. */
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
    this.length++
  }

  /** Replaces the next numbers by their items. */
  #read({ items, head }: Level<T>): void {
    const next = items.slice(head, head + BATCH)
    const end = next.findIndex((item) => typeof item !== 'number')
    const seqs = (end === -1 ? next : next.slice(0, end)) as number[]
    const read = this.#record?.read(seqs) ?? []
    for (const [index, item] of read.entries()) items[head + index] = item
    this.#held += read.length
  }

  #firstLevel(): Level<T> | undefined {
    if (this.length === 0) return undefined
    while (!this.#levels.has(this.#first)) this.#first++
    return this.#levels.get(this.#first)
  }
}
