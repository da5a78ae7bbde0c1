import { bytesOf } from '../body/body.ts'
import type { FileBody, FileBounds, FileContent } from './file.ts'
import { readOffice } from './read-office.ts'
import { readPdf } from './read-pdf.ts'

/**
 * Returns the text of a file. A small file can need any memory and time, so call this where it can be ended at any moment.
 * @throws {FileError} for a file that cannot be read; the signal's reason when it is aborted
 */
export async function readFile(
  body: FileBody,
  { kind, maxPages }: FileBounds,
  signal: AbortSignal,
): Promise<FileContent> {
  return kind === 'pdf' ? readPdf(body, maxPages, signal) : readOffice(await bytesOf(body), signal)
}
