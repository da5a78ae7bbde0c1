/**
 * Input: text, code, emphasis, brackets, breaks and blocks, in order.
 * Output: lines of Markdown.
 * Must not know HTML.
 */
import { replaceEach, type Bracket, Line, type Link } from './line.ts'
import type { Marks } from './place-marks.ts'

/** Characters that prefixes of lines may add to the size of the page: deep nesting must not multiply a page. */
const MORE_PREFIXES = 65_536

/** A quote or an item of a list that is open: the prefixes around it, and how many lines come before it. */
interface Container {
  readonly prefix: string
  readonly first: string
  readonly lines: number
  /** The sign of the list before it. */
  readonly endedList: string
}

const OUTERMOST: Container = { prefix: '', first: '', lines: 0, endedList: '' }

/** Divides a page into blocks and lines, with prefixes for quotes and items of lists. */
export class Lines {
  readonly #lines: string[] = []
  /** The prefix of each line, that of the next one, and the shortest since something was written. */
  #prefix = ''
  #first = ''
  #shared = ''
  /** The most characters in further prefixes. */
  #left: number
  readonly #containers: Container[] = []
  #line = new Line('paragraph')
  /** The lines around the open cells of tables. */
  readonly #aside: Line[] = []
  /** Line ends before the next line: 2 for an empty line. */
  #gap = 0
  /** Whether the gap is final, because an item has begun that is still empty. */
  #isGapSet = false
  /** Whether the last line is that of an item of a list that has ended. */
  #isAfterItem = false
  /** The sign of the list that has just ended, such as `-` or `.`; empty after anything else. */
  #endedList = ''
  /** The number sign of the open heading; empty outside of headings. */
  #heading = ''
  /** Whether the open heading has text, and not only pictures. */
  hasHeadingText = false
  /** The open link, and its bracket. */
  link: Link | undefined
  #bracket: Bracket | undefined
  #marks: Marks = []
  readonly #markCounts = new Map<string, number>()

  /** @param length of the page */
  constructor(length: number) {
    this.#left = length + MORE_PREFIXES
  }

  /** Whether text here cannot be divided into blocks. */
  get isInline(): boolean {
    return this.isInLink || this.isInCell
  }

  get isInCell(): boolean {
    return this.#aside.length > 0
  }

  get isInLink(): boolean {
    return this.link !== undefined
  }

  /** Whether a link is open and still empty. */
  get isLinkEmpty(): boolean {
    return this.isInLink && this.#bracket?.atom === undefined
  }

  get isInHeading(): boolean {
    return this.#line.kind === 'heading'
  }

  /** Whether an item of a list has begun and is still empty. */
  get isAtMarker(): boolean {
    return this.#line.isEmpty && this.#first !== this.#prefix
  }

