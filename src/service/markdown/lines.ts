/**
 * Input: text, code, emphasis, brackets, breaks and blocks, in order.
 * Output: lines of Markdown.
 * Must not know HTML.
 */
import { JoinedText } from './inline-text.ts'
import { type Bracket, Line } from './line.ts'
import type { Marks } from './place-marks.ts'

/** The prefixes of lines may take so many characters more than the page has. */
const MORE_PREFIXES = 65_536

/** Divides a page into blocks and lines, with prefixes for quotes and items of lists. */
export class Lines {
  readonly #lines: string[] = []
  readonly #prefix: LinePrefix
  #line = new Line('paragraph')
  /** The lines around the open cells of tables. */
  readonly #aside: Line[] = []
  /** Line ends before the next line: 2 for an empty line. */
  #gap = 0
  /** Whether the space before an item is decided, whatever the item begins with. */
  #isGapSet = false
  /** Whether the last line is that of an item of a list that has ended. */
  #isAfterItem = false
  /** The number sign of the open heading; empty outside of headings. */
  #heading = ''
  #hasHeadingText = false
  #link: Bracket | undefined
  #marks: Marks = []
  readonly #markCounts = new Map<string, number>()

  /** @param length of the page */
  constructor(length: number) {
    this.#prefix = new LinePrefix(length + MORE_PREFIXES)
  }

  /** Whether text here cannot be divided into blocks. */
  get isInline(): boolean {
    return this.isInLink || this.isInCell
  }

  get isInCell(): boolean {
    return this.#aside.length > 0
  }

  get isInLink(): boolean {
    return this.#link !== undefined
  }

  /** Whether a link is open and still empty. */
  get isLinkEmpty(): boolean {
    return this.#link !== undefined && this.#link.atom === undefined
  }

  get isInHeading(): boolean {
    return this.#line.kind === 'heading'
  }

  /** Whether the open heading has text, and not only pictures. */
  get hasHeadingText(): boolean {
    return this.#hasHeadingText
  }

  /** Whether an item of a list has begun and is still empty. */
  get isAtMarker(): boolean {
    return this.#line.isEmpty && this.#prefix.isAtMarker
  }

