import type { KeptHtml } from '../html/kept-html.ts'

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
    this.#kept.divert(start, end, '<code>')
  }

  close(start: number, end: number): void {
    this.#endPiece(start)
    this.#kept.divert(start, end, '')
    this.#mark = undefined
  }

  openLink(tag: { start: number; end: number }, text: string): void {
    this.#endPiece(tag.start)
    this.#kept.fork(tag.start, tag.end, text, `${text}<code>`)
  }

  closeLink(start: number, end: number): void {
    this.#kept.divert(start, end, '</code></a>')
    this.#mark = this.#kept.mark(end)
    this.#kept.divert(end, end, '<code>')
  }

  #endPiece(position: number): void {
    if (this.#mark === undefined) return
    if (this.#kept.hasContentSince(this.#mark, position)) this.#kept.divert(position, position, '</code>')
    else this.#kept.hideSince(this.#mark, position)
  }
}
