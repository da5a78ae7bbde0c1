import type * as Anydoc from '@firecrawl/anydoc'
import { decodeXML } from 'entities'
import { FileError, type FileContent } from './file.ts'
import { FORMULA_PART, hideFormulas, markRaised, replaceElements, showFormulas } from './office-formulas.ts'

/** Meanings of the library's error codes whose own message is not for people. */
const REASONS: Readonly<Record<string, string>> = {
  encrypted: 'it is encrypted.',
  unsupported: 'its content is of no kind that can be read.',
}

/** Where packages keep their properties: Office Open XML, OpenDocument, EPUB. All use the names of Dublin Core. */
const PROPERTIES = /^(?:docProps\/core\.xml|meta\.xml|.*\.opf)$/
const MAX_PROPERTIES_BYTES = 1024 * 1024
const MAX_PROPERTY_LENGTH = 1000
/** Elements by the API's names; the first that has a text counts. OpenDocument's `creator` is the last writer. */
const ELEMENTS = {
  title: ['dc:title'],
  author: ['meta:initial-creator', 'dc:creator'],
  language: ['dc:language'],
  description: ['dc:description'],
} as const
/** Groups of RTF's `info` by the API's names (RTF specification 1.9.1, "Information Group"). */
const GROUPS = { title: 'title', author: 'author', description: 'subject' } as const
/** Pictures, which the library does not read. */
const PICTURE = /\/media\/|^(?:Pictures|ObjectReplacements)\//
const CONTENT = 'content.xml'

/** An office file as the library should read it, and its properties. */
interface OfficeFile {
  readonly body: Uint8Array
  readonly hidesFormulas?: boolean
  /** `title`, `author`, `language` and `description`, as far as the file has them. */
  readonly metadata: Readonly<Record<string, string>>
}

/**
 * Returns the text of a Word, Excel, PowerPoint, OpenDocument, RTF or EPUB file by the library that Firecrawl reads them
 * with. The bytes decide the format. Pictures become their descriptions; comments and deleted text are left out.
 * @throws {FileError} for a broken, encrypted or foreign file; the signal's reason when it is aborted
 */
