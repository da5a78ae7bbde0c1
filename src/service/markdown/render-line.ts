import { backslashed, codeSpan, escapeHeading, escapeStart, inlineText } from './inline-text.ts'
import { type Atom, type Piece, placeMarks } from './place-marks.ts'

/** Where a line is: a cell and a heading are one line of Markdown each, a paragraph may have several. */
export type LineKind = 'paragraph' | 'heading' | 'cell'

/** Says where a part of a line is, which decides what must be escaped in it. */
interface LinePlace {
  readonly kind: LineKind
  /** Whether it continues a paragraph after a line break. */
  readonly isContinued: boolean
}

/** Returns atoms as one line of Markdown. Text next to text is escaped as one, and code next to code becomes one span. */
export function renderLine(atoms: readonly Atom[], place: LinePlace): string {
  const renderer = new LineRenderer(place)
  for (const piece of placeMarks(atoms)) renderer.add(piece)
  return renderer.end()
}

class LineRenderer {
  readonly #place: LinePlace
  #line = ''
  /** Text or code that may go on. */
  #run = ''
  #isCode = false
  #isInLink = false

  constructor(place: LinePlace) {
    this.#place = place
  }

  add({ type, text, hasGap }: Piece): void {
    if (hasGap) this.#addRun(' ', false)
    if (type === 'text' || type === 'code') return this.#addRun(text, type === 'code')
    this.#endRun(text)
    this.#line += text
    if (text === '[') this.#isInLink = true
    else if (text.startsWith('](')) this.#isInLink = false
  }

  end(): string {
    this.#endRun('')
    return this.#line
  }

  #addRun(text: string, isCode: boolean): void {
    if (isCode !== this.#isCode) this.#endRun('')
    this.#isCode = isCode
    this.#run += text
  }

  #endRun(next: string): void {
    const run = this.#run
    if (run === '') return
    this.#run = ''
    if (this.#isCode) {
      const span = codeSpan(run)
      this.#line += this.#place.kind === 'cell' ? backslashed(span, /\|/g) : span
      return
    }
    const text = this.#escape(run)
    // An exclamation mark before a link would make it a picture.
    this.#line += next === '[' && text.endsWith('!') ? `${text.slice(0, -1)}\\!` : text
  }

  #escape(run: string): string {
    const { kind, isContinued } = this.#place
    const text = inlineText(run, { isInLink: this.#isInLink, isInCell: kind === 'cell' })
    if (kind === 'heading') return escapeHeading(text)
    return this.#line === '' && kind === 'paragraph' ? escapeStart(text, isContinued) : text
  }
}
