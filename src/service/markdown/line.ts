import {
  destination,
  spaced,
  backslashed,
  codeSpan,
  escapeHeading,
  escapeStart,
  inlineText,
} from './inline-text.ts'
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
const SPACES = /[\t\n\f\r ]+/g
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

  /** Writes text of the page. White space at its ends belongs to what is around it. Returns whether any text was written. */
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
    const shown = spaced(text.replaceAll('\u00A0', ' '), SPACES)
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
    const [before, last] = this.#atoms.slice(-2)
    const content = before === bracket.atom && last?.type === 'text' ? last : undefined
    const shownTitle = title === content?.text ? undefined : title
    const isItsAddress = content?.text === url && content.marks === bracket.marks && ABSOLUTE.test(url)
    if (!isItsAddress || shownTitle !== undefined || before === undefined)
      return this.#close(bracket, `]${destination(url, shownTitle)}`)
    this.#close(bracket, '')
    this.#atoms.splice(-3, 3, { ...before, type: 'raw', text: `<${url}>` })
  }

  /**
   * Ends the line and returns it, with line feeds for breaks in a paragraph. Begins another one, in which open tags go on,
   * each once.
   */
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

  /** Writes what has waited for content. */
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
