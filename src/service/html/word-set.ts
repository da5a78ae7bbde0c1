import { isSpace } from './tag-characters.ts'

const AMPERSAND = 0x26
/** The bits of a character's code that tell letters apart in any case. */
const LETTER = 0x1f

/**
 * A few words to look for in the attributes of every element of a page. Nearly all other words differ in length and
 * first letter, and are not cut out of the page.
 */
export class WordSet {
  readonly #words: ReadonlySet<string>
  /** By length: one bit for the first letter of each word. */
  readonly #firsts: Int32Array

  constructor(words: readonly string[]) {
    this.#words = new Set(words)
    this.#firsts = new Int32Array(Math.max(...words.map(({ length }) => length)) + 1)
    for (const word of words) {
      const bit = 1 << (word.charCodeAt(0) & LETTER)
      this.#firsts[word.length] = (this.#firsts[word.length] ?? 0) | bit
    }
  }

  /**
   * Tells whether one of the words between two places of a text is one of these; undefined where it would take decoded
   * character references to know.
   */
  isIn(text: string, from: number, to: number): boolean | undefined {
    let isEncoded = false
    for (let start = from; start < to;) {
      let end = start
      for (; end < to; end++) {
        const code = text.charCodeAt(end)
        if (isSpace(code)) break
        if (code === AMPERSAND) isEncoded = true
      }
      if (this.#has(text, start, end)) return true
      start = end + 1
    }
    return isEncoded ? undefined : false
  }

  #has(text: string, start: number, end: number): boolean {
    const length = end - start
    const bits = length < this.#firsts.length ? (this.#firsts[length] ?? 0) : 0
    if ((bits & (1 << (text.charCodeAt(start) & LETTER))) === 0) return false
    return this.#words.has(text.slice(start, end))
  }
}
