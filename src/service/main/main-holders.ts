import type { StartTag } from '../html/start-tag.ts'

const MAIN_ID = 'main'

/**
 * The elements around one with the id `main`, as far as a walk found them inside what it left out. Headers and sidebars
 * around it are content. Most pages have none: a walk skips them, and only a page that has one is walked again. Linear
 * in the length of the page.
 */
export class MainHolders {
  /** By where they start, with the elements around them. */
  readonly #starts = new Set<number>()

  /** Whether there are any that were left out before they were known. */
  get wereMissed(): boolean {
    return this.#starts.size > 0
  }

  /** Tells whether the element of this tag is one of them, or the main content itself. */
  has(tag: StartTag): boolean {
    return this.#starts.has(tag.start) || tag.get('id') === MAIN_ID
  }

  /**
   * Looks at an element that is being left out, and tells whether it is the main content. `around` are the starts of
   * the open elements around it, outermost first.
   */
  look(tag: StartTag, around: readonly number[]): boolean {
    if (tag.get('id') !== MAIN_ID) return false
    // What is around a known holder is known too.
    for (let index = around.length - 1; index >= 0; index--) {
      const start = around[index] ?? 0
      if (this.#starts.has(start)) break
      this.#starts.add(start)
    }
    return true
  }
}
