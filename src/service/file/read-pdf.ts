import { setImmediate } from 'node:timers/promises'
import type { PDFDocumentProxy, PDFPageProxy } from 'unpdf/pdfjs'
import { FileError, type FileContent } from './file.ts'
import { linesOf, renderPdfText, type PdfLine, type PdfTextItem } from './pdf-text.ts'

/** Text of one file beyond this is not read. */
const MAX_CHARACTERS = 20_000_000
/** Each run of text takes some hundred bytes, however short it is. */
const MAX_RUNS = 1_000_000

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
    const pages = await readPages(document, maxPages, { room, signal })
    const title = await titleOf(document)
    const metadata = { ...(title !== undefined && { title }), numPages: document.numPages }
    return { markdown: renderPdfText(pages), metadata, isCut: !hasRoom(room) }
  } finally {
    await document.destroy()
  }
}

async function readPages(
  document: PDFDocumentProxy,
  maxPages: number,
  { room, signal }: { room: Room; signal: AbortSignal },
): Promise<(readonly PdfLine[])[]> {
  const pages: (readonly PdfLine[])[] = []
  for (let number = 1; number <= Math.min(document.numPages, maxPages) && hasRoom(room); number++) {
    signal.throwIfAborted()
    // Runs of text take several times the memory of their lines.
    pages.push(linesOf(await readPage(document, number, { room, signal })))
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
