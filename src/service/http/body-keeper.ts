import type { BodyFile } from './body-file.ts'
import { FREE_BYTES } from './body-share.ts'
import { PageBody, START_BYTES } from './page-body.ts'

export interface KeeperOptions {
  /** Bytes that are kept at most, as far as the headers tell. */
  readonly wanted: number
  /** Asked once, with the first bytes of a body that is not small: returns a file for one that only waits in memory. */
  readonly toFile: (start: Buffer) => BodyFile | undefined
  /** Asked then of one that stays in memory: returns how many bytes of it are kept at most, now that its first are known. */
  readonly wantedOf: (start: Buffer) => number
  /** Counts bytes, and returns what has to be waited for before they may be kept. */
  readonly hold: (bytes: number) => Promise<void> | undefined
  /** Adds bytes to a file, and returns what has to be waited for when the disk is full. */
  readonly write: (file: BodyFile, bytes: Buffer) => Promise<void> | undefined
}

/** From so many bytes on a body whose length is known is put into one piece. */
const LONG_BODY = 1024 * 1024

/** Puts a body together of its chunks: a small one in memory, a large one in memory or, if it is to, in a file. */
export class BodyKeeper {
  readonly #options: KeeperOptions
  readonly #chunks: Buffer[] = []
  /** Where a long body is put whose length is known: joining its chunks would take its memory twice. */
  #whole: Buffer | undefined
  #file: BodyFile | undefined
  #start: Buffer | undefined
  #kept = 0
  #taken = 0
  #wanted: number

  constructor(options: KeeperOptions) {
    this.#options = options
    this.#wanted = options.wanted
  }

  /** Bytes that are kept at most, as far as is known by now. */
  get wanted(): number {
    return this.#wanted
  }

  /**
   * Takes the next chunk, as far as it is wanted. Returns what has to be waited for before the next one.
   * @param expected how many bytes the body is said to have; 0 when nobody says
   */
  add(chunk: Buffer, expected: number): Promise<void> | undefined {
    const part = chunk.subarray(0, Math.max(0, this.#wanted - this.#taken))
    this.#taken += part.length
    const wait = this.#options.hold(part.length)
    return wait === undefined ? this.#keep(part, expected) : wait.then(() => this.#keep(part, expected))
  }

  /** Returns the body. */
  finish(length: number): PageBody {
    if (this.#file !== undefined) return new PageBody(this.#file, length, this.#start)
    const [first] = this.#chunks
    const parts = this.#chunks.length === 1 && first !== undefined ? first : Buffer.concat(this.#chunks)
    const bytes = this.#whole?.subarray(0, this.#kept) ?? parts
    this.drop()
    return new PageBody(bytes.subarray(0, length), length)
  }

  /** Forgets what is in memory. */
  drop(): void {
    this.#chunks.length = 0
    this.#whole = undefined
  }

  #keep(part: Buffer, expected: number): Promise<void> | undefined {
    if (part.length === 0) return undefined
    const before = this.#kept
    this.#kept += part.length
    if (this.#file !== undefined) return this.#options.write(this.#file, part)
    if (this.#whole !== undefined) {
      // A site says what it likes of the length.
      part.copy(this.#whole, Math.min(before, this.#whole.length))
      return undefined
    }
    this.#chunks.push(part)
    if (this.#kept > FREE_BYTES && this.#start === undefined) return this.#choose()
    if (this.#kept > LONG_BODY && expected >= this.#kept) this.#gather(expected)
    return undefined
  }

  #choose(): Promise<void> | undefined {
    const [first = Buffer.alloc(0)] = this.#chunks
    const long = first.length < START_BYTES ? Buffer.concat(this.#chunks) : first
    // A copy, so that the rest is free.
    this.#start = Buffer.from(long.subarray(0, START_BYTES))
    this.#file = this.#options.toFile(this.#start)
    const wanted = this.#options.wantedOf(this.#start)
    if (this.#file === undefined) {
      this.#wanted = Math.min(this.#wanted, wanted)
      return undefined
    }
    // The headers may have promised a text, of which less is kept than of a file.
    this.#wanted = wanted
    return this.#options.write(this.#file, Buffer.concat(this.#chunks.splice(0)))
  }

  /** Makes one of a body whose length is known. Not before much of it is here. */
  #gather(expected: number): void {
    this.#whole = Buffer.allocUnsafeSlow(Math.min(expected, this.#wanted))
    let at = 0
    for (const chunk of this.#chunks.splice(0)) at += chunk.copy(this.#whole, at)
  }
}
