import { type Atom, type Marks, placeMarks } from './place-marks.ts'
import { isSpace } from '../page-tree/tag-characters.ts'
import { NO_BREAK_SPACE } from '../../util/character-codes.ts'

/** A bracket or tag that is open. It is written before its first content. */
export interface Bracket {
  readonly text: string
  readonly marks: Marks
  atom: Atom | undefined
}

export interface Link {
  readonly url: string
  readonly title: string | undefined
}

/** Lists and headings that stay HTML in a cell need no break before and after them. */
const BLOCK_TAG = /^<\/?(?:[uo]l|li|h[1-6])>$/
/** An address that can be its own text between angle brackets (CommonMark section 6.5). */
const ABSOLUTE = /^[a-z][a-z\d+.-]{1,31}:[^\s<>]*$/i
const HTML_SPACES = /[\t\n\f\r ]+/g
/** A part with this many atoms ends at the next white space or image, so that pages of one line need little memory. */
const MANY_ATOMS = 20_000

/**
 * Writes one line, which breaks may divide. Space, breaks and brackets wait for content: a line does not end with them,
 * and empty brackets are not written. Emphasis is placed when the line ends, because its marks depend on the characters
 * around them.
 */
export class Line {
  kind: LineKind
  /** Finished parts with the breaks between them. */
  #parts: string[] = []
  /** The atoms since the last break. */
  #atoms: Atom[] = []
  /** How many breaks come before the next atom. */
  #breaks = 0
  #hasSpace = false
  /** The open brackets without content, and those with content. */
  #waiting: Bracket[] = []
  readonly #shown: Bracket[] = []

  constructor(kind: LineKind) {
    this.kind = kind
  }

  get isEmpty(): boolean {
    return this.#atoms.length === 0 && this.#parts.length === 0
  }

  addSpace(): void {
    this.#hasSpace = true
  }

  /** Begins another line, unless nothing was written in this one. */
  addBreak(): void {
    if (!this.isEmpty) this.#breaks++
  }

  /** Begins another line, unless one was begun. */
  startLine(): void {
    this.#hasSpace = false
    if (!this.isEmpty && this.#breaks === 0) this.#breaks = 1
  }

  /** Writes text of the page. White space at its ends only separates it from its neighbours. Returns whether any text was written. */
  text(text: string, marks: Marks): boolean {
    let from = 0
    let to = text.length
    while (from < to && isSpace(text.charCodeAt(from))) from++
    while (to > from && isSpace(text.charCodeAt(to - 1))) to--
    if (from > 0) this.#hasSpace = true
    if (from === to) return false
    const part = text.slice(from, to)
    if (this.#isAtStart() && part.charCodeAt(0) === NO_BREAK_SPACE && part.trim() === '') {
      this.#hasSpace = true
      return false
    }
    this.#begin()
    const last = this.#atoms.at(-1)
    if (last?.type === 'text' && last.marks === marks) last.text += this.#hasSpace ? ` ${part}` : part
    else this.#push('text', part, marks)
    this.#hasSpace = to < text.length
    return true
  }

  code(text: string, marks: Marks): void {
    const shown = spaced(text.replaceAll('\u00A0', ' '), HTML_SPACES)
    const trimmed = shown.trim()
    if (shown.startsWith(' ')) this.#hasSpace = true
    if (trimmed === '') return
    this.#begin()
    this.#push('code', trimmed, marks)
    this.#hasSpace = shown.endsWith(' ')
  }

  markdown(text: string, marks: Marks): void {
    this.#begin()
    this.#push('raw', text, marks)
  }

  open(text: string, marks: Marks): Bracket {
    const bracket: Bracket = { text, marks, atom: undefined }
    this.#waiting.push(bracket)
    return bracket
  }

  /** Closes a tag or quotation mark; an empty one is not written. */
  closeTag(tag: Bracket): void {
    this.#close(tag, tag.text.replace('<', '</'))
  }

  /** Closes the bracket of a link. A title that repeats the text is left out. */
  closeLink(bracket: Bracket, { url, title }: Link): void {
    const isInCell = this.kind === 'cell'
    const [before, last] = this.#atoms.slice(-2)
    const content = before === bracket.atom && last?.type === 'text' ? last : undefined
    const shownTitle = title === content?.text ? undefined : title
    const isItsAddress = content?.text === url && content.marks === bracket.marks && ABSOLUTE.test(url)
    if (!isItsAddress || shownTitle !== undefined || before === undefined)
      return this.#close(bracket, `]${destination(url, shownTitle, isInCell)}`)
    this.#close(bracket, '')
    this.#atoms.splice(-3, 3, {
      ...before,
      type: 'raw',
      text: `<${isInCell ? backslashed(url, /\|/g) : url}>`,
    })
  }

  /** Ends the line and returns it, with line feeds for breaks in a paragraph. Open tags continue in the next line. */
  end(next: LineKind): string {
    const tags = [...this.#shown]
    for (const tag of tags.toReversed()) this.closeTag(tag)
    this.#endPart()
    const line = this.#parts.join('')
    this.#parts = []
    this.#breaks = 0
    this.#hasSpace = false
    this.kind = next
    for (const tag of tags) tag.atom = undefined
    if (tags.length > 0) {
      const waiting = [...tags, ...this.#waiting]
      this.#waiting = waiting.filter((tag, at) => waiting.findIndex(({ text }) => text === tag.text) === at)
    }
    return line
  }

  /** Tells whether a line or a bracket begins here. */
  #isAtStart(): boolean {
    return this.isEmpty || this.#breaks > 0 || this.#waiting.length > 0
  }

  /** Writes the breaks and brackets that have waited for content. */
  #begin(): void {
    if (this.#breaks > 0) this.#break()
    else if (this.#atoms.length >= MANY_ATOMS && this.#shown.length === 0) this.#endLongPart()
    if (this.#waiting.length === 0) return
    for (const bracket of this.#waiting) {
      bracket.atom = this.#push('open', bracket.text, bracket.marks)
      this.#shown.push(bracket)
    }
    this.#waiting = []
  }

  /** Ends a part at white space, or after an image that is not emphasised. */
  #endLongPart(): void {
    const last = this.#atoms.at(-1)
    if (this.#hasSpace) {
      this.#endPart()
      this.#parts.push(' ')
    } else if (last?.type === 'raw' && last.marks.length === 0) this.#endPart()
  }

  #close(bracket: Bracket, text: string): void {
    const { atom, marks } = bracket
    const list = atom === undefined ? this.#waiting : this.#shown
    const at = list.lastIndexOf(bracket)
    if (at !== -1) list.splice(at, 1)
    if (atom !== undefined) this.#atoms.push({ type: 'close', text, hasGap: false, marks, opened: atom })
  }

  #push(type: Atom['type'], text: string, marks: Marks): Atom {
    const atom: Atom = { type, text, hasGap: this.#hasSpace && this.#atoms.length > 0, marks }
    this.#hasSpace = false
    this.#atoms.push(atom)
    return atom
  }

  #break(): void {
    const last = this.#atoms.at(-1)
    const isAfterTag = last !== undefined && last.type !== 'text' && BLOCK_TAG.test(last.text)
    if (!isAfterTag && !BLOCK_TAG.test(this.#waiting[0]?.text ?? '')) {
      this.#endPart()
      this.#parts.push((this.kind === 'paragraph' ? '  \n' : '<br>').repeat(this.#breaks))
    }
    this.#hasSpace = false
    this.#breaks = 0
  }

  #endPart(): void {
    const isContinued = this.#parts.length > 0
    this.#parts.push(renderLine(this.#atoms, this.kind, isContinued))
    this.#atoms = []
  }
}

