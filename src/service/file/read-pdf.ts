import { setImmediate } from 'node:timers/promises'
import type { PDFDocumentProxy, PDFPageProxy } from 'unpdf/pdfjs'
import { UNSPACED } from '../markdown/formula-element.ts'
import { escapeStart, inlineText } from '../markdown/line.ts'
import { FileError, type FileContent } from './file.ts'

/** Characters of one file that are read. Each run of text counts as some more, because it takes some hundred bytes. */
const MOST_TEXT = 20_000_000
/** Text this much larger than most of the document is a heading. */
const HEADING_RATIO = 1.2
const MAX_HEADING_LENGTH = 200
/** Distance between two lines, in font sizes, that starts a new paragraph. */
const PARAGRAPH_GAP = 1.7
/** In font sizes: what is on another line, what is raised or lowered, the least indent, and what is at the same place. */
const NEXT_LINE = 0.6
const RAISED = 0.15
const INDENT = 0.75
const CLOSE = 0.1
/** Text above or below the line is short, and smaller than this share of the line's size. */
const SMALL = 0.9
const RAISED_TEXT = /^(?=.*[\p{L}\p{N}*†‡§]).{1,9}$/u

/** A run of text, or a line of Markdown, placed as if lines were level; `y` counts upwards, as PDF does. */
interface TextRun {
  readonly text: string
  readonly x: number
  readonly right: number
  readonly y: number
  /** Font size, in the page's units. */
  readonly size: number
}

/**
 * Returns the text of the first `maxPages` pages of a PDF. Pictures of text stay pictures: there is no character
 * recognition here.
 * @throws {FileError} for a broken, encrypted or foreign file; the signal's reason when it is aborted
 */
export async function readPdf(body: Uint8Array, maxPages: number, signal: AbortSignal): Promise<FileContent> {
  // 2 MB of code that most crawls never need.
  const { getDocumentProxy } = await import('unpdf')
  let document: PDFDocumentProxy
  try {
    // The library wants no Buffer, and owns the memory from here on.
    const { buffer, byteOffset, byteLength } = body
    document = await getDocumentProxy(new Uint8Array(buffer, byteOffset, byteLength), {
      verbosity: 0,
      stopAtErrors: false,
    })
  } catch (error) {
    throw new FileError('unreadable', error instanceof Error ? error.message : 'unreadable')
  }
  try {
    const room = { left: MOST_TEXT }
    const pages: (readonly TextRun[])[] = []
    for (let number = 1; number <= Math.min(document.numPages, maxPages) && room.left > 0; number++) {
      signal.throwIfAborted()
      // Runs of text take several times the memory of their lines.
      pages.push(linesOf(await readPage(document.getPage(number), room, signal)))
    }
    const title = await titleOf(document)
    const metadata = { ...(title !== undefined && { title }), numPages: document.numPages }
    const levels = headingLevels(pages)
    const texts = pages.map((page) => renderPage(page, levels))
    return { markdown: texts.join('').trim(), metadata, isCut: room.left <= 0 }
  } finally {
    await document.destroy()
  }
}

type TextContent = Awaited<ReturnType<PDFPageProxy['getTextContent']>>
type TextItem = Extract<TextContent['items'][number], { str: string }>

/** Reads a page as far as there is room, a part at a time: a small file can hold a page without end. */
async function readPage(loading: Promise<PDFPageProxy>, room: { left: number }, signal: AbortSignal) {
  const runs: (TextRun | undefined)[] = []
  try {
    const page = await loading
    const reader = (page.streamTextContent() as ReadableStream<TextContent>).getReader()
    const stop = (): void => void reader.cancel(new Error('enough')).catch(() => undefined)
    signal.addEventListener('abort', stop, { once: true })
    try {
      for (let part = await reader.read(); !part.done; part = await reader.read()) {
        for (const item of part.value.items) {
          if (!('str' in item)) continue
          if (item.str !== '') runs.push(placeRun(item))
          if (item.hasEOL) runs.push(undefined)
          room.left -= item.str.length + 20
        }
        if (room.left <= 0) break
        // Reading goes on within one turn of the event loop, in which nobody could abort it.
        await setImmediate()
      }
    } finally {
      signal.removeEventListener('abort', stop)
      stop()
    }
    page.cleanup()
  } catch {
    // One broken page does not spoil the others.
  }
  signal.throwIfAborted()
  return runs
}

async function titleOf(document: PDFDocumentProxy): Promise<string | undefined> {
  const { info } = (await document.getMetadata().catch(() => undefined)) ?? { info: {} }
  const title: unknown = 'Title' in info ? info.Title : undefined
  // ImageMagick ends a title with a zero.
  return (typeof title === 'string' && title.replaceAll('\0', '').trim().slice(0, 1000)) || undefined
}

function placeRun({ str, transform, width }: TextItem): TextRun {
  const [a = 0, b = 0, , , e = 0, f = 0] = transform.map(Number)
  const scale = Math.hypot(a, b) || 1
  // Text may be turned, as on a page for a wide table.
  const [x, y] = [(a * e + b * f) / scale, (a * f - b * e) / scale]
  // Some programs write the forms that Arabic letters have in a word.
  const text = str.replaceAll(/[\uFB50-\uFDFF\uFE70-\uFEFC]+/g, (forms) => forms.normalize('NFKC'))
  return { text, x, right: x + width, y, size: Math.round(scale * 2) / 2 }
}

