import { unzipSync } from 'fflate'
import { commentText } from './comment-text.ts'
import { type NumberFormat, numberFormat } from './number-formats.ts'
import { readPart } from './read-binary-part.ts'
import { isOn } from './read-xml.ts'

/** The name of a workbook's main part. */
export const WORKBOOK = /^xl\/workbook\w*\.(?:xml|bin)$/
const MAX_STYLES = 100_000
/** Cells that one link may be of. */
const MAX_LINKED = 10_000

export interface Relation {
  readonly kind: string
  /** The path of a part, or an address. */
  readonly target: string
}

interface Sheet {
  readonly name: string
  readonly path: string
}

/** The parts of a workbook that say what the cells of its sheets mean. */
export class WorkbookParts {
  readonly sheets: readonly Sheet[]
  /** Texts that cells share. */
  readonly strings: readonly string[]
  /** How values are shown, by the styles of cells. */
  readonly formats: readonly NumberFormat[]
  readonly #body: Uint8Array

  constructor(body: Uint8Array) {
    this.#body = body
    let workbook = ''
    unzipSync(body, {
      filter: ({ name }) => {
        if (WORKBOOK.test(name)) workbook = name
        return false
      },
    })
    const relations = this.relationsOf(workbook)
    const pathOf = (kind: string) => [...relations.values()].find((part) => part.kind === kind)?.target ?? ''
    const { sheets, is1904 } = readSheets(this.take(workbook), relations)
    this.sheets = sheets
    this.strings = readStrings(this.take(pathOf('sharedStrings')))
    this.formats = readFormats(this.take(pathOf('styles')), is1904)
  }

