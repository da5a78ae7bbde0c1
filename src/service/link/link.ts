/** Schemes that lead nowhere: they are the page talking to itself. */
const NOWHERE = /^(?:javascript|data|blob|about|vbscript):/

/**
 * An absolute URL that pages link to; the same object wherever it is met, as long as it is remembered. Those who go
 * through many pages' links leave their marks on it, which is cheaper than tables of their own.
 */
export class Link {
  readonly url: string
  /** Whether it leads to another place, and not back to the page's own code. */
  readonly leadsSomewhere: boolean
  /** The reading of a page that met it last. */
  metBy = 0
  /** The reading of a page that met it last in the content that is kept. */
  keptBy = 0
  /** Who was told of it last, and from which depth. */
  #listener: object | undefined
  #depth = 0

  constructor(url: string) {
    this.url = url
    this.leadsSomewhere = url.startsWith('http') || !NOWHERE.test(url)
  }

  /** Notes that `listener` is told of it from a page of this depth; whether it is news there, or nearer than before. */
  tell(listener: object, depth: number): boolean {
    if (this.#listener === listener && this.#depth <= depth) return false
    this.#listener = listener
    this.#depth = depth
    return true
  }
}
