import { isTagNext } from './blank-span.ts'
import { BlockEdges } from './block-edges.ts'
import { languageOf, wrapperLanguage } from './code-language.ts'
import { anchorAt, EmbeddedMedia, isScript, labelOf } from './embedded-media.ts'
import { guardLine } from './line-guard.ts'
import { ListItems } from './list-items.ts'
import { isCodeTable, isNumbers, mayHoldNumbers } from './line-numbers.ts'
import { OpenCode } from './open-code.ts'
import type { OpenAnchor, OpenRecord } from './open-record.ts'
import { isPermalink } from './permalink.ts'
import { keepTogether, startsApart } from './start-link.ts'
import { formulaOf, isShownFormula } from './formula.ts'
import { OpenEmphasis } from './open-emphasis.ts'
import type { ElementKind } from '../html/element-kinds.ts'
import { InlineCode } from './inline-code.ts'
import type { KeptHtml } from '../html/kept-html.ts'
import type { LinkCollector } from '../link/link-collector.ts'
import type { StartTag } from '../html/start-tag.ts'
import { BLOCK_BREAK } from './stand-ins.ts'
import { TABLE_PARTS, TableCells } from './table-cells.ts'

/**
 * Writes the kept tags, and rewrites for the Markdown converter what it would render badly: markup inside code blocks,
 * headings and blocks inside links, definition lists, links of a heading to itself, drawings, list boxes, emphasis, blocks and spans in tables.
 */
export class MarkdownSource {
  readonly #html: string
  readonly #kept: KeptHtml
  readonly #links: LinkCollector
  readonly #isWanted: boolean
  readonly #records: OpenRecord[] = []
  #code: OpenCode | undefined
  #anchor: OpenAnchor | undefined
  readonly #media: EmbeddedMedia
  #codeTables = 0
  #wrapper: string | undefined
  readonly #cells: TableCells
  readonly #emphasis: OpenEmphasis
  #headings = 0
  #marks = 0
  readonly #items: ListItems
  readonly #inlineCode: InlineCode
  readonly #edges: BlockEdges

  constructor(
    html: string,
    kept: KeptHtml,
    links: LinkCollector,
    { isWanted, keepsEmbedded }: { isWanted: boolean; keepsEmbedded: boolean },
  ) {
    this.#html = html
    this.#kept = kept
    this.#links = links
    this.#isWanted = isWanted
    this.#inlineCode = new InlineCode(kept)
    this.#edges = new BlockEdges(html, kept)
    this.#items = new ListItems(html, kept)
    this.#cells = new TableCells(kept)
    this.#media = new EmbeddedMedia(kept, links, keepsEmbedded)
    this.#emphasis = new OpenEmphasis(html, kept)
  }

  /** Whether stand-in characters were written for what the converter does not know. */
  get hasMarks(): boolean {
    return this.#marks > 0 || this.#emphasis.hasMarks
  }

