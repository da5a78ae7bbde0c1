import { wrapperLanguage } from './code-language.ts'
import { type CodeRecord, CodeWriter } from './code-writer.ts'
import type { ElementKind } from '../html/element-kinds.ts'
import { AnchorWriter } from './anchor-writer.ts'
import { EmbeddedMedia } from './embedded-media.ts'
import { formulaOf, isShownFormula } from './formula.ts'
import { isCodeTable } from './line-numbers.ts'
import type { LineWriter } from './line-writer.ts'
import { ListItems } from './list-items.ts'
import type { MarkdownRequest } from './markdown-request.ts'
import type { StartTag } from '../html/start-tag.ts'
import { TableWriter } from './table-writer.ts'

/** What has to be done at the end of an element. */
type OpenRecord =
  | { readonly type: 'block' | 'heading' | 'linked-heading' | 'quote' | 'list' | 'item' | 'inner-list' }
  | {
      readonly type: 'table' | 'code-table' | 'row' | 'cell' | 'link' | 'code' | 'speech' | 'apart' | 'media'
    }
  | { readonly type: 'formula'; readonly start: number }
  | { readonly type: 'tag'; readonly name: string }
  | { readonly type: 'wrapper'; readonly outer: string | undefined }
  | CodeRecord

/** Elements inside a line that Markdown has no marks for: they stay HTML. */
const TAGS: ReadonlySet<string> = new Set(['ins', 'mark', 'sub', 'sup', 'u'])
/** Elements whose text is not shown. */
const HIDDEN: ReadonlySet<string> = new Set(['datalist', 'iframe', 'noembed', 'noframes', 'template'])
/** Elements inside a line that are apart from what is beside them. */
const APART: ReadonlySet<string> = new Set([
  'audio',
  'canvas',
  'meter',
  'optgroup',
  'option',
  'progress',
  'select',
  'textarea',
  'video',
])
const BLOCKS: ReadonlySet<string> = new Set(['body', 'caption', 'dir', 'html', 'menu', 'object'])

/** Writes elements as lines of Markdown: what each of them is there, and what it is inside of others. */
export class ElementWriter {
  readonly #html: string
  readonly #lines: LineWriter
  readonly #anchors: AnchorWriter
  readonly #tables: TableWriter
  readonly #media: EmbeddedMedia
  readonly #items: ListItems
  readonly #code: CodeWriter
  readonly #records: OpenRecord[] = []
  #headings = 0
  #hidden = 0

  constructor(html: string, lines: LineWriter, request: MarkdownRequest) {
    this.#html = html
    this.#lines = lines
    this.#anchors = new AnchorWriter(html, lines, request.links)
    this.#tables = new TableWriter(html, lines)
    this.#media = new EmbeddedMedia(html, lines, request)
    this.#items = new ListItems(html, lines)
    this.#code = new CodeWriter(html, lines, this.#anchors, this.#media)
  }

  /** Whether text here is not shown. */
  get isHidden(): boolean {
    return this.#hidden > 0
  }

  /** Whether emphasis can be told here: there is none in code. */
  get takesEmphasis(): boolean {
    return this.#hidden === 0 && !this.#code.isOpen
  }

