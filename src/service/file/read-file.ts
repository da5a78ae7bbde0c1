import type { FileBounds } from './file.ts'
import { readOffice } from './read-office.ts'
import { readPdf } from './read-pdf.ts'

/**
 * Returns the text of a file. A small file can need any memory and time, so call this where it can be ended at any moment.
 * @throws {FileError} for a file that cannot be read; the signal's reason when it is aborted
 */
export function readFile(body: Uint8Array, { kind, maxPages }: FileBounds, signal: AbortSignal) {
  return kind === 'pdf' ? readPdf(body, maxPages, signal) : readOffice(body, signal)
}
