import type { StartTag } from '../html/start-tag.ts'
import { languageOf } from './code-language.ts'
import { isCodeLine, isNumberOf } from './line-numbers.ts'

const LINE_FEED = '\n'

/** A code block that is open: its text alone, with a language and in lines. */
export class CodeBlock {
  readonly #html: string
  readonly #pieces: string[] = []
  #language: string | undefined
  /** Lines whose numbers have been left out. */
  #numbered = 0
  #hasContent = false

  constructor(html: string, language: string | undefined) {
    this.#html = html
    this.#language = language
  }

  get language(): string {
    return this.#language ?? ''
  }

  get text(): string {
    return this.#pieces.join('')
  }

  add(text: string): void {
    if (text === '') return
    this.#pieces.push(text)
    this.#hasContent ||= text.trim() !== ''
  }

  /** Ends the line, if one has begun. */
  endLine(): void {
    if (this.#pieces.at(-1)?.endsWith(LINE_FEED) === false) this.#pieces.push(LINE_FEED)
  }

  /** Returns a place to come back to with `cut`. */
  mark(): number {
    return this.#pieces.length
  }

  cut(mark: number): void {
    this.#pieces.length = Math.min(mark, this.#pieces.length)
  }

  /** Tells whether an element holds the number of the next line. */
  takesNumber(tag: StartTag): boolean {
    if (!isNumberOf(this.#html, tag.end, this.#numbered + 1)) return false
    this.#numbered++
    return true
  }

  /** Begins a new line with an element that stands for one, where the page leaves that to styles. */
  startLine(tag: StartTag): void {
    if (isCodeLine(tag) && this.#hasContent && this.#html[tag.start - 1] !== LINE_FEED) this.endLine()
  }

  /** Takes the language from an element inside, if there is none yet. */
  takeLanguage(tag: StartTag): void {
    this.#language ??= languageOf((name) => tag.get(name))
  }
}
