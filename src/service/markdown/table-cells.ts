import type { KeptHtml } from '../html/kept-html.ts'
import type { StartTag } from '../html/start-tag.ts'

/** Cells of many rows are not followed down in columns beyond these. */
const MAX_COLUMNS = 200
/** So many cells may be filled in for each that a table has: a page of spanning cells must not grow by more. */
const MAX_FILLED = 4

/** Elements of a table around its rows. */
export const TABLE_PARTS: ReadonlySet<string> = new Set(['tbody', 'tfoot', 'thead'])

interface OpenTable {
  readonly isLayout: boolean
  column: number
  cells: number
  filled: number
  /** For each column, how many more rows a cell above reaches into. */
  readonly spans: number[]
}

/** A cell, or an item of a list in one: a row of lines. */
interface OpenCell {
  /** Where its last line begins, with the break before it if `hasBreak`. */
  mark: number
  hasBreak: boolean
}

/** Keeps the columns of tables below cells of many rows, and the blocks in a cell apart: a cell is one line of Markdown. */
export class TableCells {
  readonly #kept: KeptHtml
  readonly #tables: OpenTable[] = []
  readonly #cells: OpenCell[] = []

  constructor(kept: KeptHtml) {
    this.#kept = kept
  }

  /** Whether text here is part of a cell's line. */
  get isInCell(): boolean {
    return this.#cells.length > 0
  }

  /** Whether the innermost table only places parts of the page. */
  get isLayout(): boolean {
    return this.#tables.at(-1)?.isLayout === true
  }

  openTable(html: string, tag: StartTag): void {
    this.startAnew(tag.start)
    const isLayout = !this.isInCell && isLayoutTable(html, tag)
    if (isLayout) this.#kept.divert(tag.start, tag.end, '')
    this.#tables.push({ isLayout, column: 0, cells: 0, filled: 0, spans: [] })
  }

  closeTable(start: number, end: number, isInItem: boolean): void {
    // Text may follow, which is no part of the last cell. In an item it is parted from tables anyway.
    if (this.isLayout) this.#kept.divert(start, end, isInItem ? '' : '<p></p>')
    this.#tables.pop()
    this.startAnew(end)
  }

  openRow(): void {
    const table = this.#tables.at(-1)
    if (table === undefined) return
    for (let column = table.column; column < table.spans.length; column++) pass(table, column)
    table.column = 0
  }

  openCell(tag: StartTag): void {
    const table = this.#tables.at(-1)
    if (table !== undefined) {
      table.cells++
      this.#fill(table, tag.start)
      const rows = spanOf(tag, 'rowspan')
      const end = table.column + Math.min(spanOf(tag, 'colspan') || 1, MAX_COLUMNS)
      for (; table.column < end; table.column++) {
        if (table.column < MAX_COLUMNS) table.spans[table.column] = rows === 0 ? Infinity : rows - 1
      }
    }
    this.#kept.keepTo(tag.end)
    this.openLines(tag.end)
  }

  /** Begins lines of their own: in a cell, and in each item of a list there. */
  openLines(position: number): void {
    this.#cells.push({ mark: this.#kept.mark(position), hasBreak: false })
  }

  closeLines(position: number): void {
    const cell = this.#cells.pop()
    if (cell !== undefined) this.#settle(cell, position)
    this.startAnew(position)
  }

  /** Starts a line for what separates itself, such as a list. */
  startAnew(position: number): void {
    const cell = this.#cells.at(-1)
    if (cell === undefined) return
    this.#settle(cell, position)
    cell.mark = this.#kept.mark(position)
    cell.hasBreak = false
  }

  /** Breaks the line in place of a tag of a block, if there is text before it. */
  breakLine(start: number, end: number): void {
    const cell = this.#cells.at(-1)
    if (cell === undefined) return
    const isWanted = this.#kept.hasContentSince(cell.mark, start)
    if (isWanted) {
      cell.mark = this.#kept.mark(start)
      cell.hasBreak = true
    }
    this.#kept.divert(start, end, isWanted ? '<br>' : '')
  }

  #settle(cell: OpenCell, position: number): void {
    if (cell.hasBreak && !this.#kept.hasContentSince(cell.mark, position)) this.#kept.rewrite(cell.mark, '')
  }

  #fill(table: OpenTable, at: number): void {
    while (pass(table, table.column)) {
      table.column++
      if (table.filled >= MAX_FILLED * table.cells) continue
      table.filled++
      this.#kept.divert(at, at, '<td></td>')
    }
  }
}

/** Tells whether a cell above reaches into a row's column; one row less is left of it then. */
function pass(table: OpenTable, column: number): boolean {
  const rows = table.spans[column] ?? 0
  if (rows > 0) table.spans[column] = rows - 1
  return rows > 0
}

/** Start tags of cells, and tags of tables. */
const CELL_OR_TABLE = /<(?:t[dh]|(\/?)table)[\s/>]/gi

/**
 * Tells whether a table only places parts of the page, so that Markdown shows them one below another: it says so, has no
 * second cell, or holds another table, which no table of Markdown can.
 */
function isLayoutTable(html: string, tag: StartTag): boolean {
  if (tag.get('role')?.toLowerCase() === 'presentation') return true
  CELL_OR_TABLE.lastIndex = tag.end
  let cells = 0
  let found = CELL_OR_TABLE.exec(html)
  while (found !== null && found[1] === undefined) {
    cells++
    found = CELL_OR_TABLE.exec(html)
  }
  return cells < 2 || found?.[1] === ''
}

function spanOf(tag: StartTag, name: string): number {
  const value = tag.get(name)
  if (value === undefined) return 1
  const span = Number.parseInt(value, 10)
  return span >= 0 ? span : 1
}
