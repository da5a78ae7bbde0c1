import type { KeptHtml } from '../html/kept-html.ts'

const CODE_START = '<code>'
const CODE_END = '</code>'

/**
 * A `code` element inside a line, as the Markdown converter can render it: links inside split it, and pieces without
 * text are left out.
 */
export class InlineCode {
  readonly #kept: KeptHtml
  #mark: number | undefined

  constructor(kept: KeptHtml) {
    this.#kept = kept
  }

  get isOpen(): boolean {
    return this.#mark !== undefined
  }

  open(start: number, end: number): void {
    this.#mark = this.#kept.mark(start)
    this.#kept.divert(start, end, CODE_START)
  }

  close(start: number, end: number): void {
    this.#endPiece(start)
    this.#kept.divert(start, end, '')
    this.#mark = undefined
  }

  openLink(tag: { start: number; end: number }, text: string): void {
    this.#endPiece(tag.start)
    this.#kept.fork(tag.start, tag.end, text, text + CODE_START)
  }

  closeLink(start: number, end: number): void {
    this.#kept.divert(start, end, `${CODE_END}</a>`)
    this.#mark = this.#kept.mark(end)
    this.#kept.divert(end, end, CODE_START)
  }

  #endPiece(position: number): void {
    if (this.#mark === undefined) return
    if (this.#kept.hasContentSince(this.#mark, position)) this.#kept.divert(position, position, CODE_END)
    else this.#kept.hideSince(this.#mark, position)
  }
}

/**
 * Returns what the converter gets. Pieces of code right beside each other are one, as a browser shows them: the backticks
 * between them would be read as part of longer ones (CommonMark section 6.1).
 */
export function joinedCode(kept: KeptHtml): string {
  return kept.markdownSource(CODE_END, CODE_START)
}

/** Does the same in some HTML that is a text of its own. */
export function joinCode(html: string): string {
  return html.replaceAll(CODE_END + CODE_START, '')
}
