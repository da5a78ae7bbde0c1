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
  readonly #pieces: string[] = []
  readonly #readers: Reader[] = []
  /** Everything before it is decided. */
  #cursor = 0
  #paused = 0
  /** The last text for the converter. */
  #last = '\n'

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
    this.#push(this.#source.slice(this.#cursor, position), BOTH)
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
      if (this.#wantHtml) this.#push(this.#source.slice(this.#cursor, end), HTML)
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
    return this.#pieces.length
  }

  /** Hides from the converter the first piece written after the mark. */
  hideOne(mark: number): void {
    if (this.#readers[mark] !== undefined) this.#hide(mark)
  }

  /** Hides from the converter everything since the mark. */
  hideSince(mark: number, position: number): void {
    this.keepTo(position)
    for (let index = mark; index < this.#pieces.length; index++) this.#hide(index)
  }

  /** Gives the converter something else than it has got since the mark, which `edit` is told. */
  rewriteSince(mark: number, position: number, edit: (markdown: string) => string): void {
    this.keepTo(position)
    let text = ''
    for (let index = mark; index < this.#pieces.length; index++)
      if (this.#readers[index] !== HTML) text += this.#pieces[index] ?? ''
    const edited = edit(text)
    this.hideSince(mark, position)
    this.#push(edited, MARKDOWN)
  }

  /** Returns the last few pieces that the converter has got before the mark. */
  textBefore(mark: number): string {
    let text = ''
    for (let index = mark - 1; index >= Math.max(0, mark - MAX_PIECES_SEARCHED); index--) {
      const piece = this.#readers[index] === HTML ? '' : (this.#pieces[index] ?? '')
      text = piece + text
      if (piece.length > 200) break
    }
    return text
  }

  /** Changes what only the converter gets, at the first such piece after the mark. */
  rewrite(mark: number, markdown: string): void {
    const index = this.#readers.indexOf(MARKDOWN, mark)
    if (index !== -1) this.#pieces[index] = markdown
  }

  /**
   * Tells whether the converter has got anything to show since the mark, up to `position`; looks at the first pieces
   * only.
   */
  hasContentSince(mark: number, position: number): boolean {
    this.keepTo(position)
    const last = Math.min(this.#pieces.length, mark + MAX_PIECES_SEARCHED)
    for (let index = mark; index < last; index++) {
      const piece = this.#pieces[index] ?? ''
      if (this.#readers[index] !== HTML && hasContent(piece, 0, piece.length)) return true
    }
    return this.#pieces.length > last
  }

  /** Whether the last text for the converter ended with a line break. */
  get endsLine(): boolean {
    return this.#last.charCodeAt(this.#last.length - 1) === LINE_FEED
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
    return !this.#pieces.some((piece) => hasContent(piece, 0, piece.length))
  }

  html(): string {
    let text = ''
    for (let index = 0; index < this.#pieces.length; index++)
      if (this.#readers[index] !== MARKDOWN) text += this.#pieces[index] ?? ''
    return text
  }

  /** Returns what the converter gets, without `end` and `start` where one text for it alone ends and the next begins so. */
  markdownSource(end: string, start: string): string {
    let text = ''
    let last = ''
    for (let index = 0; index < this.#pieces.length; index++) {
      let piece = this.#pieces[index] ?? ''
      const reader = this.#readers[index]
      if (reader === HTML || piece === '') continue
      if (last !== '' && reader === MARKDOWN && last.endsWith(end) && piece.startsWith(start)) {
        last = last.slice(0, -end.length)
        piece = piece.slice(start.length)
      }
      text += last
      last = reader === MARKDOWN ? piece : ''
      if (reader === BOTH) text += piece
    }
    return text + last
  }

  #skipTo(position: number): void {
    if (position > this.#cursor) this.#cursor = position
  }

  #hide(index: number): void {
    if (this.#readers[index] === MARKDOWN) this.#pieces[index] = ''
    this.#readers[index] = HTML
  }

  #push(text: string, reader: Reader): void {
    if (text === '' || (reader === HTML && !this.#wantHtml)) return
    this.#pieces.push(text)
    this.#readers.push(reader)
    if (reader !== HTML) this.#last = text
  }
}
