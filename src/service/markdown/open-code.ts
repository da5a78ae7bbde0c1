import type { KeptHtml } from '../html/kept-html.ts'
import type { StartTag } from '../html/start-tag.ts'
import { codeStart, languageOf } from './code-language.ts'
import { isCodeLine, isNumberOf } from './line-numbers.ts'

/** A code block that is open. The converter gets its text alone, with a language and in lines. */
export class OpenCode {
  readonly #html: string
  readonly #kept: KeptHtml
  readonly #mark: number
  #language: string | undefined
  /** Lines whose numbers have been left out. */
  #numbered = 0

  constructor(html: string, kept: KeptHtml, tag: StartTag, language: string | undefined) {
    this.#html = html
    this.#kept = kept
    this.#mark = kept.mark(tag.start)
    this.#language = language
    // HTML drops a line break right after the tag.
    const lineBreak = /^\r?\n/.exec(html.slice(tag.end, tag.end + 2))?.[0].length ?? 0
    kept.divert(tag.start, tag.end + lineBreak, codeStart(language))
  }

  /** Tells whether an element holds the number of the next line. */
  takesNumber(tag: StartTag): boolean {
    if (!isNumberOf(this.#html, tag.end, this.#numbered + 1)) return false
    this.#numbered++
    return true
  }

  /** Begins a new line with an element that stands for one, where the page leaves that to styles. */
  startLine(tag: StartTag): void {
    if (!isCodeLine(tag) || this.#kept.endsLine || this.#html[tag.start - 1] === '\n') return
    if (this.#kept.hasContentSince(this.#mark, tag.start)) this.#kept.divert(tag.start, tag.start, '\n')
  }

  /** Takes the language from an element inside, if there is none yet. */
  takeLanguage(tag: StartTag): void {
    if (this.#language !== undefined) return
    this.#language = languageOf(tag)
    if (this.#language !== undefined) this.#kept.rewrite(this.#mark, codeStart(this.#language))
  }
}
