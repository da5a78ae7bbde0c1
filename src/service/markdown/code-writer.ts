import type { AnchorWriter } from './anchor-writer.ts'
import { CodeBlock } from './code-block.ts'
import { languageOf } from './code-language.ts'
import type { ElementKind } from '../html/element-kinds.ts'
import type { EmbeddedMedia } from './embedded-media.ts'
import { fenced, inlineText } from './inline-text.ts'
import { isNumbers, mayHoldNumbers } from './line-numbers.ts'
import type { LineWriter } from './line-writer.ts'
import type { StartTag } from '../html/start-tag.ts'

/** What has to be done at the end of an element in code. */
export type CodeRecord =
  | { readonly type: 'pre' | 'code-link' | 'hidden' }
  | { readonly type: 'numbers'; readonly mark: number; readonly from: number }

/** Writes code, in blocks and in lines. Markdown has no markup in code: of what stands in it, the text counts. */
export class CodeWriter {
  readonly #html: string
  readonly #lines: LineWriter
  readonly #anchors: AnchorWriter
  readonly #media: EmbeddedMedia
  /** The language that an element around names for all blocks in it. */
  language: string | undefined
  #block: CodeBlock | undefined
  /** The text of code in a line that is open. */
  #inline: string | undefined

  constructor(html: string, lines: LineWriter, anchors: AnchorWriter, media: EmbeddedMedia) {
    this.#html = html
    this.#lines = lines
    this.#anchors = anchors
    this.#media = media
  }

  get isOpen(): boolean {
    return this.#block !== undefined || this.#inline !== undefined
  }

  add(text: string): void {
    if (this.#block !== undefined) this.#block.add(text)
    else this.#inline = (this.#inline ?? '') + text
  }

  openInline(): void {
    this.#inline = ''
  }

  openBlock(tag: StartTag): void {
    this.#inline = undefined
    this.#block = new CodeBlock(this.#html, languageOf((name) => tag.get(name)) ?? this.language)
  }

  /** Opens an element in code; undefined when nothing has to be done at its end. */
  openInside(kind: ElementKind, tag: StartTag, url: string | undefined): CodeRecord | undefined {
    if (this.#block !== undefined) return this.#openInBlock(this.#block, kind, tag, url)
    if (kind.role === 'anchor' && !this.#anchors.isOpen && tag.has('href')) {
      this.closeInline()
      this.#anchors.openInCode(tag, url)
      this.#inline = ''
      return { type: 'code-link' }
    }
    if (kind.role === 'image') {
      this.closeInline()
      this.#media.writeImage(tag, url)
      this.#inline = ''
    } else if (kind.role === 'pre' && this.#inline?.trim() === '' && !this.#anchors.isOpen) {
      this.openBlock(tag)
      return { type: 'pre' }
    } else if (kind.role === 'break' || kind.isBlock) this.add(' ')
    return undefined
  }

  /** Ends an element in code that has no record. */
  closePlain(kind: ElementKind): void {
    if (this.#block === undefined) {
      if (kind.isBlock) this.add(' ')
    } else if (kind.role === 'block' && !kind.isVoid) this.#block.endLine()
  }

  closeInline(): void {
    const code = this.#inline ?? ''
    this.#inline = undefined
    this.#lines.code(code)
  }

  closeLink(): void {
    this.closeInline()
    this.#anchors.closeInCode()
    this.#inline = ''
  }

  closeNumbers(mark: number, from: number, to: number): void {
    if (isNumbers(this.#html.slice(from, to))) this.#block?.cut(mark)
  }

  closeBlock(): void {
    const { text, language } = this.#block ?? { text: '', language: '' }
    this.#block = undefined
    if (text.trim() === '') return
    if (!this.#lines.isInline) this.#lines.block(fenced(text, language))
    else if (this.#lines.isInCell) {
      const lines = text.trimEnd().split('\n')
      const shown = lines.map((line) => inlineText(line, this.#lines))
      this.#lines.inline(`<pre><code>${shown.join('<br>')}</code></pre>`)
    } else this.#lines.code(text)
  }

  #openInBlock(
    block: CodeBlock,
    kind: ElementKind,
    tag: StartTag,
    url: string | undefined,
  ): CodeRecord | undefined {
    if (mayHoldNumbers(tag) && url === undefined && !kind.isVoid)
      return { type: 'numbers', mark: block.mark(), from: tag.end }
    // What copies the code is no part of it.
    if (kind.role === 'button' || (!kind.isVoid && block.takesNumber(tag))) return { type: 'hidden' }
    block.startLine(tag)
    if (kind.role === 'break') block.add('\n')
    if (kind.role === 'code') block.takeLanguage(tag)
    return undefined
  }
}
