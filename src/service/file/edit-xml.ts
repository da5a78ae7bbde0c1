import { Parser } from 'htmlparser2'
import { MAX_DEPTH, OpenElement, type XmlElement } from './read-xml.ts'

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

class EditedElement extends OpenElement {
  fate: Fate
  /** Where it begins: in the XML, and among the pieces that are kept. */
  start = 0
  pieces = 0
  copiedTo = 0
}

/** Returns XML with the changes of an editor, in linear time. @throws for XML that is nested too deeply */
export function editXml(xml: string, editor: XmlEditor): string {
  const pieces: string[] = []
  let copiedTo = 0
  /** How many elements are open in one that goes, itself included. */
  let skipped = 0
  const open: EditedElement[] = []
  const cut = (from: number, to: number, text = ''): void => {
    pieces.push(xml.slice(copiedTo, from), text)
    copiedTo = to
  }
  const parser = new Parser(
    {
      onopentag: (tag, attributes) => {
        if (skipped > 0) return void skipped++
        if (open.length > MAX_DEPTH) throw new Error('XML is nested too deeply')
        const element = new EditedElement(tag, attributes, open.at(-1))
        const fate = editor.open(element)
        if (fate === 'unwrap') cut(parser.startIndex, parser.endIndex + 1)
        else if (fate !== undefined) skipped = 1
        element.fate = fate
        element.start = parser.startIndex
        element.pieces = pieces.length
        element.copiedTo = copiedTo
        open.push(element)
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