  /** Separates the next text from the text before it: 2 by an empty line, 1 by a line end. In a cell it is a break. */
  part(gap: 1 | 2): void {
    if (this.isInLink) return this.space()
    if (this.isInCell) return this.#line.startLine()
    this.#endLine()
    if (gap > this.#gap && !this.#isGapSet) this.#gap = gap
  }

  /** Starts the next line, without an empty line. One before a quote that begins stays. */
  partByLine(): void {
    this.part(1)
    const isBegun = this.#containers.at(-1)?.lines !== this.#lines.length
    if (!this.isInline && !this.#isGapSet && isBegun) this.#gap = 1
  }

  space(): void {
    this.#line.addSpace()
  }

  lineBreak(): void {
    if (this.isInLink) this.space()
    else this.#line.addBreak()
  }

  text(text: string): void {
    const isPageStart = this.#lines.length === 0 && this.#line.isEmpty
    if (this.#line.text(isPageStart ? text.trimStart() : text, this.#marks)) this.hasHeadingText = true
  }

  code(text: string): void {
    this.#line.code(text, this.#marks)
  }

  /** Writes finished Markdown inside a line. */
  markdown(markdown: string): void {
    this.#line.markdown(markdown, this.#marks)
  }

  /** Writes a line across the page. In an item, dashes or asterisks would be read as one line with its sign. */
  rule(): void {
    this.block([this.#prefix === '' ? '---' : '___'])
  }

  /** Writes a block of several lines. An open heading ends. */
  block(lines: readonly string[]): void {
    this.closeHeading()
    // Markdown has boxes only before text.
    if (/\[[x ]\] $/.test(this.#first)) this.#add('')
    this.#add(lines.join('\n'))
    this.part(2)
  }

  /** Begins emphasis, with asterisks or tildes. */
  openMark(mark: string): void {
    const count = this.#markCounts.get(mark) ?? 0
    this.#markCounts.set(mark, count + 1)
    if (count === 0) this.#marks = [...this.#marks, mark]
  }

  closeMark(mark: string): void {
    const count = this.#markCounts.get(mark) ?? 0
    this.#markCounts.set(mark, count - 1)
    if (count === 1) this.#marks = this.#marks.filter((other) => other !== mark)
  }

  /** Opens a tag or quotation mark. It is repeated in each block that it is around. */
  openTag(text: string): Bracket {
    return this.#line.open(text, this.#marks)
  }

  /** Closes a tag; an empty one is not written. */
  closeTag(tag: Bracket): void {
    this.#line.closeTag(tag)
  }

  /** Opens a link, and ends the one that is open. */
  openLink(link: Link): void {
    this.closeLink()
    this.link = link
    this.#bracket = this.openTag('[')
  }

  /** Ends the open link, if there is one. A link without content is not written. */
  closeLink(): void {
    const { link } = this
    this.link = undefined
    if (link !== undefined && this.#bracket !== undefined) this.#line.closeLink(this.#bracket, link)
  }

  openHeading(level: number): void {
    this.part(2)
    if (this.isInline) return
    this.#heading = `${'#'.repeat(level)} `
    this.hasHeadingText = false
    this.#line.kind = 'heading'
  }

  /** Ends it; one without content is not written. */
  closeHeading(): void {
    this.part(2)
    if (this.isInHeading && !this.isInline) this.#line.kind = 'paragraph'
  }

  /** Begins a quote or an item of a list: `first` begins its first line, and `prefix` the others. */
  openContainer(first: string, prefix: string): void {
    this.#endLine()
    const { length: lines } = this.#lines
    this.#containers.push({ prefix: this.#prefix, first: this.#first, lines, endedList: this.#endedList })
    this.#endedList = ''
    this.#first += first
    this.#prefix += prefix
    this.#isGapSet = this.isAtMarker
  }

  /** Ends it; tells whether it held anything. */
  closeContainer(): boolean {
    this.#endLine()
    const { prefix, first, lines, endedList } = this.#containers.pop() ?? OUTERMOST
    const isShown = this.#lines.length > lines
    this.#endedList = isShown ? '' : endedList
    this.#prefix = prefix
    this.#first = isShown ? prefix : first
    if (prefix.length < this.#shared.length) this.#shared = prefix
    this.#isGapSet = this.isAtMarker
    return isShown
  }

  /** Returns the sign of a list that begins. Two lists after each other have different ones (CommonMark section 5.3). */
  beginList(isOrdered: boolean): string {
    const [usual, other] = isOrdered ? ['.', ')'] : ['-', '*']
    return this.#endedList === usual && this.#line.isEmpty ? other : usual
  }

  endList(sign: string): void {
    this.#endLine()
    this.#endedList = sign
  }

  /** Begins an item of a list. After a line of text, only number 1 can begin a list (CommonMark section 5.3). */
  openItem(marker: string): void {
    this.part(1)
    if (!this.#isAfterItem && /^(?!1\D)\d/.test(marker)) this.part(2)
    this.openContainer(marker, ' '.repeat(marker.length))
  }

  /** Begins the item that is still empty with a box. */
  addBox(isChecked: boolean): void {
    this.#first += isChecked ? '[x] ' : '[ ] '
  }

  /** Ends an item of a list, after which another one may follow on the next line. Tells whether it held anything. */
  closeItem(): boolean {
    const isShown = this.closeContainer()
    this.part(1)
    if (isShown) this.partByLine()
    this.#isAfterItem ||= isShown
    return isShown
  }

  openCell(): void {
    this.#aside.push(this.#line)
    this.#line = new Line('cell')
  }

  closeCell(): string {
    const text = this.#line.end('cell')
    this.#line = this.#aside.pop() ?? new Line('paragraph')
    return text
  }

  end(): string {
    this.#endLine()
    return this.#lines.join('\n').trimEnd()
  }

  /** Ends the open line. A heading goes on until it has content. Tags that are open go on in the next line. */
  #endLine(): void {
    if (this.isInline) return
    if (this.#line.isEmpty) return this.#line.startLine()
    const heading = this.isInHeading ? this.#heading : ''
    this.#add(heading + this.#line.end('paragraph'))
  }

  /** Adds a block, separated from the block before it. */
  #add(block: string): void {
    // Text after an item of a list would be part of it.
    const gap = this.#gap === 1 && this.#first === this.#prefix ? 2 : this.#gap
    if (this.#lines.length > 0 && gap > 1) this.#lines.push(this.#taken(this.#shared.trimEnd()))
    this.#gap = 0
    this.#isGapSet = false
    this.#isAfterItem = false
    this.#endedList = ''
    const each = this.#prefix
    const first = this.#taken(this.#first)
    this.#first = each
    this.#shared = each
    const prefixed = (): string =>
      replaceEach(block, /\n/g, (_, end) => {
        const isEmpty = end === block.length || block[end] === '\n'
        return `\n${this.#taken(isEmpty ? each.trimEnd() : each)}`
      })
    this.#lines.push(first + (each === '' ? block : prefixed()))
  }

  #taken(prefix: string): string {
    this.#left -= prefix.length
    return this.#left > 0 ? prefix : ''
  }
}