  /**
   * Writes a start tag; tells whether `close` must be called for its end, and not `closePlain`.
   * @param text its new text, if addresses in it were made absolute
   */
  open(kind: ElementKind, tag: StartTag, text: string | undefined): boolean {
    if (!this.#isWanted) return this.#write(tag, text)
    if (kind.role !== 'emphasis') this.#emphasis.settle(tag.start)
    if (this.#code !== undefined) return this.#openInCode(this.#code, kind, tag, text)
    if (this.#inlineCode.isOpen) return this.#openInInlineCode(kind, tag, text)
    if (kind.isBlock && !this.#isInLink() && !this.#cells.isInCell)
      this.#edges.before(tag.start, this.#items.isOpen)
    switch (kind.role) {
      case 'pre':
        return this.#openCode(tag)
      case 'code':
        this.#inlineCode.open(tag.start, tag.end)
        return this.#push({ type: 'code' })
      case 'anchor':
        if (kind.name !== 'area') return this.#openAnchor(tag, text)
        this.#media.writeArea(tag, this.#isInLink())
        return false
      case 'frame':
      case 'media':
        if (this.#isInLink() || !this.#media.open(kind, tag)) return this.#write(tag, text)
        this.#write(tag, text)
        return this.#push({ type: 'embedded' })
      case 'emphasis':
        this.#emphasis.open(tag)
        return this.#push({ type: 'emphasis' })
      case 'table':
        if (isCodeTable(this.#html, tag.end)) return this.#openCodeTable(tag)
        this.#cells.openTable(this.#html, tag)
        return this.#push({ type: 'table' })
      case 'cell':
        if (this.#codeTables > 0) return this.#openNumbers(tag)
        if (this.#cells.isLayout) return this.#openPart(tag)
        this.#cells.openCell(tag)
        return this.#push({ type: 'cell' })
      case 'heading':
        return this.#openHeading(tag)
      case 'definition':
        return this.#cells.isInCell && !this.#isInLink() ? this.#openLine(tag) : this.#openPart(tag)
      case 'block':
        return this.#isInLink() ? this.#openPart(tag) : this.#openBlock(kind, tag)
      case 'section':
        if (this.#isInLink() || this.#cells.isInCell || !this.#items.parts(kind))
          return this.#write(tag, text)
        return this.#openPart(tag)
      case 'button':
        if (/copy|clipboard/i.test(this.#html.slice(tag.start, tag.end))) return this.#openHidden(tag)
        this.#edges.betweenButtons(tag.start)
        return false
      case 'drawing':
        return this.#openHidden(tag)
      case 'break':
        // Two in a row would end the paragraph, and the link with it.
        if (this.#isInLink()) this.#kept.divert(tag.start, tag.end, ' ')
        else if (!this.#cells.isInCell) this.#marks += guardLine(this.#html, this.#kept, tag.end)
        return false
      case 'checkbox':
        return this.#writeBox(tag)
      case 'image':
        this.#marks += this.#media.writeImage(tag, text)
        return false
      default:
        if (isShownFormula(kind.name, this.#html, tag)) return this.#openHidden(tag)
        if (this.#cells.isLayout && TABLE_PARTS.has(kind.name)) return this.#exchange(tag, '', '')
        if (kind.name === 'span' && isTagNext(this.#html, tag.end)) return this.#openBlank(tag)
        return this.#write(tag, text)
    }
  }

  /** Ends an element for which `open` returned false. */
  closePlain(kind: ElementKind, start: number, end: number): void {
    if (this.#kept.isPaused) return
    this.#emphasis.settle(start)
    if (this.#inlineCode.isOpen) return this.#kept.divert(start, end, '')
    if (this.#code === undefined) return this.#endBlock(kind, end)
    this.#kept.divert(start, end, '')
    if (kind.role === 'block' && !kind.isVoid && !this.#kept.endsLine) this.#kept.divert(end, end, '\n')
  }

  close(kind: ElementKind, start: number, end: number): void {
    this.#close(kind, start, end)
    if (this.#code === undefined) this.#endBlock(kind, end)
  }

  #endBlock(kind: ElementKind, end: number): void {
    if (kind.isBlock && !this.#isInLink() && !this.#cells.isInCell)
      this.#edges.after(kind, end, this.#items.isOpen)
  }

  #close(kind: ElementKind, start: number, end: number): void {
    const record = this.#records.pop()
    this.#emphasis.settle(start)
    switch (record?.type) {
      case 'emphasis':
        return this.#emphasis.close(end)
      case 'table':
        return this.#cells.closeTable(start, end, this.#items.isOpen)
      case 'code-table':
        this.#codeTables--
        return this.#kept.divert(start, end, '</div>')
      case 'numbers':
        this.#kept.divert(start, end, '')
        if (isNumbers(this.#html.slice(record.textStart, start))) this.#kept.hideSince(record.mark, end)
        return
      case 'embedded':
        return this.#media.close(end)
      case 'line':
        return this.#cells.breakLine(start, end)
      case 'cell':
      case 'lines':
        return this.#cells.closeLines(start)
      case 'pre':
        this.#code = undefined
        return this.#kept.divert(start, end, '</code></pre>')
      case 'blank':
        return this.#kept.divert(start, end, '')
      case 'code':
        return this.#inlineCode.close(start, end)
      case 'code-link':
        return this.#inlineCode.closeLink(start, end)
      case 'anchor':
        return this.#closeAnchor(start, end)
      case 'item':
        return this.#items.close(record, start, end)
      case 'inner-list':
        return this.#items.closeList(end)
      case 'exchanged':
        return this.#kept.divert(start, end, record.end)
      case 'linked-heading':
        this.#headings--
        return this.#kept.divert(start, end, `</a></${kind.name}>`)
      case 'heading':
        this.#headings--
        if (!this.#kept.hasContentSince(record.mark, start)) this.#kept.hideSince(record.mark, end)
        return
      case 'hidden':
        this.#kept.hideSince(record.mark, end)
        if (kind.name === 'math' && record.start !== undefined)
          this.#writeMark(end, end, formulaOf(this.#html.slice(record.start, end)))
        return
      case 'wrapper':
        this.#wrapper = record.outer
        return
      case undefined:
    }
  }

  #write(tag: StartTag, text: string | undefined): boolean {
    if (text !== undefined) this.#kept.replace(tag.start, tag.end, text)
    return false
  }

  #openHidden(tag: StartTag): boolean {
    return this.#push({ type: 'hidden', mark: this.#kept.mark(tag.start), start: tag.start })
  }

  /** Opens an element that begins with a tag: the converter would forget space before and in that. */
  #openBlank(tag: StartTag): boolean {
    this.#kept.divert(tag.start, tag.end, '')
    return this.#push({ type: 'blank' })
  }

  #isInLink(): boolean {
    return this.#anchor !== undefined && !this.#anchor.isMoved
  }

  /**
   * Opens an element in a code block. The converter loses indentation in an element of its own and puts link marks into
   * code, so it gets only the text.
   */
  #openInCode(code: OpenCode, kind: ElementKind, tag: StartTag, text: string | undefined): boolean {
    if (mayHoldNumbers(tag) && text === undefined && !kind.isVoid) return this.#openNumbers(tag)
    // What copies the code is no part of it.
    if (kind.role === 'button' || (!kind.isVoid && code.takesNumber(tag))) return this.#openHidden(tag)
    code.startLine(tag)
    const markdown = kind.role === 'break' ? '\n' : ''
    if (text === undefined) this.#kept.divert(tag.start, tag.end, markdown)
    else this.#kept.fork(tag.start, tag.end, text, markdown)
    if (kind.role === 'code') code.takeLanguage(tag)
    return false
  }

  #openCode(tag: StartTag): boolean {
    this.#code = new OpenCode(this.#html, this.#kept, tag, languageOf(tag) ?? this.#wrapper)
    return this.#push({ type: 'pre' })
  }

  #openAnchor(tag: StartTag, rewritten: string | undefined): boolean {
    const href = this.#links.hrefOf(tag)
    if (href === undefined || this.#anchor !== undefined) return this.#write(tag, rewritten)
    const isOwn = this.#links.isOwnFragment(tag)
    const isMark = isOwn && isPermalink(tag.get('class') ?? '', this.#html.slice(tag.end, tag.end + 20))
    const text = rewritten ?? this.#html.slice(tag.start, tag.end)
    // A heading is no link to itself.
    if (isScript(href) || (isOwn && this.#headings > 0 && !isMark)) {
      this.#kept.fork(tag.start, tag.end, text, '')
      return this.#push({ type: 'blank' })
    }
    if (!startsApart(this.#html, this.#kept, tag)) this.#keepTogether(tag.start, tag.start)
    const mark = this.#kept.mark(tag.start)
    this.#kept.replace(tag.start, tag.end, text)
    if (isMark) return this.#push({ type: 'hidden', mark })
    const isPlace = isOwn || (this.#headings > 0 && href.includes('#'))
    this.#anchor = { mark, text, start: tag.start, isMoved: false, isPlace }
    return this.#push({ type: 'anchor' })
  }

  /** Keeps a link at `at` together with text that ends at `from`. In emphasis that is settled with the marks around it. */
  #keepTogether(from: number, at: number): void {
    if (!this.#emphasis.isOpen) this.#marks += keepTogether(this.#html, this.#kept, { from, at })
  }

  #closeAnchor(start: number, end: number): void {
    const anchor = this.#anchor
    this.#anchor = undefined
    if (anchor?.isMoved === true) return this.#kept.divert(start, end, '')
    // A link without text would be an empty pair of brackets. One to a place of its page is a mark to click on.
    if (anchor === undefined || this.#kept.hasContentSince(anchor.mark, start)) return
    const label = anchor.isPlace ? '' : labelOf(anchorAt(this.#html, anchor.start))
    if (label === '') this.#kept.hideSince(anchor.mark, end)
    else this.#kept.divert(start, start, label)
  }

  /** Opens an element in inline code. Markdown has no markup inside code: links split it, and the rest is text. */
  #openInInlineCode(kind: ElementKind, tag: StartTag, text: string | undefined): boolean {
    if (kind.role === 'anchor' && tag.has('href') && this.#anchor === undefined) {
      const begin = this.#inlineCode.endBefore(tag.start)
      if (begin !== undefined) this.#keepTogether(begin, tag.start)
      this.#inlineCode.openLink(tag, text ?? this.#html.slice(tag.start, tag.end))
      return this.#push({ type: 'code-link' })
    }
    if (text === undefined) this.#kept.divert(tag.start, tag.end, '')
    else this.#kept.fork(tag.start, tag.end, text, kind.role === 'image' ? text : '')
    return false
  }

  /**
   * Opens a heading; one inside a link becomes a heading around the link, because Markdown has no other way to say it.
   */
  #openHeading(tag: StartTag): boolean {
    this.#headings++
    if (this.#items.hasContent(tag.start)) this.#writeMark(tag.start, tag.start, BLOCK_BREAK)
    const mark = this.#kept.mark(tag.start)
    if (this.#anchor === undefined || this.#anchor.isMoved) {
      this.#kept.keepTo(tag.end)
      return this.#push({ type: 'heading', mark })
    }
    this.#anchor.isMoved = true
    this.#kept.hideOne(this.#anchor.mark)
    this.#kept.divert(tag.start, tag.end, this.#html.slice(tag.start, tag.end) + this.#anchor.text)
    return this.#push({ type: 'linked-heading' })
  }

  #openBlock(kind: ElementKind, tag: StartTag): boolean {
    if (kind.name === 'tr' && this.#codeTables > 0) return this.#openBlank(tag)
    if (kind.name === 'tr' && this.#cells.isLayout) return this.#exchange(tag, '', '')
    if (kind.name === 'tr') this.#cells.openRow()
    if (this.#cells.isInCell && kind.name !== 'tr') return this.#openInCell(kind, tag)
    if (kind.name === 'li') return this.#push(this.#items.open(tag.start))
    if ((kind.name === 'ul' || kind.name === 'ol') && this.#items.openList())
      return this.#push({ type: 'inner-list' })
    const className = tag.get('class')
    const language = className === undefined ? undefined : wrapperLanguage(className)
    if (language === undefined) return this.#items.parts(kind) && this.#openPart(tag)
    this.#push({ type: 'wrapper', outer: this.#wrapper })
    this.#wrapper = language
    return true
  }

  /** Opens a block in a cell. Lists there stay HTML, the rest become lines. */
  #openInCell(kind: ElementKind, tag: StartTag): boolean {
    if (kind.name !== 'ul' && kind.name !== 'ol' && kind.name !== 'li') return this.#openLine(tag)
    this.#cells.startAnew(tag.start)
    if (kind.name !== 'li') return false
    this.#kept.keepTo(tag.end)
    this.#cells.openLines(tag.end)
    return this.#push({ type: 'lines' })
  }

  #openLine(tag: StartTag): boolean {
    this.#cells.breakLine(tag.start, tag.end)
    return this.#push({ type: 'line' })
  }

  #exchange(tag: StartTag, text: string, end: string): boolean {
    this.#kept.divert(tag.start, tag.end, text)
    return this.#push({ type: 'exchanged', end })
  }

  #writeBox(tag: StartTag): boolean {
    const box = this.#items.boxOf(tag)
    if (box !== undefined) this.#writeMark(tag.start, tag.end, box)
    return false
  }

  /** Opens a block that has no form of its own: none in a link; in an item the converter parts paragraphs alone. */
  #openPart(tag: StartTag): boolean {
    if (this.#isInLink()) return this.#exchange(tag, ' ', ' ')
    return this.#items.isOpen ? this.#exchange(tag, '<p>', '</p>') : this.#exchange(tag, '<div>', '</div>')
  }

  #openCodeTable(tag: StartTag): boolean {
    this.#codeTables++
    this.#kept.divert(tag.start, tag.end, '<div>')
    return this.#push({ type: 'code-table' })
  }

  #openNumbers(tag: StartTag): boolean {
    const mark = this.#kept.mark(tag.start)
    this.#kept.divert(tag.start, tag.end, '')
    if (!mayHoldNumbers(tag)) return this.#push({ type: 'blank' })
    return this.#push({ type: 'numbers', mark, textStart: tag.end })
  }

  #writeMark(start: number, end: number, text: string): void {
    this.#marks++
    this.#kept.divert(start, end, text)
  }

  #push(record: OpenRecord): boolean {
    this.#records.push(record)
    return true
  }
}
