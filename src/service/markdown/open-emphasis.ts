import { characterAfter, characterBefore, settleEmphasis } from './emphasis.ts'
import type { KeptHtml } from '../html/kept-html.ts'
import type { StartTag } from '../html/start-tag.ts'

const GREATER = 0x3e
const NEXT_EMPHASIS = /^<(?:b|strong|dfn|i|em|cite|del|s|strike)[\s>]/i
/** One element around words, which is Markdown as it is. */
const PLAIN_EMPHASIS = /^<[^<>]+>[\p{L}\p{N}](?:[^<&]*[\p{L}\p{N}])?<\/\w+>$/u

/** The outermost emphasis of a place, or several next to each other, rewritten once nothing of it is open. */
export class OpenEmphasis {
  readonly #html: string
  readonly #kept: KeptHtml
  #mark = 0
  /** Where it begins; undefined when there is none. */
  #start: number | undefined
  #open = 0

  constructor(html: string, kept: KeptHtml) {
    this.#html = html
    this.#kept = kept
  }

  open(tag: StartTag): void {
    if (this.#start === undefined) {
      this.#mark = this.#kept.mark(tag.start)
      this.#start = tag.start
    }
    this.#open++
  }

  close(end: number): void {
    this.#open--
    if (!NEXT_EMPHASIS.test(this.#html.slice(end, end + 8))) this.settle(end)
  }

  /** Rewrites what has ended, if there is any. */
  settle(end: number): void {
    if (this.#start === undefined || this.#open > 0) return
    const start = this.#start
    this.#start = undefined
    const isPlain = PLAIN_EMPHASIS.test(this.#html.slice(start, end))
    if (isPlain && this.#html.charCodeAt(start - 1) !== GREATER) return
    const after = characterAfter(this.#html, end)
    this.#kept.rewriteSince(this.#mark, end, (text, before) =>
      settleEmphasis(text, characterBefore(before), after),
    )
  }
}
