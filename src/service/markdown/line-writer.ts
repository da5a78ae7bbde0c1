import { EMPHASIS, lastOf } from './emphasis.ts'
import { LinePrefix } from './line-prefix.ts'
import { isAnySpace } from '../../util/is-any-space.ts'
import { isSpace } from '../html/tag-characters.ts'
import { JoinedText } from './joined-text.ts'
import { OpenLink } from './open-link.ts'
import { begunBy, codeSpan, escapeHeading, escapeJoint, escapeStart, inlineText } from './inline-text.ts'

/** So many more characters of prefixes than a page has itself may be written. */
const MORE_PREFIXES = 65_536
const BLOCK_TAG = /^<\/?(?:[uo]l|li|h[1-6])>/
const NO_BREAK_SPACE = 0xa0

/** What is put aside while a cell is written. */
interface Aside {
  readonly out: string
  readonly marks: string
  readonly isLineOpen: boolean
}

/**
 * Lines of Markdown. Space, breaks and marks wait until there is something to show behind them, so that nothing stands
 * at the end of a line, and nothing empty is marked.
 */
export class LineWriter {
  readonly #out = new JoinedText()
  /** How many lines have begun. */
  #lines = 0
  readonly #prefix: LinePrefix
  #isLineOpen = false
  /** Line breaks that are due before the next line. */
  #gap = 0
  #breaks = 0
  #hasSpace = false
  /** Marks whose content has not begun. */
  #marks = ''
  /** The last piece that was written, and whether it ended a mark. */
  #last = ''
  #isBehindMark = false
  /** Code that may go on: pieces right beside each other are one, as a browser shows them (CommonMark section 6.1). */
  #code = ''
  /** What the text right here would make markup of, with text behind it. */
  #begun = ''
  /** Whether text has ended with an exclamation mark, which is not written yet. */
  #hasBang = false
  /** Whether the space before an item is settled, whatever the item begins with. */
  #isGapSet = false
  #link: OpenLink | undefined
  readonly #aside: Aside[] = []
  #isHeading = false
  #hasHeadingText = false
  /** What a heading begins with, until its content does. */
  #headingMark = ''

  constructor(length: number) {
    this.#prefix = new LinePrefix(length + MORE_PREFIXES)
  }

  /** Whether text here cannot be parted into blocks. */
  get isInline(): boolean {
    return this.#link !== undefined || this.#aside.length > 0
  }

  get isInCell(): boolean {
    return this.#aside.length > 0
  }

  get isInLink(): boolean {
    return this.#link !== undefined
  }

  get isInHeading(): boolean {
    return this.#isHeading
  }

  /** Whether it has text, and not only pictures. */
  get hasHeadingText(): boolean {
    return this.#hasHeadingText
  }

  /** Whether an item of a list has begun and holds nothing yet. */
  get isAtMarker(): boolean {
    return this.#prefix.isAtMarker
  }

  /** Whether a link is open that holds nothing yet. */
  get isLinkEmpty(): boolean {
    return this.#link !== undefined && this.#link.outer === undefined
  }

