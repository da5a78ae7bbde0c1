import { escapeStart } from '../markdown/line.ts'
import { collectWords, joinLines, type KnownWords } from './divided-words.ts'
import { isContentsEntry } from './pdf-gaps.ts'
import type { PdfBlock } from './pdf-layout.ts'
import { lineOf, type PdfLine } from './pdf-line.ts'
import type { TableRow } from './pdf-tables.ts'

/** Text this much larger than most of the document is a heading. */
const HEADING_RATIO = 1.2
const MAX_HEADING_LENGTH = 200
/** In font sizes: the distance between two lines that starts a new paragraph, and the least indent. */
const PARAGRAPH_GAP = 1.7
const INDENT = 0.75
/** In units of the page: more than any page has, so that the next page is above, as a column is. */
const PAGE_HEIGHT = 1e6
/** The sign of an item of a list. Symbol fonts have theirs in the private area of Unicode, or among its control characters. */
const SIGN = /^(?:[•◦▪▫●○■□‣⁃∙·\uE000-\uF8FF\u0080-\u009F]+|(?:\\\*|[-–—])(?= )|(\d{1,2})[.)](?= )) */

/** A block whose lines are Markdown. Cells of a table are lists of lines. */
type WrittenBlock =
  | { readonly kind: 'lines'; readonly lines: PdfLine[] }
  | { readonly kind: 'table'; readonly rows: readonly (readonly string[])[][] }

/** Returns the blocks of pages as Markdown. What is a heading, and which words are divided, only the whole file tells. */
export function pdfMarkdown(pages: readonly (readonly PdfBlock[])[]): string {
  const written = writeBlocks(pages)
  const words = new Set<string>()
  for (const block of written) for (const text of textsOf(block)) collectWords(text, words)
  const levels = headingLevels(written)
  return written
    .map((block) => renderBlock(block, levels, words))
    .join('')
    .trim()
}

/** Prose of one column or page may go on in the next, so it becomes one block. */
function writeBlocks(pages: readonly (readonly PdfBlock[])[]): WrittenBlock[] {
  const written: WrittenBlock[] = []
  for (const { block, height } of pages.flatMap((blocks, page) =>
    blocks.map((block) => ({ block, height: page * PAGE_HEIGHT })),
  )) {
    if (block.kind === 'table') written.push({ kind: 'table', rows: block.rows.map(writeCells) })
    else {
      const lines = block.rows.map((row) => {
        const line = lineOf(row, false)
        return { ...line, y: line.y + height }
      })
      const last = written.at(-1)
      if (last?.kind === 'lines') last.lines.push(...lines)
      else written.push({ kind: 'lines', lines })
    }
  }
  return written
}

function writeCells(row: TableRow): string[][] {
  return row.map((cell) => cell.map((line) => lineOf(line, true).text))
}

function textsOf(block: WrittenBlock): readonly string[] {
  return block.kind === 'lines' ? block.lines.map(({ text }) => text) : block.rows.flat(2)
}

function renderBlock(block: WrittenBlock, levels: ReadonlyMap<number, number>, words: KnownWords): string {
  return block.kind === 'lines' ? renderLines(block.lines, levels, words) : renderTable(block.rows, words)
}

function renderTable(rows: readonly (readonly string[])[][], words: KnownWords): string {
  const [head = [], ...others] = rows.map(
    (row) => `| ${row.map((cell) => joinLines(cell, words)).join(' | ')} |`,
  )
  const ruler = `|${' --- |'.repeat(rows[0]?.length ?? 0)}`
  return `\n\n${[head, ruler, ...others].join('\n')}`
}