  /** Separates the next text from the text before it: 2 by an empty line, 1 by a line end. In a cell it is a break. */
  part(gap: 1 | 2): void {
    if (this.isInLink) return this.space()
    if (this.isInCell) return this.#line.startLine()
    this.#endLine()
    if (gap > this.#gap && !this.#isGapSet) this.#gap = gap
  }

  /** Starts the next line, without an empty line. */
  partByLine(): void {
    this.part(1)
    if (!this.isInline && !this.#isGapSet) this.#gap = 1
  }

  space(): void {
    this.#line.addSpace()
  }

  lineBreak(): void {
    if (this.isInLink) this.space()
    else this.#line.addBreak()
  }

  /** Writes text of the page. */
  text(text: string): void {
    const isPageStart = this.#lines.length === 0 && this.#line.isEmpty
    if (this.#line.text(isPageStart ? text.trimStart() : text, this.#marks)) this.#hasHeadingText = true
  }

  /** Writes code inside a line. */
  code(text: string): void {
    this.#line.code(text, this.#marks)
  }

  /** Writes finished Markdown inside a line. */
  markdown(markdown: string): void {
    this.#line.markdown(markdown, this.#marks)
  }

  /** Writes a line across the page. In an item, dashes would be read as one line with its dash. */
  rule(): void {
    this.block([this.#prefix.isEmpty ? '---' : '***'])
  }

  /** Writes a block of several lines. An open heading ends. */
  block(lines: readonly string[]): void {
    this.closeHeading()
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

  openLink(): void {
    this.#link = this.openTag('[')
  }

  /** Ends a link; one without content is not written. */
  closeLink(url: string, title: string | undefined): void {
    const link = this.#link
    this.#link = undefined
    if (link !== undefined) this.#line.closeLink(link, url, title)
  }

  /** Begins a heading, which is one line. */
  openHeading(level: number): void {
    this.part(2)
    if (this.isInline) return
    this.#heading = `${'#'.repeat(level)} `
    this.#hasHeadingText = false
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
    this.#prefix.open(first, prefix, this.#lines.length)
    this.#isGapSet = this.isAtMarker
  }

  /** Ends it; tells whether it held anything. */
  closeContainer(): boolean {
    this.#endLine()
    const isShown = this.#prefix.close(this.#lines.length)
    this.#isGapSet = this.isAtMarker
    return isShown
  }

  /** Begins an item of a list. After a line of text, only number 1 can begin a list (CommonMark section 5.3). */
  openItem(marker: string): void {
    this.part(1)
    if (!this.#isAfterItem && marker !== '- ' && marker !== '1. ') this.part(2)
    this.openContainer(marker, ' '.repeat(marker.length))
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

  /** Returns the content of the cell. */
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
    const gap = this.#gap === 1 && !this.#prefix.isAtMarker ? 2 : this.#gap
    if (this.#lines.length > 0 && gap > 1) this.#lines.push(this.#prefix.ofGap())
    this.#gap = 0
    this.#isGapSet = false
    this.#isAfterItem = false
    const prefix = this.#prefix.ofFirst()
    const isWhole = this.#prefix.isEmpty || !block.includes('\n')
    this.#lines.push(prefix + (isWhole ? block : this.#prefixed(block)))
  }

  /** Returns a block with the prefix of its lines after the first. */
  #prefixed(block: string): string {
    const text = new JoinedText()
    let from = 0
    for (let end = block.indexOf('\n'); end !== -1; end = block.indexOf('\n', from)) {
      const next = end + 1
      text.add(block.slice(from, next))
      text.add(this.#prefix.ofNext(next === block.length || block[next] === '\n'))
      from = next
    }
    text.add(block.slice(from))
    return text.end()
  }
}

/** A quote or an item of a list that is open. */
interface Container {
  readonly prefix: string
  readonly first: string
  readonly lines: number
}

/** The prefixes of lines in quotes and items of lists. */
class LinePrefix {
  /** The prefix of each line, that of the next one, and the shortest since something was written. */
  #each = ''
  #first = ''
  #shared = ''
  /** The most characters in all prefixes: deep nesting must not multiply a page. */
  #left: number
  readonly #containers: Container[] = []

  constructor(most: number) {
    this.#left = most
  }

  get isEmpty(): boolean {
    return this.#each === ''
  }

  /** Whether an item of a list, or a quote, has begun and holds nothing yet. */
  get isAtMarker(): boolean {
    return this.#first !== this.#each
  }

  /** Begins a quote or an item with the prefix of its first line, and that of the others. */
  open(first: string, each: string, lines: number): void {
    this.#containers.push({ prefix: this.#each, first: this.#first, lines })
    this.#first += first
    this.#each += each
  }

  /** Ends it. Returns whether any line was written in it. */
  close(lines: number): boolean {
    const container = this.#containers.pop()
    if (container === undefined) return false
    const isShown = lines > container.lines
    this.#each = container.prefix
    this.#first = isShown ? container.prefix : container.first
    if (this.#each.length < this.#shared.length) this.#shared = this.#each
    return isShown
  }

  /** Returns the prefix of the first line of a block. */
  ofFirst(): string {
    const prefix = this.#first
    this.#first = this.#each
    this.#shared = this.#each
    return this.#taken(prefix)
  }

  /** Returns the prefix of a further line. */
  ofNext(isEmpty: boolean): string {
    return this.#taken(isEmpty ? this.#each.trimEnd() : this.#each)
  }

  /** Returns the prefix of an empty line between two blocks. */
  ofGap(): string {
    return this.#taken(this.#shared.trimEnd())
  }

  #taken(prefix: string): string {
    this.#left -= prefix.length
    return this.#left > 0 ? prefix : ''
  }
}
