import { setImmediate } from 'node:timers/promises'
import type { PDFDocumentProxy, PDFPageProxy } from 'unpdf/pdfjs'
import { FileError, type FileContent } from './file.ts'

/** Text of one file beyond this is not read. */
const MAX_CHARACTERS = 20_000_000
/** Each run of text takes some hundred bytes, however short it is. */
const MAX_RUNS = 1_000_000
/** Text this much larger than most of the document is a heading. */
const HEADING_RATIO = 1.2
const MAX_HEADING_LENGTH = 200
/** Distance between two lines, in font sizes, that starts a new paragraph. */
const PARAGRAPH_GAP = 1.7

/** A run of text on a page; `y` counts upwards, as PDF does. */
interface TextRun {
  readonly text: string
  readonly y: number
  /** Font size, in the page's units. */
  readonly size: number
  readonly endsLine: boolean
}

type Line = Pick<TextRun, 'text' | 'y' | 'size'>

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
    const room = { characters: MAX_CHARACTERS, runs: MAX_RUNS }
    const pages: (readonly Line[])[] = []
    for (let number = 1; number <= Math.min(document.numPages, maxPages) && hasRoom(room); number++) {
      signal.throwIfAborted()
      // Runs of text take several times the memory of their lines.
      pages.push(linesOf(await readPage(document, number, room, signal)))
    }
    const title = await titleOf(document)
    const metadata = { ...(title !== undefined && { title }), numPages: document.numPages }
    const levels = headingLevels(pages)
    const texts = pages.map((page) => renderPage(page, levels)).filter((text) => text !== '')
    return { markdown: texts.join('\n\n'), metadata, isCut: !hasRoom(room) }
  } finally {
    await document.destroy()
  }
}

type TextContent = Awaited<ReturnType<PDFPageProxy['getTextContent']>>

interface Room {
  characters: number
  runs: number
}

function hasRoom({ characters, runs }: Room): boolean {
  return characters > 0 && runs > 0
}

/** Reads a page as far as there is room, a part at a time: a small file can hold a page without end. */
async function readPage(document: PDFDocumentProxy, number: number, room: Room, signal: AbortSignal) {
  const runs: TextRun[] = []
  try {
    const page = await document.getPage(number)
    const reader = (page.streamTextContent() as ReadableStream<TextContent>).getReader()
    const stop = (): void => void reader.cancel(new Error('enough')).catch(() => undefined)
    signal.addEventListener('abort', stop, { once: true })
    try {
      for (let part = await reader.read(); !part.done; part = await reader.read()) {
        for (const item of part.value.items) {
          if (!('str' in item)) continue
          const [a = 0, b = 0, , , , y = 0] = item.transform.map(Number)
          const size = Math.round(Math.hypot(a, b) * 2) / 2
          runs.push({ text: item.str, y, size, endsLine: item.hasEOL })
          room.characters -= item.str.length
          room.runs--
        }
        if (!hasRoom(room)) break
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

function linesOf(items: readonly TextRun[]): Line[] {
  const lines: Line[] = []
  let text = ''
  let size = 0
  let y: number | undefined
  const flush = (): void => {
    if (text.trim() !== '') lines.push({ text: text.replaceAll(/\s+/g, ' ').trim(), y: y ?? 0, size })
    text = ''
    size = 0
    y = undefined
  }
  for (const item of items) {
    if (y !== undefined && item.text !== '' && Math.abs(item.y - y) > Math.max(size, item.size) * 0.6) flush()
    text += item.text
    if (item.text.trim() !== '') {
      size = Math.max(size, item.size)
      y ??= item.y
    }
    if (item.endsLine) flush()
  }
  flush()
  return lines
}

/** Sizes of headings, largest first, as levels from 1. There are at most three levels; smaller ones share the last. */
function headingLevels(pages: readonly (readonly Line[])[]): ReadonlyMap<number, number> {
  const weights = new Map<number, number>()
  for (const lines of pages)
    for (const { text, size } of lines) weights.set(size, (weights.get(size) ?? 0) + text.length)
  const [body] = [...weights].toSorted((a, b) => b[1] - a[1])[0] ?? [0]
  const sizes = [...weights.keys()].filter((size) => size >= body * HEADING_RATIO).toSorted((a, b) => b - a)
  return new Map(sizes.map((size, index) => [size, Math.min(index + 1, 3)]))
}

/** Returns a page as Markdown: lines joined to paragraphs by distance, headings by font size. */
function renderPage(lines: readonly Line[], levels: ReadonlyMap<number, number>): string {
  const blocks: string[][] = []
  let previous: Line | undefined
  let open = false
  for (const line of lines) {
    const level = line.text.length <= MAX_HEADING_LENGTH ? levels.get(line.size) : undefined
    const isNear =
      previous !== undefined &&
      Math.abs(previous.y - line.y) <= Math.max(previous.size, line.size) * PARAGRAPH_GAP
    const goesOn = isNear && previous?.size === line.size
    const last = blocks.at(-1)
    if (goesOn && last !== undefined && (level !== undefined || open)) last.push(line.text)
    else blocks.push([level === undefined ? line.text : `${'#'.repeat(level)} ${line.text}`])
    open = level === undefined
    previous = line
  }
  return blocks.map((block) => joinLines(block)).join('\n\n')
}

/** Joins lines. A word that was divided at the end of a line becomes one again. */
function joinLines(lines: readonly string[]): string {
  return lines
    .join('\n')
    .replaceAll(/(?<=\p{Ll})-\n(?=\p{Ll})/gu, '')
    .replaceAll('\n', ' ')
}
