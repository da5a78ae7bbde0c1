import {
  cellsOf,
  columnOf,
  distancesOf,
  edgesOf,
  type Gap,
  gapsOf,
  intersect,
  isContents,
  isEmpty,
  leftOf,
  medianOf,
  rightOf,
  rowsOf,
  widthOf,
} from './pdf-gaps.ts'
import type { TextRow, TextRun } from './text-run.ts'

/** Fewer rows are no table. */
const FEWEST_ROWS = 3
/** A column of prose: the least share of full lines, how full those are, and the characters that lines have at least. */
const FULL_LINES = 0.5
const FULL = 0.7
const PROSE_LENGTH = 20
/** A table among other lines: the least gutters, the most that are counted, and the share of rows that may cross one. */
const FEWEST_GUTTERS = 2
const MOST_GUTTERS = 60
const CROSSING_ROWS = 0.2
/** A table ends before so many rows of one text each. */
const MOST_ALONE = 40
/** In usual distances of rows: where a table ends if the next row has only one or two cells. */
const TABLE_END = 1.6
/** A row of a table that is nearer to the row above than this share of the usual distance goes on with it. */
const NEAR = 0.8
/** A row that is farther away than this share does not. */
const FAR = 1.5

/** The lines of each cell. */
export type TableRow = readonly (readonly TextRow[])[]

export interface Table {
  /** The lines above and below. */
  readonly before: readonly TextRow[]
  readonly rows: readonly TableRow[]
  readonly after: readonly TextRow[]
}

/**
 * Finds tables with other lines above, below or between them. Each grows from the row with the most gaps, as long as the
 * next row keeps most of its gutters white.
 * @param fewest the gutters that a table has at least
 */
export function tablesAmong(rows: readonly TextRow[], fewest: number) {
  const [left, right] = edgesOf(rows)
  const inner = rows.map((row) => gapsOf(row, leftOf(row), rightOf(row)))
  const distances = distancesOf(rows.map((row) => [row]))
  const farthest = medianOf(distances.slice(1)) * TABLE_END
  const isTaken = rows.map(() => false)
  const countAt = (at: number): number => inner[at]?.length ?? 0
  const seeds = [...rows.keys()].filter((at) => countAt(at) >= fewest && countAt(at) <= MOST_GUTTERS)
  const found: { from: number; to: number; table: Table }[] = []
  for (const seed of seeds.toSorted((a, b) => countAt(b) - countAt(a))) {
    if (isTaken[seed] === true) continue
    let gutters: Gutter[] = (inner[seed] ?? []).map((gap) => ({ ...gap, crossings: 0 }))
    const grow = (step: 1 | -1): number => {
      let at = seed + step
      for (let alone = 0; isTaken[at] === false && alone < MOST_ALONE; at += step) {
        alone = countAt(at) === 0 ? alone + 1 : 0
        const row = rows[at] ?? []
        const isFar = (distances[step > 0 ? at : at + 1] ?? 0) > farthest
        // Text that is alone in its row has no column that it could be too long for.
        const most = countAt(at) === 0 ? 1 : gutters.length / 2
        const next = narrowed(gutters, gapsOf(row, left, right), widthOf(row), most)
        if (next === undefined || (isFar && countAt(at) < FEWEST_GUTTERS)) break
        gutters = next
        isTaken[at] = true
      }
      return at
    }
    isTaken[seed] = true
    const [to, from] = [grow(1), grow(-1) + 1]
    const kept = gutters.filter(({ crossings }) => crossings <= (to - from) * CROSSING_ROWS)
    const cells = cellsOf(rows.slice(from, to), kept)
    const full = cells.filter(
      (row) => row.filter((cell) => !isEmpty(cell)).length > Math.min(kept.length, FEWEST_GUTTERS),
    )
    const isLarge = kept.length >= fewest && full.length >= FEWEST_ROWS
    const isTable = isLarge && (kept.length >= FEWEST_GUTTERS || isOfValues(cells))
    const table = isTable && !isContents(rows.slice(from, to)) ? tableOf(cells) : undefined
    if (table !== undefined) found.push({ from, to, table })
  }
  return found.toSorted((a, b) => a.from - b.from)
}

/** Tells whether the second of two columns has only numbers, below its heading. Other lines may just have a wide space. */
function isOfValues(cells: readonly (readonly TextRow[])[]): boolean {
  return cells.slice(1).every(([, cell]) => isEmpty(cell) || isNumber(cell))
}

/** A gutter of a table, and how many of its rows have text that crosses it. */
interface Gutter extends Gap {
  readonly crossings: number
}

/** Returns what a row leaves of gutters, or nothing if it crosses or divides as many as `most`. */
function narrowed(
  gutters: readonly Gutter[],
  gaps: readonly Gap[],
  width: number,
  most: number,
): Gutter[] | undefined {
  const white = intersect(gutters, gaps, width)
  const left: Gutter[] = []
  let [at, odd] = [0, 0]
  for (const { from, to, crossings } of gutters) {
    const first = at
    for (; (white[at]?.to ?? Infinity) <= to; at++)
      left.push({ from: white[at]?.from ?? from, to: white[at]?.to ?? to, crossings })
    if (at === first) left.push({ from, to, crossings: crossings + 1 })
    if (at !== first + 1) odd++
  }
  return odd >= most || left.length > MOST_GUTTERS ? undefined : left
}

/** Returns the rows of a table, and those above and below that are not in it. None if the columns are prose, or hold no rows in common. */
export function tableOf(cells: readonly (readonly TextRun[][])[]): Table | undefined {
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

/** Tells of each row whether it goes on with the cells of the row above. */
function continuations(rows: readonly (readonly TextRow[])[]): boolean[] {
  const distances = distancesOf(rows)
  const usual = medianOf(distances.filter((_, index) => index > 0 && !isEmpty(rows[index]?.[0])))
  let start: readonly TextRow[] = []
  return rows.map((row, index) => {
    const distance = distances[index] ?? 0
    const isSparse = row.filter((cell) => !isEmpty(cell)).length * 2 <= row.length
    const isBelowNumber = row.some((cell, column) => isNumber(cell) && isNumber(start[column]))
    const isSentence =
      row.findLastIndex((cell) => !isEmpty(cell)) === 0 && /^\p{Ll}{2}/u.test(row[0]?.[0]?.text ?? '')
    const isMore = isSparse && (isSentence || isEmpty(row[0])) && !isBelowNumber && distance <= usual * FAR
    const goesOn = index > 0 && (isMore || distance < usual * NEAR)
    if (!goesOn) start = row
    return goesOn
  })
}

/** A number below a number is a value of its own, such as a total. */
function isNumber(cell: TextRow | undefined): boolean {
  const text = cell?.map((run) => run.text).join('') ?? ''
  return /\d/.test(text) && !/\p{L}{2}/u.test(text)
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

/** Tells whether a column is prose: several lines, most of which are long and reach its right edge. */
export function isProse(column: readonly TextRun[]): boolean {
  const rows = rowsOf(column)
  const [left, right] = edgesOf(rows)
  const width = right - left
  const full = rows.filter((row) => rightOf(row) - left >= width * FULL).length
  const length = column.reduce((sum, { text }) => sum + text.length, 0)
  return (
    rows.length >= FEWEST_ROWS && full >= rows.length * FULL_LINES && length >= rows.length * PROSE_LENGTH
  )
}
