import {
  BACKSLASH,
  COLON,
  DIGIT_NINE,
  DIGIT_ZERO,
  DOT,
  DOUBLE_QUOTE,
  HASH,
  HYPHEN,
  LINE_FEED,
  LOWER_A,
  LOWER_Z,
  NO_BREAK_SPACE,
  SINGLE_QUOTE,
  SLASH,
  SPACE,
  UNDERSCORE,
  UPPER_A,
  UPPER_Z,
} from '../util/character-codes.ts'
import { unsupported } from './unsupported.ts'
import { plainScalar } from './plain-scalar.ts'
import type { SpanNode } from './span-node.ts'

/** Double quotes on one line, with escapes that JSON knows too and no surrogate halves. */
const JSON_QUOTED =
  /"(?:[^"\\\n]|\\(?:["\\/bfnrt]|u(?:[0-9a-ce-fA-CE-F][0-9a-fA-F]{3}|[dD][0-7][0-9a-fA-F]{2})))*"/y

/** Characters besides letters and digits that may start a plain scalar whatever comes next. */
const PLAIN_START = '_./^$\\~(=+<;'
const AFTER_DASH = './_'

/** An implicit key is at most 1024 characters long (YAML 1.2.2 section 7.4.2). */
const MOST_KEY = 1000

/** Reads the scalars of one line, and holds the cursor over the text. */
export class FastScalars {
  readonly text: string
  readonly spans: boolean
  /** Offset of the next character to read. */
  at = 0
  /** Where the last key ended. */
  keyEnd = 0
  /** Where the last value was written; kept only with `spans`. */
  span: SpanNode = { start: 0, end: 0 }

  constructor(text: string, spans: boolean) {
    this.text = text
    this.spans = spans
  }

  skipSpaces(at: number): number {
    while (this.text.charCodeAt(at) === SPACE) at++
    return at
  }

  endOfLine(at: number): number {
    const end = this.text.indexOf('\n', at)
    return end === -1 ? this.text.length : end
  }

  /** Returns the start of the line after `at`, from which only spaces and a comment may follow. */
  lineEnd(at: number): number {
    const next = this.skipSpaces(at)
    const code = this.text.charCodeAt(next)
    if (code === LINE_FEED) return next + 1
    if (next >= this.text.length) return next
    if (code !== HASH || (next === at && this.text.charCodeAt(at - 1) !== SPACE)) unsupported()
    return this.endOfLine(next) + 1
  }

  /** Letters, digits, `_` and `-`: the characters of anchor names here. */
  isNameCode(code: number): boolean {
    return (
      (code >= LOWER_A && code <= LOWER_Z) ||
      (code >= UPPER_A && code <= UPPER_Z) ||
      (code >= DIGIT_ZERO && code <= DIGIT_NINE) ||
      code === UNDERSCORE ||
      code === HYPHEN
    )
  }

  /** Returns true when a key and its colon begin at `at`. */
  isKey(at: number): boolean {
    const end = this.#keyNameEnd(at)
    return end > at && this.#isSeparator(this.skipSpaces(end))
  }

  /** Returns the key at `at`, and moves the cursor after its colon. */
  key(): string {
    const start = this.at
    const end = this.#keyNameEnd(start)
    if (end === start || end - start > MOST_KEY) unsupported()
    const colon = this.skipSpaces(end)
    if (!this.#isSeparator(colon)) unsupported()
    this.keyEnd = end
    this.at = colon + 1
    const code = this.text.charCodeAt(start)
    if (code === DOUBLE_QUOTE || code === SINGLE_QUOTE) return this.text.slice(start + 1, end - 1)
    const key = this.text.slice(start, end)
    return typeof plainScalar(key) === 'string' ? key : unsupported()
  }

  #isSeparator(at: number): boolean {
    if (this.text.charCodeAt(at) !== COLON) return false
    const next = this.text.charCodeAt(at + 1)
    return next === SPACE || next === LINE_FEED || at + 1 >= this.text.length
  }

  /** Returns where a key of plain letters, or in quotes without escapes, ends; `start` without one. */
  #keyNameEnd(start: number): number {
    const { text } = this
    const first = text.charCodeAt(start)
    if (first === DOUBLE_QUOTE || first === SINGLE_QUOTE) return this.#quotedKeyEnd(start, first)
    // A digit or sign could start a number.
    if (!(this.isNameCode(first) && first > DIGIT_NINE)) return start
    let end = start + 1
    for (;;) {
      const code = text.charCodeAt(end)
      if (!this.isNameCode(code) && code !== DOT && code !== SLASH) return end
      end++
    }
  }

  #quotedKeyEnd(start: number, quote: number): number {
    for (let at = start + 1; ; at++) {
      const code = this.text.charCodeAt(at)
      if (code === quote) return this.text.charCodeAt(at + 1) === quote ? start : at + 1
      // The code is NaN at the end of the text; a backslash may be an escape.
      if (!(code >= SPACE) || code === BACKSLASH) return start
    }
  }

  doubleQuoted(at: number): string {
    const close = this.text.indexOf('"', at + 1)
    const raw = this.text.slice(at + 1, close === -1 ? at + 1 : close)
    if (close !== -1 && !raw.includes('\\')) {
      if (raw.includes('\n')) unsupported()
      this.#end(at, close + 1)
      return raw
    }
    JSON_QUOTED.lastIndex = at
    const quoted = JSON_QUOTED.exec(this.text)?.[0] ?? unsupported()
    this.#end(at, at + quoted.length)
    return String(JSON.parse(quoted))
  }

  singleQuoted(at: number): string {
    let from = at + 1
    for (;;) {
      const close = this.text.indexOf("'", from)
      if (close === -1) unsupported()
      if (this.text.charCodeAt(close + 1) === SINGLE_QUOTE) {
        from = close + 2
        continue
      }
      const raw = this.text.slice(at + 1, close)
      if (raw.includes('\n')) unsupported()
      this.#end(at, close + 1)
      return from === at + 1 ? raw : raw.replaceAll("''", "'")
    }
  }

  /** Returns a plain scalar that ends with its line or at a comment. */
  plain(start: number): string {
    this.#checkStart(start)
    const { text } = this
    const { length } = text
    let at = start
    for (; at < length; at++) {
      const code = text.charCodeAt(at)
      if (code === LINE_FEED) break
      if (code === COLON && this.#isSeparator(at)) unsupported()
      if (code === HASH && text.charCodeAt(at - 1) === SPACE) break
    }
    return this.#trimmed(start, at)
  }

  /** Returns a plain scalar between brackets, up to a comma or a closing bracket. */
  flowPlain(start: number): string {
    this.#checkStart(start)
    const { text } = this
    for (let at = start; ; at++) {
      switch (text[at]) {
        case ',':
        case ']':
        case '}':
          return this.#trimmed(start, at)
        case ':':
          if (/[\s,[\]{}]/.test(text[at + 1] ?? ' ')) unsupported()
          break
        case '[':
        case '{':
        case '#':
        case '\n':
        case undefined:
          return unsupported()
        default:
      }
    }
  }

  #checkStart(start: number): void {
    const first = this.text.charCodeAt(start)
    const isFine =
      first === HYPHEN ? this.#startsWith(AFTER_DASH, start + 1) : this.#startsWith(PLAIN_START, start)
    if (!isFine && !(first >= NO_BREAK_SPACE)) unsupported()
  }

  /** Tells whether a letter, a digit or one of `signs` is at `at`. */
  #startsWith(signs: string, at: number): boolean {
    const code = this.text.charCodeAt(at)
    return (
      (code !== HYPHEN && this.isNameCode(code)) ||
      (at < this.text.length && signs.includes(this.text.charAt(at)))
    )
  }

  #trimmed(start: number, end: number): string {
    let last = end
    while (this.text.charCodeAt(last - 1) === SPACE) last--
    this.#end(start, last)
    return this.text.slice(start, last)
  }

  #end(start: number, end: number): void {
    this.at = end
    if (this.spans) this.span = { start, end }
  }

  /** Reads literal or folded text; the cursor ends at the start of the next line. */
  blockText(at: number, indent: number): string {
    const isFolded = this.text[at] === '>'
    const isStripped = this.text[at + 1] === '-'
    const first = this.lineEnd(at + (isStripped ? 2 : 1))
    const body = this.#blockLines(first, indent)
    const content = isFolded ? folded(body.lines) : body.lines.join('\n')
    this.#end(at, body.end)
    this.at = body.next
    return isStripped ? content : `${content}\n`
  }

  /** Returns the lines without their common indentation and without trailing blank lines. */
  #blockLines(first: number, indent: number): { lines: string[]; end: number; next: number } {
    const { text } = this
    const lines: string[] = []
    let blank = 0
    let width = -1
    let end = first
    let next = first
    for (let start = first; start < text.length;) {
      const word = this.skipSpaces(start)
      const newline = text.indexOf('\n', word)
      // Without a last line break, readers disagree on how the text ends.
      if (newline === -1 && (word >= text.length || width === -1 || word - start >= width)) unsupported()
      if (word === newline) {
        if (width === -1 ? word > start : word - start > width) unsupported()
        blank++
        start = newline + 1
        continue
      }
      if (width === -1) width = word - start
      if (word - start < width) break
      while (blank-- > 0) lines.push('')
      blank = 0
      lines.push(text.slice(start + width, newline))
      end = newline
      start = newline + 1
      next = start
    }
    if (width <= indent || lines.length === 0) unsupported()
    while (text.charCodeAt(end - 1) === SPACE) end--
    return { lines, end, next }
  }
}

/** Returns lines folded into paragraphs; lines with spaces at their ends follow rules that are left to the library. */
function folded(lines: readonly string[]): string {
  let text = ''
  let isAfterText = false
  for (const line of lines) {
    if (line.startsWith(' ') || line.endsWith(' ') || (line === '' && text === '')) unsupported()
    if (line === '') text += '\n'
    else text += isAfterText ? ` ${line}` : line
    isAfterText = line !== ''
  }
  return text
}
