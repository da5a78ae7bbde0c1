import { decodeHTML } from 'entities'
import { ElementWriter } from './element-writer.ts'
import { EMPHASIS, firstOf, isTransparent, MARKED, neighbourOf } from './emphasis.ts'
import { isShownFormula } from './formula.ts'
import type { ElementKind } from '../html/element-kinds.ts'
import type { KeptReader } from '../html/kept-html.ts'
import { LineWriter } from './line-writer.ts'
import type { MarkdownRequest } from './markdown-request.ts'
import type { LineEvent } from './line-event.ts'
import { isPlainEmphasis, OpenEmphasis } from './open-emphasis.ts'
import { StartTag } from '../html/start-tag.ts'
import { endOfName } from '../html/tag-characters.ts'

/**
 * Writes the kept elements of a page, one after another, as GitHub-flavoured Markdown. Emphasis waits until it is known
 * what stands around it; the rest is written as it comes. Linear in the length of any page.
 */
export class MarkdownWriter implements KeptReader {
  readonly #html: string
  readonly #lines: LineWriter
  readonly #elements: ElementWriter
  readonly #emphasis = new OpenEmphasis()
  /** Reads start tags again that have waited; for each of them that is open, whether it needs its end. */
  readonly #tag: StartTag
  readonly #isWritten: boolean[] = []
  /** Everything before it is written or left out. */
  #cursor = 0
  /** Where the next character reference may begin. */
  #reference = -1

  constructor(html: string, request: MarkdownRequest) {
    this.#html = html
    this.#lines = new LineWriter(html.length)
    this.#elements = new ElementWriter(html, this.#lines, request)
    this.#tag = new StartTag(html)
  }

  /**
   * Writes a start tag; tells whether `close` must be called for its end, and not `closePlain`.
   * @param url where it leads, absolute, if it is a link or shows something
   */
  open(kind: ElementKind, tag: StartTag, url: string | undefined): boolean {
    this.#textTo(tag.start)
    this.#cursor = tag.end
    if (kind.role === 'emphasis' && this.#elements.takesEmphasis) return this.#openEmphasis(kind, tag)
    if (this.#emphasis.isOver) {
      if (!isTransparent(kind.name)) this.#endEmphasis(neighbourOf(kind.name))
      else if (kind.role === 'drawing' || isShownFormula(kind.name, this.#html, tag)) this.#endEmphasis('x')
    } else if (this.#emphasis.isOpen) {
      this.#take({ type: 'open', kind, start: tag.start, url })
      return true
    }
    return this.#elements.open(kind, tag, url)
  }

  close(kind: ElementKind, start: number, end: number): void {
    this.#textTo(start)
    this.#cursor = end
    if (kind.role === 'emphasis' && this.#elements.takesEmphasis) return this.#closeEmphasis(kind)
    if (this.#emphasis.isOver) this.#endBefore(kind)
    else if (this.#emphasis.isOpen) return this.#take({ type: 'close', kind, start, end })
    this.#elements.close(start, end)
  }

  /** Ends an element for which `open` returned false. */
  closePlain(kind: ElementKind, start: number, end: number): void {
    this.#textTo(start)
    this.#cursor = end
    if (this.#emphasis.isOver) this.#endBefore(kind)
    this.#elements.closePlain(kind)
  }

  readTo(position: number): void {
    this.#textTo(position)
    this.#cursor = position
  }

  skipTo(position: number): void {
    this.#cursor = position
  }

  /** Returns the Markdown, after the end of the page. */
  end(): string {
    if (this.#emphasis.isOpen) this.#endEmphasis(' ')
    return this.#lines.end()
  }

  #openEmphasis(kind: ElementKind, tag: StartTag): boolean {
    const mark = MARKED[kind.name] ?? ''
    const isPlain = !this.#emphasis.isOpen && isPlainEmphasis(this.#html, tag.start)
    if (isPlain && this.#lines.before !== EMPHASIS) this.#lines.openMark(mark)
    else this.#emphasis.open(mark, this.#lines)
    return true
  }

  #closeEmphasis(kind: ElementKind): void {
    const mark = MARKED[kind.name] ?? ''
    if (this.#emphasis.isOpen) this.#emphasis.close(mark)
    else this.#lines.closeMark(mark, mark)
  }

  #take(event: LineEvent): void {
    for (const settled of this.#emphasis.take(event)) this.#write(settled)
  }

  /** Ends emphasis before the end of an element around it, if that leaves something. */
  #endBefore(kind: ElementKind): void {
    // A link that was moved into a heading has ended there.
    const isNothing = isTransparent(kind.name) || (kind.role === 'anchor' && !this.#lines.isInLink)
    if (!isNothing) this.#endEmphasis(neighbourOf(kind.name))
  }

  /** Ends emphasis before a character. */
  #endEmphasis(after: string): void {
    for (const settled of this.#emphasis.end(after)) this.#write(settled)
  }

  #write(event: LineEvent): void {
    switch (event.type) {
      case 'text':
        return this.#elements.text(event.text, 0, event.text.length)
      case 'mark':
        return event.isEnd ? this.#lines.closeMark(event.mark, event.mark) : this.#lines.openMark(event.mark)
      case 'open':
        this.#tag.read(event.start, endOfName(this.#html, event.start + 1))
        this.#isWritten.push(this.#elements.open(event.kind, this.#tag, event.url))
        return
      case 'close':
        if (this.#isWritten.pop() === true) this.#elements.close(event.start, event.end)
        else this.#elements.closePlain(event.kind)
    }
  }

  #textTo(end: number): void {
    const start = this.#cursor
    if (end <= start || this.#elements.isHidden) return
    if (this.#emphasis.isOpen) {
      const text = decoded(this.#html.slice(start, end))
      if (this.#emphasis.isOver && text.trim() !== '') this.#endEmphasis(firstOf(text))
      if (this.#emphasis.isOpen) this.#take({ type: 'text', text })
      else this.#elements.text(text, 0, text.length)
    } else if (this.#referenceFrom(start) < end) {
      const text = decodeHTML(this.#html.slice(start, end))
      this.#elements.text(text, 0, text.length)
    } else this.#elements.text(this.#html, start, end)
  }

  #referenceFrom(start: number): number {
    if (this.#reference >= start) return this.#reference
    const found = this.#html.indexOf('&', start)
    this.#reference = found === -1 ? Infinity : found
    return this.#reference
  }
}

function decoded(text: string): string {
  return text.includes('&') ? decodeHTML(text) : text
}