/** Joins runs to lines. A line ends where the file says so, by `undefined`, and where a run is on another line. */
function linesOf(runs: readonly (TextRun | undefined)[]): TextRun[] {
  const lines: TextRun[] = []
  let row: TextRun[] = []
  let longest: TextRun | undefined
  const flush = (): void => {
    if (longest !== undefined) lines.push(joinRuns(row, longest))
    row = []
    longest = undefined
  }
  for (const run of runs) {
    const { y, size } = longest ?? run ?? { y: 0, size: 0 }
    if (run === undefined || Math.abs(run.y - y) > Math.max(size, run.size) * NEXT_LINE) flush()
    if (run === undefined) continue
    row.push(run)
    if (run.text.trim() !== '' && run.text.length > (longest?.text.length ?? 0)) longest = run
  }
  flush()
  return lines
}

/** Joins the runs of a line. Its place and size are those of the longest; smaller text above or below that is raised. */
function joinRuns(runs: readonly TextRun[], longest: TextRun): TextRun {
  const texts = runs.map(({ text, x, right, y, size }, index) => {
    // Text that goes on further left, as Arabic does, may have no spaces between its runs.
    const space = right < (runs[index - 1]?.x ?? x) - size * CLOSE ? ' ' : ''
    const isSmall = size < longest.size * SMALL && RAISED_TEXT.test(text)
    const above = isSmall ? (y - longest.y) / longest.size : 0
    const name = above > 0 ? 'sup' : 'sub'
    const escaped = inlineText(text, { isInLink: false, isInCell: false })
    return space + (Math.abs(above) > RAISED ? `<${name}>${escaped}</${name}>` : escaped)
  })
  const shown = runs.filter(({ text }) => text.trim() !== '')
  return {
    ...longest,
    text: texts
      .join('')
      .replaceAll(/<\/(su[bp])>(\s*)<\1>/g, '$2')
      .replaceAll(/\s+/g, ' ')
      .trim(),
    x: shown.reduce((least, { x }) => Math.min(least, x), Infinity),
    right: shown.reduce((most, { right }) => Math.max(most, right), -Infinity),
  }
}

/** Sizes of headings, largest first, as levels from 1. There are at most three levels; smaller ones share the last. */
function headingLevels(pages: readonly (readonly TextRun[])[]): ReadonlyMap<number, number> {
  const weights = new Map<number, number>()
  for (const lines of pages)
    for (const { text, size } of lines) weights.set(size, (weights.get(size) ?? 0) + text.length)
  const [body] = [...weights].toSorted((a, b) => b[1] - a[1])[0] ?? [0]
  const sizes = [...weights.keys()].filter((size) => size >= body * HEADING_RATIO).toSorted((a, b) => b - a)
  return new Map(sizes.map((size, index) => [size, Math.min(index + 1, 3)]))
}

/** Divides lines into those that are below each other, with one size. */
function groupsOf(lines: readonly TextRun[]): TextRun[][] {
  const groups: TextRun[][] = []
  for (const line of lines) {
    const last = groups.at(-1)?.at(-1)
    if (last?.size === line.size && Math.abs(last.y - line.y) <= line.size * PARAGRAPH_GAP)
      groups.at(-1)?.push(line)
    else groups.push([line])
  }
  return groups
}

/** The sign of an item of a list. Symbol fonts have theirs in the private area of Unicode. */
const SIGN = /^(?:[•◦▪▫●○■□‣⁃∙·\uE000-\uF8FF]|(?:\\\*|[-–—])(?= )|(\d{1,2})[.)](?= )) */

/** Returns a page as Markdown: lines joined by distance and width, headings by size, items of lists by their signs. */
function renderPage(page: readonly TextRun[], levels: ReadonlyMap<number, number>): string {
  const blocks: { readonly before: string; readonly lines: string[] }[] = []
  let items: readonly { readonly x: number; readonly number: number }[] = []
  let last: TextRun | undefined
  for (const group of groupsOf(page)) {
    const [first] = group
    const lines = group.map(({ text }) => text)
    const level = lines.join('').length > MAX_HEADING_LENGTH ? undefined : levels.get(first?.size ?? 0)
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
  return blocks.map(({ before, lines }) => before + joinLines(lines)).join('')
}

/** Tells whether a line starts anew: its first word would have fitted into the last one. A column may go on with a sentence. */
function isApart(last: TextRun, { text, x, right, y, size }: TextRun, measure: number | undefined): boolean {
  if (measure === undefined) return y < last.y || !/^\p{Ll}/u.test(text) || /[.!?:;]$/.test(last.text)
  const [word] = /^(?:[\u3000-\u9FFF]|[^ \u3000-\u9FFF]*)/.exec(text) ?? ['']
  const width = (word.length * (right - x)) / text.length
  return !/[-\u00AD\u2010]$/.test(last.text) && last.right + width + size < measure
}

/** A divided word. A hyphen before a conjunction stays, as in "Vor- und Nachteile". */
const DIVIDED = /\u00AD\n?|(?<=\p{Ll})[-\u2010]\n(?=\p{Ll})(?!(?:und|oder|and|or) )/gu

/** Joins lines. A word that was divided at the end of a line becomes one again. */
function joinLines(lines: readonly string[]): string {
  return lines.join('\n').replaceAll(DIVIDED, '').replaceAll(UNSPACED, '').replaceAll('\n', ' ')
}
