import type { StartTag } from '../html/start-tag.ts'

/** Cells of many rows are not followed down in columns beyond these. */
const MAX_COLUMNS = 200
/** So many cells may be filled in for each that a table has: a page of spanning cells must not grow by more. */
const MAX_FILLED = 4

/** The line between the head of a table and its rows says how columns are aligned (GFM "tables"). */
const DASHES: Readonly<Record<string, string>> = { left: ':---', center: ':---:', right: '---:' }
const TEXT_ALIGN = /\btext-align\s*:\s*(left|center|right)/i

/**
 * The rows of a table, with columns kept below cells of many rows and beside cells of many columns. The first row is its
 * head, as Markdown has no table without one.
 */
export class TableRows {
  readonly #rows: string[] = []
  #row = ''
  #column = 0
  /** Cells of the open row, of the head, and of the longest row. */
  #cells = 0
  #head = 0
  #most = 0
  /** Cells that the page has, and empty ones that were filled in. */
  #own = 0
  #filled = 0
  /** For each column, how many more rows a cell above reaches into. */
  readonly #spans: number[] = []
  /** How many columns the open cell has. */
  #width = 1
  readonly #dashes: string[] = []

  openRow(): void {
    this.closeRow()
    for (let column = this.#column; column < this.#spans.length; column++) this.#pass(column)
    this.#column = 0
  }

  openCell(tag: StartTag): void {
    this.#own++
    while (this.#pass(this.#column)) {
      this.#column++
      this.#fill()
    }
    const rows = spanOf(tag, 'rowspan')
    this.#width = Math.min(spanOf(tag, 'colspan') || 1, MAX_COLUMNS)
    const end = Math.min(this.#column + this.#width, MAX_COLUMNS)
    for (let column = this.#column; column < end; column++)
      this.#spans[column] = rows === 0 ? Infinity : rows - 1
    if (this.#rows.length === 0) this.#dashes[this.#cells] = dashesOf(tag)
  }

  /** Writes the cell that was opened. */
  closeCell(text: string): void {
    this.#add(text)
    this.#column += this.#width
    for (let column = 1; column < this.#width; column++) this.#fill()
  }

  closeRow(): void {
    if (this.#cells === 0) return
    if (this.#rows.length === 0) this.#head = this.#cells
    this.#most = Math.max(this.#most, this.#cells)
    this.#rows.push(`|${this.#row}`)
    this.#row = ''
    this.#cells = 0
  }

  /** Returns its lines. The head has as many cells as the longest row: more are not shown. */
  lines(): readonly string[] {
    this.closeRow()
    const [head, ...rows] = this.#rows
    if (head === undefined) return []
    const dashes = Array.from({ length: this.#most }, (_, column) => this.#dashes[column] ?? '---')
    return [head + ' |'.repeat(this.#most - this.#head), `| ${dashes.join(' | ')} |`, ...rows]
  }

  #add(text: string): void {
    this.#row += text === '' ? ' |' : ` ${text} |`
    this.#cells++
  }

  #fill(): void {
    if (this.#filled >= MAX_FILLED * this.#own) return
    this.#filled++
    this.#add('')
  }

  /** Tells whether a cell above reaches into a row's column; one row less is left of it then. */
  #pass(column: number): boolean {
    const rows = this.#spans[column] ?? 0
    if (rows > 0) this.#spans[column] = rows - 1
    return rows > 0
  }
}

/** Start tags of cells, and tags of tables. */
const CELL_OR_TABLE = /<(?:t[dh]|(\/?)table)[\s/>]/gi

/**
 * Tells whether a table only places parts of the page, so that Markdown shows them one below another: it says so, has no
 * second cell, or holds another table, which no table of Markdown can.
 */
export function isLayoutTable(html: string, tag: StartTag): boolean {
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

function dashesOf(tag: StartTag): string {
  const align = tag.get('align') ?? TEXT_ALIGN.exec(tag.get('style') ?? '')?.[1] ?? ''
  return DASHES[align.toLowerCase()] ?? '---'
}

function spanOf(tag: StartTag, name: string): number {
  const value = tag.get(name)
  if (value === undefined) return 1
  const span = Number.parseInt(value, 10)
  return span >= 0 ? span : 1
}
