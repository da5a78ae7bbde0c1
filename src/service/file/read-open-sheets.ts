import { commentText } from './comment-text.ts'
import { readXml, type XmlElement, type XmlReader } from './read-xml.ts'
import { cellLink, cellMarkdown, type SheetCell, SheetMarkdown, type SheetText } from './sheet-markdown.ts'

/** Rows and columns that are not shown (OpenDocument 1.3 part 3, section 19.749). */
const UNSEEN = /^(?:collapse|filter)$/
const MAX_COLUMNS = 16_384

/**
 * Returns the text of the visible sheets of an OpenDocument spreadsheet:
 *
 * | element (OpenDocument 1.3 part 3, by section) | what becomes of it |
 * |---|---|
 * | `table` of a style with `table:display="false"` (20.410) | left out |
 * | `table-row`, `table-column` with `table:visibility` (19.749) | left out |
 * | `table-row-group`, `table-column-group` with `table:display="false"` | left out |
 * | `p` in a cell (5.1.3) | its text, as the sheet shows it |
 * | `a` (6.1.8) | a link |
 * | `office:value` and others without a `p` (19.385) | the value |
 * | `covered-table-cell` (9.1.5) | empty: the cell before it has the text |
 * | `annotation` (14.1) | a quotation below the table |
 */
export function readOpenSheets(content: Uint8Array): SheetText {
  const hidden = hiddenStyles(content)
  let sheets = 0
  readXml(content, {
    open: (element) => {
      if (isSheet(element) && !hidden.has(element.attribute('style-name') ?? '')) sheets++
    },
  })
  const writer = new SheetMarkdown(sheets)
  readXml(content, new OpenSheetReader(writer, hidden))
  return writer.text()
}

function isSheet({ name, parent }: XmlElement): boolean {
  return name === 'table' && parent?.name === 'spreadsheet'
}

function hiddenStyles(content: Uint8Array): Set<string> {
  const hidden = new Set<string>()
  readXml(content, {
    open: (element) => {
      const { name, parent } = element
      if (name !== 'table-properties' || element.attribute('display') !== 'false') return
      if (parent?.attribute('family') === 'table') hidden.add(parent.attribute('name') ?? '')
    },
  })
  return hidden
}

class OpenSheetReader implements XmlReader {
  readonly #writer: SheetMarkdown
  readonly #hiddenStyles: ReadonlySet<string>
  /** The element that goes, and is open. */
  #skipped: XmlElement | undefined
  #isInSheet = false
  /** For each column, whether it is hidden; later ones are not. */
  #columns: boolean[] = []
  #row: SheetCell[] = []
  #column = 0
  #place = 0
  #comments: string[] = []
  #cell: XmlElement | undefined
  /** Paragraphs of the cell, as Markdown. */
  #lines: string[] = []
  #line = ''
  #url: string | undefined
  #linked = ''
  #isInParagraph = false
  #comment: { author: string; text: string } | undefined
  #isAuthor = false

  constructor(writer: SheetMarkdown, hiddenStyles: ReadonlySet<string>) {
    this.#writer = writer
    this.#hiddenStyles = hiddenStyles
  }

