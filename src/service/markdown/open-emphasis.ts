import { characterAfter, characterBefore, settleEmphasis } from './emphasis.ts'
import type { KeptHtml } from '../html/kept-html.ts'
import type { StartTag } from '../html/start-tag.ts'
import { joinCode } from './inline-code.ts'
import { NO_SPACE } from './stand-ins.ts'

const GREATER = 0x3e
const LESS = 0x3c
const NEXT_EMPHASIS = /^<(?:b|strong|dfn|i|em|cite|del|s|strike)[\s>]/i
const DELETED = /^<(?:del|s|strike)[\s>]/i
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
  #hasMarks = false

  constructor(html: string, kept: KeptHtml) {
    this.#html = html
    this.#kept = kept
  }

  /** Whether stand-in characters were written for what the converter does not know. */
  get hasMarks(): boolean {
    return this.#hasMarks
  }

  get isOpen(): boolean {
    return this.#open > 0
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
    const isTagNext = this.#html.charCodeAt(end) === LESS
    if (!isTagNext || !NEXT_EMPHASIS.test(this.#html.slice(end, end + 8))) this.settle(end)
  }

  /** Rewrites what has ended, if there is any. */
  settle(end: number): void {
    if (this.#start === undefined || this.#open > 0) return
    const start = this.#start
    this.#start = undefined
    this.#rewrite(start, end)
  }

  /** Apart from `settle`, which is asked at every tag: a function that holds another takes memory at each call. */
  #rewrite(start: number, end: number): void {
    const source = this.#html.slice(start, end)
    const isPlain = PLAIN_EMPHASIS.test(source) && !(DELETED.test(source) && this.#isBesideText(start))
    if (isPlain && this.#html.charCodeAt(start - 1) !== GREATER) return
    const before = characterBefore(this.#kept.textBefore(this.#mark))
    // Most such emphasis begins a paragraph, an item or a cell.
    if (isPlain && before === ' ') return
    const after = characterAfter(this.#html, end)
    this.#kept.rewriteSince(this.#mark, end, (text) => this.#noted(settleEmphasis(text, before, after)))
  }

  #isBesideText(position: number): boolean {
    return /\S/.test(this.#html.charAt(position - 1))
  }

  #noted(text: string): string {
    this.#hasMarks ||= text.includes(NO_SPACE)
    return joinCode(text)
  }
}
