/** Cells that span many rows are not followed down in columns after these. */
const MAX_COLUMNS = 200
/** Empty cells that may be added for each cell of the page, so that spans cannot multiply a page. */
const MAX_FILLED = 4
/** The line after the head of a table says how columns are aligned (GFM "tables"). */
const DASHES: Readonly<Record<string, string>> = { left: ':---', center: ':---:', right: '---:' }

/** Collects the cells of a table, and keeps columns below cells of many rows and next to cells of many columns. */
export class TableGrid {
  readonly #rows: string[][] = []
  /** Rows of the first foot, which browsers show last. */
  readonly #footRows: string[][] = []
  #foot: number | undefined
  /** The open row, and where it goes with its first cell. */
  #row: string[] = []
  #group = this.#rows
  readonly #aligns: string[] = []
  /** For each column, how many more rows a cell above reaches into. */
  readonly #spans: number[] = []
  #column = 0
  /** How many cells may still be filled in. */
  #fillable = 0

  /** @param foot the node of the foot that the row is in */
  startRow(foot: number | undefined): void {
    for (let column = this.#column; column < this.#spans.length; column++) this.#passSpan(column)
    this.#column = 0
    this.#foot ??= foot
    this.#row = []
    this.#group = foot !== undefined && foot === this.#foot ? this.#footRows : this.#rows
  }

  /** Adds a cell. A `rowspan` of 0 reaches to the end of the table. `align` is `left`, `center`, `right`, or empty. */
  add(text: string, rowspan: number, colspan: number, align: string): void {
    if (this.#row.length === 0) this.#group.push(this.#row)
    this.#fillable += MAX_FILLED
    while (this.#passSpan(this.#column)) {
      this.#column++
      this.#fill(1)
    }
    const width = Math.min(colspan, MAX_COLUMNS)
    const end = Math.min(this.#column + width, MAX_COLUMNS)
    for (let column = this.#column; column < end; column++)
      this.#spans[column] = rowspan === 0 ? Infinity : rowspan - 1
    if (this.#rows.length === 1) this.#aligns[this.#row.length] = align
    this.#row.push(text)
    this.#fill(width - 1)
    this.#column += width
  }

  /** Returns its lines, without rows that have no text. The first row is the head, because Markdown has no table without one. */
  lines(): readonly string[] {
    const hasText = (row: readonly string[]): boolean => row.some((cell) => cell !== '')
    const [head, ...all] = [...this.#rows, ...this.#footRows]
    const others = all.filter(hasText)
    if (head === undefined || (others.length === 0 && !hasText(head))) return []
    const rows = [head, ...others]
    const width = rows.reduce((most, row) => Math.max(most, row.length), 0)
    const padding = Array.from({ length: width - head.length }, () => '')
    const dashes = Array.from({ length: width }, (_, column) => DASHES[this.#aligns[column] ?? ''] ?? '---')
    const line = (cells: readonly string[]): string =>
      cells.map((cell) => (cell === '' ? ' |' : ` ${cell} |`)).join('')
    return [[...head, ...padding], dashes, ...others].map((cells) => `|${line(cells)}`)
  }

  #fill(cells: number): void {
    for (let left = Math.min(cells, this.#fillable); left > 0; left--) this.#row.push('')
    this.#fillable -= Math.min(cells, this.#fillable)
  }

  /** Tells whether a cell above reaches into a column of this row, which uses up one row of its span. */
  #passSpan(column: number): boolean {
    const rows = this.#spans[column] ?? 0
    if (rows > 0) this.#spans[column] = rows - 1
    return rows > 0
  }
}
