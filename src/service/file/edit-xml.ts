import { Parser } from 'htmlparser2'

/** An element of XML that is open. Names are without the prefixes of their namespaces: files choose those freely. */
export interface XmlElement {
  readonly name: string
  /** The prefix of its name, with the colon, for elements that are written beside it. */
  readonly prefix: string
  readonly parent: XmlElement | undefined
  /** Returns the first attribute of this name. */
  readonly attribute: (name: string) => string | undefined
}

/**
 * What becomes of an element. `drop`: it goes, with its content. `unwrap`: its tags go. A text takes its place.
 * `undefined`: it stays.
 */
export type Fate = 'drop' | 'unwrap' | { readonly write: string } | undefined

export interface XmlEditor {
  /** Decides about an element by its start tag. Content of an element that goes is not shown. */
  open(element: XmlElement): Fate
  /** Decides about an element that stayed, when its content is known. */
  close?(element: XmlElement): Fate
  text?(text: string): void
}

/** Elements that are nested deeper are in no file of an office, and the library refuses them. */
const MAX_DEPTH = 1000

interface OpenElement extends XmlElement {
  readonly fate: Fate
  /** Where it begins: in the XML, and among the pieces that are kept. */
  readonly start: number
  readonly pieces: number
  readonly copiedTo: number
}

/** Returns XML with the changes of an editor, in linear time. @throws for XML that is nested too deeply */
export function editXml(xml: string, editor: XmlEditor): string {
  const pieces: string[] = []
  let copiedTo = 0
  /** How many elements are open in one that goes, itself included. */
  let skipped = 0
  const open: OpenElement[] = []
  const cut = (from: number, to: number, text = ''): void => {
    pieces.push(xml.slice(copiedTo, from), text)
    copiedTo = to
  }
  const parser = new Parser(
    {
      onopentag: (tag, attributes) => {
        if (skipped > 0) return void skipped++
        if (open.length > MAX_DEPTH) throw new Error('XML is nested too deeply')
        const name = localName(tag)
        const prefix = tag.slice(0, tag.length - name.length)
        const element = { name, prefix, parent: open.at(-1), attribute: readerOf(attributes) }
        const fate = editor.open(element)
        if (fate === 'unwrap') cut(parser.startIndex, parser.endIndex + 1)
        else if (fate !== undefined) skipped = 1
        open.push({ ...element, fate, start: parser.startIndex, pieces: pieces.length, copiedTo })
      },
      onclosetag: () => {
        if (skipped > 1) return void skipped--
        skipped = 0
        const element = open.pop()
        if (element === undefined) return
        const { fate: first } = element
        const end = Math.min(parser.endIndex + 1, xml.length)
        if (first === 'unwrap') {
          if (parser.startIndex > element.start) cut(parser.startIndex, end)
          return
        }
        const fate = first ?? editor.close?.(element)
        if (fate === undefined || fate === 'unwrap') return
        pieces.length = element.pieces
        copiedTo = element.copiedTo
        cut(element.start, end, fate === 'drop' ? '' : fate.write)
      },
      ontext: (text) => {
        if (skipped === 0) editor.text?.(text)
      },
    },
    { xmlMode: true },
  )
  parser.end(xml)
  return pieces.length === 0 ? xml : pieces.join('') + xml.slice(copiedTo)
}

/** Shows the elements and texts of XML. */
export function readXml(
  xml: string,
  reader: Omit<XmlEditor, 'open'> & { open(element: XmlElement): void },
): void {
  editXml(xml, {
    ...reader,
    open: (element) => {
      reader.open(element)
      return undefined
    },
    close: (element) => {
      reader.close?.(element)
      return undefined
    },
  })
}

export function localName(name: string): string {
  return name.slice(name.indexOf(':') + 1)
}

function readerOf(attributes: Readonly<Record<string, string>>) {
  return (wanted: string): string | undefined => {
    for (const name in attributes) if (localName(name) === wanted) return attributes[name]
    return undefined
  }
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
