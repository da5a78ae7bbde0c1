import { nameOfColumn } from './cell-values.ts'
import { readPart } from './read-binary-part.ts'
import { isOn, type XmlElement, type XmlReader } from './read-xml.ts'
import { cellLink, cellMarkdown, type SheetCell, SheetMarkdown, type SheetText } from './sheet-markdown.ts'
import { readComments, readLinks, unescapedText, WorkbookParts } from './workbook-parts.ts'

/**
 * What becomes of parts of a workbook (ECMA-376 part 1, by section):
 *
 * | part | what becomes of it |
 * |---|---|
 * | `sheet` `state="hidden"`, `veryHidden` (18.2.19) | left out |
 * | `row`, `col` `hidden`, or of no height or width (18.3.1.73, 18.3.1.13) | left out |
 * | `c` `t="s"`, `str`, `inlineStr` (18.18.11) | its text, without how it is read (`rPh`, 18.4.6) |
 * | `t="n"`, or none | its value in its number format (18.8.30) |
 * | `t="e"` | the error, as it is written: `#DIV/0!` |
 * | `t="b"` | `TRUE`, `FALSE` |
 * | `t="d"` | the date as it is written (ISO 8601) |
 * | `hyperlink` `r:id` (18.3.1.47), and the function `HYPERLINK` with an address | a link |
 * | `comment` (18.7.3), and its newer form [MS-XLSX] 2.6.205 | a quotation below the table |
 *
 * Parts of a binary workbook are read as if they were XML. Returns the text of the visible sheets. @throws for a file that is broken
 */
export function readWorkbook(body: Uint8Array): SheetText {
  const parts = new WorkbookParts(body)
  const writer = new SheetMarkdown(parts.sheets.length)
  for (const { name, path } of parts.sheets) {
    if (writer.isCut) break
    const sheet = parts.take(path)
    const relations = parts.relationsOf(path)
    const hasLinks = [...relations.values()].some(({ kind }) => kind === 'hyperlink')
    writer.startSheet(name)
    readPart(sheet, new SheetReader(writer, parts, hasLinks ? readLinks(sheet, relations) : new Map()))
    for (const text of readComments(parts, relations)) writer.addComment(text)
    writer.endSheet()
  }
  return writer.text()
}

/** An address that the function HYPERLINK is given as it is. */
const LINK_FORMULA = /^\s*HYPERLINK\(\s*"((?:[^"]|"")+)"/i
/** The columns that a sheet can have. */
const MAX_COLUMNS = 16_384
const MAX_COLUMN_RANGES = 1000

/** Reads the cells of one sheet, row by row. */
class SheetReader implements XmlReader {
  readonly #writer: SheetMarkdown
  readonly #parts: WorkbookParts
  readonly #links: ReadonlyMap<string, string>
  readonly #hiddenColumns = new Set<number>()
  /** Visible columns before each column, as far as they were asked for. */
  readonly #places: number[] = []
  #row: SheetCell[] = []
  #rowNumber = 0
  #isHidden = false
  #columnRanges = 0
  #column = -1
  #type = ''
  #style = 0
  #value = ''
  #formula = ''
  #taken: 'value' | 'formula' | undefined

  constructor(writer: SheetMarkdown, parts: WorkbookParts, links: ReadonlyMap<string, string>) {
    this.#writer = writer
    this.#parts = parts
    this.#links = links
  }

  open(element: XmlElement): void {
    switch (element.name) {
      case 'col':
        return this.#readColumns(element)
      case 'row':
        this.#rowNumber = Number(element.attribute('r') ?? this.#rowNumber + 1)
        this.#isHidden = isUnseen(element, 'ht')
        this.#row = []
        this.#column = -1
        return
      case 'c':
        this.#column = columnOf(element.attribute('r') ?? '') ?? this.#column + 1
        this.#type = element.attribute('t') ?? 'n'
        this.#style = Number(element.attribute('s') ?? 0)
        this.#value = this.#formula = ''
        return
      case 'v':
        this.#taken = 'value'
        return
      case 't':
        // How a text is read is no part of it.
        if (element.parent?.name === 'is' || element.parent?.name === 'r') this.#taken = 'value'
        return
      case 'f':
        this.#taken = 'formula'
    }
  }

  text(text: string): void {
    if (this.#isHidden || this.#taken === undefined) return
    if (this.#taken === 'value') this.#value += text
    else this.#formula += text
  }

  close({ name }: XmlElement): void {
    if (name === 'v' || name === 't' || name === 'f') this.#taken = undefined
    else if (name === 'c') this.#endCell()
    else if (name === 'row' && !this.#isHidden) this.#writer.addRow(this.#row)
  }

  #endCell(): void {
    if (this.#isHidden || this.#hiddenColumns.has(this.#column) || this.#column >= MAX_COLUMNS) return
    const url = this.#links.get(`${nameOfColumn(this.#column)}${this.#rowNumber}`) ?? this.#linkOfFormula()
    const shown = this.#shown()
    if (shown === '' && url === undefined) return
    const isLabel = this.#type !== 'n' && this.#type !== 'd'
    const text = url === undefined ? cellMarkdown(shown) : cellLink(shown, url)
    this.#row.push({ column: this.#placeOf(this.#column), text, isLabel })
  }

  /** Returns the value as the sheet shows it. */
  #shown(): string {
    const format = this.#parts.formats[this.#style]
    const value = this.#value
    if (this.#type === 'b') return value.trim() === '1' ? 'TRUE' : 'FALSE'
    if (this.#type === 'e' || this.#type === 'd') return value
    if (this.#type === 's') {
      const text = this.#parts.strings[Number(value)] ?? ''
      return format?.text(text) ?? text
    }
    if (this.#type !== 'n') {
      const text = unescapedText(value)
      return format?.text(text) ?? text
    }
    const number = Number(value)
    return value.trim() === '' || format === undefined || Number.isNaN(number) ? value : format.number(number)
  }

  #linkOfFormula(): string | undefined {
    return LINK_FORMULA.exec(this.#formula)?.[1]?.replaceAll('""', '"')
  }

  #readColumns(element: XmlElement): void {
    if (!isUnseen(element, 'width')) return
    const last = Math.min(Number(element.attribute('max')), MAX_COLUMNS)
    // Columns may be named again and again.
    if (++this.#columnRanges > MAX_COLUMN_RANGES) return
    for (let column = Number(element.attribute('min')); column <= last; column++)
      this.#hiddenColumns.add(column - 1)
  }

  /** Returns how many visible columns are before a visible one. */
  #placeOf(column: number): number {
    for (let at = this.#places.length; at <= column; at++) {
      const before = this.#places[at - 1] ?? 0
      this.#places.push(at === 0 ? 0 : before + (this.#hiddenColumns.has(at - 1) ? 0 : 1))
    }
    return this.#places[column] ?? column
  }
}

/** Tells whether a row or column is hidden, or has no size. */
function isUnseen(element: XmlElement, size: string): boolean {
  return isOn(element.attribute('hidden') ?? '0') || Number(element.attribute(size) ?? 1) === 0
}

/** Returns the column of the name of a cell, from 0: 1 of `B7`. */
function columnOf(name: string): number | undefined {
  const letters = /^[A-Z]{1,3}(?=\d)/.exec(name)?.[0]
  if (letters === undefined) return undefined
  return Array.from(letters).reduce((column, letter) => column * 26 + letter.charCodeAt(0) - 64, 0) - 1
}
