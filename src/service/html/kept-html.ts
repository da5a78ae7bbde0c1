import { hasContent } from './has-content.ts'

/** Who gets a piece. */
const BOTH = 0
const HTML = 1
const MARKDOWN = 2
/**
 * With this many pieces a page has content, whatever they hold. Searching all of them again and again would not be
 * linear.
 */
const MAX_PIECES_SEARCHED = 100

const LINE_FEED = 0x0a

type Reader = typeof BOTH | typeof HTML | typeof MARKDOWN

/**
 * The kept parts of a page, as slices of its text with replacements between them: once for the `html` format and once
 * as the Markdown converter's input. The two differ in a few tags only.
 */
export class KeptHtml {
  readonly #source: string
  readonly #wantHtml: boolean
  /** For each piece, who gets it, and where it stands in the page; below zero, which of the texts it is, counted from -1. */
  readonly #readers: Reader[] = []
  readonly #starts: number[] = []
  readonly #ends: number[] = []
  readonly #texts: string[] = []
  /** Everything before it is decided. */
  #cursor = 0
  #paused = 0
  /** The last character for the converter. */
  #last = LINE_FEED

  /** @param wantHtml whether `html` will be asked for; what only it would hold is otherwise not kept */
  constructor(source: string, wantHtml: boolean) {
    this.#source = source
    this.#wantHtml = wantHtml
  }

  get isPaused(): boolean {
    return this.#paused > 0
  }

  /** Whether there is more than one reason to keep nothing. */
  get isPausedTwice(): boolean {
    return this.#paused > 1
  }

