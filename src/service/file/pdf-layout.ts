import { isRightToLeft, type TextRow, type TextRun } from './text-run.ts'

/** A part of a page in the order in which it is read: lines of prose, or a table. */
export type PdfBlock =
  | { readonly kind: 'lines'; readonly rows: readonly TextRow[] }
  | { readonly kind: 'table'; readonly rows: readonly TableRow[] }

/** The lines of each cell. */
export type TableRow = readonly (readonly TextRow[])[]

/** A stretch of white from left to right. */
interface Gap {
  readonly from: number
  readonly to: number
}

/** In font sizes: how far runs of one row may be apart in height, and the least width of a gutter. */
const SAME_ROW = 0.5
const GUTTER = 0.75
/** Fewer rows show no gutter; fewer cells, no table. */
const FEWEST_ROWS = 3
/** Columns within columns within columns. */
const DEEPEST = 4
/** A column of prose: the least share of full lines, how full those are, and the characters that lines have at least. */
const FULL_LINES = 0.5
const FULL = 0.7
const PROSE_LENGTH = 20
/** The sign or the number of an item of a list. */
const MARK = /^\s*(?:[•◦▪▫●○■□‣⁃∙·\uE000-\uF8FF*–—-]|\(?(?:\d{1,3}|[a-z]|[ivx]{1,4})[.)])\s*$/i
const CONTENTS_ENTRY = /(?:\. ?){4,}\s*[\divxlc]+$/i
/** The end of a line that is looked at for it. */
const ENTRY_END = 100
/** In usual distances of rows: the least space before a paragraph that has a heading at its side. */
const NEXT_PARAGRAPH = 1.2
/** A row of a table that is nearer to the row above than this share of the usual distance goes on with it. */
const NEAR = 0.8

/**
 * Returns the blocks of a page in the order in which they are read. Gaps that line up over several rows divide the page
 * into columns, each of which is read to its end, or into the cells of a table.
 */
