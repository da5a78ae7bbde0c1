import { unzipSync, zipSync } from 'fflate'
import { CHAPTER, CONTAINER, decodedName, editChapter, editContainer } from './edit-book.ts'
import { editOpenDocument, OPEN_CONTENT, OPEN_STYLES } from './edit-open-document.ts'
import { editSlides, SLIDE_PART } from './edit-slides.ts'
import { editWord, WORD_STYLES, WORD_TEXT } from './edit-word.ts'
import { readOpenSheets } from './read-open-sheets.ts'
import { readWorkbook } from './read-workbook.ts'
import type { SheetText } from './sheet-markdown.ts'
import { WORKBOOK } from './workbook-parts.ts'
import { insertChunks } from './word-chunks.ts'
import { withoutHidden } from './hidden-text.ts'
import { FORMULA_PART, hideFormulas } from './office-formulas.ts'
import {
  MAX_PROPERTIES_BYTES,
  type OfficeProperties,
  PROPERTIES,
  propertiesOfXml,
} from './office-properties.ts'

/** Pictures, which the library does not read. */
const PICTURE = /\/media\/|^(?:Pictures|ObjectReplacements)\//
/** Parts that are changed before the library reads them, and those that say how. */
const PARTS = [WORD_TEXT, /^word\/styles\.xml$|^styles\.xml$/, SLIDE_PART, FORMULA_PART]

/** What a package says of itself, and its text, or itself as the library should read it. */
export interface OfficePackage {
  readonly body: Uint8Array
  /** The text of a spreadsheet, of which the library loses much. */
  readonly sheets?: SheetText
  readonly metadata: OfficeProperties
}

/** Returns a package with the text that a reader sees, in forms that the library does not lose. */
export function editPackage(body: Buffer): OfficePackage {
  let metadata: OfficeProperties = {}
  try {
    const names = new Set<string>()
    const files = unzipSync(body, {
      filter: ({ name, originalSize }) => {
        names.add(name)
        return (
          PARTS.some((part) => part.test(name)) ||
          name === CONTAINER ||
          (PROPERTIES.test(name) && originalSize <= MAX_PROPERTIES_BYTES)
        )
      },
    })
    const sheets = readSheets(body, names, files)
    if (sheets !== undefined) return { body, sheets, metadata: metadataOf(files) }
    const isBook = names.has(CONTAINER) && !names.has(OPEN_CONTENT)
    if (isBook) Object.assign(files, unzipSync(body, { filter: ({ name }) => CHAPTER.test(name) }))
    const originals = new Map(
      Object.entries(files).map(([name, bytes]) => [name, Buffer.from(bytes).toString()]),
    )
    metadata = metadataOf(files)
    const parts = new Map([...originals].map(([name, text]) => [name, withoutHidden(text)]))
    insertChunks(parts, (wanted) => unzipSync(body, { filter: ({ name }) => wanted(name) }))
    editParts(parts, isBook)
    const changed = [...parts].filter(([name, text]) => text !== originals.get(name))
    const isRenamed = isBook && [...names].some((name) => newName(name, names) !== name)
    if (changed.length === 0 && !isRenamed) return { body, metadata }
    const others = unzipSync(body, { filter: ({ name }) => !PICTURE.test(name) })
    const all = { ...others, ...Object.fromEntries(changed.map(([name, text]) => [name, Buffer.from(text)])) }
    const named = Object.entries(all).map(([name, bytes]) => [isBook ? newName(name, names) : name, bytes])
    return { body: zipSync(Object.fromEntries(named), { level: 0 }), metadata }
  } catch {
    // The library will report the error in the file.
    return { body, metadata }
  }
}

function metadataOf(files: Readonly<Record<string, Uint8Array>>): OfficeProperties {
  const name = Object.keys(files).find((file) => PROPERTIES.test(file)) ?? ''
  return propertiesOfXml(Buffer.from(files[name] ?? []).toString())
}

/** Where the content of an OpenDocument spreadsheet begins. */
const SPREADSHEET = '<office:spreadsheet'

function readSheets(
  body: Buffer,
  names: ReadonlySet<string>,
  { [OPEN_CONTENT]: content }: Readonly<Record<string, Uint8Array>>,
): SheetText | undefined {
  if ([...names].some((name) => WORKBOOK.test(name))) return readWorkbook(body)
  return content !== undefined &&
    Buffer.from(content.buffer, content.byteOffset, content.byteLength).includes(SPREADSHEET)
    ? readOpenSheets(content)
    : undefined
}

function editParts(parts: Map<string, string>, isBook: boolean): void {
  const content = parts.get(OPEN_CONTENT)
  if (content !== undefined) parts.set(OPEN_CONTENT, editOpenDocument(content, parts.get(OPEN_STYLES) ?? ''))
  const styles = parts.get(WORD_STYLES) ?? ''
  for (const [name, xml] of parts) {
    if (WORD_TEXT.test(name)) parts.set(name, editWord(xml, styles))
    else if (isBook && name === CONTAINER) parts.set(name, editContainer(xml))
    else if (isBook && CHAPTER.test(name)) parts.set(name, editChapter(xml))
  }
  editSlides(parts)
  hideFormulas(parts)
}

/** Returns the name that a file of a book has as a part of a URL, unless another file has it. */
function newName(name: string, names: ReadonlySet<string>): string {
  const decoded = decodedName(name)
  return names.has(decoded) ? name : decoded
}
