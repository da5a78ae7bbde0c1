import { Parser } from 'htmlparser2'

/** An element of XML that is open. Names are without the prefixes of their namespaces: files choose those freely. */
export interface XmlElement {
  readonly name: string
  /** The prefix of its name, with the colon, for elements that are written beside it. */
  readonly prefix: string
  readonly parent: XmlElement | undefined
  /** Returns the first attribute of this name. */
  attribute(name: string): string | undefined
}

/** Elements that are nested deeper are in no file of an office, and the library refuses them. */
export const MAX_DEPTH = 1000

export class OpenElement implements XmlElement {
  readonly name: string
  readonly prefix: string
  readonly parent: XmlElement | undefined
  readonly #attributes: Readonly<Record<string, string>>

  constructor(tag: string, attributes: Readonly<Record<string, string>>, parent: XmlElement | undefined) {
    this.name = localName(tag)
    this.prefix = tag.slice(0, tag.length - this.name.length)
    this.#attributes = attributes
    this.parent = parent
  }

  attribute(wanted: string): string | undefined {
    for (const name in this.#attributes) if (localName(name) === wanted) return this.#attributes[name]
    return undefined
  }
}

/** Receives the elements and texts of XML, in their order. */
export interface XmlReader {
  open?(element: XmlElement): void
  text?(text: string): void
  close?(element: XmlElement): void
}

/** Bytes of XML that are decoded at once. */
const CHUNK_BYTES = 64 * 1024

/** Shows the elements and texts of XML, in UTF-8 if it is in bytes. @throws for XML that is nested too deeply */
export function readXml(xml: string | Uint8Array, reader: XmlReader): void {
  const open: XmlElement[] = []
  const parser = new Parser(
    {
      onopentag: (tag, attributes) => {
        if (open.length > MAX_DEPTH) throw new Error('XML is nested too deeply')
        const element = new OpenElement(tag, attributes, open.at(-1))
        open.push(element)
        reader.open?.(element)
      },
      ontext: (text) => reader.text?.(text),
      onclosetag: () => {
        const element = open.pop()
        if (element !== undefined) reader.close?.(element)
      },
    },
    { xmlMode: true },
  )
  if (typeof xml === 'string') {
    parser.end(xml)
    return
  }
  const decoder = new TextDecoder()
  for (let at = 0; at < xml.length; at += CHUNK_BYTES)
    parser.write(decoder.decode(xml.subarray(at, at + CHUNK_BYTES), { stream: true }))
  parser.end(decoder.decode())
}

export function localName(name: string): string {
  return name.slice(name.indexOf(':') + 1)
}

/** Returns whether a switch of Office Open XML is on (part 1, section 22.9.2.7); without a value it is. */
export function isOn(value: string | undefined): boolean {
  return !/^(?:0|false|off|none)$/.test(value ?? '1')
}

/** Tells whether an element is in one of this name. */
export function isWithin(element: XmlElement, name: string): boolean {
  for (let at = element.parent; at !== undefined; at = at.parent) if (at.name === name) return true
  return false
}
