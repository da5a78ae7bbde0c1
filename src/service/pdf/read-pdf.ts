/**
 * PDFs. In: a file's bytes and a bound on its pages. Out: its text as Markdown, and its metadata. Refuses to know where
 * files come from. Pictures of text stay pictures: there is no character recognition here.
 */
import type { PDFDocumentProxy } from 'unpdf/pdfjs'
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

/**
 * Returns the text of the first `maxPages` pages.
 * @throws {PdfError} for a broken, encrypted or foreign file; the signal's reason when it is aborted between two pages
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
  let characters = 0
  for (let number = 1; number <= Math.min(document.numPages, maxPages); number++) {
    signal.throwIfAborted()
    const items = await readPage(document, number)
    pages.push(items)
    for (const item of items) characters += item.text.length
    if (characters > MAX_CHARACTERS) break
  }
  return pages
}

async function readPage(document: PDFDocumentProxy, number: number): Promise<PdfTextItem[]> {
  try {
    const page = await document.getPage(number)
    const { items } = await page.getTextContent()
    page.cleanup()
    return items.flatMap((item) => {
      if (!('str' in item)) return []
      const [a = 0, b = 0, , , x = 0, y = 0] = item.transform.map(Number)
      return [{ text: item.str, x, y, size: Math.round(Math.hypot(a, b) * 2) / 2, endsLine: item.hasEOL }]
    })
  } catch {
    // One broken page does not spoil the others.
    return []
  }
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
