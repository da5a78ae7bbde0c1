import { destination, inlineText } from '../markdown/line.ts'

/** Cells that are read of one file, with the empty ones between them. */
export const MAX_CELLS = 1_000_000
/** Characters of one file that are read: a cell can be repeated. */
const MOST_TEXT = 20_000_000
/** The longest name of a column in the head of a table. */
const MAX_LABEL = 64

/** The text of a workbook. `isCut` tells whether it has more cells or text than is read. */
export interface SheetText {
  readonly markdown: string
  readonly isCut: boolean
}

/** A cell that is seen. Its text is Markdown of a cell. */
export interface SheetCell {
  readonly column: number
  readonly text: string
  /** Whether its value is a text: heads of tables are. */
  readonly isLabel: boolean
}

/** Writes the sheets of a workbook as tables, each below its name if there are several. */
export class SheetMarkdown {
  isCut = false
  readonly #withNames: boolean
  readonly #parts: string[] = []
  #rows: string[] = []
  #comments: string[] = []
  #name = ''
  #first = Infinity
  #width = 0
  #cells = 0
  #length = 0
  #head: readonly SheetCell[] = []

  constructor(sheets: number) {
    this.#withNames = sheets > 1
  }

  startSheet(name: string): void {
    this.#name = name
    this.#rows = []
    this.#comments = []
    this.#first = Infinity
    this.#width = 0
  }

  /** Adds a row, whose cells are in order. Hidden columns are not counted. Rows without a text are left out. */
  addRow(cells: readonly SheetCell[]): void {
    const filled = cells.filter(({ text }) => text !== '')
    const [first] = filled
    const last = filled.at(-1)
    if (first === undefined || last === undefined || this.isCut) return
    this.#cells += last.column + 1
    for (const { text } of filled) this.#length += text.length
    if (this.#cells > MAX_CELLS || this.#length > MOST_TEXT) {
      this.isCut = true
      return
    }
    if (this.#rows.length === 0) this.#head = filled
    const texts = Array.from({ length: last.column + 1 }, () => '')
    for (const { column, text } of filled) texts[column] = text
    this.#rows.push(`| ${texts.join(' | ')} |`)
    this.#first = Math.min(this.#first, first.column)
    this.#width = Math.max(this.#width, last.column + 1)
  }

  /** Adds a text below the table. */
  addComment(text: string): void {
    this.#comments.push(`> ${cellMarkdown(text)}`)
  }

  endSheet(): void {
    const width = this.#width - this.#first
    if (this.#rows.length > 0) {
      // An empty cell takes three characters.
      const lines = this.#first === 0 ? this.#rows : this.#rows.map((line) => line.slice(3 * this.#first))
      const hasHead = lines.length > 1 && this.#isHead(width)
      const head = hasHead ? (lines[0] ?? '') : `|${'  |'.repeat(width)}`
      const rows = hasHead ? lines.slice(1) : lines
      if (this.#withNames)
        this.#parts.push(`## ${inlineText(this.#name, { isInLink: false, isInCell: false })}`)
      this.#parts.push([head, `|${' --- |'.repeat(width)}`, ...rows].join('\n'))
    }
    this.#parts.push(...this.#comments)
  }

  text(): SheetText {
    return { markdown: this.#parts.join('\n\n'), isCut: this.isCut }
  }

  /** Tells whether the first row names the columns: all of them, but maybe the first, by short and different texts. */
  #isHead(width: number): boolean {
    const labels = this.#head
    const missing = width - labels.length
    const isWhole = missing === 0 || (missing === 1 && labels[0]?.column !== this.#first)
    const texts = new Set(labels.map(({ text }) => text.toLowerCase()))
    const areLabels = labels.every(
      ({ isLabel, text }) => isLabel && text.length <= MAX_LABEL && !text.includes('<br>'),
    )
    return isWhole && areLabels && texts.size === labels.length
  }
}

const LINE_ENDS = /\r\n?|\n/g

/** Returns a text as Markdown of a cell of a table. `isPart`: there is more of it in the cell, so its spaces count. */
export function cellMarkdown(text: string, isPart = false): string {
  const lines = text.split(LINE_ENDS).map((line) => inlineText(line, { isInLink: false, isInCell: true }))
  const written = lines.join('<br>')
  return isPart ? written : written.trim()
}

/** Returns a text that leads to an address. Without a text, the address is the text. */
export function cellLink(text: string, url: string): string {
  const label = inlineText(text.trim() === '' ? url : text, { isInLink: true, isInCell: true })
  return `[${label.trim()}]${destination(url, undefined, true)}`
}