  /** Returns a part, or nothing. Parts are not kept: a sheet can take much memory. */
  take(path: string): Uint8Array {
    return unzipSync(this.#body, { filter: ({ name }) => name === path })[path] ?? new Uint8Array()
  }

  /** Returns the relations of a part by their ids. */
  relationsOf(path: string): Map<string, Relation> {
    const folder = path.slice(0, path.lastIndexOf('/') + 1)
    const relations = new Map<string, Relation>()
    readPart(this.take(`${folder}_rels/${path.slice(folder.length)}.rels`), {
      open: (element) => {
        const target = element.attribute('Target')
        if (element.name !== 'Relationship' || target === undefined) return
        const kind = (element.attribute('Type') ?? '').replace(/^.*\//, '')
        const isExternal = element.attribute('TargetMode') === 'External'
        relations.set(element.attribute('Id') ?? '', {
          kind,
          target: isExternal ? target : resolved(folder, target),
        })
      },
    })
    return relations
  }
}

/** Returns the path of a part from the folder of another one. */
function resolved(folder: string, target: string): string {
  const path: string[] = []
  const whole = target.startsWith('/') ? target : folder + target
  for (const part of whole.split('/')) {
    if (part === '..') path.pop()
    else if (part !== '' && part !== '.') path.push(part)
  }
  return path.join('/')
}

function readSheets(xml: Uint8Array, relations: ReadonlyMap<string, Relation>) {
  const sheets: Sheet[] = []
  let is1904 = false
  readPart(xml, {
    open: (element) => {
      if (element.name === 'workbookPr') is1904 = isOn(element.attribute('date1904') ?? '0')
      if (element.name !== 'sheet' || /hidden$/i.test(element.attribute('state') ?? '')) return
      const relation = relations.get(element.attribute('id') ?? '')
      // Sheets of charts and of old macros have no cells that are seen.
      if (relation?.kind !== 'worksheet') return
      sheets.push({ name: element.attribute('name') ?? '', path: relation.target })
    },
  })
  return { sheets, is1904 }
}

function readStrings(xml: Uint8Array): string[] {
  const strings: string[] = []
  let isText = false
  let text = ''
  readPart(xml, {
    open: ({ name, parent }) => {
      if (name === 'si') text = ''
      isText = name === 't' && (parent?.name === 'si' || parent?.name === 'r')
    },
    text: (piece) => {
      if (isText) text += piece
    },
    close: ({ name }) => {
      isText = false
      if (name === 'si') strings.push(unescapedText(text))
    },
  })
  return strings
}

/** Replaces `_x000D_` by the character that it means (ECMA-376 part 1, 22.9.2.19). Controls that no text shows go. */
export function unescapedText(text: string): string {
  return text.replaceAll(/_x([\dA-F]{4})_/gi, (_, hex: string) => {
    const character = String.fromCharCode(Number.parseInt(hex, 16))
    return /[^\P{Cc}\t\n\r]/u.test(character) ? '' : character
  })
}

function readFormats(xml: Uint8Array, is1904: boolean): NumberFormat[] {
  const patterns = new Map<number, string>()
  const known = new Map<number, NumberFormat>()
  const formats: NumberFormat[] = []
  readPart(xml, {
    open: (element) => {
      const id = Number(element.attribute('numFmtId') ?? 0)
      if (element.name === 'numFmt') patterns.set(id, element.attribute('formatCode') ?? '')
      if (element.name !== 'xf' || element.parent?.name !== 'cellXfs' || formats.length >= MAX_STYLES) return
      const format = known.get(id) ?? numberFormat(patterns.get(id), id, is1904)
      known.set(id, format)
      formats.push(format)
    },
  })
  return formats.length === 0 ? [numberFormat(undefined, 0, is1904)] : formats
}

/** Returns the addresses of a sheet's links outside of the file, by the names of their cells. */
export function readLinks(sheet: Uint8Array, relations: ReadonlyMap<string, Relation>): Map<string, string> {
  const links = new Map<string, string>()
  readPart(sheet, {
    open: (element) => {
      if (element.name !== 'hyperlink') return
      const target = relations.get(element.attribute('id') ?? '')?.target
      if (target === undefined) return
      const location = element.attribute('location')
      const url = location === undefined || target.includes('#') ? target : `${target}#${location}`
      for (const cell of cellsOf(element.attribute('ref') ?? '')) {
        if (links.size < MAX_LINKED * 100) links.set(cell, url)
      }
    },
  })
  return links
}

/** Returns the names of the cells of an area of one column, or the first of another: a link is written once. */
function cellsOf(area: string): string[] {
  const [, column = '', first = '', lastColumn, last = ''] =
    /^\$?([A-Z]+)\$?(\d+)(?::\$?([A-Z]+)\$?(\d+))?$/.exec(area) ?? []
  if (lastColumn !== column) return [column + first]
  const rows = Math.min(Number(last) - Number(first) + 1, MAX_LINKED)
  return Array.from({ length: Math.max(rows, 1) }, (_, at) => column + String(Number(first) + at))
}

/** Where comments are kept that have answers, with those for older programs beside them. */
const THREADED = 'threadedComment'

/** Returns the comments of a sheet. */
export function readComments(parts: WorkbookParts, relations: ReadonlyMap<string, Relation>): string[] {
  const texts: string[] = []
  const people = new Map<string, string>()
  const byKind = (kind: string) => [...relations.values()].filter((relation) => relation.kind === kind)
  const threads = byKind(THREADED)
  if (threads.length > 0) {
    readPart(parts.take('xl/persons/person.xml'), {
      open: (element) => {
        if (element.name === 'person')
          people.set(element.attribute('id') ?? '', element.attribute('displayName') ?? '')
      },
    })
  }
  for (const { target } of threads) readThread(parts.take(target), people, texts)
  for (const { target } of byKind('comments')) readNotes(parts.take(target), texts)
  return texts
}

function readThread(xml: Uint8Array, people: ReadonlyMap<string, string>, texts: string[]): void {
  let author: string | undefined
  let place = ''
  let text = ''
  readPart(xml, {
    open: (element) => {
      if (element.name !== THREADED) return
      author = people.get(element.attribute('personId') ?? '')
      place = element.attribute('ref') ?? ''
      text = ''
    },
    text: (piece) => {
      text += piece
    },
    close: ({ name }) => {
      if (name === THREADED) texts.push(commentText(author, text, place))
    },
  })
}

function readNotes(xml: Uint8Array, texts: string[]): void {
  const authors: string[] = []
  let author: string | undefined
  let place = ''
  let text = ''
  readPart(xml, {
    open: (element) => {
      text = element.name === 'comment' || element.name === 'author' ? '' : text
      if (element.name !== 'comment') return
      author = authors[Number(element.attribute('authorId'))]
      place = element.attribute('ref') ?? ''
    },
    text: (piece) => {
      text += piece
    },
    close: ({ name }) => {
      if (name === 'author') authors.push(text)
      // For programs that do not know threads, there is a copy of each.
      if (name !== 'comment' || author?.startsWith('tc=') === true) return
      const own = text.trim().startsWith(`${author}:`) ? text.trim().slice(`${author}:`.length) : text
      if (own.trim() !== '') texts.push(commentText(author, own, place))
    },
  })
}
