import { setImmediate } from 'node:timers/promises'
import type { FileBody, FileContent } from './file.ts'
import { joinInitials } from './pdf-initials.ts'
import { layOut } from './pdf-layout.ts'
import { pdfMarkdown } from './pdf-markdown.ts'
import { withoutRepeats } from './pdf-repeats.ts'
import { readPage } from './pdf-runs.ts'
import { openPdf, propertiesOf } from './pdfium.ts'

/** Characters of one file that are read. */
const MOST_TEXT = 20_000_000
/** Above this share of characters without a meaning, the text cannot be trusted. */
const MANY_UNKNOWN = 0.3

/**
 * Returns the text of the first `maxPages` pages of a PDF. Pictures of text stay pictures: there is no character
 * recognition here.
 * @throws {FileError} for a broken, encrypted or foreign file; the signal's reason when it is aborted
 */
export async function readPdf(body: FileBody, maxPages: number, signal: AbortSignal): Promise<FileContent> {
  const file = await openPdf(body)
  try {
    const room = { left: MOST_TEXT }
    const pages = []
    let [drawn, unknown] = [0, 0]
    for (let index = 0; index < Math.min(file.numPages, maxPages) && room.left > 0; index++) {
      signal.throwIfAborted()
      const page = readPage(file, index, room)
      // A page is read in one turn of the event loop, in which nobody could abort it.
      await setImmediate()
      drawn += page.drawn
      unknown += page.unknown
      pages.push(page)
    }
    const laidOut = []
    for (const { directions } of withoutRepeats(pages)) {
      signal.throwIfAborted()
      laidOut.push(directions.flatMap((runs) => layOut(joinInitials(runs))))
      await setImmediate()
    }
    signal.throwIfAborted()
    return {
      markdown: pdfMarkdown(laidOut),
      metadata: { ...propertiesOf(file), numPages: file.numPages },
      isCut: room.left <= 0,
      ...(unknown > drawn * MANY_UNKNOWN && { isUndecoded: true }),
    }
  } finally {
    file.close()
  }
}
