import { quotePattern } from './quote-pattern.ts'

/** A part of a pattern that RE2 and Rust's `regex` read differently. */
export interface PatternDifference {
  /** The first such part, as written. */
  readonly text: string
  /** The whole pattern, written so that both read it as RE2 does. */
  readonly rewrite: string
}

/**
 * Returns the first part of `pattern` that RE2 accepts and Rust's `regex` refuses or reads differently. These are braces that
 * count nothing, `\Q...\E`, octal numbers, `\<` and `\>`; in brackets `[`, `&&`, `--`, `~~` and a hyphen after a class.
 * Sources: the syntax pages of RE2 and of the crate `regex`.
 */
export function findDifference(pattern: string): PatternDifference | undefined {
  const reader = new DifferenceReader(pattern)
  return reader.text === undefined ? undefined : { text: reader.text, rewrite: reader.rewrite }
}

const REPETITION = /^(?:[*+?]|\{\d+(?:,\d*)?\})/

class DifferenceReader {
  text: string | undefined
  rewrite = ''
  #rest: string
  /** Index in `rewrite` of the item that a repetition would repeat. */
  #atom = 0
  /** Indexes in `rewrite` of the open groups. */
  readonly #groups: number[] = []
  /** Whether it ends with a repetition. */
  #isRepeated = false

  constructor(pattern: string) {
    this.#rest = pattern
    while (this.#rest !== '') {
      const before = this.#rest
      const start = this.rewrite.length
      if (this.#rest.startsWith('[')) this.#bracket()
      else if (this.#rest.startsWith('\\')) this.#escape()
      else this.#plain()
      const taken = before.slice(0, before.length - this.#rest.length)
      if (this.rewrite.length > start) this.#note(taken, start)
      else this.#bind()
    }
  }

  /** Notes how a repetition would apply to `taken`, which is written at `start`. */
  #note(taken: string, start: number): void {
    this.#isRepeated = REPETITION.test(taken)
    if (this.#isRepeated) return
    if (taken === '(') this.#groups.push(start)
    const written = this.rewrite.slice(start)
    if (taken === ')') this.#atom = this.#groups.pop() ?? start
    else if (taken.startsWith('\\Q'))
      // The last character alone is repeated.
      this.#atom = start + ([...written.matchAll(/\\?[\s\S]/gu)].at(-1)?.index ?? 0)
    // The second half of a character.
    else if (!/^[\udc00-\udfff]/.test(taken)) this.#atom = start
  }

  /** Groups a repetition before the next one, when an empty quotation separated them: RE2 then repeats the repetition. */
  #bind(): void {
    if (!this.#isRepeated || !REPETITION.test(this.#rest)) return
    this.rewrite = `${this.rewrite.slice(0, this.#atom)}(?:${this.rewrite.slice(this.#atom)})`
    this.#isRepeated = false
  }

  /** Copies the next `length` characters, or writes `instead` for a part that the two read differently. */
  #take(length: number, instead?: string): void {
    const written = this.#rest.slice(0, length)
    if (instead !== undefined) this.text ??= written
    this.rewrite += instead ?? written
    this.#rest = this.#rest.slice(length)
  }

  #plain(): void {
    const repetition = REPETITION.exec(this.#rest)?.[0]
    if (repetition !== undefined) return this.#take(repetition.length)
    if (this.#rest.startsWith('{')) {
      this.text ??= /^\{[\w,. -]*\}/.exec(this.#rest)?.[0]
      return this.#take(1, '\\{')
    }
    // Escaped with its counterpart, and read alike either way.
    if (this.#rest.startsWith('}')) this.rewrite += '\\'
    this.#take(1)
  }

  #escape(): void {
    const quoted = /^\\Q([\s\S]*?)(?:\\E|$)/.exec(this.#rest)
    if (quoted !== null) return this.#take(quoted[0].length, quotePattern(quoted[1] ?? ''))
    const octal = /^\\([0-7]{1,3})/.exec(this.#rest)
    if (octal !== null) {
      const code = Number.parseInt(octal[1] ?? '', 8)
      return this.#take(octal[0].length, `\\x{${code.toString(16)}}`)
    }
    if (/^\\[<>]/.test(this.#rest)) return this.#take(2, this.#rest.charAt(1))
    this.#take(/^\\(?:[pPx]\{[^}]*\}|[pP].)/.exec(this.#rest)?.[0].length ?? 2)
  }

  /** Reads from `[` to the closing `]`. A `]` directly after `[` or `[^` is a member. */
  #bracket(): void {
    this.#take(/^\[\^?/.exec(this.#rest)?.[0].length ?? 1)
    do {
      const isClass = /^(?:\[:|\\[dDwWsSpP])/.test(this.#rest)
      this.#member()
      if (!/^-[^\]]/.test(this.#rest)) continue
      // After a class, a hyphen is a member in RE2 and a range without a beginning in Rust.
      if (isClass) this.#take(1, '\\-')
      else {
        this.#take(1)
        if (this.#rest.startsWith('-')) this.#take(1, '\\-')
        else this.#member()
      }
    } while (this.#rest !== '' && !this.#rest.startsWith(']'))
    this.#take(1)
  }

  #member(): void {
    const named = /^\[:\^?\w+:\]/.exec(this.#rest)?.[0]
    if (named !== undefined) this.#take(named.length)
    else if (this.#rest.startsWith('\\')) this.#escape()
    else if (/^(?:\[|&&|~~|--)/.test(this.#rest)) this.#take(1, `\\${this.#rest.charAt(0)}`)
    else this.#take(1)
  }
}
