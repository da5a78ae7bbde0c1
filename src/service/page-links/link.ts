/** Schemes that lead to no other page. */
const NOWHERE = /^(?:javascript|data|blob|about|vbscript):/

/** An absolute URL that pages link to. A cache returns the same object for a URL as long as it remembers it. */
export class Link {
  readonly url: string
  /** Whether it leads to another place, and not back into the page's own code. */
  readonly leadsSomewhere: boolean
  /** The listener that was last informed of this link, and from which depth. */
  #listener: object | undefined
  #depth = 0

  constructor(url: string) {
    this.url = url
    this.leadsSomewhere = url.startsWith('http') || !NOWHERE.test(url)
  }

  /**
   * Notes that `listener` learns of this link from a page of this depth. Returns true when that is new, or nearer than
   * before.
   */
  markReported(listener: object, depth: number): boolean {
    if (this.#listener === listener && this.#depth <= depth) return false
    this.#listener = listener
    this.#depth = depth
    return true
  }
}
