import { KeyTable } from './key-table.ts'
import { compareText } from './text.ts'

/** A list that is read in its order, or at one place. An array is one. */
export interface Rows<T> extends Iterable<T> {
  readonly length: number
  at(place: number): T | undefined
}

const LINE_FEED = 0x0a
/** Room of the first part, and the most for another: a thousand short lists take little, and a long one has few parts. */
const FIRST_BYTES = 1 << 12
const PART_BYTES = 1 << 18
/** A number holds both the place of a part and that of a byte in it. */
const PART = 2 ** 32

/**
 * Plain values as lines of JSON in a few large buffers, which take less than half of the memory of objects, and are not moved
 * when garbage is collected. A value is made anew each time it is read.
 */
export class JsonRows<T> implements Rows<T> {
  readonly #parts: Buffer[] = []
  /** Bytes of the last part that are in use. */
  #used = 0
  readonly #starts: number[] = []

  static from<T>(values: Iterable<T>): JsonRows<T> {
    if (values instanceof JsonRows) return values as JsonRows<T>
    const rows = new JsonRows<T>()
    for (const value of values) rows.push(value)
    return rows
  }

  /** Returns the rows of a text that `parts` gave. The bytes are kept, not copied. */
  static read<T>(lines: Buffer): JsonRows<T> {
    const rows = new JsonRows<T>()
    rows.#parts.push(lines)
    rows.#used = lines.length
    for (let start = 0; start < lines.length; start = endOf(lines, start) + 1) rows.#starts.push(start)
    return rows
  }

  get length(): number {
    return this.#starts.length
  }

  push(value: T): void {
    const line = `${JSON.stringify(value)}\n`
    const length = Buffer.byteLength(line)
    let part = this.#parts.at(-1)
    if (part === undefined || this.#used + length > part.length) {
      if (part !== undefined) this.#parts[this.#parts.length - 1] = part.subarray(0, this.#used)
      const room = Math.min(PART_BYTES, FIRST_BYTES * 4 ** this.#parts.length)
      part = Buffer.allocUnsafeSlow(Math.max(length, room))
      this.#parts.push(part)
      this.#used = 0
    }
    this.#starts.push((this.#parts.length - 1) * PART + this.#used)
    this.#used += part.write(line, this.#used)
  }

  at(place: number): T | undefined {
    const start = this.#starts[place]
    if (start === undefined) return undefined
    const part = this.#parts[Math.floor(start / PART)]
    const at = start % PART
    return part && (JSON.parse(part.toString('utf8', at, endOf(part, at))) as T)
  }

  *[Symbol.iterator](): Generator<T> {
    for (let place = 0; place < this.length; place++) yield this.at(place) as T
  }

  /** Returns the bytes of all rows, in pieces: one line for each. */
  parts(): readonly Buffer[] {
    const last = this.#parts.length - 1
    return this.#parts.map((part, index) => (index === last ? part.subarray(0, this.#used) : part))
  }
}

/** Returns where the line that begins at `start` ends. */
function endOf(bytes: Buffer, start: number): number {
  const feed = bytes.indexOf(LINE_FEED, start)
  return feed === -1 ? bytes.length : feed
}

/** Returns a list whose rows a function makes. */
export function rowsOf<T>(length: number, at: (place: number) => T | undefined): Rows<T> {
  return {
    length,
    at,
    *[Symbol.iterator]() {
      for (let place = 0; place < length; place++) yield at(place) as T
    },
  }
}

/** Returns a list of the rows of two lists. */
export function joinRows<T>(first: Rows<T>, second: Rows<T>): Rows<T> {
  const { length } = first
  return rowsOf(length + second.length, (place) =>
    place < length ? first.at(place) : second.at(place - length),
  )
}

/** Returns the place of each key; of the last row that has it. */
export function placesOf<T>(rows: Iterable<T> | Rows<T>, keyOf: (row: T) => string): KeyTable {
  const places = new KeyTable(undefined, 'length' in rows ? rows.length : 0)
  let place = 0
  for (const row of rows) places.set(keyOf(row), place++)
  return places
}

/** Returns a function that finds a row by its key. If several rows have one key, it finds the last. */
export function findRow<T>(rows: Rows<T>, keyOf: (row: T) => string): (key: string) => T | undefined {
  const places = placesOf(rows, keyOf)
  return (key) => {
    const place = places.get(key)
    return place === undefined ? undefined : rows.at(place)
  }
}

/** Returns the places of rows in the order of their URLs. */
export function orderOf<T extends { readonly url: string }>(
  rows: Rows<T>,
  then: (one: T, other: T) => number = () => 0,
): Uint32Array {
  const urls = Array.from(rows, ({ url }) => url)
  const urlAt = (place: number): string => urls[place] ?? ''
  const rowAt = (place: number): T => rows.at(place) as T
  return Uint32Array.from(urls.keys()).sort(
    (a, b) => compareText(urlAt(a), urlAt(b)) || then(rowAt(a), rowAt(b)),
  )
}