/** Where a line is: a cell and a heading are one line of Markdown each, a paragraph may have several. */
type LineKind = 'paragraph' | 'heading' | 'cell'

/**
 * Returns atoms as one line of Markdown. Text next to text is escaped as one, and code next to code becomes one span.
 * @param isContinued whether it continues a paragraph after a line break
 */
function renderLine(atoms: readonly Atom[], kind: LineKind, isContinued: boolean): string {
  let line = ''
  /** Text or code that may go on. */
  let run = ''
  let isCode = false
  let isInLink = false
  const escaped = (): string => {
    const text = inlineText(run, { isInLink, isInCell: kind === 'cell' })
    if (kind === 'heading') return escapeHeading(text)
    return line === '' && kind === 'paragraph' ? escapeStart(text, isContinued) : text
  }
  const endRun = (next: string): void => {
    if (run === '') return
    const shown = isCode ? codeSpan(run) : escaped()
    run = ''
    if (isCode) line += kind === 'cell' ? backslashed(shown, /\|/g) : shown
    // An exclamation mark before a link would make it a picture.
    else line += next === '[' && shown.endsWith('!') ? `${shown.slice(0, -1)}\\!` : shown
  }
  const addRun = (text: string, isTextOfCode: boolean): void => {
    if (isTextOfCode !== isCode) endRun('')
    isCode = isTextOfCode
    run += text
  }
  for (const { type, text, hasGap } of placeMarks(atoms)) {
    if (hasGap) addRun(' ', false)
    if (type === 'text' || type === 'code') addRun(text, type === 'code')
    else {
      endRun(text)
      line += text
      if (text === '[') isInLink = true
      else if (text.startsWith('](')) isInLink = false
    }
  }
  endRun('')
  return line
}

/**
 * White space other than one space, and markup anywhere in a line (CommonMark sections 2.5, 6.2 and 6.6): an underscore outside
 * of words; a `<` that may begin a tag, comment or address, also with the next piece of text; the `&` of a reference.
 */
const MARKUP = [
  String.raw`[\t\n\f\r ]{2,}|[\t\n\f\r*\x60\\[~]|_(?:(?<![a-z\d]_)|(?![a-z\d]))`,
  String.raw`<(?=[a-z/!?]|$)|&(?=(?:[a-z][a-z\d]{1,31}|#\d{1,7}|#x[\da-f]{1,6});)`,
].join('|')
const IN_LINE = new RegExp(MARKUP, 'gi')
const IN_LINK = new RegExp(String.raw`${MARKUP}|\]`, 'gi')
const IN_CELL = new RegExp(String.raw`${MARKUP}|\|`, 'gi')
const IN_LINK_IN_CELL = new RegExp(String.raw`${MARKUP}|[\]|]`, 'gi')

