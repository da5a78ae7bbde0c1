import { isCodeTable, isNumbers, mayHoldNumbers } from './line-numbers.ts'
import type { LineWriter } from './line-writer.ts'
import type { StartTag } from '../html/start-tag.ts'
import { isLayoutTable, TableRows } from './table-rows.ts'

/** Writes tables, of which some are none: they place parts of the page, or hold code beside the numbers of its lines. */
export class TableWriter {
  readonly #html: string
  readonly #lines: LineWriter
  /** The tables that are open; undefined for one that only places parts of the page. */
  readonly #tables: (TableRows | undefined)[] = []
  #codeTables = 0
  #numbersEnd = -1

  constructor(html: string, lines: LineWriter) {
    this.#html = html
    this.#lines = lines
  }

  /** Whether the table around is one for code. */
  get isForCode(): boolean {
    return this.#codeTables > 0
  }

  /** Whether rows and cells are written here. Nothing inside a line can be a table. */
  get hasRows(): boolean {
    return this.#tables.at(-1) !== undefined && !this.#lines.isInline
  }

  /** Opens a table; tells whether it is one for code. */
  open(tag: StartTag): boolean {
    // No heading can hold one.
    this.#lines.closeHeading()
    if (isCodeTable(this.#html, tag.end)) {
      this.#codeTables++
      return true
    }
    this.#tables.push(isLayoutTable(this.#html, tag) ? undefined : new TableRows())
    return false
  }

  close(): void {
    const lines = this.#tables.pop()?.lines() ?? []
    if (lines.length > 0) this.#lines.block(lines)
    else this.#lines.part(2)
  }

  closeForCode(): void {
    this.#codeTables--
    this.#lines.part(2)
  }

  openRow(): void {
    this.#tables.at(-1)?.openRow()
  }

  closeRow(): void {
    this.#tables.at(-1)?.closeRow()
  }

  openCell(tag: StartTag): void {
    this.#tables.at(-1)?.openCell(tag)
    this.#lines.openCell()
  }

  closeCell(): void {
    this.#tables.at(-1)?.closeCell(this.#lines.closeCell())
  }

  /** Tells whether a cell beside code has nothing but numbers up to the next end of one. */
  holdsNumbers(tag: StartTag): boolean {
    if (!mayHoldNumbers(tag)) return false
    if (this.#numbersEnd < tag.end) {
      const end = this.#html.indexOf('</td', tag.end)
      this.#numbersEnd = end === -1 ? this.#html.length : end
    }
    return isNumbers(this.#html.slice(tag.end, this.#numbersEnd))
  }
}
