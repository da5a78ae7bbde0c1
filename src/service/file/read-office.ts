import type * as Anydoc from '@firecrawl/anydoc'
import { FileError, type FileContent } from './file.ts'
import { insertFormulas, numberFormulas } from './office-formulas.ts'
import { propertiesOf } from './office-properties.ts'
import { withoutRemarks } from './office-remarks.ts'

/** What the library's codes mean where its own message does not say it to people. */
const REASONS: Readonly<Record<string, string>> = {
  encrypted: 'it is encrypted.',
  unsupported: 'its content is of no kind that can be read.',
}

/**
 * Returns the text of a Word, Excel, PowerPoint, OpenDocument, RTF or EPUB file by the library that Firecrawl reads them
 * with. Which of them it is its bytes say. Pictures are their descriptions; comments and deleted text are left out.
 * @throws {FileError} for a broken, encrypted or foreign file; the signal's reason when it is aborted
 */
export async function readOffice(body: Uint8Array, signal: AbortSignal): Promise<FileContent> {
  const { toMarkdownBytes } = await loadConverter()
  const { unzipSync, zipSync } = await import('fflate')
  signal.throwIfAborted()
  const metadata = await propertiesOf(body, unzipSync)
  try {
    const zip = { unzipSync, zipSync }
    const { body: numbered, formulas } = numberFormulas(withoutRemarks(body, zip), zip)
    const markdown = insertFormulas(await toMarkdownBytes(numbered), formulas)
    signal.throwIfAborted()
    return { markdown: markdown.trim(), metadata, isCut: false }
  } catch (error) {
    signal.throwIfAborted()
    if (!(error instanceof Error)) throw error
    const code = 'code' in error ? String(error.code) : ''
    throw new FileError('unreadable', REASONS[code] ?? `${error.message}.`)
  }
}

/** Loads the library, which has a part for each system that it runs on. */
async function loadConverter(): Promise<typeof Anydoc> {
  try {
    return await import('@firecrawl/anydoc')
  } catch {
    const system = `${process.platform} on ${process.arch}`
    throw new FileError('unavailable', `the reader of such files is not installed for ${system}`)
  }
}
