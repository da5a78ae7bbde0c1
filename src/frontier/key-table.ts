/** Maps texts to numbers like `Map`, in a third of the memory for a million texts. */
export interface KeyTable {
  readonly size: number
  get(key: string): number | undefined
  /** Adds a key with a 32-bit integer unless the key exists. Returns the number of the key. */
  put(key: string, value: number): number
}

/** Returns a table without keys. */
export function createKeyTable(): KeyTable {
  return new ByteKeyTable()
}

const CHUNK_BYTES = 64 * 1024
/** The hash of an empty slot. No key has it. */
const EMPTY = 0

/**
 * An open hash table of byte strings. It compares keys by their bytes, never by the hash alone. Texts are stored next
 * to each other outside of the heap, so the garbage collector does not visit them.
 */
class ByteKeyTable implements KeyTable {
  /** Keys, each followed by the end mark. */
  readonly #chunks: Uint8Array[] = []
  /** Used bytes of the last chunk. */
  #filled = CHUNK_BYTES
  #hashes = new Int32Array(64)
  /** The start of each key, counted over all chunks. */
  #places = new Float64Array(64)
  #values = new Int32Array(64)
  /**
   * The last key that was looked up, which is often added next: its text, its bytes with the end mark, and its hash.
   */
  #text: string | undefined
  #key = new Uint8Array(1024)
  #length = 0
  #hash = EMPTY
  /** Random, so that no site can choose URLs that collide. */
  readonly #seed = Math.floor(Math.random() * 2 ** 32)
  size = 0

  get(key: string): number | undefined {
    const slot = this.#find(this.#read(key))
    return this.#hashes[slot] === EMPTY ? undefined : this.#values[slot]
  }

  put(key: string, value: number): number {
    const hash = this.#read(key)
    let slot = this.#find(hash)
    if (this.#hashes[slot] !== EMPTY) return this.#values[slot] ?? value
    if ((this.size + 1) * 4 > this.#hashes.length * 3) {
      this.#grow()
      slot = this.#find(hash)
    }
    this.#places[slot] = this.#keep()
    this.#hashes[slot] = hash
    this.#values[slot] = value
    this.size++
    return value
  }

  /** Writes a key as bytes that are unique to it and not a prefix of another key. Returns their hash. */
  #read(text: string): number {
    if (text === this.#text) return this.#hash
    if (text.length * 3 >= this.#key.length) this.#key = new Uint8Array(text.length * 6)
    const bytes = this.#key
    let length = 0
    let hash = this.#seed
    for (let at = 0; at < text.length; at++) {
      const unit = text.charCodeAt(at)
      if (unit > 0 && unit < 0x80) bytes[length++] = unit
      else {
        bytes[length++] = 0xe0 | (unit >> 12)
        bytes[length++] = 0x80 | ((unit >> 6) & 0x3f)
        bytes[length++] = 0x80 | (unit & 0x3f)
      }
      hash = Math.imul(hash ^ unit, 0x5bd1e995)
      hash ^= hash >>> 15
    }
    bytes[length++] = 0
    this.#length = length
    hash = Math.imul(hash ^ this.#seed, 0x85ebca6b)
    this.#text = text
    this.#hash = hash ^ (hash >>> 13) || 1
    return this.#hash
  }

  /** Returns the slot of the last key that was read: its own, or the empty one where it belongs. */
  #find(hash: number): number {
    const [hashes, mask] = [this.#hashes, this.#hashes.length - 1]
    let slot = hash & mask
    while (hashes[slot] !== EMPTY && !(hashes[slot] === hash && this.#isAt(slot))) slot = (slot + 1) & mask
    return slot
  }

  #isAt(slot: number): boolean {
    const place = this.#places[slot] ?? 0
    const chunk = this.#chunks[Math.floor(place / CHUNK_BYTES)]
    const start = place % CHUNK_BYTES
    if (chunk === undefined) return false
    const [key, length] = [this.#key, this.#length]
    for (let at = 0; at < length; at++) if (chunk[start + at] !== key[at]) return false
    return true
  }

  /** Copies the last key that was read. Returns its start. */
  #keep(): number {
    if (this.#filled + this.#length > CHUNK_BYTES) {
      this.#chunks.push(new Uint8Array(Math.max(CHUNK_BYTES, this.#length)))
      this.#filled = 0
    }
    const index = this.#chunks.length - 1
    const start = this.#filled
    this.#chunks[index]?.set(this.#key.subarray(0, this.#length), start)
    this.#filled += this.#length
    return index * CHUNK_BYTES + start
  }

  #grow(): void {
    const [hashes, places, values] = [this.#hashes, this.#places, this.#values]
    const mask = hashes.length * 2 - 1
    this.#hashes = new Int32Array(mask + 1)
    this.#places = new Float64Array(mask + 1)
    this.#values = new Int32Array(mask + 1)
    for (const [before, hash] of hashes.entries()) {
      if (hash === EMPTY) continue
      let slot = hash & mask
      while (this.#hashes[slot] !== EMPTY) slot = (slot + 1) & mask
      this.#hashes[slot] = hash
      this.#places[slot] = places[before] ?? 0
      this.#values[slot] = values[before] ?? 0
    }
  }
}