export function layOut(runs: readonly TextRun[], depth = 0): PdfBlock[] {
  const rows = rowsOf(runs)
  if (depth === DEEPEST) return [{ kind: 'lines', rows }]
  const blocks: PdfBlock[] = []
  let plain: TextRow[] = []
  const flush = (): void => {
    if (plain.length > 0) blocks.push({ kind: 'lines', rows: plain })
    plain = []
  }
  for (const band of bandsOf(rows)) {
    const cells = cellsOf(band.rows, guttersOf(band))
    const width = cells[0]?.length ?? 1
    const table = width < 2 ? undefined : tableOf(cells)
    const isMirrored = isRightToLeft(band.rows.flat())
    if (width < 2) plain.push(...band.rows)
    else if (table === undefined) {
      flush()
      for (const section of sectionsOf(isMirrored ? cells.map((row) => row.toReversed()) : cells))
        for (let column = 0; column < width; column++)
          blocks.push(...layOut(columnOf(section, column), depth + 1))
    } else {
      plain.push(...table.before)
      flush()
      blocks.push({
        kind: 'table',
        rows: isMirrored ? table.rows.map((row) => row.toReversed()) : table.rows,
      })
      plain.push(...table.after)
    }
  }
  flush()
  return blocks
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

/** Rows below each other, and the gaps that they have in common. */
interface Band {
  readonly rows: TextRow[]
  gaps: readonly Gap[]
}

/** Divides rows, from above, into bands, each as long as its rows have a gap in common. */
function bandsOf(rows: readonly TextRow[]): Band[] {
  const left = rows.reduce((least, row) => Math.min(least, leftOf(row)), Infinity)
  const right = rows.reduce((most, row) => Math.max(most, rightOf(row)), -Infinity)
  const bands: Band[] = []
  for (const row of rows) {
    const own = gapsOf(row, left, right)
    const last = bands.at(-1)
    const common = last === undefined ? [] : intersect(last.gaps, own, widthOf(row))
    if (last === undefined || common.length === 0) bands.push({ rows: [row], gaps: own })
    else {
      last.rows.push(row)
      last.gaps = common
    }
  }
  return bands
}

/** Returns the gaps of a band that have text on either side, in several rows. */
function guttersOf({ rows, gaps }: Band): Gap[] {
  if (rows.length < FEWEST_ROWS) return []
  // The numbers and titles of contents are one text.
  if (rows.every((row) => isContentsEntry(row.map(({ text }) => text).join(' ')))) return []
  return gaps.filter(({ from, to }) => {
    const before = rows.filter((row) => leftOf(row) < from).length
    const after = rows.filter((row) => rightOf(row) > to).length
    return before > 1 && after > 1
  })
}

/** Tells whether a line is of a table of contents: dots lead to the number of a page. */
export function isContentsEntry(line: string): boolean {
  return CONTENTS_ENTRY.test(line.slice(-ENTRY_END))
}

function leftOf(row: TextRow): number {
  return row[0]?.x ?? Infinity
}

function rightOf(row: TextRow): number {
  return row.reduce((most, { right }) => Math.max(most, right), -Infinity)
}

/** Returns the least width of a gutter next to this row. */
function widthOf(row: TextRow): number {
  return row.reduce((least, { size }) => Math.min(least, size), Infinity) * GUTTER
}

/** Returns the white stretches of a row between two edges. */
function gapsOf(row: TextRow, left: number, right: number): Gap[] {
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
function intersect(some: readonly Gap[], others: readonly Gap[], width: number): Gap[] {
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

/** Divides each row at the gutters. Signs and numbers of a list stay with the text after them. */
function cellsOf(rows: readonly TextRow[], gutters: readonly Gap[]): TextRun[][][] {
  const cells = rows.map((row) => {
    const divided: TextRun[][] = [[]]
    for (const run of row) {
      while (run.x >= (gutters[divided.length - 1]?.to ?? Infinity)) divided.push([])
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

/** A sign of a symbol font may read as any letter, but as the same in each item. */
function isOfMarks(column: readonly TextRun[]): boolean {
  const [first] = column
  return column.every(({ text }) => MARK.test(text) || (text.trim().length === 1 && text === first?.text))
}

/** Divides columns where headings at the side begin: each is read before the paragraphs that begin next to it. */
function sectionsOf(cells: readonly (readonly TextRow[])[]): (readonly (readonly TextRow[])[])[] {
  const isEmptyAt = (index: number, column: number): boolean => isEmpty(cells[index]?.[column])
  const gaps = distancesOf(cells)
  const usual = medianOf(gaps.slice(1))
  const starts = cells.flatMap((_, at) =>
    !isEmptyAt(at, 0) && (at === 0 || isEmptyAt(at - 1, 0)) ? [at] : [],
  )
  const isAside =
    cells[0]?.length === 2 &&
    starts.every((at) => !isEmptyAt(at, 1) && (at === 0 || (gaps[at] ?? 0) > usual * NEXT_PARAGRAPH))
  if (!isAside) return [cells]
  return [0, ...starts.filter((at) => at > 0)].map((at, index, all) => cells.slice(at, all[index + 1]))
}

function medianOf(numbers: readonly number[]): number {
  return numbers.toSorted((a, b) => a - b)[numbers.length >> 1] ?? 0
}

/** Returns the distance of each row from the row above. */
function distancesOf(rows: readonly (readonly TextRow[])[]): number[] {
  return rows.map((row, index) => heightOf(rows[index - 1]) - heightOf(row))
}

function columnOf(cells: readonly (readonly TextRow[])[], column: number): TextRun[] {
  return cells.flatMap((row) => row[column] ?? [])
}

/** Returns the rows of a table, and those above and below that are not in it. None if the columns are prose, or hold no rows in common. */
function tableOf(cells: readonly (readonly TextRun[][])[]) {
  const width = cells[0]?.length ?? 0
  const columns = Array.from({ length: width }, (_, column) => columnOf(cells, column))
  if (columns.filter(isProse).length > 1) return undefined
  const isShared = (row: readonly TextRow[]): boolean => row.filter((cell) => cell.length > 0).length > 1
  const first = cells.findIndex(isShared)
  const goesOn = continuations(cells)
  let end = cells.findLastIndex(isShared) + 1
  while (goesOn[end] === true) end++
  const shared = cells.filter(isShared).length
  if (shared < FEWEST_ROWS || shared * 2 < end - first) return undefined
  const flat = (rows: readonly (readonly TextRow[])[]): TextRow[] => rows.map((row) => row.flat())
  return {
    before: flat(cells.slice(0, first)),
    rows: joinRows(cells, goesOn, first, end),
    after: flat(cells.slice(end)),
  }
}

function isEmpty(cell: TextRow | undefined): boolean {
  return cell === undefined || cell.length === 0
}

/** Tells of each row whether it goes on with the cells of the row above. */
function continuations(rows: readonly (readonly TextRow[])[]): boolean[] {
  const distances = distancesOf(rows)
  const usual = medianOf(distances.filter((_, index) => index > 0 && !isEmpty(rows[index]?.[0])))
  return rows.map((row, index) => {
    const isSparse = row.filter((cell) => !isEmpty(cell)).length * 2 <= row.length
    return index > 0 && ((isSparse && isEmpty(row[0])) || (distances[index] ?? 0) < usual * NEAR)
  })
}

/** Joins the rows of cells that have several lines. */
function joinRows(
  rows: readonly (readonly TextRow[])[],
  goesOn: readonly boolean[],
  first: number,
  end: number,
): TableRow[] {
  const joined: TextRow[][][] = []
  for (let index = first; index < end; index++) {
    const row = rows[index] ?? []
    const last = goesOn[index] === true ? joined.at(-1) : undefined
    if (last === undefined) joined.push(row.map((cell) => (isEmpty(cell) ? [] : [cell])))
    else row.forEach((cell, column) => void (isEmpty(cell) || last[column]?.push(cell)))
  }
  return joined
}

function heightOf(row: readonly TextRow[] | undefined): number {
  return row?.flat()[0]?.y ?? 0
}

/** Tells whether a column is prose: several lines, most of which are long and reach its right edge. */
function isProse(column: readonly TextRun[]): boolean {
  const rows = rowsOf(column)
  const left = rows.reduce((least, row) => Math.min(least, leftOf(row)), Infinity)
  const width = rows.reduce((most, row) => Math.max(most, rightOf(row)), -Infinity) - left
  const full = rows.filter((row) => rightOf(row) - left >= width * FULL).length
  const length = column.reduce((sum, { text }) => sum + text.length, 0)
  return (
    rows.length >= FEWEST_ROWS && full >= rows.length * FULL_LINES && length >= rows.length * PROSE_LENGTH
  )
}
