import type { TextRow, TextRun } from './text-run.ts'

/** In font sizes: how far runs of one row may be apart in height, and the least width of a gutter. */
const SAME_ROW = 0.5
const GUTTER = 0.75
/** The sign or the number of an item of a list. */
const MARK = /^\s*(?:[•◦▪▫●○■□‣⁃∙·\uE000-\uF8FF*–—-]|\(?(?:\d{1,3}|[a-z]|[ivx]{1,4})[.)])\s*$/i

const CONTENTS_ENTRY = /(?:\. ?){4,}\s*[\divxlc]+$/i
/** The end of a line that is looked at for it. */
const ENTRY_END = 100

/** A stretch of white from left to right. */
export interface Gap {
  readonly from: number
  readonly to: number
}

/** Joins runs to rows, from the top of the page to its bottom. The height of a row is that of its longest text. */
export function rowsOf(runs: readonly TextRun[]): TextRow[] {
  const rows: TextRun[][] = []
  let longest: TextRun | undefined
  for (const run of runs.toSorted((a, b) => b.y - a.y)) {
    const isSame = longest !== undefined && longest.y - run.y <= Math.max(longest.size, run.size) * SAME_ROW
    if (isSame) rows.at(-1)?.push(run)
    else rows.push([run])
    if (!isSame || run.text.length > (longest?.text.length ?? 0)) longest = run
  }
  return rows.map((row) => row.toSorted((a, b) => a.x - b.x))
}

/** Returns the white stretches of a row between two edges. */
export function gapsOf(row: TextRow, left: number, right: number): Gap[] {
  const width = widthOf(row)
  const gaps: Gap[] = []
  let from = left
  for (const run of row) {
    if (run.x - from >= width) gaps.push({ from, to: run.x })
    from = Math.max(from, run.right)
  }
  if (right - from >= width) gaps.push({ from, to: right })
  return gaps
}

/** Returns the stretches that are in both lists, if they are so wide. Both lists go from left to right. */
export function intersect(some: readonly Gap[], others: readonly Gap[], width: number): Gap[] {
  const common: Gap[] = []
  let [one, two] = [0, 0]
  for (;;) {
    const [a, b] = [some[one], others[two]]
    if (a === undefined || b === undefined) return common
    const gap = { from: Math.max(a.from, b.from), to: Math.min(a.to, b.to) }
    if (gap.to - gap.from >= width) common.push(gap)
    if (a.to < b.to) one++
    else two++
  }
}

export function edgesOf(rows: readonly TextRow[]): [left: number, right: number] {
  return rows.reduce<[number, number]>(
    ([left, right], row) => [Math.min(left, leftOf(row)), Math.max(right, rightOf(row))],
    [Infinity, -Infinity],
  )
}

export function leftOf(row: TextRow): number {
  return row[0]?.x ?? Infinity
}

export function rightOf(row: TextRow): number {
  return row.reduce((most, { right }) => Math.max(most, right), -Infinity)
}

/** Returns the least width of a gutter next to this row. */
export function widthOf(row: TextRow): number {
  return row.reduce((least, { size }) => Math.min(least, size), Infinity) * GUTTER
}

/** Divides each row at the gutters. Signs and numbers of a list stay with the text after them. */
export function cellsOf(rows: readonly TextRow[], gutters: readonly Gap[]): TextRun[][][] {
  const cells = rows.map((row) => {
    const divided: TextRun[][] = [[]]
    for (const run of row) {
      while (run.x >= middleOf(gutters[divided.length - 1])) divided.push([])
      divided.at(-1)?.push(run)
    }
    while (divided.length <= gutters.length) divided.push([])
    return divided
  })
  for (let column = gutters.length - 1; column >= 0; column--)
    if (isOfMarks(columnOf(cells, column)))
      for (const row of cells) row.splice(column, 2, [...(row[column] ?? []), ...(row[column + 1] ?? [])])
  return cells
}

function middleOf(gutter: Gap | undefined): number {
  return gutter === undefined ? Infinity : (gutter.from + gutter.to) / 2
}

/** A sign of a symbol font may read as any letter, but as the same in each item. */
function isOfMarks(column: readonly TextRun[]): boolean {
  const [first] = column
  return column.every(({ text }) => MARK.test(text) || (text.trim().length === 1 && text === first?.text))
}

export function columnOf(cells: readonly (readonly TextRow[])[], column: number): TextRun[] {
  return cells.flatMap((row) => row[column] ?? [])
}

export function medianOf(numbers: readonly number[]): number {
  return numbers.toSorted((a, b) => a - b)[numbers.length >> 1] ?? 0
}

/** Returns the distance of each row from the row above. */
export function distancesOf(rows: readonly (readonly TextRow[])[]): number[] {
  return rows.map((row, index) => heightOf(rows[index - 1]) - heightOf(row))
}

function heightOf(row: readonly TextRow[] | undefined): number {
  return row?.flat()[0]?.y ?? 0
}

export function isEmpty(cell: TextRow | undefined): boolean {
  return cell === undefined || cell.length === 0
}

/** Tells whether a line is of a table of contents: dots lead to the number of a page. */
export function isContentsEntry(line: string): boolean {
  return CONTENTS_ENTRY.test(line.slice(-ENTRY_END))
}

/** Tells whether most rows are of a table of contents, where the numbers and titles are one text. */
export function isContents(rows: readonly TextRow[]): boolean {
  const entries = rows.filter((row) => isContentsEntry(row.map(({ text }) => text).join(' ')))
  return entries.length * 2 > rows.length
}
