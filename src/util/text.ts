import { CALLED } from './installers.ts'

/** Orders text by UTF-16 code units: the same on every machine, unlike `localeCompare`. */
export function compareText(a: string, b: string): number {
  if (a === b) return 0
  return a < b ? -1 : 1
}

/** Returns a count with its noun: `1 page`, `2 pages`. */
export function plural(count: number, one: string, many = `${one}s`): string {
  return `${count} ${count === 1 ? one : many}`
}

/** Returns the counts that are not zero, each with its words: `3 failed`. */
export function countWords(counts: readonly (readonly [count: number, words: string])[]): string[] {
  return counts.filter(([count]) => count !== 0).map(([count, words]) => `${count} ${words}`)
}

/** Returns an error about `url` as it reads in a line that already names the URL. */
export function errorAbout(url: string, error: string): string {
  return error.replaceAll(`"${url}"`, 'it')
}

const escapes: Readonly<Record<string, string>> = { '\n': '\\n', '\r': '\\r', '\t': '\\t' }

/**
 * Returns `text` safe for a terminal and a log. Control characters, line separators and bidirectional controls become
 * escapes, so that no file and no service can move the cursor, change colours or forge a line.
 */
export function printable(text: string): string {
  // C0, DEL, C1, separators, bidirectional controls, and lone surrogates, which have no UTF-8 form.
  const unsafe =
    // oxlint-disable-next-line no-control-regex
    /[\u0000-\u001f\u007f-\u009f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069\ufeff]|\p{Surrogate}/gu
  return text.replaceAll(
    unsafe,
    (character) => escapes[character] ?? `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
  )
}

/** Returns `text` as `printable` does, with its line breaks. */
export function printableLines(text: string): string {
  return text
    .split('\n')
    .map((line) => printable(line))
    .join('\n')
}

/** Returns someone else's text as one line that is safe to show and keep, cut after `most` characters. */
export function oneLine(text: string, most = 400): string {
  // Cut first, because a hostile service may send very long text.
  const short = text
    .slice(0, 4 * most)
    .replaceAll(/\s+/g, ' ')
    .trim()
  const shown = printable(short)
  return shown.length > most ? `${shown.slice(0, most)}...` : shown
}

// oxlint-disable-next-line no-control-regex
const plainAscii = /^[\u0000-\u007f]*$/

/** Returns the terminal cells that `text` takes: two for a wide character, none for a combining mark. */
export function textWidth(text: string): number {
  if (plainAscii.test(text)) return text.length
  // Common blocks that terminals draw two cells wide (Unicode East Asian Width W and F, and emoji).
  const wide =
    /[\u1100-\u115f\u2e80-\u303e\u3041-\ua4cf\ua960-\ua97f\uac00-\ud7a3\uf900-\ufaff\ufe30-\ufe6f\uff00-\uff60\uffe0-\uffe6\u{1f300}-\u{1f64f}\u{1f680}-\u{1f6ff}\u{1f900}-\u{1f9ff}\u{20000}-\u{3fffd}]/u
  const mark = /\p{Mark}|\u200b|\u200d|\ufe0f/u
  let width = 0
  for (const character of text) width += mark.test(character) ? 0 : wide.test(character) ? 2 : 1
  return width
}

export function padCells(text: string, width: number): string {
  return text + ' '.repeat(Math.max(0, width - textWidth(text)))
}

/** A column that gets the cells of a line that the others and the gaps leave. */
interface RestColumn {
  readonly index: number
  readonly columns: number | undefined
  /** Cells between and before the columns. */
  readonly gaps: number
}

/**
 * Returns rows with the cells of each column padded to its widest text. `most` has the greatest width of each column: wider texts do
 * not count, and only widen their own line. Columns without one are not padded.
 */
export function padColumns(
  rows: readonly (readonly string[])[],
  most: readonly number[],
  rest?: RestColumn,
): string[][] {
  const widthOf = (column: number, limit: number): number =>
    rows.reduce((width, row) => {
      const cells = textWidth(row[column] ?? '')
      return cells <= limit ? Math.max(width, cells) : width
    }, 0)
  const widths = most.map((limit, column) => widthOf(column, limit))
  if (rest !== undefined) {
    const { index, columns, gaps } = rest
    const others = widths.reduce((sum, width, column) => (column === index ? sum : sum + width), gaps)
    widths[index] = widthOf(index, fittingWidth(most[index] ?? 0, columns, others))
  }
  return rows.map((row) => row.map((cell, column) => padCells(cell, widths[column] ?? 0)))
}

/** Returns `most` cells if they fit into lines of `columns` next to the `taken` ones, else the rest, and at least 8. */
export function fittingWidth(most: number, columns: number | undefined, taken: number): number {
  return columns === undefined ? most : Math.max(8, Math.min(most, columns - taken))
}

// oxlint-disable-next-line no-control-regex
const sequences = /\u001b\[[\d;]*m/g
/** Source text with its gutter is fitted by its renderer. Commands alone on a line must stay whole, because people paste them. */
const whole = new RegExp(String.raw`^ *(?:\u001b\[[\d;]*m)*(?:(?: *\d+)? *\||${CALLED} [a-z-])`)
/** A command in quotation marks is one word, because people paste it. */
const words = new RegExp(String.raw` *(?:"${CALLED} [^"\n]*"\S*|[^ ]+)`, 'g')
/** A column that is a command. */
const command = new RegExp(`^ *${CALLED} [a-z-]`)
const columnsOfTables = / {2,}(?=\S)/g

/**
 * Folds the lines of `text` that are wider than `columns` cells: at the columns of a table first, then between words.
 * Continuation lines are indented to the table's last column that leaves room, or a little more than the line. Wider words stay
 * whole.
 */
export function foldLines(text: string, columns: number): string {
  return text
    .split('\n')
    .map((line) => (cells(line) <= columns || whole.test(line) ? line : fold(line, columns)))
    .join('\n')
}

function cells(text: string): number {
  return textWidth(text.includes('\u001b') ? text.replaceAll(sequences, '') : text)
}

function fold(line: string, columns: number): string {
  const hanging = hangingOf(line, columns)
  const indent = ' '.repeat(hanging)
  let [folded, width] = ['', 0]
  const add = (part: string): void => {
    const wanted = cells(part)
    if (folded === '' || width + wanted <= columns) {
      folded += part
      width += wanted
    } else {
      const word = part.trimStart()
      folded += `\n${indent}${word}`
      width = hanging + cells(word)
    }
  }
  // A line below a wide column would begin where little room is left.
  const isFarIn = line.length - line.trimStart().length > columns / 2
  for (const part of cellsOfTable(isFarIn ? indent + line.trimStart() : line)) {
    const wanted = cells(part)
    const fits = wanted <= columns && (folded === '' || wanted <= columns - hanging)
    if (fits || command.test(part)) add(part)
    else for (const [word] of part.matchAll(words)) add(word)
  }
  return folded
}

/** Cuts a line before the gaps between columns; each part begins with its gap. */
function cellsOfTable(line: string): string[] {
  const lead = line.length - line.trimStart().length
  const starts = [...line.matchAll(columnsOfTables)]
    .map(({ index }) => index)
    .filter((index) => index >= lead)
  return [0, ...starts]
    .map((start, nth, all) => line.slice(start, all[nth + 1]))
    .filter((part) => part !== '')
}

function hangingOf(line: string, columns: number): number {
  const plain = line.replaceAll(sequences, '')
  let [end, column] = [0, 0]
  for (const cell of cellsOfTable(plain)) {
    const start = end + cell.length - cell.trimStart().length
    if (end > 0 && start <= columns / 2) column = start
    end += textWidth(cell)
  }
  if (column > 0) return column
  const lead = plain.length - plain.trimStart().length
  if (lead > 0) return Math.min(lead + 4, columns / 2)
  // Messages that begin with a place or a name are indented below it; paragraphs are not.
  return /^\S+:(?: |$)/.test(plain) ? 2 : 0
}

/** Returns a field of a page's metadata as text. Some services return a list if a page states the field more than once. */
export function firstText(value: unknown): string {
  const text: unknown = Array.isArray(value) ? value[0] : value
  return typeof text === 'string' ? text : ''
}
