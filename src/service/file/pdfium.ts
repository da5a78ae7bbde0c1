import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import type { WrappedPdfiumModule } from '@embedpdf/pdfium'
import type { JsonObject } from '../../util/json.ts'
import { partsOf } from '../body/body.ts'
import { type FileBody, FileError } from './file.ts'
import { readXmp } from './read-xmp.ts'

/** The library with a piece of its memory for results. Strings longer than that are cut. */
export interface Pdfium {
  readonly library: WrappedPdfiumModule
  /** Address of `SCRATCH` bytes, aligned for doubles. */
  readonly scratch: number
}

/** An open PDF. `form` is the handle through which the values of fields are read. */
export interface PdfFile extends Pdfium {
  readonly document: number
  readonly form: number
  readonly numPages: number
  /** Whether forms may be parts of layers (ISO 32000-1, 8.11.3.3). */
  readonly hasLayers: boolean
  /** Returns the bytes of the file. They move when the library takes more memory. */
  bytes(): Buffer
  close(): void
}

/** In bytes. */
export const SCRATCH = 64 * 1024
const PASSWORD_ERROR = 4
/** The library's name of a property, and the API's. */
const PROPERTIES = { Title: 'title', Author: 'author', Subject: 'description', Keywords: 'keywords' } as const
const MAX_PROPERTY_LENGTH = 1000
/** Room behind a file for a trailer that it lacks. */
const TRAILER_BYTES = 64

let loading: Promise<Pdfium> | undefined

/**
 * Opens a PDF.
 * @throws {FileError} for a broken, encrypted or foreign file
 */
export async function openPdf(body: FileBody): Promise<PdfFile> {
  const { library, scratch } = await (loading ??= loadLibrary())
  const { malloc, free } = library.pdfium.wasmExports
  const bytes = malloc(body.length + TRAILER_BYTES)
  if (bytes === 0) throw new FileError('memory', 'does not fit into memory')
  let end = bytes
  for await (const part of partsOf(body)) {
    memoryOf(library).set(part, end)
    end += part.length
  }
  let document = library.FPDF_LoadMemDocument(bytes, body.length, '')
  const isLocked = document === 0 && library.FPDF_GetLastError() === PASSWORD_ERROR
  if (document === 0 && !isLocked) {
    // The library finds the objects of a file that is cut off, but not which of them is the first.
    const file = Buffer.from(memoryOf(library).buffer, bytes, body.length + TRAILER_BYTES)
    const added = writeTrailer(file, body.length)
    if (added > 0) document = library.FPDF_LoadMemDocument(bytes, body.length + added, '')
  }
  if (document === 0) {
    free(bytes)
    throw new FileError('unreadable', isLocked ? 'it needs a password' : 'its structure is broken')
  }
  const bytesOfFile = (): Buffer => Buffer.from(memoryOf(library).buffer, bytes, body.length)
  const formInfo = library.PDFiumExt_OpenFormFillInfo()
  const form = library.PDFiumExt_InitFormFillEnvironment(document, formInfo)
  return {
    library,
    scratch,
    document,
    form,
    numPages: library.FPDF_GetPageCount(document),
    hasLayers: ['/OC ', '/OC\n', '/OC\r'].some((entry) => bytesOfFile().includes(entry)),
    bytes: bytesOfFile,
    close: () => {
      library.PDFiumExt_ExitFormFillEnvironment(form)
      library.PDFiumExt_CloseFormFillInfo(formInfo)
      library.FPDF_CloseDocument(document)
      free(bytes)
    },
  }
}

/** Writes a trailer that names the catalog behind a file. Returns its length, or 0 if the file has no catalog that can be seen. */
function writeTrailer(file: Buffer, length: number): number {
  const type = Math.max(file.lastIndexOf('/Type/Catalog'), file.lastIndexOf('/Type /Catalog'))
  const start = type === -1 ? -1 : file.lastIndexOf(' obj', type)
  const [, number] = /(\d{1,9}) \d{1,5}$/.exec(file.toString('latin1', Math.max(0, start - 20), start)) ?? []
  return number === undefined ? 0 : file.write(`\ntrailer\n<< /Root ${number} 0 R >>\n`, length, 'latin1')
}

/**
 * Returns title, author, description, keywords and language, as far as the PDF has them (ISO 32000-1, 14.3.2, 14.3.3 and
 * 14.9.2).
 */
export function propertiesOf(file: PdfFile): JsonObject {
  const { library, document } = file
  const properties: Record<string, string> = {}
  for (const [key, name] of Object.entries(PROPERTIES)) {
    const text = readWide(file, (at, size) => library.FPDF_GetMetaText(document, key, at, size))
    if (text !== '') properties[name] = text
  }
  const language = readWide(file, (at, size) => library.FPDFCatalog_GetLanguage(document, at, size))
  if (language !== '') properties['language'] = language
  return { ...readXmp(file.bytes()), ...properties }
}

/** Returns a text that the library writes as UTF-16 and returns the size of; empty for none, or for one that is too long. */
export function readWide({ library, scratch }: Pdfium, write: (at: number, size: number) => number): string {
  const size = write(scratch, SCRATCH)
  if (size <= 2 || size > SCRATCH) return ''
  // ImageMagick ends a title with a zero.
  return library.pdfium.UTF16ToString(scratch).replaceAll('\0', '').trim().slice(0, MAX_PROPERTY_LENGTH)
}

/** The memory of the library, which can move when it grows: ask again after each call. */
export function memoryOf({ pdfium }: WrappedPdfiumModule): Uint8Array {
  return (pdfium as unknown as { readonly HEAPU8: Uint8Array }).HEAPU8
}

/** The types of Node leave it to those of browsers. */
interface WithWebAssembly {
  readonly WebAssembly: {
    instantiate(bytes: Uint8Array, imports: unknown): Promise<{ readonly instance: unknown }>
  }
}

async function loadLibrary(): Promise<Pdfium> {
  // 5 MB of code that most crawls never need.
  const { init } = await import('@embedpdf/pdfium')
  const wasm = await readFile(createRequire(import.meta.url).resolve('@embedpdf/pdfium/pdfium.wasm'))
  const { WebAssembly } = globalThis as unknown as WithWebAssembly
  const library = await init({
    // As `wasmBinary`, the library would keep the bytes.
    instantiateWasm: (imports: unknown, receive: (instance: unknown) => void) => {
      void WebAssembly.instantiate(wasm, imports).then(({ instance }) => receive(instance))
      return {}
    },
  })
  library.PDFiumExt_Init()
  return { library, scratch: library.pdfium.wasmExports.malloc(SCRATCH) }
}
