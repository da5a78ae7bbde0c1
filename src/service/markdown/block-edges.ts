import type { ElementKind } from '../html/element-kinds.ts'
import type { KeptHtml } from '../html/kept-html.ts'

const GREATER = 0x3e
const LESS = 0x3c
const SLASH = 0x2f
const SPACE = 0x20
/** Elements that begin a line of text of their own where a block has ended. */
const INLINE =
  /<(?:a|abbr|b|big|button|cite|code|del|em|font|i|img|input|ins|kbd|label|mark|q|s|samp|small|span|strong|sub|sup|time|u|var)[\s/>]/iy

/** Ends an element that leaves nothing in Markdown: what follows is beside the block. */
const SPAN_END = '</span>'
const LETTER_D = 0x64
const LETTER_E = 0x65
const LETTER_H = 0x68
const LETTER_P = 0x70

/** Parts blocks from text right beside them: the converter would go on in the same paragraph. */
export class BlockEdges {
  readonly #html: string
  readonly #kept: KeptHtml

  constructor(html: string, kept: KeptHtml) {
    this.#html = html
    this.#kept = kept
  }

  /** Parts a block from what is before it. In an item of a list the converter parts them only where no space is between. */
  before(start: number, isInItem: boolean): void {
    if (isInItem) return this.#dropSpaceBefore(start)
    const last = this.#html.charCodeAt(start - 1)
    const isText = last > SPACE && last !== GREATER
    if (isText || (last === GREATER && this.#html.startsWith('</span', start - 7)))
      this.#kept.divert(start, start, ' ')
  }

  /** Parts a block that has ended from what comes, if that is text. Only in items must headings and tables be parted. */
  after({ role, name }: ElementKind, end: number, isInItem: boolean): void {
    const isParted = role === 'block' || role === 'definition' || role === 'section'
    if (!isParted && !(isInItem && (role === 'heading' || role === 'table'))) return
    if (name === 'li' || name === 'tr') return
    let at = this.#afterSpace(end)
    while (this.#html.startsWith(SPAN_END, at)) at = this.#afterSpace(at + SPAN_END.length)
    if (at >= this.#html.length) return
    if (this.#html.charCodeAt(at) === LESS) {
      // Most blocks end beside an end tag.
      if (this.#html.charCodeAt(at + 1) === SLASH || isOtherBlock(this.#html, at + 1)) return
      INLINE.lastIndex = at
      if (!INLINE.test(this.#html)) return
    }
    this.#kept.divert(end, end, '<p></p>')
  }

  /** Parts a button from one right before it: they are shown apart. */
  betweenButtons(start: number): void {
    if (this.#html.startsWith('</button>', start - '</button>'.length)) this.#kept.divert(start, start, ' ')
  }

  #dropSpaceBefore(start: number): void {
    let at = start
    while (this.#html.charCodeAt(at - 1) <= SPACE) at--
    if (at < start) this.#kept.divert(at, start, '')
  }

  #afterSpace(from: number): number {
    let at = from
    while (this.#html.charCodeAt(at) <= SPACE) at++
    return at
  }
}

/** Tells by two letters of a name that it is none of those: nearly all blocks that follow blocks are paragraphs, headings and divisions. */
function isOtherBlock(html: string, at: number): boolean {
  const first = html.charCodeAt(at) | 0x20
  if (first === LETTER_D) return (html.charCodeAt(at + 1) | 0x20) !== LETTER_E
  return first === LETTER_P || first === LETTER_H
}