  text(text: string, from: number, to: number): void {
    if (this.#hidden > 0) return
    if (this.#code.isOpen) this.#code.add(text.slice(from, to))
    else this.#lines.text(text, from, to)
  }

  /** Writes a start tag; tells whether `close` must be called for its end, and not `closePlain`. */
  open(kind: ElementKind, tag: StartTag, url: string | undefined): boolean {
    if (this.#hidden > 0) {
      if (kind.name === 'source') this.#media.readSource(tag)
      return false
    }
    if (this.#code.isOpen) return this.#openInCode(kind, tag, url)
    switch (kind.role) {
      case 'block':
        return this.#openBlock(kind, tag)
      case 'anchor':
        if (kind.name === 'area') this.#media.writeArea(tag)
        return kind.name !== 'area' && this.#openAnchor(tag, url)
      case 'image':
        this.#media.writeImage(tag, url)
        return false
      case 'break':
        this.#lines.lineBreak()
        return false
      case 'code':
        this.#code.openInline()
        return this.#push({ type: 'code' })
      case 'pre':
        this.#code.openBlock(tag)
        return this.#push({ type: 'pre' })
      case 'heading':
        return this.#openHeading(kind)
      case 'table':
        return this.#openTable(tag)
      case 'cell':
        return this.#openCell(tag)
      case 'definition':
      case 'section':
        return this.#openPart()
      case 'frame':
      case 'media':
        return this.#media.open(kind, tag, url) ? this.#hide({ type: 'media' }) : this.#openOther(kind, tag)
      case 'checkbox':
        this.#items.writeBox(tag)
        return false
      case 'button':
        if (/copy|clipboard/i.test(this.#html.slice(tag.start, tag.end))) return this.#hide()
        // They are shown apart.
        if (this.#html.startsWith('</button>', tag.start - '</button>'.length)) this.#lines.space()
        return false
      case 'drawing':
        return this.#hide(kind.name === 'math' ? { type: 'formula', start: tag.start } : undefined)
      case 'unseen':
        return this.#hide()
      default:
        return this.#openOther(kind, tag)
    }
  }

  /** Ends an element for which `open` returned false. */
  closePlain(kind: ElementKind): void {
    if (this.#hidden > 0) return
    if (this.#code.isOpen) this.#code.closePlain(kind)
  }

  close(start: number, end: number): void {
    const record = this.#records.pop()
    switch (record?.type) {
      case 'block':
        return this.#lines.part(2)
      case 'wrapper':
        this.#code.language = record.outer
        return this.#lines.part(2)
      case 'link':
        return this.#anchors.close()
      case 'code':
        return this.#code.closeInline()
      case 'code-link':
        return this.#code.closeLink()
      case 'pre':
        return this.#code.closeBlock()
      case 'heading':
        this.#headings--
        return this.#lines.closeHeading()
      case 'linked-heading':
        this.#headings--
        this.#lines.closeLink()
        return this.#lines.closeHeading()
      case 'item':
        return this.#items.close(end)
      case 'list':
        return this.#items.closeList()
      case 'inner-list':
        return this.#items.closeInnerList(end)
      case 'quote':
        this.#lines.closeContainer()
        return this.#lines.part(2)
      case 'tag':
        return this.#closeTag(record.name)
      case 'speech':
        return this.#lines.closeMark('"', '"')
      case 'apart':
        return this.#lines.space()
      case 'row':
        return this.#tables.closeRow()
      case 'cell':
        return this.#tables.closeCell()
      case 'table':
        return this.#tables.close()
      case 'code-table':
        return this.#tables.closeForCode()
      case 'numbers':
        return this.#code.closeNumbers(record.mark, record.from, start)
      case 'hidden':
        this.#hidden--
        return
      case 'media':
        this.#hidden--
        return this.#media.close()
      case 'formula':
        return this.#closeFormula(record.start, end)
      case undefined:
    }
  }

  #openBlock(kind: ElementKind, tag: StartTag): boolean {
    switch (kind.name) {
      case 'li':
        return this.#lines.isInCell ? this.#openCellTag('li') : this.#openItem(tag)
      case 'ul':
      case 'ol':
        return this.#lines.isInCell ? this.#openCellTag(kind.name) : this.#openList(kind, tag)
      case 'tr':
        if (this.#tables.isForCode) return false
        if (!this.#tables.hasRows) return this.#openPart()
        this.#tables.openRow()
        return this.#push({ type: 'row' })
      case 'blockquote':
        if (this.#lines.isInline) return this.#openPart()
        this.#lines.part(2)
        this.#lines.openContainer('> ', '> ')
        return this.#push({ type: 'quote' })
      case 'p':
        return this.#openPart()
      default:
        return this.#openDivision(tag)
    }
  }

  /** Opens a block without a form of its own. In a heading it is part of the line. */
  #openDivision(tag: StartTag): boolean {
    const className = this.#lines.isInline ? undefined : tag.get('class')
    const language = className === undefined ? undefined : wrapperLanguage(className)
    if (language !== undefined) {
      this.#lines.part(2)
      this.#push({ type: 'wrapper', outer: this.#code.language })
      this.#code.language = language
      return true
    }
    if (!this.#lines.isInHeading) return this.#openPart()
    this.#lines.space()
    return this.#push({ type: 'apart' })
  }

  #openPart(): boolean {
    // Behind a picture it is still the heading, but not behind its text.
    if (this.#lines.isInHeading && !this.#lines.hasHeadingText) {
      this.#lines.space()
      return this.#push({ type: 'apart' })
    }
    this.#lines.part(2)
    return this.#push({ type: 'block' })
  }

  #openItem(tag: StartTag): boolean {
    if (this.#lines.isInline) return this.#openPart()
    this.#items.open(tag)
    return this.#push({ type: 'item' })
  }

  #openList(kind: ElementKind, tag: StartTag): boolean {
    if (this.#lines.isInline) return this.#openPart()
    return this.#push({ type: this.#items.openList(kind, tag) ? 'inner-list' : 'list' })
  }

  /** Opens an element that stays HTML in a cell, which is one line. */
  #openCellTag(name: string): boolean {
    this.#lines.part(2)
    this.#lines.openMark(`<${name}>`)
    return this.#push({ type: 'tag', name })
  }

  #closeTag(name: string): void {
    const isBlock = !TAGS.has(name)
    if (isBlock) this.#lines.part(2)
    this.#lines.closeMark(`<${name}>`, `</${name}>`)
    if (isBlock) this.#lines.part(2)
  }

  #openHeading(kind: ElementKind): boolean {
    if (this.#lines.isInCell) return this.#openCellTag(kind.name)
    this.#headings++
    const isMoved = this.#anchors.moveInto(() => this.#lines.openHeading(levelOf(kind)))
    if (!isMoved) this.#lines.openHeading(levelOf(kind))
    return this.#push({ type: isMoved ? 'linked-heading' : 'heading' })
  }

  #openAnchor(tag: StartTag, url: string | undefined): boolean {
    const form = this.#anchors.open(tag, url, this.#headings > 0)
    if (form === 'hidden') return this.#hide()
    return form === 'link' && this.#push({ type: 'link' })
  }

  #openInCode(kind: ElementKind, tag: StartTag, url: string | undefined): boolean {
    const record = this.#code.openInside(kind, tag, url)
    if (record === undefined) return false
    return record.type === 'hidden' ? this.#hide() : this.#push(record)
  }

  #openTable(tag: StartTag): boolean {
    if (this.#lines.isInline && !isCodeTable(this.#html, tag.end)) return this.#openPart()
    return this.#push({ type: this.#tables.open(tag) ? 'code-table' : 'table' })
  }

  #openCell(tag: StartTag): boolean {
    if (this.#tables.isForCode) return this.#tables.holdsNumbers(tag) && this.#hide()
    if (!this.#tables.hasRows) return this.#openPart()
    this.#tables.openCell(tag)
    return this.#push({ type: 'cell' })
  }

  #closeFormula(start: number, end: number): void {
    this.#hidden--
    if (this.#hidden > 0) return
    const { markdown, text = '' } = formulaOf(this.#html.slice(start, end))
    if (markdown === undefined) this.#lines.text(text, 0, text.length)
    else this.#lines.inline(this.#lines.isInCell ? markdown.replaceAll('|', '\\|') : markdown)
  }

  #openOther(kind: ElementKind, tag: StartTag): boolean {
    const { name } = kind
    if (isShownFormula(name, this.#html, tag) || HIDDEN.has(name)) return this.#hide()
    if (name === 'hr') return this.#writeRule()
    if (name === 'q') {
      this.#lines.openMark('"')
      return this.#push({ type: 'speech' })
    }
    if (TAGS.has(name)) {
      this.#lines.openMark(`<${name}>`)
      return this.#push({ type: 'tag', name })
    }
    if (APART.has(name)) {
      this.#lines.space()
      return this.#push({ type: 'apart' })
    }
    return BLOCKS.has(name) && this.#openPart()
  }

  #writeRule(): boolean {
    if (this.#lines.isInCell) this.#lines.inline('<hr>')
    else if (this.#lines.isInline) this.#lines.space()
    else this.#lines.rule()
    return false
  }

  #hide(record: OpenRecord = { type: 'hidden' }): boolean {
    this.#hidden++
    return this.#push(record)
  }

  #push(record: OpenRecord): boolean {
    this.#records.push(record)
    return true
  }
}

function levelOf(kind: ElementKind): number {
  return kind.name.charCodeAt(1) - 0x30
}