  /** Keeps the text from the last decision up to `position`. */
  keepTo(position: number): void {
    if (this.#paused > 0 || position <= this.#cursor) return
    this.#pushPart(this.#cursor, position, BOTH)
    this.#cursor = position
  }

  /** Leaves out the text between the two positions. */
  drop(start: number, end: number): void {
    if (this.#paused > 0) return
    this.keepTo(start)
    this.#skipTo(end)
  }

  /** Writes something else, for both, in place of the text between the two positions. */
  replace(start: number, end: number, text: string): void {
    if (this.#paused > 0) return
    this.drop(start, end)
    this.#push(text, BOTH)
  }

  /** Keeps the text between the two positions in the HTML, and gives the converter something else. */
  divert(start: number, end: number, markdown: string): void {
    if (this.#paused > 0) return
    this.keepTo(start)
    if (end > this.#cursor) {
      if (this.#wantHtml) this.#pushPart(this.#cursor, end, HTML)
      this.#cursor = end
    }
    if (markdown !== '') this.#push(markdown, MARKDOWN)
  }

  /** Does what `divert` does, with another text for the HTML too. */
  fork(start: number, end: number, html: string, markdown: string): void {
    if (this.#paused > 0) return
    this.drop(start, end)
    this.#push(html, HTML)
    this.#push(markdown, MARKDOWN)
  }

  /** Returns a place to come back to with `rewrite` and others; everything before `position` is kept first. */
  mark(position: number): number {
    this.keepTo(position)
    return this.#readers.length
  }

  /** Hides from the converter the first piece written after the mark. */
  hideOne(mark: number): void {
    if (this.#readers[mark] !== undefined) this.#hide(mark)
  }

  /** Hides from the converter everything since the mark. */
  hideSince(mark: number, position: number): void {
    this.keepTo(position)
    for (let index = mark; index < this.#readers.length; index++) this.#hide(index)
  }

  /** Gives the converter something else than it has got since the mark, which `edit` is told. */
  rewriteSince(mark: number, position: number, edit: (markdown: string) => string): void {
    this.keepTo(position)
    let text = ''
    for (let index = mark; index < this.#readers.length; index++)
      if (this.#readers[index] !== HTML) text += this.#piece(index)
    const edited = edit(text)
    this.hideSince(mark, position)
    this.#push(edited, MARKDOWN)
  }

  /** Returns the last few pieces that the converter has got before the mark. */
  textBefore(mark: number): string {
    let text = ''
    for (let index = mark - 1; index >= Math.max(0, mark - MAX_PIECES_SEARCHED); index--) {
      const piece = this.#readers[index] === HTML ? '' : this.#piece(index)
      text = piece + text
      if (piece.length > 200) break
    }
    return text
  }

  /** Changes what only the converter gets, at the first such piece after the mark. */
  rewrite(mark: number, markdown: string): void {
    const index = this.#readers.indexOf(MARKDOWN, mark)
    if (index !== -1) this.#texts[-1 - (this.#starts[index] ?? 0)] = markdown
  }

  /**
   * Tells whether the converter has got anything to show since the mark, up to `position`; looks at the first pieces
   * only.
   */
  hasContentSince(mark: number, position: number): boolean {
    this.keepTo(position)
    const last = Math.min(this.#readers.length, mark + MAX_PIECES_SEARCHED)
    for (let index = mark; index < last; index++)
      if (this.#readers[index] !== HTML && this.#isShown(index)) return true
    return this.#readers.length > last
  }

  /** Whether the last text for the converter ended with a line break. */
  get endsLine(): boolean {
    return this.#last === LINE_FEED
  }

  /** Keeps nothing until the matching `resume`. */
  pause(position: number): void {
    this.keepTo(position)
    this.#paused++
  }

  resume(position: number): void {
    this.#paused--
    if (this.#paused === 0) this.#skipTo(position)
  }

  /** Tells whether nothing but tags and space was kept. */
  isBlank(): boolean {
    for (let index = 0; index < this.#readers.length; index++) if (this.#isShown(index)) return false
    return true
  }

  html(): string {
    let text = ''
    for (let index = 0; index < this.#readers.length; index++)
      if (this.#readers[index] !== MARKDOWN) text += this.#piece(index)
    return text
  }

  /** Returns what the converter gets, without `end` and `start` where one text for it alone ends and the next begins so. */
  markdownSource(end: string, start: string): string {
    let text = ''
    // What comes next is a part of the page, and then a text for the converter alone.
    let from = 0
    let to = 0
    let last = ''
    for (let index = 0; index < this.#readers.length; index++) {
      const reader = this.#readers[index]
      if (reader === HTML) continue
      const place = this.#starts[index] ?? 0
      if (place >= 0) {
        // Most parts that were pushed one by one are one.
        if (last !== '' || place !== to) {
          text += this.#source.slice(from, to) + last
          from = place
          last = ''
        }
        to = this.#ends[index] ?? 0
        continue
      }
      let piece = this.#piece(index)
      if (piece === '') continue
      if (last !== '' && reader === MARKDOWN && last.endsWith(end) && piece.startsWith(start)) {
        last = last.slice(0, -end.length)
        piece = piece.slice(start.length)
      }
      text += this.#source.slice(from, to) + last
      from = to
      last = reader === MARKDOWN ? piece : ''
      if (reader === BOTH) text += piece
    }
    return text + this.#source.slice(from, to) + last
  }

  #skipTo(position: number): void {
    if (position > this.#cursor) this.#cursor = position
  }

  #piece(index: number): string {
    const start = this.#starts[index] ?? 0
    return start < 0 ? (this.#texts[-1 - start] ?? '') : this.#source.slice(start, this.#ends[index])
  }

  #isShown(index: number): boolean {
    const start = this.#starts[index] ?? 0
    if (start >= 0) return hasContent(this.#source, start, this.#ends[index] ?? 0)
    const text = this.#piece(index)
    return hasContent(text, 0, text.length)
  }

  #hide(index: number): void {
    if (this.#readers[index] === MARKDOWN) this.#texts[-1 - (this.#starts[index] ?? 0)] = ''
    this.#readers[index] = HTML
  }

  #push(text: string, reader: Reader): void {
    if (text === '' || (reader === HTML && !this.#wantHtml)) return
    this.#readers.push(reader)
    this.#ends.push(0)
    this.#starts.push(-this.#texts.push(text))
    if (reader !== HTML) this.#last = text.charCodeAt(text.length - 1)
  }

  /** Pushes a part of the page, which is not empty. */
  #pushPart(start: number, end: number, reader: Reader): void {
    this.#readers.push(reader)
    this.#starts.push(start)
    this.#ends.push(end)
    if (reader !== HTML) this.#last = this.#source.charCodeAt(end - 1)
  }
}
