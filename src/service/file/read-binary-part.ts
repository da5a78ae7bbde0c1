import { CELL_ERRORS, nameOfColumn, rkOf } from './cell-values.ts'
import { OpenElement, readXml, type XmlElement, type XmlReader } from './read-xml.ts'

/**
 * Shows a part of a workbook as the elements and texts of XML, also one that is written in binary ([MS-XLSB]).
 * @throws for a part that is broken
 */
export function readPart(part: Uint8Array, reader: XmlReader): void {
  const bytes = Buffer.from(part.buffer, part.byteOffset, part.byteLength)
  const first = bytes[0] ?? XML
  if (first === XML || first === MARK) readXml(part, reader)
  else readBinary(bytes, reader)
}

/** How a part begins that is written in XML, without or with a mark of its encoding. */
const [XML, MARK] = [0x3c, 0xef]

/** The names that the records of cells have in XML, by their values: of cells, and of formulas of cells. */
const CELLS: Readonly<Record<number, (value: Buffer) => readonly [type: string, value: string]>> = {
  1: () => ['n', ''],
  2: (value) => ['n', String(rkOf(value, 0))],
  3: (value) => ['e', CELL_ERRORS[value[0] ?? 0] ?? '#N/A'],
  4: (value) => ['b', String(value[0])],
  5: (value) => ['n', String(value.readDoubleLE(0))],
  6: (value) => ['str', textAt(value, 0)],
  7: (value) => ['s', String(value.readUInt32LE(0))],
  8: (value) => ['str', textAt(value, 0)],
  9: (value) => ['n', String(value.readDoubleLE(0))],
  10: (value) => ['b', String(value[0])],
  11: (value) => ['e', CELL_ERRORS[value[0] ?? 0] ?? '#N/A'],
  62: (value) => ['str', textAt(value, 1)],
}

type Attributes = Readonly<Record<string, string>>

/** Other records (2.4), the names of their elements, and the attributes or text that are read of them. */
const ELEMENTS: Readonly<
  Record<number, (data: Buffer) => readonly [name: string, attributes: Attributes, text?: string]>
> = {
  /** BrtColInfo */
  60: (data) => [
    'col',
    {
      min: String(data.readUInt32LE(0) + 1),
      max: String(data.readUInt32LE(4) + 1),
      width: String(data.readUInt32LE(8)),
      hidden: String((data[16] ?? 0) & 1),
    },
  ],
  /** BrtFmt */
  44: (data) => ['numFmt', { numFmtId: String(data.readUInt16LE(0)), formatCode: textAt(data, 2) }],
  /** BrtXF */
  47: (data) => ['xf', { numFmtId: String(data.readUInt16LE(2)) }],
  /** BrtWbProp */
  153: (data) => ['workbookPr', { date1904: String((data[0] ?? 0) & 1) }],
  /** BrtBundleSh */
  156: (data) => {
    const id = textAt(data, 8)
    const state = data.readUInt32LE(0) === 0 ? 'visible' : 'hidden'
    return ['sheet', { state, id, name: textAt(data, 12 + id.length * 2) }]
  },
  /** BrtHLink */
  494: (data) => {
    const id = textAt(data, 16)
    const location = textAt(data, 20 + id.length * 2)
    return ['hyperlink', { ref: areaOf(data, 0), id, ...(location !== '' && { location }) }]
  },
  /** BrtCommentAuthor */
  632: (data) => ['author', {}, textAt(data, 0)],
}

/** A row, and the end of all; the shared text; lists of styles; a comment with its text. */
const [ROW, ROWS_END, SHARED_TEXT, STYLES, STYLES_END] = [0, 146, 19, 617, 618]
const [COMMENT, COMMENT_END, COMMENT_TEXT] = [635, 636, 637]

function readBinary(bytes: Buffer, reader: XmlReader): void {
  const open: XmlElement[] = []
  let row = 0
  const start = (name: string, attributes: Attributes = {}): void => {
    const element = new OpenElement(name, attributes, open.at(-1))
    open.push(element)
    reader.open?.(element)
  }
  const end = (): void => {
    const element = open.pop()
    if (element !== undefined) reader.close?.(element)
  }
  const whole = (name: string, attributes: Attributes, text = ''): void => {
    start(name, attributes)
    if (text !== '') reader.text?.(text)
    end()
  }
  for (const { kind, data } of records(bytes)) {
    const cell = CELLS[kind]
    if (cell !== undefined) {
      const [type, value] = cell(data.subarray(8))
      start('c', {
        r: `${nameOfColumn(data.readUInt32LE(0))}${row + 1}`,
        t: type,
        s: String(data.readUIntLE(4, 3)),
      })
      whole('v', {}, value)
      end()
    } else if (kind === ROW || kind === ROWS_END) {
      if (open.at(-1)?.name === 'row') end()
      if (kind === ROWS_END) continue
      row = data.readUInt32LE(0)
      start('row', {
        r: String(row + 1),
        hidden: String(((data[11] ?? 0) >> 4) & 1),
        ht: String(data.readUInt16LE(8)),
      })
    } else if (kind === SHARED_TEXT || kind === COMMENT_TEXT) {
      start('si')
      whole('t', {}, textAt(data, 1))
      end()
    } else if (kind === STYLES) start('cellXfs')
    else if (kind === COMMENT)
      start('comment', { authorId: String(data.readUInt32LE(0)), ref: areaOf(data, 4) })
    else if (kind === STYLES_END || kind === COMMENT_END) end()
    else {
      const element = ELEMENTS[kind]
      if (element !== undefined) whole(...element(data))
    }
  }
  while (open.length > 0) end()
}

/** Shows the records of a part (2.1.4): the kind and the length take up to two and four bytes of seven bits. */
function* records(bytes: Buffer): Generator<{ readonly kind: number; readonly data: Buffer }> {
  let at = 0
  const number = (most: number): number => {
    let value = 0
    for (let index = 0; index < most; index++) {
      const byte = bytes[at++] ?? 0
      value |= (byte & 127) << (7 * index)
      if (byte < 128) break
    }
    return value
  }
  while (at < bytes.length) {
    const kind = number(2)
    const length = number(4)
    yield { kind, data: bytes.subarray(at, at + length) }
    at += length
  }
}

/** Returns a text after its length of four bytes; none has the greatest length (2.5.168). */
function textAt(data: Buffer, at: number): string {
  const length = at + 4 > data.length ? 0 : data.readUInt32LE(at)
  return length === 0xff_ff_ff_ff ? '' : data.toString('utf16le', at + 4, at + 4 + length * 2)
}

/** Returns the name of an area of cells: rows first (2.5.155). */
function areaOf(data: Buffer, at: number): string {
  const [firstRow = 0, lastRow = 0, first = 0, last = 0] = [0, 4, 8, 12].map((step) =>
    data.readUInt32LE(at + step),
  )
  const [from, to] = [`${nameOfColumn(first)}${firstRow + 1}`, `${nameOfColumn(last)}${lastRow + 1}`]
  return from === to ? from : `${from}:${to}`
}