export async function readOffice(body: Uint8Array, signal: AbortSignal): Promise<FileContent> {
  const { toMarkdownBytes } = await loadConverter()
  try {
    const file = await prepare(Buffer.from(body.buffer, body.byteOffset, body.byteLength))
    signal.throwIfAborted()
    const written = await toMarkdownBytes(file.body)
    const markdown = file.hidesFormulas === true ? showFormulas(written) : written
    signal.throwIfAborted()
    return { markdown: markdown.trim(), metadata: file.metadata, isCut: false }
  } catch (error) {
    signal.throwIfAborted()
    if (!(error instanceof Error)) throw error
    const code = 'code' in error ? String(error.code) : ''
    throw new FileError('unreadable', REASONS[code] ?? `${error.message}.`)
  }
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

async function prepare(body: Buffer): Promise<OfficeFile> {
  if (body.toString('latin1', 0, 5) === '{\\rtf') return prepareRtf(body)
  return body.toString('latin1', 0, 2) === 'PK' ? preparePackage(body) : { body, metadata: {} }
}

/** Takes comments of OpenDocument out of a package, which the library reads as text, and formulas, which it loses. */
async function preparePackage(body: Buffer): Promise<OfficeFile> {
  const { unzipSync, zipSync } = await import('fflate')
  let metadata = {}
  try {
    const files = unzipSync(body, {
      filter: ({ name, originalSize }) =>
        FORMULA_PART.test(name) || (PROPERTIES.test(name) && originalSize <= MAX_PROPERTIES_BYTES),
    })
    const texts = new Map(Object.entries(files).map(([name, bytes]) => [name, Buffer.from(bytes).toString()]))
    const properties = [...texts.keys()].find((name) => PROPERTIES.test(name)) ?? ''
    metadata = propertiesOfXml(texts.get(properties) ?? '')
    const content = texts.get(CONTENT)
    const uncommented = content && replaceElements(content, 'office:annotation', () => '')
    if (uncommented !== undefined) texts.set(CONTENT, uncommented)
    const changed = hideFormulas(texts)
    const hidesFormulas = Object.keys(changed).length > 0
    if (uncommented !== undefined && uncommented !== content) changed[CONTENT] ??= Buffer.from(uncommented)
    if (Object.keys(changed).length === 0) return { body, metadata }
    const parts = unzipSync(body, { filter: ({ name }) => !PICTURE.test(name) })
    return { body: zipSync({ ...parts, ...changed }, { level: 0 }), metadata, hidesFormulas }
  } catch {
    // The library will report the error in the file.
    return { body, metadata }
  }
}

function propertiesOfXml(xml: string): OfficeFile['metadata'] {
  return pick(ELEMENTS, (elements) => {
    for (const element of elements) {
      const [, text = ''] = new RegExp(`<${element}(?:\\s[^<>]*)?>([^<]*)<`).exec(xml) ?? []
      if (text.trim() !== '') return decodeXML(text)
    }
    return ''
  })
}

function pick<Place>(places: Readonly<Record<string, Place>>, read: (place: Place) => string) {
  const found = Object.entries(places).map(([name, place]) => {
    return [name, read(place).replaceAll(/\s+/g, ' ').trim().slice(0, MAX_PROPERTY_LENGTH)] as const
  })
  return Object.fromEntries(found.filter(([, value]) => value !== ''))
}

/** Text above or below the line in RTF: a sign that raises or lowers it, other signs of its look, and the text. */
const RAISED =
  /(?<!\\)\\(super|sub|up[1-9]\d*|dn[1-9]\d*)(?![a-z\d]) ?(?:\\(?!nosuper|plain|par|su|up|dn|ch|u-?\d)[a-z]+(?:-?\d+)?(?![a-z\d-]) ?)*((?:[^{}\\]|\\'[\da-f]{2})+)/g

/** Removes deleted text from RTF, and rewrites text that the library does not read: line ends that Apple escapes, raised text. */
async function prepareRtf(body: Buffer): Promise<OfficeFile> {
  const head = body.toString('latin1', 0, MAX_PROPERTIES_BYTES)
  const decode = await decoderOf(/\\ansicpg(\d+)/.exec(head)?.[1])
  const metadata = pick(GROUPS, (group) => {
    const [, text = ''] = new RegExp(`\\{\\\\${group} ((?:[^{}\\\\]|\\\\[^])*)\\}`).exec(head) ?? []
    return plainText(text, decode)
  })
  const rtf = body
    .toString('latin1')
    .replaceAll(/\\(?:\\|\r\n?|\n)/g, (sign) => (sign === '\\\\' ? sign : '\\par\n'))
  const marked = withoutDeleted(rtf)
    .replaceAll(RAISED, (source, sign: string, text: string) =>
      /\S/.test(text) ? markRaised(source, text, /^(?:sub|dn)/.test(sign)) : source,
    )
    .replaceAll(/[\uD800-\uDFFF]/g, (unit) => `{\\uc0\\u${unit.charCodeAt(0) - 65_536} }`)
  return { body: Buffer.from(marked, 'latin1'), metadata, hidesFormulas: marked !== rtf }
}

/** Returns the text of a group without inner groups: `\'e9` is a byte of the code page, `\u233?` a unit of UTF-16. */
function plainText(rtf: string, decode: (bytes: Uint8Array) => string): string {
  return rtf
    .replaceAll(/\\u(-?\d+) ?(?:\\'[\da-f]{2}|[^\\])?/gi, (_, unit: string) =>
      String.fromCharCode(Number(unit)),
    )
    .replaceAll(/(?:\\'[\da-f]{2})+/gi, (bytes) =>
      decode(Buffer.from(bytes.replaceAll(String.raw`\'`, ''), 'hex')),
    )
    .replaceAll(/\\(?:[a-z]+-?\d* ?|([^a-z]))/gi, '$1')
}

async function decoderOf(page: string | undefined): Promise<(bytes: Uint8Array) => string> {
  // Node's own decoder reads windows-1252 as ISO-8859-1 in Node 20.
  const { normalizeEncoding, TextDecoder } = await import('@exodus/bytes/encoding.js')
  const decoder = new TextDecoder(normalizeEncoding(`windows-${page}`) ?? 'windows-1252')
  return (bytes) => decoder.decode(bytes)
}

/** Returns RTF without the rest of each group after `\deleted`, up to where that is switched off. */
function withoutDeleted(rtf: string): string {
  const mark = /\\deleted(?![a-z0-9])/g
  let kept = ''
  let from = 0
  for (let found = mark.exec(rtf); found !== null; found = mark.exec(rtf)) {
    kept += rtf.slice(from, found.index)
    from = endOfRun(rtf, mark.lastIndex)
    mark.lastIndex = from
  }
  return kept + rtf.slice(from)
}

function endOfRun(rtf: string, start: number): number {
  const token = /\\(?:deleted0|plain)(?![a-z0-9])|\\[^]|[{}]/g
  token.lastIndex = start
  let depth = 0
  for (let found = token.exec(rtf); found !== null; found = token.exec(rtf)) {
    const [text] = found
    if (text === '{') depth++
    else if (text === '}' ? depth-- === 0 : text.length > 2 && depth === 0) return found.index
  }
  return rtf.length
}