  /** What stands before what comes next, as marks of emphasis see it: one character. */
  get before(): string {
    if (!this.#isLineOpen || this.#hasSpace || this.#breaks > 0) return ' '
    if (this.#code !== '') return '`'
    if (this.#hasBang) return '!'
    if (this.#marks !== '') return lastOf(this.#marks)
    if (this.isLinkEmpty) return '['
    return this.#isBehindMark ? EMPHASIS : lastOf(this.#last)
  }

  /** Parts what comes from what is there: 2 by an empty line, 1 by the end of the line. In a cell it is a break. */
  part(gap: 1 | 2): void {
    this.#settle()
    if (this.#link !== undefined) return this.space()
    this.#hasSpace = false
    if (this.isInCell) {
      if (this.#isLineOpen && this.#breaks === 0) this.#breaks = 1
      return
    }
    if (this.#isLineOpen) this.#isHeading = false
    this.#isLineOpen = false
    this.#breaks = 0
    if (gap > this.#gap && !this.#isGapSet) this.#gap = gap
  }

  /** Has what comes begin right on the next line, whatever was asked for before it. */
  partByLine(): void {
    this.part(1)
    if (!this.#isGapSet) this.#gap = 1
  }

  space(): void {
    this.#hasSpace = true
  }

  lineBreak(): void {
    this.#settle()
    if (this.#link !== undefined) this.#hasSpace = true
    else if (this.#isLineOpen) this.#breaks++
  }

  /** Writes text of the page; white space at its ends belongs to what is around it. */
  text(text: string, from: number, to: number): void {
    let start = from
    while (start < to && isSpace(text.charCodeAt(start))) start++
    // A page begins with no white space of any kind.
    if (this.#lines === 0 && !this.#isLineOpen)
      while (start < to && isAnySpace(text.charCodeAt(start))) start++
    if (start > from) this.#hasSpace = true
    if (start === to) return
    let end = to
    while (isSpace(text.charCodeAt(end - 1))) end--
    const part = text.slice(start, end)
    if (this.#isBlankHere(part)) return this.space()
    const isBehindLine = this.#breaks > 0
    const isStart = !this.isInline && (!this.#isLineOpen || isBehindLine) && !this.#isHeading
    this.#begin()
    this.#link?.note(part)
    const begun = this.#begun
    const line = escapeJoint(inlineText(part, this), begun)
    this.#hasHeadingText = true
    this.#hasBang = line.endsWith('!')
    const shown = this.#hasBang ? line.slice(0, -1) : line
    if (isStart) this.#add(escapeStart(shown, isBehindLine))
    else this.#add(this.#isHeading ? escapeHeading(shown) : shown)
    this.#begun = begunBy(line, begun, isStart)
    this.#hasSpace = end < to
  }

  /** Writes Markdown inside a line. */
  inline(markdown: string): void {
    this.#begin()
    this.#link?.note(undefined)
    this.#add(markdown)
  }

  /** Writes code inside a line. */
  code(text: string): void {
    const shown = text.replaceAll(/[\t\n\f\r ]+/g, ' ')
    const trimmed = shown.trim()
    if (shown.startsWith(' ') || trimmed === '') this.#hasSpace ||= shown !== ''
    if (trimmed === '') return
    if (this.#code === '' || this.#hasSpace) {
      this.#begin()
      this.#link?.note(undefined)
    }
    this.#code += trimmed
    this.#hasSpace = shown.endsWith(' ')
  }

  /** Writes a line across the page. Behind the dash of an item, dashes would be one line with it. */
  rule(): void {
    this.block([this.#prefix.isEmpty ? '---' : '***'])
  }

  /** Writes a block of several lines. A heading that has only begun ends, and marks wait for what is behind the block. */
  block(lines: readonly string[]): void {
    this.closeHeading()
    const marks = this.#marks
    this.#marks = ''
    const single = this.#prefix.isEmpty ? lines : lines.flatMap((text) => text.split('\n'))
    for (const [index, line] of single.entries()) {
      if (index === 0) this.#begin()
      else this.#newLine(line === '')
      this.#add(line)
    }
    this.#marks = marks
    this.part(2)
  }

  /** Begins marked text. */
  openMark(mark: string): void {
    this.#settleCode()
    this.#marks += mark
  }

  /** Ends it; what has marked nothing goes. */
  closeMark(start: string, end: string): void {
    if (this.#marks.endsWith(start)) this.#marks = this.#marks.slice(0, -start.length)
    else {
      this.#settle()
      this.#add(end)
      this.#isBehindMark = /^[*~]/.test(end)
    }
  }

  /** Begins a heading, which is one line. */
  openHeading(level: number): void {
    this.part(2)
    if (this.isInline) return
    this.#isHeading = true
    this.#hasHeadingText = false
    this.#headingMark = `${'#'.repeat(level)} `
  }

  /** Ends it; one without content leaves nothing. */
  closeHeading(): void {
    this.#headingMark = ''
    this.#isHeading = false
    this.part(2)
  }

  openLink(url: string, title: string | undefined): void {
    this.#settleCode()
    this.#link = new OpenLink(url, title, this.#marks)
    this.#marks = ''
  }

  /** Ends a link; one without content leaves nothing. */
  closeLink(): void {
    const link = this.#link
    this.#link = undefined
    if (link?.outer !== undefined) {
      this.#settle()
      this.#add(link.markdown(this.#out.swap(link.outer)))
    } else if (link !== undefined) this.#marks = link.marks + this.#marks
  }

  /** Makes what is in the open link no part of it. */
  unlink(): void {
    this.#settle()
    const link = this.#link
    this.#link = undefined
    if (link?.outer !== undefined) {
      const content = this.#out.swap(link.outer)
      this.#out.add(link.text(content))
    } else if (link !== undefined) this.#marks = link.marks + this.#marks
  }

  /** Begins a quote or an item of a list: what its first line begins with, and what the others do. */
  openContainer(first: string, prefix: string): void {
    this.#prefix.open(first, prefix, this.#lines)
    this.#isGapSet = this.isAtMarker
  }

  /** Ends it; tells whether it held anything. */
  closeContainer(): boolean {
    this.#settle()
    const isShown = this.#prefix.close(this.#lines)
    this.#isGapSet = this.isAtMarker
    return isShown
  }

  /** Ends an item of a list, after which another one may follow on the next line. */
  closeItem(): boolean {
    const isShown = this.closeContainer()
    this.part(1)
    if (isShown) this.partByLine()
    return isShown
  }

  openCell(): void {
    this.#settle()
    this.#aside.push({ out: this.#out.swap(''), marks: this.#marks, isLineOpen: this.#isLineOpen })
    this.#marks = ''
    this.#forgetLine()
  }

  closeCell(): string {
    this.#settle()
    const aside = this.#aside.pop()
    const text = this.#out.swap(aside?.out ?? '')
    this.#marks = aside?.marks ?? ''
    this.#forgetLine()
    this.#isLineOpen = aside?.isLineOpen === true
    return text
  }

  end(): string {
    while (this.#aside.length > 0) this.#out.add(this.closeCell())
    this.closeLink()
    this.#settle()
    const text = this.#out.swap('')
    // Asking the last piece alone leaves the text in its pieces.
    return /\s$/.test(this.#last) ? text.trimEnd() : text
  }

  #forgetLine(): void {
    this.#isLineOpen = false
    this.#hasSpace = false
    this.#breaks = 0
  }

  /** Tells whether text is nothing but spaces that stay, where a line or something marked would begin with them. */
  #isBlankHere(text: string): boolean {
    if (text.charCodeAt(0) !== NO_BREAK_SPACE || !text.endsWith('\u00A0')) return false
    const isAtStart = !this.#isLineOpen || this.#breaks > 0 || this.#marks !== '' || this.isLinkEmpty
    return isAtStart && text.trim() === ''
  }

  /** Writes what has waited for something to show. */
  #begin(): void {
    const link = this.#link?.outer === undefined ? this.#link : undefined
    const isBesideLink = link?.marks === '' && !this.#hasSpace && this.#breaks === 0
    // A link right behind it would be a picture.
    this.#writeBang(isBesideLink ? '\\!' : '!')
    this.#settleCode()
    const start = !this.#isLineOpen && !this.#isHeading ? 'block' : this.#breaks > 0 ? 'line' : 'none'
    if (!this.#isLineOpen) this.#startLine()
    else if (this.#breaks > 0) this.#breakLine()
    else if (this.#hasSpace) this.#add(' ')
    this.#hasSpace = false
    this.#add(this.#headingMark)
    this.#headingMark = ''
    if (link !== undefined) {
      this.#add(link.marks)
      link.start = this.isInCell ? 'none' : start
      link.isBehindMark = this.#isBehindMark
      link.outer = this.#out.swap('')
    }
    this.#add(this.#marks)
    this.#marks = ''
  }

  #startLine(): void {
    this.#isLineOpen = true
    if (this.isInCell) return
    // Text behind an item of a list would be part of it.
    const gap = this.#gap === 1 && !this.isAtMarker ? 2 : this.#gap
    if (this.#lines > 0 && gap > 1) this.#add(`\n${this.#prefix.ofGap()}`)
    if (this.#lines > 0) this.#add('\n')
    this.#gap = 0
    this.#isGapSet = false
    this.#lines++
    this.#add(this.#prefix.ofFirst())
  }

  /** Writes what has waited for what is behind it. Whether a link is, is known when that has content. */
  #settle(): void {
    if (!this.isLinkEmpty) this.#writeBang('!')
    this.#settleCode()
  }

  #writeBang(text: string): void {
    if (!this.#hasBang) return
    this.#hasBang = false
    this.#add(text)
  }

  #settleCode(): void {
    if (this.#code === '') return
    const span = codeSpan(this.#code)
    this.#code = ''
    this.#add(this.isInCell ? span.replaceAll('|', '\\|') : span)
  }

  #breakLine(): void {
    const isInLine = this.isInCell || this.#isHeading
    // Items, lists and headings that stay HTML part themselves from what is beside them.
    const next = this.#link?.outer === undefined ? (this.#link?.marks ?? this.#marks) : this.#marks
    if (this.isInCell && (BLOCK_TAG.test(next) || BLOCK_TAG.test(this.#last))) this.#breaks = 0
    for (; this.#breaks > 0; this.#breaks--) {
      this.#add(isInLine ? '<br>' : '  ')
      if (!isInLine) this.#newLine(false)
    }
  }

  #newLine(isEmpty: boolean): void {
    this.#add('\n')
    this.#add(this.#prefix.ofNext(isEmpty))
  }

  #add(piece: string): void {
    if (piece === '') return
    this.#out.add(piece)
    this.#last = piece
    this.#isBehindMark = false
    this.#begun = ''
  }
}