  open(element: XmlElement): void {
    if (this.#skipped !== undefined) return
    const { name } = element
    if (isSheet(element)) return this.#startSheet(element)
    if (!this.#isInSheet) return
    if (name === 'shapes' || this.#isUnseen(element)) {
      this.#skipped = element
      return
    }
    if (name === 'table-column') this.#addColumns(element, UNSEEN.test(element.attribute('visibility') ?? ''))
    else if (name === 'table-row') {
      this.#row = []
      this.#column = this.#place = 0
    } else if (name === 'table-cell' || name === 'covered-table-cell') this.#startCell(element)
    else if (this.#cell !== undefined) this.#openInCell(element)
  }

  #openInCell(element: XmlElement): void {
    const { name } = element
    if (name === 'annotation') this.#comment = { author: '', text: '' }
    else if (name === 'creator') this.#isAuthor = true
    else if (name === 'date' && this.#comment !== undefined) this.#skipped = element
    else if (this.#comment !== undefined) return
    else if (name === 'p') {
      this.#isInParagraph = true
      this.#line = ''
    } else if (name === 'a') {
      this.#url = element.attribute('href')
      this.#linked = ''
    } else if (name === 's') this.#addText(' ')
    else if (name === 'line-break') this.#addText('\n')
  }

  text(text: string): void {
    if (this.#skipped !== undefined) return
    if (this.#comment !== undefined) {
      if (this.#isAuthor) this.#comment.author += text
      else this.#comment.text += text
    } else if (this.#isInParagraph) this.#addText(text.replaceAll(/\s+/g, ' '))
  }

  close(element: XmlElement): void {
    if (this.#skipped !== undefined) {
      if (this.#skipped === element) this.#skipped = undefined
      return
    }
    if (!this.#isInSheet) return
    const { name } = element
    if (isSheet(element)) this.#endSheet()
    else if (name === 'table-row') this.#endRow(element)
    else if (element === this.#cell) this.#endCell(element)
    else if (name === 'creator') this.#isAuthor = false
    else if (name === 'annotation') this.#endComment()
    else if (this.#comment !== undefined) this.#comment.text += name === 'p' ? ' ' : ''
    else if (name === 'p' && this.#isInParagraph) {
      this.#isInParagraph = false
      this.#lines.push(this.#line)
    } else if (name === 'a') {
      if (this.#url !== undefined) this.#line += cellLink(this.#linked, this.#url)
      this.#url = undefined
    }
  }

  #isUnseen(element: XmlElement): boolean {
    if (element.name === 'table-row') return UNSEEN.test(element.attribute('visibility') ?? '')
    return element.name === 'table-row-group' && element.attribute('display') === 'false'
  }

  #startSheet(element: XmlElement): void {
    if (this.#hiddenStyles.has(element.attribute('style-name') ?? '')) {
      this.#skipped = element
      return
    }
    this.#isInSheet = true
    this.#columns = []
    this.#comments = []
    this.#writer.startSheet(element.attribute('name') ?? '')
  }

  #endSheet(): void {
    this.#isInSheet = false
    for (const comment of this.#comments) this.#writer.addComment(comment)
    this.#writer.endSheet()
  }

  #addColumns(element: XmlElement, isHidden: boolean): void {
    const isInHiddenGroup =
      element.parent?.name === 'table-column-group' && element.parent.attribute('display') === 'false'
    for (
      let left = repeats(element, 'number-columns-repeated');
      left > 0 && this.#columns.length < MAX_COLUMNS;
      left--
    )
      this.#columns.push(isHidden || isInHiddenGroup)
  }

  #startCell(element: XmlElement): void {
    this.#cell = element
    this.#lines = []
    this.#isInParagraph = false
  }

  #addText(text: string): void {
    if (this.#url === undefined) this.#line += cellMarkdown(text, true)
    else this.#linked += text
  }

  #endCell(cell: XmlElement): void {
    this.#cell = undefined
    const times = Math.min(repeats(cell, 'number-columns-repeated'), MAX_COLUMNS - this.#column)
    const written = this.#lines.join('<br>').trim()
    const text = cell.name === 'table-cell' ? written || cellMarkdown(valueOf(cell)) : ''
    const isLabel = (cell.attribute('value-type') ?? 'string') === 'string'
    for (let at = 0; at < times; at++) {
      const isHidden = this.#columns[this.#column] === true
      this.#column++
      if (isHidden) continue
      if (text !== '') this.#row.push({ column: this.#place, text, isLabel })
      this.#place++
    }
  }

  #endRow(row: XmlElement): void {
    if (this.#row.length === 0) return
    for (let left = repeats(row, 'number-rows-repeated'); left > 0 && !this.#writer.isCut; left--)
      this.#writer.addRow(this.#row)
  }

  #endComment(): void {
    const { author = '', text = '' } = this.#comment ?? {}
    this.#comment = undefined
    if (text.trim() !== '' && this.#columns[this.#column] !== true)
      this.#comments.push(commentText(author, text))
  }
}

function repeats(element: XmlElement, name: string): number {
  const times = Number(element.attribute(name) ?? 1)
  return times >= 1 ? times : 1
}

/** Returns the value of a cell whose text was not written. */
function valueOf(cell: XmlElement): string {
  const value = cell.attribute('value') ?? ''
  switch (cell.attribute('value-type')) {
    case 'percentage':
      return `${Number((Number(value) * 100).toPrecision(15))}%`
    case 'currency':
      return `${value} ${cell.attribute('currency') ?? ''}`.trim()
    case 'date':
      return cell.attribute('date-value') ?? ''
    case 'time':
      return clockTime(cell.attribute('time-value') ?? '')
    case 'boolean':
      return (cell.attribute('boolean-value') ?? '').toUpperCase()
    case 'string':
      return cell.attribute('string-value') ?? ''
    default:
      return value
  }
}

const DURATION = /^(-?)P(?:(\d{1,6})D)?(?:T(?:(\d{1,9})H)?(?:(\d{1,9})M)?(?:(\d{1,9})(?:\.\d+)?S)?)?$/

/** Returns a duration as a clock has it, `26:30:15` for `PT26H30M15S`; one of another form stays as it is. */
function clockTime(duration: string): string {
  const found = DURATION.exec(duration)
  if (found === null) return duration
  const [days = 0, hours = 0, minutes = 0, seconds = 0] = found.slice(2).map((part) => Number(part ?? 0))
  const total = ((days * 24 + hours) * 60 + minutes) * 60 + seconds
  const [minute, second] = [Math.floor(total / 60) % 60, total % 60].map((part) =>
    String(part).padStart(2, '0'),
  )
  return `${found[1]}${Math.floor(total / 3600)}:${minute}:${second}`
}
