/** Adds a letter to the number of a word: cutting the word out of the page takes longer than all else. */
export function extend(hash: number, letter: number): number {
  return (Math.imul(hash, 0x01000193) ^ letter) | 0
}

/** Makes a key for a map of a word's number: small ones are quicker. */
export function keyOf(hash: number): number {
  return (hash ^ (hash >>> 30)) & 0x3fffffff
}

/** Returns the number of a word: that of each text that `extend` was given the same letters of. */
export function hashOf(word: string): number {
  let hash = 0
  for (let at = 0; at < word.length; at++) hash = extend(hash, word.charCodeAt(at))
  return hash
}

/** Places for each word: with so many, most words that are none of the table's meet an empty one. */
const ROOM = 8

/** Bits by word, looked up by the word's number. */
export class WordTable {
  readonly #mask: number
  readonly #hashes: Int32Array
  /** 0 where there is no word. */
  readonly #bits: Int32Array

  constructor(bits: ReadonlyMap<string, number>) {
    const size = 2 ** Math.ceil(Math.log2(bits.size * ROOM))
    this.#mask = size - 1
    this.#hashes = new Int32Array(size)
    this.#bits = new Int32Array(size)
    for (const [word, groups] of bits) {
      const hash = hashOf(word)
      let at = this.#placeOf(hash)
      while (this.#bits[at] !== 0) at = (at + 1) & this.#mask
      this.#hashes[at] = hash
      this.#bits[at] = groups
    }
  }

  /** Returns the bits of the word with this number; 0 for another word. */
  bitsOf(hash: number): number {
    for (let at = this.#placeOf(hash); ; at = (at + 1) & this.#mask) {
      const bits = this.#bits[at] ?? 0
      if (bits === 0 || this.#hashes[at] === hash) return bits
    }
  }

  #placeOf(hash: number): number {
    return (hash ^ (hash >>> 15)) & this.#mask
  }
}
