import type * as Anydoc from '@firecrawl/anydoc'
import { isCompound, readStream } from './compound-file.ts'
import { editRtf, withNumbers } from './edit-rtf.ts'
import { FileError, type FileContent } from './file.ts'
import { showHidden } from './hidden-text.ts'
import type { OfficePackage } from './office-package.ts'

/** Meanings of the library's error codes whose own message is not for people. */
const REASONS: Readonly<Record<string, string>> = {
  encrypted: 'it is encrypted.',
  unsupported: 'its content is of no kind that can be read.',
}

/**
 * Returns the text of a Word, Excel, PowerPoint, OpenDocument, RTF or EPUB file, as a reader sees it. The library that Firecrawl
 * reads them with writes all but spreadsheets. The bytes decide the format. Pictures become their descriptions.
 * @throws {FileError} for a broken, encrypted or foreign file; the signal's reason when it is aborted
 */
export async function readOffice(body: Uint8Array, signal: AbortSignal): Promise<FileContent> {
  try {
    const file = await prepare(Buffer.from(body.buffer, body.byteOffset, body.byteLength))
    signal.throwIfAborted()
    const { sheets, metadata } = file
    if (sheets !== undefined) return { ...sheets, metadata }
    const { toMarkdownBytes } = await loadConverter()
    const written = showHidden(await toMarkdownBytes(file.body))
    const markdown = isRtf(file.body) ? withNumbers(written) : written
    signal.throwIfAborted()
    return { markdown: markdown.trim(), metadata, isCut: false }
  } catch (error) {
    signal.throwIfAborted()
    if (!(error instanceof Error) || error instanceof FileError) throw error
    const code = 'code' in error ? String(error.code) : ''
    throw new FileError('unreadable', REASONS[code] ?? `${error.message}.`)
  }
}

function isRtf(body: Uint8Array): boolean {
  return Buffer.from(body.subarray(0, 5)).toString('latin1') === '{\\rtf'
}

/** Loads the library, which has a package for each operating system. */
async function loadConverter(): Promise<typeof Anydoc> {
  try {
    return await import('@firecrawl/anydoc')
  } catch {
    const system = `${process.platform} on ${process.arch}`
    throw new FileError('unavailable', `the reader of such files is not installed for ${system}`)
  }
}

/** Returns a file as the library should read it, and its properties. */
async function prepare(body: Buffer): Promise<OfficePackage> {
  if (isRtf(body)) return editRtf(body)
  if (isCompound(body)) return readCompound(body)
  if (body.toString('latin1', 0, 2) !== 'PK') return { body, metadata: {} }
  const { editPackage } = await import('./office-package.ts')
  return editPackage(body)
}

/** Reads a workbook of before 2007, and takes hidden text from other files of that time. The library reads those, and says why one cannot be read. */
async function readCompound(body: Buffer): Promise<OfficePackage> {
  try {
    const { readXls, XLS_STREAMS } = await import('./read-xls.ts')
    const stream = readStream(body, XLS_STREAMS)
    const sheets = stream === undefined ? undefined : readXls(stream.bytes)
    if (stream === undefined) {
      const { hideInDoc } = await import('./edit-doc.ts')
      const { hideInPpt } = await import('./edit-ppt.ts')
      hideInDoc(body)
      hideInPpt(body)
    }
    return { body, metadata: {}, ...(sheets !== undefined && { sheets }) }
  } catch (error) {
    if (error instanceof FileError) throw error
    return { body, metadata: {} }
  }
}
