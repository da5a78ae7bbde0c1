/**
 * Memory for what is read of one part of many pages after another. All that is lent is taken back when the next part comes:
 * a fresh piece for each part would be most of what a run lets go of, and keep the garbage collector busy.
 */
export class PartRoom {
  #memory: Buffer | undefined
  #taken = 0
  /** The part that has it now. */
  part = 0

  /** Takes back all that was lent, for another part. */
  clear(): void {
    this.part++
    this.#taken = 0
  }

  /** Lends memory, or gives some where that is too much to keep. */
  lend(bytes: number): Buffer {
    const memory = (this.#memory ??= Buffer.allocUnsafe(USUAL_BYTES))
    if (this.#taken + bytes > memory.length) return Buffer.allocUnsafe(bytes)
    this.#taken += bytes
    return memory.subarray(this.#taken - bytes, this.#taken)
  }
}

/** More than is read at once of pages that are not large. */
const USUAL_BYTES = 1_280 * 1024

/**
 * Where a page has what returns its Markdown in UTF-8. The service and the command line each have their own copy of this
 * file, so the name is for the whole process. Nothing copies it with a page: a copy may say something else.
 */
const lent: unique symbol = Symbol.for('crawlform: lent Markdown')

/**
 * Returns `page` with the Markdown whose UTF-8 is `bytes`, which are there until `room` is cleared. The text is made each time
 * it is asked for: who writes pages to files needs none, and making it, and UTF-8 of it again, takes longer than all
 * else that they do.
 */
export function withMarkdown<T extends object>(
  page: T,
  bytes: Buffer,
  room: PartRoom,
): T & { readonly markdown: string } {
  const { part } = room
  const bytesNow = (): Buffer => {
    if (room.part !== part) throw new Error('a page was kept beyond the next part')
    return bytes
  }
  const whole = {
    get markdown() {
      return bytesNow().toString()
    },
    ...page,
  }
  return Object.defineProperty(whole, lent, { value: bytesNow })
}

/** Returns the UTF-8 of a page's Markdown; undefined where it has none. */
export function markdownBytes(page: {
  readonly markdown?: string
  readonly [lent]?: () => Buffer
}): Buffer | undefined {
  const bytes = page[lent]?.()
  if (bytes !== undefined) return bytes
  return page.markdown === undefined ? undefined : Buffer.from(page.markdown)
}
