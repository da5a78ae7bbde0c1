import { isSpace } from '../page-tree/tag-characters.ts'

/** The meanings of a character in Markdown. */
const PLAIN = 0
const SPACE = 1
const ALWAYS = 2
const UNDERSCORE = 3
const LESS = 4
const AMPERSAND = 5
const BRACKET = 6
const PIPE = 7

const MEANINGS = meanings({
  '\t\n\f\r ': SPACE,
  '*`[\\~': ALWAYS,
  _: UNDERSCORE,
  '<': LESS,
  '&': AMPERSAND,
  ']': BRACKET,
  '|': PIPE,
})

/** Text after a `<` that may begin a tag, a comment or an address (CommonMark section 6.6). The next piece of text may do so too. */
const AFTER_LESS = /^(?:[a-z/!?]|$)/i
/** Anything that may need an escape. Most text needs none. */
const SPECIAL = /[\t\n\f\r*`[\\~_<&\]|]/
/** Text that makes an `&` a character reference (CommonMark section 2.5). */
const REFERENCE = /&(?:[a-z][a-z\d]{1,31}|#\d{1,7}|#x[\da-f]{1,6});/iy

/** The place of a text. */
interface TextPlace {
  readonly isInLink: boolean
  readonly isInCell: boolean
}

/**
 * Returns text as Markdown inside a line. White space becomes one space, and characters that would be markup get a backslash
 * (CommonMark section 2.4). `escapeStart` escapes text that is markup only at the start of a line.
 */
export function inlineText(text: string, place: TextPlace): string {
  return SPECIAL.test(text) || text.includes('  ') ? escaped(text, place) : text
}

function escaped(text: string, place: TextPlace): string {
  const { length } = text
  const written = new JoinedText()
  let start = 0
  for (let at = 0; at < length; at++) {
    const code = text.charCodeAt(at)
    const meaning = code < 128 ? MEANINGS[code] : PLAIN
    if (meaning === PLAIN) continue
    if (meaning === SPACE) {
      let end = at + 1
      while (end < length && isSpace(text.charCodeAt(end))) end++
      if (end === at + 1 && code === 0x20) continue
      written.add(text.slice(start, at))
      written.add(' ')
      start = end
      at = end - 1
    } else if (isMarkup(meaning, text, at, place)) {
      written.add(text.slice(start, at))
      written.add('\\')
      start = at
    }
  }
  written.add(text.slice(start))
  return written.end()
}

function isMarkup(meaning: number | undefined, text: string, at: number, place: TextPlace): boolean {
  switch (meaning) {
    case UNDERSCORE:
      // Inside a word it is no mark (CommonMark section 6.2).
      return !isWordCharacter(text.charCodeAt(at - 1)) || !isWordCharacter(text.charCodeAt(at + 1))
    case LESS:
      return AFTER_LESS.test(text.charAt(at + 1))
    case AMPERSAND:
      REFERENCE.lastIndex = at
      return REFERENCE.test(text)
    case BRACKET:
      return place.isInLink
    case PIPE:
      return place.isInCell
    default:
      return true
  }
}

function isWordCharacter(code: number): boolean {
  const folded = code | 0x20
  return (folded >= 0x61 && folded <= 0x7a) || (code >= 0x30 && code <= 0x39)
}

/** A line that would begin a block (CommonMark sections 4 and 5), up to where the backslash belongs. */
const BLOCK_START = /^(?:(?=#{1,6}(?:\s|$))|(?=>)|(?=[-+](?:\s|$))|(?=-[-\s]*$)|\d{1,9}(?=[.)](?:\s|$)))/
/** A line that makes a table or a heading of the line before it (GFM "delimiter row", CommonMark "setext headings"). */
const UNDERLINE = /^(?:=+|[|:\s]*-[|:\s-]*)$/

/**
 * Returns the text that begins a line so that it begins no block.
 * @param isAfterLine whether it goes on with a paragraph
 */
export function escapeStart(text: string, isAfterLine: boolean): string {
  const first = text.charCodeAt(0)
  // Most lines begin with a letter.
  if (first > 0x3e && first !== 0x7c) return text
  const before = BLOCK_START.exec(text)?.[0].length
  if (before !== undefined) return `${text.slice(0, before)}\\${text.slice(before)}`
  return isAfterLine && UNDERLINE.test(text.replaceAll('\u00A0', ' ').trimEnd()) ? `\\${text}` : text
}

/** Returns text that may end a heading, with hashes that would not be shown there (CommonMark section 4.2). */
export function escapeHeading(text: string): string {
  return text.includes('#') ? text.replace(/(^|\s)(#+)(?=\s*$)/, '$1\\$2') : text
}

/** Returns code in a line between backticks, in the least number of which it has no run (CommonMark section 6.1). */
export function codeSpan(text: string): string {
  let fence = '`'
  if (text.includes(fence)) {
    const runs = new Set(runsOf(text, /`+/g))
    while (runs.has(fence.length)) fence += '`'
  }
  const pad = text.startsWith('`') || text.endsWith('`') ? ' ' : ''
  return fence + pad + text + pad + fence
}

/**
 * Returns the parts of a code block, without white space after the code. Only a line of as many backticks would end it
 * (CommonMark section 4.5).
 */
export function fenced(text: string, language: string): readonly string[] {
  let length = 3
  if (text.includes('```'))
    for (const run of runsOf(text, /(?<=^[\t ]{0,3})`{3,}/gm)) length = Math.max(length, run + 1)
  const fence = '`'.repeat(length)
  return [fence + language, text.trimEnd(), fence]
}

/** Returns the lengths of the runs that a pattern finds. */
function* runsOf(text: string, pattern: RegExp): Generator<number> {
  for (const [run] of text.matchAll(pattern)) yield run.length
}

/** Returns the part of a link after its text: the address and an optional title (CommonMark section 6.3). */
export function destination(url: string, title: string | undefined): string {
  const target = /^[^\s()<>\\]*$/.test(url) ? url : `<${backslashed(spaced(url), /[<>\\]/g)}>`
  if (title === undefined || title.trim() === '') return `(${target})`
  const shown = title.trim()
  if (!/["\\]|[^\S ]| {2}/.test(shown)) return `(${target} "${shown}")`
  return `(${target} "${backslashed(spaced(shown), /["\\]/g)}")`
}

function meanings(table: Readonly<Record<string, number>>): Uint8Array {
  const codes = new Uint8Array(128)
  for (const [characters, meaning] of Object.entries(table))
    for (const character of characters) codes[character.charCodeAt(0)] = meaning
  return codes
}

/** So many texts are joined at once. */
const MANY = 4096
const SPACES = /\s+/g

/** Joins texts in order. A text of millions of short ones needs little more memory than its own length. */
export class JoinedText {
  readonly #parts: string[] = []
  #texts: string[] = []

  add(text: string): void {
    if (this.#texts.push(text) < MANY) return
    this.#parts.push(this.#texts.join(''))
    this.#texts = []
  }

  end(): string {
    const rest = this.#texts.join('')
    return this.#parts.length === 0 ? rest : this.#parts.join('') + rest
  }
}

/** Returns text with a backslash before each match of a pattern. */
export function backslashed(text: string, pattern: RegExp): string {
  return replaceEach(text, pattern, (found) => `\\${found}`)
}

/** Returns text with one space for each run of white space. */
export function spaced(text: string, spaces: RegExp = SPACES): string {
  return replaceEach(text, spaces, () => ' ')
}

/** Replaces each match. `replaceAll` needs some 30 bytes for each, so a long text of matches would need too much memory. */
function replaceEach(text: string, pattern: RegExp, write: (found: string) => string): string {
  const written = new JoinedText()
  let from = 0
  for (const { 0: found, index } of text.matchAll(pattern)) {
    written.add(text.slice(from, index))
    written.add(write(found))
    from = index + found.length
  }
  if (from === 0) return text
  written.add(text.slice(from))
  return written.end()
}
