import type { BodyFile } from './body-file.ts'
import { FREE_BYTES } from './body-share.ts'
import { PageBody, START_BYTES } from './page-body.ts'

export interface KeeperOptions {
  /** The most bytes to keep, as far as the headers show. */
  readonly wanted: number
  /**
   * Called once, with the first bytes of a body that is not small. Returns a file if the body should not wait in
   * memory.
   */
  readonly toFile: (start: Buffer) => BodyFile | undefined
  /** Called for a body that stays in memory. Returns the most bytes to keep, now that its first ones are known. */
  readonly wantedOf: (start: Buffer) => number
  /** Counts bytes. Returns a promise to wait for before they may be kept. */
  readonly hold: (bytes: number) => Promise<void> | undefined
  /** Adds bytes to a file. Returns a promise to wait for while the disk is full. */
  readonly write: (file: BodyFile, bytes: Buffer) => Promise<void> | undefined
}

/** A body of known length from this size on is put into one buffer. */
const LONG_BODY = 1024 * 1024

/** Joins the chunks of a body: a small one in memory, a large one in memory or in a file. */
export class BodyKeeper {
  readonly #options: KeeperOptions
  readonly #chunks: Buffer[] = []
  /** Buffer for a long body of known length: joining its chunks would take twice the memory. */
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

  /** The most bytes to keep, as far as known. */
  get wanted(): number {
    return this.#wanted
  }

  /**
   * Takes the next chunk, as far as it is wanted. Returns a promise to wait for before the next one.
   * @param expected announced length of the body; 0 if unknown
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

  /** Releases the memory. */
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
      // The announced length of a site may be wrong.
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
    // A copy, so that the rest can be freed.
    this.#start = Buffer.from(long.subarray(0, START_BYTES))
    this.#file = this.#options.toFile(this.#start)
    const wanted = this.#options.wantedOf(this.#start)
    if (this.#file === undefined) {
      this.#wanted = Math.min(this.#wanted, wanted)
      return undefined
    }
    // The headers may have announced a text, of which fewer bytes are kept than of a file.
    this.#wanted = wanted
    return this.#options.write(this.#file, Buffer.concat(this.#chunks.splice(0)))
  }

  /** Creates the buffer for a body of known length, but only after much of it has arrived. */
  #gather(expected: number): void {
    this.#whole = Buffer.allocUnsafeSlow(Math.min(expected, this.#wanted))
    let at = 0
    for (const chunk of this.#chunks.splice(0)) at += chunk.copy(this.#whole, at)
  }
}
