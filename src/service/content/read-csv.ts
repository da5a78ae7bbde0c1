import {
  CARRIAGE_RETURN,
  DOUBLE_QUOTE,
  LINE_FEED,
  NO_BREAK_SPACE,
  SPACE,
  TAB,
} from '../../util/character-codes.ts'
import { copyText } from '../../util/copy-text.ts'

/** What may stand between cells; where a text holds as many of two, the first. */
const DELIMITERS = [',', ';', '\t']

/** Cells that are read of one table. Those of one character take six times their memory as Markdown. */
export const MAX_CELLS = 1_000_000

export interface CsvTable {
  readonly markdown: string
  /** Whether it has more cells than are read. */
  readonly isCut: boolean
}

/**
 * Returns a text of cells (RFC 4180, also with semicolons or tabs) as a Markdown table whose head is the first line;
 * empty for one without cells. Rows are as long as they are: what they lack, a renderer adds. The text is read twice, for
 * the width and for the cells, because rows in memory take many times its bytes.
 */
export function readCsv(text: string): CsvTable {
  const bare = text.startsWith('\uFEFF') ? text.slice(1) : text
  const delimiter = delimiterOf(bare)
  const width = widthOf(bare, delimiter)
  const table = new PiecedText()
  let rows = 0
  let cells = 0
  /** Cells of the row that are known to be empty and not written yet: a row of nothing else is left out. */
  let empty = 0
  let isBlank = true
  const isCut = readCells(bare, delimiter, (cell, isLast) => {
    if (cell.from === cell.to) empty++
    else {
      if (isBlank) table.add(rows === 0 ? '|' : '\n|')
      table.add(`${'  |'.repeat(empty)} `)
      addCell(table, bare, cell)
      table.add(' |')
      cells += empty + 1
      empty = 0
      isBlank = false
    }
    if (!isLast) return
    if (!isBlank) {
      const missing = rows === 0 ? width - cells : empty
      table.add('  |'.repeat(missing))
      if (rows === 0) table.add(`\n|${' --- |'.repeat(width)}`)
      rows++
    }
    cells = 0
    empty = 0
    isBlank = true
  })
  return { markdown: table.text, isCut }
}

/** Returns the number of cells of the longest row that is not blank. */
function widthOf(text: string, delimiter: string): number {
  let width = 0
  let cells = 0
  let isBlank = true
  readCells(text, delimiter, (cell, isLast) => {
    cells++
    if (cell.from !== cell.to) isBlank = false
    if (!isLast) return
    if (!isBlank) width = Math.max(width, cells)
    cells = 0
    isBlank = true
  })
  return width
}

const PIECE_LENGTH = 64 * 1024

/** A text that grows. Its pieces are flat, because a tree of millions of parts takes many times their memory. */
class PiecedText {
  readonly #pieces: string[] = []
  #piece = ''

  add(text: string): void {
    this.#piece += text
    if (this.#piece.length < PIECE_LENGTH) return
    this.#pieces.push(copyText(this.#piece))
    this.#piece = ''
  }

  get text(): string {
    return [...this.#pieces, this.#piece].join('')
  }
}

/** Returns the delimiter that stands most often in the first line, outside of quotes. */
function delimiterOf(text: string): string {
  const [line = ''] = /^(?:"(?:[^"]|"")*"|[^"\r\n])*/.exec(text.slice(0, 100_000).trimStart()) ?? []
  const bare = line.replaceAll(/"[^"]*"/g, '')
  const counts = DELIMITERS.map((delimiter) => bare.split(delimiter).length)
  return DELIMITERS[counts.indexOf(Math.max(...counts))] ?? ','
}

/** A cell without the white space and quotes around it, as a part of the text: a copy of it may be large. */
interface Cell {
  readonly from: number
  readonly to: number
  readonly isQuoted: boolean
}

/**
 * Calls `take` with each cell, trimmed, and whether it is the last of its row. Returns whether there are more than
 * `MAX_CELLS`, which are not read.
 */
function readCells(text: string, delimiter: string, take: (cell: Cell, isLast: boolean) => void): boolean {
  let cells = 0
  const delimiterCode = delimiter.charCodeAt(0)
  for (let at = 0; at < text.length;) {
    const isQuoted = text.charCodeAt(at) === DOUBLE_QUOTE
    const quoteEnd = isQuoted ? endOfQuoted(text, at + 1) : at
    let end = quoteEnd
    while (end < text.length && !isCellEnd(text.charCodeAt(end), delimiterCode)) end++
    const from = isQuoted ? at + 1 : at
    const cell = trimmed(text, { from, to: isQuoted ? innerEnd(text, from, quoteEnd) : end, isQuoted })
    const isCut = ++cells === MAX_CELLS && end < text.length
    const isLast = isCut || text.charCodeAt(end) !== delimiterCode
    take(cell, isLast)
    if (isCut) return true
    at = end + 1
    if (isLast) {
      if (text.startsWith('\r\n', end)) at++
    } else if (at === text.length) take({ from: at, to: at, isQuoted: false }, true)
  }
  return false
}

function isCellEnd(code: number, delimiter: number): boolean {
  return code === delimiter || code === LINE_FEED || code === CARRIAGE_RETURN
}

/** Returns the place after the closing quote, or the end of the text. Two quotes stand for one. */
function endOfQuoted(text: string, from: number): number {
  for (let at = text.indexOf('"', from); at !== -1; at = text.indexOf('"', at + 2)) {
    if (text.charCodeAt(at + 1) !== DOUBLE_QUOTE) return at + 1
  }
  return text.length
}

/** Returns the end of a quoted cell before its closing quote, which may be missing. */
function innerEnd(text: string, from: number, quoteEnd: number): number {
  return quoteEnd > from && text.charCodeAt(quoteEnd - 1) === DOUBLE_QUOTE ? quoteEnd - 1 : quoteEnd
}

function trimmed(text: string, { from, to, isQuoted }: Cell): Cell {
  let start = from
  let end = to
  while (start < end && isSpace(text, start)) start++
  while (end > start && isSpace(text, end - 1)) end--
  return { from: start, to: end, isQuoted }
}

function isSpace(text: string, at: number): boolean {
  const code = text.charCodeAt(at)
  if (code >= TAB && code <= CARRIAGE_RETURN) return true
  return code === SPACE || (code >= NO_BREAK_SPACE && text.charAt(at).trim() === '')
}

/** Adds a cell in pieces, because replacing signs in a long one takes many times its memory. */
function addCell(table: PiecedText, text: string, { from, to, isQuoted }: Cell): void {
  for (let at = from; at < to;) {
    const end = pieceEnd(text, at, to)
    const piece = text.slice(at, end)
    table.add(cellText(isQuoted ? piece.replaceAll('""', '"') : piece))
    at = end
  }
}

/** Returns the end of a piece that begins at `from`: neither two quotes nor the characters of a line break are divided. */
function pieceEnd(text: string, from: number, to: number): number {
  const end = from + PIECE_LENGTH
  if (end >= to) return to
  let quotes = 0
  while (quotes < PIECE_LENGTH && text.charCodeAt(end - 1 - quotes) === DOUBLE_QUOTE) quotes++
  const isDivided = quotes % 2 === 1 || text.charCodeAt(end - 1) === CARRIAGE_RETURN
  return isDivided ? end + 1 : end
}

/** Returns a cell with nothing in it that Markdown would read as markup; it stands in one line. */
function cellText(text: string): string {
  return text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll(/[\\`*_[\]|~]/g, String.raw`\$&`)
    .replaceAll(/\r\n?|\n/g, '<br>')
}
