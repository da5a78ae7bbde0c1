/**
 * Files that are no text. In: a file's bytes, its kind, and bounds on pages, time and memory. Out: its text as Markdown,
 * and its metadata. Refuses to know where files come from. A small file can need any memory and time, so a process of its
 * own does the reading, which can be ended at any moment.
 */
import type { FileContent, FileWish } from './file-reader.ts'
import { readOffice } from './read-office.ts'
import { readPdf } from './read-pdf.ts'

/**
 * Returns the text of a file.
 * @throws {FileError} for what cannot be read; the signal's reason when it is aborted
 */
export async function readFile(
  body: Uint8Array,
  { kind, maxPages }: Pick<FileWish, 'kind' | 'maxPages'>,
  signal: AbortSignal,
): Promise<FileContent> {
  return kind === 'pdf' ? readPdf(body, maxPages, signal) : readOffice(body, signal)
}
