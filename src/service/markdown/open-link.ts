import { destination, escapeStart } from './inline-text.ts'

/** An address that can stand for itself between angle brackets (CommonMark section 6.5). */
const ABSOLUTE = /^[a-z][a-z\d+.-]{1,31}:[^\s<>]*$/i

/** A link that is open. */
export class OpenLink {
  readonly url: string
  readonly title: string | undefined
  /** Marks whose content begins with the link. */
  readonly marks: string
  /** What is written before its first content; undefined until that comes. */
  outer: string | undefined
  /** Whether it begins a block, or a line of one. */
  start: 'none' | 'block' | 'line' = 'none'
  /** Whether emphasis has ended right before it. */
  isBehindMark = false
  /** Its text as the page has it, while that is all it holds. */
  #text: string | undefined = ''

  constructor(url: string, title: string | undefined, marks: string) {
    this.url = url
    this.title = title
    this.marks = marks
  }

  /** Notes what it holds: text of the page, or undefined for anything else. */
  note(text: string | undefined): void {
    this.#text = this.#text === '' ? text : undefined
  }

  /** Returns it as Markdown. */
  markdown(content: string): string {
    // A title that repeats the text says nothing.
    const title = this.title === this.#text ? undefined : this.title
    if (this.#text === this.url && title === undefined && ABSOLUTE.test(this.url)) return `<${this.url}>`
    return `[${content}]${destination(this.url, title)}`
  }

  /** Returns what it holds as if there were no link. */
  text(content: string): string {
    if (this.start !== 'none') return escapeStart(content, this.start === 'line')
    // Emphasis may have begun or ended beside its bracket where it could not beside a letter.
    const isBesideText = this.marks === '' && (this.isBehindMark || /^[*~`]/.test(content))
    return isBesideText ? ` ${content}` : content
  }
}
