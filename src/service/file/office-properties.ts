import { decodeXML } from 'entities'
import type { unzipSync } from 'fflate'

/** What a file says of itself, as far as it does. */
export interface OfficeProperties {
  readonly [name: string]: string
}

/** Where packages say it: Office Open XML, OpenDocument, EPUB. All three do in the words of Dublin Core. */
const PLACES = /^(?:docProps\/core\.xml|meta\.xml|.*\.opf)$/
/** More of one place is not read. */
const MAX_BYTES = 1024 * 1024
const MAX_LENGTH = 1000

/** Elements by the API's names; the first that has a text counts. OpenDocument's `creator` is who wrote in it last. */
const ELEMENTS = {
  title: ['dc:title'],
  author: ['meta:initial-creator', 'dc:creator'],
  language: ['dc:language'],
  description: ['dc:description'],
} as const

/** Groups of RTF's `info` by the API's names (RTF specification 1.9.1, "Information Group"). */
const GROUPS = { title: 'title', author: 'author', description: 'subject' } as const

/** Returns the properties of a package or an RTF file; none of other files, and none of broken ones. */
export async function propertiesOf(body: Uint8Array, unzip: typeof unzipSync): Promise<OfficeProperties> {
  const start = Buffer.from(body.buffer, body.byteOffset, Math.min(body.byteLength, MAX_BYTES))
  if (start.toString('latin1', 0, 5) === '{\\rtf') return propertiesOfRtf(start.toString('latin1'))
  if (start.toString('latin1', 0, 2) !== 'PK') return {}
  try {
    const parts = unzip(body, {
      filter: ({ name, originalSize }) => originalSize <= MAX_BYTES && PLACES.test(name),
    })
    const [xml = new Uint8Array()] = Object.values(parts)
    return propertiesOfXml(Buffer.from(xml.buffer, xml.byteOffset, xml.byteLength).toString())
  } catch {
    // The text says whether the file can be read.
    return {}
  }
}

function propertiesOfXml(xml: string): OfficeProperties {
  return pick(ELEMENTS, (elements) => {
    for (const element of elements) {
      const [, text = ''] = new RegExp(`<${element}(?:\\s[^<>]*)?>([^<]*)<`).exec(xml) ?? []
      if (text.trim() !== '') return decodeXML(text)
    }
    return ''
  })
}

async function propertiesOfRtf(rtf: string): Promise<OfficeProperties> {
  const [, page = ''] = /\\ansicpg(\d+)/.exec(rtf) ?? []
  const decode = await decoderOf(page)
  return pick(GROUPS, (group) => {
    const [, text = ''] = new RegExp(`\\{\\\\${group} ((?:[^{}\\\\]|\\\\[^])*)\\}`).exec(rtf) ?? []
    return plainText(text, decode)
  })
}

/** Returns what a group without groups in it says: `\'e9` is a byte of the code page, `\u233?` a unit of UTF-16. */
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

async function decoderOf(page: string): Promise<(bytes: Uint8Array) => string> {
  // Node's own decoder reads windows-1252 as ISO-8859-1 in Node 20.
  const { TextDecoder } = await import('@exodus/bytes/encoding.js')
  let decoder = new TextDecoder('windows-1252')
  try {
    decoder = new TextDecoder(`windows-${page}`)
  } catch {
    // A page that the Encoding Standard does not have.
  }
  return (bytes) => decoder.decode(bytes)
}

function pick<Place>(
  places: Readonly<Record<string, Place>>,
  read: (place: Place) => string,
): OfficeProperties {
  const found = Object.entries(places).map(([name, place]) => {
    return [name, read(place).replaceAll(/\s+/g, ' ').trim().slice(0, MAX_LENGTH)] as const
  })
  return Object.fromEntries(found.filter(([, value]) => value !== ''))
}