/**
 * Returns text as Markdown inside a line. White space becomes one space, and characters that would be markup get a backslash
 * (CommonMark section 2.4). `escapeStart` escapes text that is markup only at the start of a line.
 */
export function inlineText(text: string, { isInLink, isInCell }: Record<'isInLink' | 'isInCell', boolean>) {
  const inCell = isInLink ? IN_LINK_IN_CELL : IN_CELL
  const inLine = isInLink ? IN_LINK : IN_LINE
  return replaceEach(text, isInCell ? inCell : inLine, (found) => (found.trim() === '' ? ' ' : `\\${found}`))
}

/** A line that would begin a block (CommonMark sections 4 and 5), up to where the backslash belongs. */
const BLOCK_START = /^(?:(?=#{1,6}(?:\s|$))|(?=>)|(?=[-+](?:\s|$))|(?=-[-\s]*$)|\d{1,9}(?=[.)](?:\s|$)))/
/** A line that makes a table or a heading of the line before it (GFM "delimiter row", CommonMark "setext headings"). */
const UNDERLINE = /^(?:=+|[|:\s]*-[|:\s-]*)$/

/** Escapes the start of a line so that it begins no block. `isAfterLine` tells whether it goes on with a paragraph. */
export function escapeStart(text: string, isAfterLine: boolean): string {
  const first = text.charCodeAt(0)
  // Most lines begin with a letter.
  if (first > 0x3e && first !== 0x7c) return text
  const before = BLOCK_START.exec(text)?.[0].length
  if (before !== undefined) return `${text.slice(0, before)}\\${text.slice(before)}`
  return isAfterLine && UNDERLINE.test(text.replaceAll('\u00A0', ' ').trimEnd()) ? `\\${text}` : text
}

/** Returns text that may end a heading, with hashes that would not be shown there (CommonMark section 4.2). */
function escapeHeading(text: string): string {
  return text.includes('#') ? text.replace(/(^|\s)(#+)(?=\s*$)/, '$1\\$2') : text
}

/** Returns inline code between the shortest run of backticks that it does not contain (CommonMark section 6.1). */
function codeSpan(text: string): string {
  let fence = '`'
  if (text.includes(fence)) {
    const runs = new Set(runsOf(text, /`+/g))
    while (runs.has(fence.length)) fence += '`'
  }
  const pad = text.startsWith('`') || text.endsWith('`') ? ' ' : ''
  return fence + pad + text + pad + fence
}

/** Returns the parts of a code block, between more backticks than any line of it begins with (CommonMark section 4.5). */
export function fenced(text: string, language: string): readonly string[] {
  let length = 3
  if (text.includes('```'))
    for (const run of runsOf(text, /(?<=^[\t ]{0,3})`{3,}/gm)) length = Math.max(length, run + 1)
  const fence = '`'.repeat(length)
  return [fence + language, text.trimEnd(), fence]
}

function runsOf(text: string, pattern: RegExp): number[] {
  return Array.from(text.matchAll(pattern), ([run]) => run.length)
}

/** Returns the part of a link after its text: the address and an optional title (CommonMark section 6.3). */
export function destination(url: string, title: string | undefined, isInCell: boolean): string {
  if (isInCell) return backslashed(destination(url, title, false), /\|/g)
  const target = /^[^\s()<>\\]*$/.test(url) ? url : `<${backslashed(spaced(url), /[<>\\]/g)}>`
  if (title === undefined || title.trim() === '') return `(${target})`
  const shown = title.trim()
  if (!/["\\]|[^\S ]| {2}/.test(shown)) return `(${target} "${shown}")`
  return `(${target} "${backslashed(spaced(shown), /["\\]/g)}")`
}

/** Texts that are joined at once. */
const MANY = 4096
const SPACES = /\s+/g

export function backslashed(text: string, pattern: RegExp): string {
  return replaceEach(text, pattern, (found) => `\\${found}`)
}

export function spaced(text: string, spaces: RegExp = SPACES): string {
  return replaceEach(text, spaces, () => ' ')
}

/**
 * Replaces each match. `replaceAll` needs some 30 bytes for each, so a long text of matches would need too much memory.
 * @param write gets a match and where it ends
 */
export function replaceEach(text: string, pattern: RegExp, write: (found: string, end: number) => string) {
  pattern.lastIndex = 0
  let match = pattern.exec(text)
  if (match === null) return text
  const parts: string[] = []
  let texts: string[] = []
  let from = 0
  for (; match !== null; match = pattern.exec(text)) {
    texts.push(text.slice(from, match.index), write(match[0], pattern.lastIndex))
    from = pattern.lastIndex
    if (texts.length < MANY) continue
    parts.push(texts.join(''))
    texts = []
  }
  return parts.join('') + texts.join('') + text.slice(from)
}
