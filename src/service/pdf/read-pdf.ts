/**
 * PDFs. In: a file's bytes and a bound on its pages. Out: its text as Markdown, and its metadata. Refuses to know where
 * files come from. Pictures of text stay pictures: there is no character recognition here.
 */
import { setImmediate } from 'node:timers/promises'
import type { PDFDocumentProxy, PDFPageProxy } from 'unpdf/pdfjs'
import { renderPdfText, type PdfTextItem } from './pdf-text.ts'

export interface PdfContent {
  readonly markdown: string
  readonly title: string | undefined
  /** Pages of the file, also when fewer were read. */
  readonly numPages: number
}

/** Thrown when bytes are not a readable PDF. */
export class PdfError extends Error {}

/** Text of one file beyond this is not read. */
const MAX_CHARACTERS = 20_000_000
/** Each run of text takes some hundred bytes, however short it is. */
const MAX_RUNS = 1_000_000

/**
 * Returns the text of the first `maxPages` pages.
 * @throws {PdfError} for a broken, encrypted or foreign file; the signal's reason when it is aborted
 */
export async function readPdf(body: Buffer, maxPages: number, signal: AbortSignal): Promise<PdfContent> {
  // 2 MB of code that most crawls never need.
  const { getDocumentProxy } = await import('unpdf')
  let document: PDFDocumentProxy
  try {
    // The library takes ownership of the memory, so it gets a copy.
    document = await getDocumentProxy(new Uint8Array(body), { verbosity: 0, stopAtErrors: false })
  } catch (error) {
    throw new PdfError(error instanceof Error ? error.message : 'unreadable')
  }
  try {
    const pages = await readPages(document, maxPages, signal)
    return { markdown: renderPdfText(pages), title: await titleOf(document), numPages: document.numPages }
  } finally {
    await document.destroy()
  }
}

async function readPages(
  document: PDFDocumentProxy,
  maxPages: number,
  signal: AbortSignal,
): Promise<(readonly PdfTextItem[])[]> {
  const pages: (readonly PdfTextItem[])[] = []
  const room = { characters: MAX_CHARACTERS, runs: MAX_RUNS }
  for (let number = 1; number <= Math.min(document.numPages, maxPages) && hasRoom(room); number++) {
    signal.throwIfAborted()
    pages.push(await readPage(document, number, { room, signal }))
  }
  return pages
}

type TextContent = Awaited<ReturnType<PDFPageProxy['getTextContent']>>
type TextItem = Extract<TextContent['items'][number], { readonly str: string }>

interface Room {
  characters: number
  runs: number
}

function hasRoom({ characters, runs }: Room): boolean {
  return characters > 0 && runs > 0
}

/** Reads a page as far as there is room, a part at a time: a small file can hold a page without end. */
async function readPage(
  document: PDFDocumentProxy,
  number: number,
  { room, signal }: { room: Room; signal: AbortSignal },
): Promise<PdfTextItem[]> {
  const runs: PdfTextItem[] = []
  try {
    const page = await document.getPage(number)
    const reader = (page.streamTextContent() as ReadableStream<TextContent>).getReader()
    const stop = (): void => void reader.cancel(new Error('enough')).catch(() => undefined)
    signal.addEventListener('abort', stop, { once: true })
    try {
      for (let part = await reader.read(); !part.done; part = await reader.read()) {
        for (const item of part.value.items) {
          const run = 'str' in item ? runOf(item) : undefined
          if (run === undefined) continue
          runs.push(run)
          room.characters -= run.text.length
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

function runOf({ str, transform, hasEOL }: TextItem): PdfTextItem {
  const [a = 0, b = 0, , , x = 0, y = 0] = transform.map(Number)
  return { text: str, x, y, size: Math.round(Math.hypot(a, b) * 2) / 2, endsLine: hasEOL }
}

async function titleOf(document: PDFDocumentProxy): Promise<string | undefined> {
  try {
    const { info } = await document.getMetadata()
    const title: unknown = 'Title' in info ? info.Title : undefined
    return typeof title === 'string' && title.trim() !== '' ? title.trim().slice(0, 1000) : undefined
  } catch {
    return undefined
  }
}
