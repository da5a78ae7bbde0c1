import { rowsOf } from './pdf-gaps.ts'
import type { PdfPage } from './pdf-runs.ts'
import type { TextRow, TextRun } from './text-run.ts'

/** On fewer pages a line is not repeated. */
const FEWEST_PAGES = 3
/** Lines of one header or footer. */
const MOST_LINES = 3
/** In font sizes: the least distance between a header or footer and the text of the page. */
const APART = 1.4
/** Runs of a header or footer that may be numbers. */
const MOST_NUMBERS = 4
/** The share of a page, from its upper and its lower edge, where they stand. */
const MARGIN = 0.15
/** Larger text is a heading, such as that of several slides. */
const HEADING_RATIO = 1.2

/** The number of a page, perhaps with the word for it and how many there are. */
const PAGE_NUMBER =
  /^\W*(?:(?:page|pg?|seite|s|p[áa]g(?:ina)?|side|sida|strana|strona)\b\.?\s*)?(\d{1,4}|(?=[ivxlc])(?:x[cl]|l?x{0,3})(?:i[xv]|v?i{0,3}))(?:\s*(?:\/|of|von|de|sur|di|van|av|af|z)\s*\d{1,4})?\W*$/i

/**
 * Returns the pages without headers and footers, as far as these stand on several pages at one height: numbers of pages go
 * everywhere, other lines stay where they stand first.
 */
export function withoutRepeats(pages: readonly PdfPage[]): readonly PdfPage[] {
  const usual = usualSize(pages)
  const lines = new Map<string, TextRow[]>()
  for (const [index, { directions, edges }] of pages.entries()) {
    const rows = rowsOf(directions[0] ?? [])
    const outer = new Set([...outerRows(rows), ...outerRows(rows.toReversed())])
    // A page of nothing else has no header, but may have a number.
    const isAll = outer.size === rows.length
    for (const row of outer) {
      if (isAll && (rows.length === 1 || !isNumber(row))) continue
      if (sizeOf(row) >= usual * HEADING_RATIO || !isInMargin(row, edges)) continue
      for (const text of textsOf(row, index)) {
        const key = `${Math.round((row[0]?.y ?? 0) / sizeOf(row))} ${text}`
        const same = lines.get(key)
        if (same === undefined) lines.set(key, [row])
        else same.push(row)
      }
    }
  }
  const gone = new Set<TextRun>()
  for (const same of lines.values()) {
    if (same.length < FEWEST_PAGES) continue
    const [first = []] = same
    for (const run of (isNumber(first) ? same : same.slice(1)).flat()) gone.add(run)
  }
  if (gone.size === 0) return pages
  return pages.map((page) => ({
    ...page,
    directions: page.directions.map((runs) => runs.filter((run) => !gone.has(run))),
  }))
}

function isNumber(row: TextRow): boolean {
  return row.every(({ text }) => PAGE_NUMBER.test(text))
}

/**
 * Returns the texts by which a line is the same on several pages. Each of its numbers may count pages, or be the same on each
 * of them, as a year is. A number alone is a header only if it counts pages.
 */
function textsOf(row: TextRow, index: number): Set<string> {
  const texts = row.reduce<string[]>(
    (starts, { text }, at) => {
      const plain = text.trim()
      const number = at < MOST_NUMBERS ? pageNumber(text, index) : undefined
      const ends = number === undefined ? [plain] : row.length === 1 ? [number] : [number, plain]
      return ends.flatMap((end) => starts.map((start) => `${start} ${end}`))
    },
    [''],
  )
  return new Set(texts)
}

/** Returns one text for the numbers that count these pages, unlike those of sums and years; undefined for another text. */
function pageNumber(text: string, index: number): string | undefined {
  const [, number] = PAGE_NUMBER.exec(text) ?? []
  if (number === undefined) return undefined
  return /^\d/.test(number) ? `page + ${Number(number) - index}` : 'Roman page'
}

/** Returns the first rows up to the text of the page; none if they are not apart from it. */
function outerRows(rows: readonly TextRow[]): readonly TextRow[] {
  const end = rows.findIndex((row, at) => {
    const next = rows[at + 1]?.[0]?.y
    return next === undefined || Math.abs((row[0]?.y ?? 0) - next) > sizeOf(row) * APART
  })
  return end >= MOST_LINES ? [] : rows.slice(0, end + 1)
}

function isInMargin(row: TextRow, [low, high]: PdfPage['edges']): boolean {
  const y = row[0]?.y ?? 0
  return Math.min(y - low, high - y) <= (high - low) * MARGIN
}

function sizeOf(row: TextRow): number {
  return row.reduce((most, { size }) => Math.max(most, size), 1)
}

/** Returns the font size of most text. */
function usualSize(pages: readonly PdfPage[]): number {
  const lengths = new Map<number, number>()
  for (const { size, text } of pages.flatMap(({ directions }) => directions.flat()))
    lengths.set(size, (lengths.get(size) ?? 0) + text.length)
  return [...lengths].reduce((most, next) => (next[1] > most[1] ? next : most), [0, 0])[0]
}
