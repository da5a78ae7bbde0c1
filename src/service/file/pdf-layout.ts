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
import { type Table, tableOf, type TableRow, tablesAmong, isProse } from './pdf-tables.ts'
import { isRightToLeft, type TextRow, type TextRun } from './text-run.ts'

/** A part of a page in the order in which it is read: lines of prose, or a table. */
export type PdfBlock =
  | { readonly kind: 'lines'; readonly rows: readonly TextRow[] }
  | { readonly kind: 'table'; readonly rows: readonly TableRow[] }

/** Fewer rows show no gutter. */
const FEWEST_ROWS = 3
/** Columns within columns within columns. */
const DEEPEST = 4
/** In usual distances of rows: the least space before a paragraph that has a heading at its side. */
const NEXT_PARAGRAPH = 1.2

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
  const keep = (lines: readonly TextRow[]): void => {
    for (const line of lines) plain.push(line)
  }
  const push = (table: Table, isMirrored: boolean): void => {
    keep(table.before)
    flush()
    blocks.push({ kind: 'table', rows: isMirrored ? table.rows.map((row) => row.toReversed()) : table.rows })
    keep(table.after)
  }
  for (const band of withRowsAbove(bandsOf(rows), edgesOf(rows))) {
    const cells = cellsOf(band.rows, guttersOf(band))
    const width = cells[0]?.length ?? 1
    const table = width < 2 ? undefined : tableOf(cells)
    const isMirrored = isRightToLeft(band.rows.flat())
    const tables = width < 2 || table !== undefined ? tablesAmong(band.rows, Math.min(width, 2)) : []
    if (tables.length > 0) {
      let from = 0
      for (const found of [...tables, undefined]) {
        const others = band.rows.slice(from, found?.from)
        if (width < 2) keep(others)
        else {
          flush()
          blocks.push(...layOut(others.flat(), depth + 1))
        }
        if (found !== undefined) push(found.table, isMirrored)
        from = found?.to ?? from
      }
    } else if (width < 2) keep(band.rows)
    else if (table === undefined) {
      flush()
      for (const section of sectionsOf(isMirrored ? cells.map((row) => row.toReversed()) : cells))
        for (let column = 0; column < width; column++)
          blocks.push(...layOut(columnOf(section, column), depth + 1))
    } else push(table, isMirrored)
  }
  flush()
  return blocks
}

/** Rows below each other, and the gaps that they have in common. */
interface Band {
  rows: TextRow[]
  gaps: readonly Gap[]
}

/** Divides rows, from above, into bands, each as long as its rows have a gap in common. */
function bandsOf(rows: readonly TextRow[]): Band[] {
  const [left, right] = edgesOf(rows)
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

/** Gives columns the rows above them that are in one column only, and that a line across both kept apart. */
function withRowsAbove(bands: readonly Band[], [left, right]: readonly [number, number]): readonly Band[] {
  bands.forEach((band, index) => {
    const gutters = guttersOf(band)
    const above = bands[index - 1]
    if (gutters.length === 0 || above === undefined || guttersOf(above).length > 0) return
    const cells = cellsOf(band.rows, gutters)
    if (cells[0]?.every((_, column) => isProse(columnOf(cells, column))) !== true) return
    let from = above.rows.length
    for (let common = gutters; from > 0; from--) {
      const row = above.rows[from - 1] ?? []
      common = intersect(common, gapsOf(row, left, right), widthOf(row))
      if (common.length < gutters.length) break
      band.gaps = common
    }
    band.rows = [...above.rows.splice(from), ...band.rows]
  })
  return bands.filter(({ rows }) => rows.length > 0)
}

/** Returns the gaps of a band that have text on either side, in several rows. */
function guttersOf({ rows, gaps }: Band): Gap[] {
  if (rows.length < FEWEST_ROWS) return []
  if (isContents(rows)) return []
  return gaps.filter(({ from, to }) => {
    const before = rows.filter((row) => leftOf(row) < from).length
    const after = rows.filter((row) => rightOf(row) > to).length
    return before > 1 && after > 1
  })
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
