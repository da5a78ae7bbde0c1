/** Schemes that lead nowhere: the page talks to itself. */
const NOWHERE = /^(?:javascript|data|blob|about|vbscript):/

/**
 * An absolute URL that pages link to; the same object wherever it is met, as long as it is remembered. Code that goes
 * through many pages' links leaves its marks here, which is cheaper than tables of its own.
 */
export class Link {
  readonly url: string
  /** The part of it behind its origin; empty for a section that only its own page knows. */
  readonly path: string
  /** The link to the same origin that stood behind it on the last page that held it. */
  following: Link | undefined
  /** Whether it leads to another place, and not back into the page's own code. */
  readonly leadsSomewhere: boolean
  /** The last reading of a page that met it. */
  metBy = 0
  /** The last reading of a page that met it in the kept content. */
  keptBy = 0
  /** Who was last told of it, and from which depth. */
  #listener: object | undefined
  #depth = 0

  constructor(url: string, path: string) {
    this.url = url
    this.path = path
    this.following = undefined
    this.leadsSomewhere = url.startsWith('http') || !NOWHERE.test(url)
  }

  /** Notes that `listener` learns of it from a page of this depth; tells whether that is new, or nearer than before. */
  markReported(listener: object, depth: number): boolean {
    if (this.#listener === listener && this.#depth <= depth) return false
    this.#listener = listener
    this.#depth = depth
    return true
  }
}
