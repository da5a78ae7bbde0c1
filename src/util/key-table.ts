import { sha256Words } from './sha256.ts'

/** Writes 128 bits of a hash of a text as four numbers into `words`. */
export type Digest = (text: string, words: Int32Array) => void

/** The numbers of an entry: four of its key's digest, and its value. The four are never all zero. */
const ENTRY = 5
const FIRST_ROOM = 16

/**
 * Maps texts to numbers of 32 bits as `Map` does, in 23 to 46 bytes an entry, whatever the length of a text: it keeps 128 bits
 * of a digest. Two texts with equal bits are less likely than a broken disk. A site may choose the texts, so the digest is
 * SHA-256, which nobody can make equal. Lone surrogates count as the same character.
 */
export class KeyTable {
  readonly #digest: Digest
  #entries: Int32Array
  readonly #words = new Int32Array(4)
  /** The key of `#words`, which is often asked for again. */
  #last: string | undefined
  #size = 0

  /** @param expected as many keys fit without moving the others */
  constructor(digest: Digest = sha256Words, expected = 0) {
    this.#digest = digest
    let room = FIRST_ROOM
    while (isFull(expected, room)) room *= 2
    this.#entries = new Int32Array(room * ENTRY)
  }

  get size(): number {
    return this.#size
  }

  has(key: string): boolean {
    return this.get(key) !== undefined
  }

  get(key: string): number | undefined {
    const at = this.#find(key)
    return this.#isFree(at) ? undefined : this.#entries[at + 4]
  }

  /** Adds a key unless it exists. Returns the number of the key. */
  put(key: string, value: number): number {
    const known = this.get(key)
    if (known === undefined) this.set(key, value)
    return known ?? value
  }

  /** Adds a key, or gives it another number. */
  set(key: string, value: number): void {
    const at = this.#find(key)
    if (this.#isFree(at)) this.#size++
    this.#copy(this.#words, 0, at)
    this.#entries[at + 4] = value
    if (isFull(this.#size, this.#entries.length / ENTRY)) this.#grow()
  }

  #find(key: string): number {
    if (this.#last !== key) {
      this.#digest(key, this.#words)
      if (isZero(this.#words, 0)) this.#words[0] = 1
      this.#last = key
    }
    return this.#placeOf(this.#words, 0)
  }

  /** Returns where the entry with the digest at `start` of `words` is, or may be. */
  #placeOf(words: Int32Array, start: number): number {
    const entries = this.#entries
    const isSame = (at: number): boolean =>
      entries[at] === words[start] &&
      entries[at + 1] === words[start + 1] &&
      entries[at + 2] === words[start + 2] &&
      entries[at + 3] === words[start + 3]
    const last = entries.length / ENTRY - 1
    let index = (words[start] ?? 0) & last
    while (!this.#isFree(index * ENTRY) && !isSame(index * ENTRY)) index = (index + 1) & last
    return index * ENTRY
  }

  #isFree(at: number): boolean {
    return isZero(this.#entries, at)
  }

  #copy(words: Int32Array, start: number, at: number): void {
    for (let field = 0; field < 4; field++) this.#entries[at + field] = words[start + field] ?? 0
  }

  #grow(): void {
    const old = this.#entries
    this.#entries = new Int32Array(old.length * 2)
    for (let start = 0; start < old.length; start += ENTRY) {
      if (isZero(old, start)) continue
      const at = this.#placeOf(old, start)
      this.#copy(old, start, at)
      this.#entries[at + 4] = old[start + 4] ?? 0
    }
  }
}

/** Up to seven eighths, few entries are far from their own place. */
function isFull(size: number, room: number): boolean {
  return size * 8 > room * 7
}

function isZero(words: Int32Array, at: number): boolean {
  return words[at] === 0 && words[at + 1] === 0 && words[at + 2] === 0 && words[at + 3] === 0
}
