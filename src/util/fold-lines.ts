import { textWidth } from './text-width.ts'

// oxlint-disable-next-line no-control-regex
const sequences = /\u001b\[[\d;]*m/g
/**
 * Source text with its gutter is fitted by its renderer. Commands alone on a line must stay whole, because people paste them.
 */
// oxlint-disable-next-line no-control-regex
const whole = /^ *(?:\u001b\[[\d;]*m)*(?:(?: *\d+)? *\||(?:npx )?crawlform [a-z-])/
/** A command in quotation marks is one word, because people paste it. */
const words = / *(?:"(?:npx )?crawlform [^"\n]*"\S*|[^ ]+)/g
/** A column that is a command. */
const command = /^ *(?:npx )?crawlform [a-z-]/
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
