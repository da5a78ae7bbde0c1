/**
 * Files that are no text. In: a file's bytes, its kind, and bounds on pages, time and memory. Out: its text as Markdown,
 * and its metadata. Refuses to know where files come from. A small file can need any memory and time, so a process of its
 * own does the reading, which can be ended at any moment.
 */
import { messageOf } from '../../util/message-of.ts'
import { readSealed } from '../../util/sealed-folder.ts'
import { FileError, type FileContent, type FileSource, type FileWish } from './file.ts'
import { readOffice } from './read-office.ts'
import { readPdf } from './read-pdf.ts'

/**
 * Returns the text of a file.
 * @throws {FileError} for what cannot be read; the signal's reason when it is aborted
 */
export async function readFile(
  source: FileSource,
  { kind, maxPages }: Pick<FileWish, 'kind' | 'maxPages'>,
  signal: AbortSignal,
): Promise<FileContent> {
  // No name for the bytes here: what reads them frees them as it goes on.
  return kind === 'pdf' ? readPdf(bytesOf(source), maxPages, signal) : readOffice(bytesOf(source), signal)
}

function bytesOf(source: FileSource): Uint8Array {
  if (source instanceof Uint8Array) return source
  try {
    return readSealed(source)
  } catch (error) {
    throw new FileError('unavailable', messageOf(error))
  }
}