/** Returns sizes of headings, largest first, as levels from 1. There are at most three levels; smaller ones share the last. */
function headingLevels(blocks: readonly WrittenBlock[]): ReadonlyMap<number, number> {
  const weights = new Map<number, number>()
  for (const block of blocks)
    if (block.kind === 'lines')
      for (const { text, size } of block.lines) weights.set(size, (weights.get(size) ?? 0) + text.length)
  const [body] = [...weights].toSorted((a, b) => b[1] - a[1])[0] ?? [0]
  const sizes = [...weights.keys()].filter((size) => size >= body * HEADING_RATIO).toSorted((a, b) => b - a)
  return new Map(sizes.map((size, index) => [size, Math.min(index + 1, 3)]))
}

/** Divides lines into those that are below each other, with one size. Lines at one height are of two columns. */
function groupsOf(lines: readonly PdfLine[]): PdfLine[][] {
  const groups: PdfLine[][] = []
  for (const line of lines) {
    const last = groups.at(-1)?.at(-1)
    const distance = Math.abs((last?.y ?? 0) - line.y)
    if (last?.size === line.size && distance > 0 && distance <= line.size * PARAGRAPH_GAP)
      groups.at(-1)?.push(line)
    else groups.push([line])
  }
  return groups
}

/** Returns lines as Markdown: joined by distance and width, headings by size, items of lists by their signs. */
function renderLines(
  all: readonly PdfLine[],
  levels: ReadonlyMap<number, number>,
  words: KnownWords,
): string {
  const blocks: { readonly before: string; readonly lines: string[] }[] = []
  let items: readonly { readonly x: number; readonly number: number }[] = []
  let last: PdfLine | undefined
  for (const group of groupsOf(all)) {
    const [first] = group
    const lines = group.map(({ text }) => text)
    const isItem = SIGN.test(first?.text ?? '') && !/^\d/.test(first?.text ?? '')
    const isLong = lines.join('').length > MAX_HEADING_LENGTH
    const level = isItem || isLong ? undefined : levels.get(first?.size ?? 0)
    if (level !== undefined) {
      blocks.push({ before: `\n\n${'#'.repeat(level)} `, lines })
      items = []
      continue
    }
    const measure = group.reduce((most, { right }) => Math.max(most, right), -Infinity)
    for (const line of group) {
      // The next column has lists of its own.
      if (line.y > (last?.y ?? line.y)) items = []
      const [sign, digits] = SIGN.exec(line.text) ?? []
      const number = Number(digits)
      const around = items.filter(({ x }) => x < line.x - line.size * INDENT)
      const isNext = number === 1 || items[around.length]?.number === number - 1
      const indent = '   '.repeat(around.length)
      if (sign !== undefined && (digits === undefined || isNext)) {
        const mark = digits === undefined ? '- ' : `${digits}. `
        const before = (items.length === 0 ? '\n\n' : '\n') + indent + mark
        blocks.push({ before, lines: [line.text.slice(sign.length)] })
        items = [...around, { x: line.x, number }].slice(0, 9)
      } else if (last === undefined || isApart(last, line, line === first ? undefined : measure)) {
        const isNear = line !== first && around.length === items.length
        const before = (isNear ? '  \n' : '\n\n') + indent
        blocks.push({ before, lines: [escapeStart(line.text, false)] })
        items = around
      } else blocks.at(-1)?.lines.push(line.text)
      last = line
    }
  }
  return blocks.map(({ before, lines }) => before + joinLines(lines, words)).join('')
}

/** Tells whether a line starts anew: its first word would have fitted into the last one. A column may go on with a sentence. */
function isApart(last: PdfLine, { text, x, right, y, size }: PdfLine, measure: number | undefined): boolean {
  if (isContentsEntry(last.text)) return true
  if (measure === undefined)
    return y <= last.y || last.size !== size || !/^\p{Ll}/u.test(text) || /[.!?:;]$/.test(last.text)
  const [word] = /^(?:[\u3000-\u9FFF]|[^ \u3000-\u9FFF]*)/.exec(text) ?? ['']
  const width = (word.length * (right - x)) / text.length
  return !/[-\u00AD\u2010]$/.test(last.text) && last.right + width + size < measure
}
