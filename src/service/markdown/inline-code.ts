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
  /** Where it begins, until a link in it has begun. */
  #start: number | undefined

  constructor(kept: KeptHtml) {
    this.#kept = kept
  }

  get isOpen(): boolean {
    return this.#mark !== undefined
  }

  open(start: number, end: number): void {
    this.#mark = this.#kept.mark(start)
    this.#start = start
    this.#kept.divert(start, end, CODE_START)
  }

  close(start: number, end: number): void {
    this.#endPiece(start)
    this.#kept.divert(start, end, '')
    this.#mark = undefined
  }

  /** Ends what is before a link in the code. Returns where the code begins, if that is nothing. */
  endBefore(position: number): number | undefined {
    const isFirst = this.#mark !== undefined && !this.#kept.hasContentSince(this.#mark, position)
    this.#endPiece(position)
    return isFirst ? this.#start : undefined
  }

  /** Opens a link, after `endBefore`. */
  openLink(tag: { start: number; end: number }, text: string): void {
    this.#kept.fork(tag.start, tag.end, text, text + CODE_START)
    this.#start = undefined
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
