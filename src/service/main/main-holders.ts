import type { ElementKind } from '../html/element-kinds.ts'
import type { StartTag } from '../html/start-tag.ts'
import { isHeader } from './is-non-main.ts'

const MAIN_ID = 'main'

/**
 * The elements around one with the id `main`, as far as a walk found them inside what it left out. Headers and sidebars
 * around it are content, and so are headers around the page's only title. Most pages have none: a walk skips them, and
 * only a page that has one is walked again. Linear in the length of the page.
 */
export class MainHolders {
  /** By where they start, with the elements around them. */
  readonly #starts = new Set<number>()
  readonly #aroundTitle = new Set<number>()
  readonly #title: number

  /** @param title where the page's only title begins, or -1 */
  constructor(title: number) {
    this.#title = title
  }

  /** Whether there are any that were left out before they were known. */
  get wereMissed(): boolean {
    return this.#starts.size + this.#aroundTitle.size > 0
  }

  /** Tells whether the element of this tag is one of them, or the main content itself. */
  has(kind: ElementKind, tag: StartTag): boolean {
    if (this.#starts.has(tag.start) || tag.get('id') === MAIN_ID) return true
    return this.#aroundTitle.has(tag.start) && isHeader(kind, tag)
  }

  /**
   * Looks at an element that is being left out, and tells whether it is the main content. `around` are the starts of
   * the open elements around it, outermost first.
   */
  look(tag: StartTag, around: readonly number[]): boolean {
    if (tag.start === this.#title) for (const start of around) this.#aroundTitle.add(start)
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
