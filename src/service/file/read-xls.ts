import { CELL_ERRORS, rkOf } from './cell-values.ts'
import { FileError } from './file.ts'
import { type NumberFormat, numberFormat } from './number-formats.ts'
import {
  cellLink,
  cellMarkdown,
  MAX_CELLS,
  type SheetCell,
  SheetMarkdown,
  type SheetText,
} from './sheet-markdown.ts'
import { readSharedTexts, readText } from './xls-text.ts'

/** Names of the stream of a workbook. */
export const XLS_STREAMS = ['Workbook', 'Book']

/** Records of a workbook ([MS-XLS] 2.4) that say what is seen. `bound` and `row` and `columns` hide; all others have values. */
const RECORD = {
  bof: 0x809,
  eof: 0x0a,
  filePass: 0x2f,
  bound: 0x85,
  date1904: 0x22,
  format: 0x41e,
  xf: 0xe0,
  sharedTexts: 0xfc,
  row: 0x208,
  columns: 0x7d,
  number: 0x203,
  rk: 0x27e,
  manyRk: 0xbd,
  sharedText: 0xfd,
  text: 0x204,
  boolOrError: 0x205,
  formula: 0x06,
  formulaText: 0x207,
  link: 0x1b8,
} as const
/** Version of the records that Excel writes since 1997. */
const SINCE_1997 = 0x600
interface XlsRecord {
  readonly id: number
  readonly data: Buffer
  readonly at: number
}

/** Shows records from a place on, up to the end of their part. */
function* records(stream: Buffer, start: number): Generator<XlsRecord> {
  for (let at = start; at + 4 <= stream.length;) {
    const id = stream.readUInt16LE(at)
    const end = at + 4 + stream.readUInt16LE(at + 2)
    yield { id, data: stream.subarray(at + 4, end), at }
    if (id === RECORD.eof) return
    at = end
  }
}

interface Shared {
  readonly texts: readonly string[]
  readonly formats: readonly NumberFormat[]
}

/** Returns the text of the visible sheets of an older workbook; nothing if it is older than Excel 97. @throws {FileError} if it is encrypted */
export function readXls(stream: Buffer): SheetText | undefined {
  const sheets: { name: string; at: number }[] = []
  const patterns = new Map<number, string>()
  const ids: number[] = []
  let texts: readonly string[] = []
  let is1904 = false
  for (const { id, data, at } of records(stream, 0)) {
    if (at === 0 && id !== RECORD.bof) return undefined
    if (id === RECORD.filePass) throw new FileError('unreadable', 'it is encrypted.')
    if (id === RECORD.bof && data.readUInt16LE(0) !== SINCE_1997) return undefined
    if (id === RECORD.date1904) is1904 = data.readUInt16LE(0) === 1
    else if (id === RECORD.format) patterns.set(data.readUInt16LE(0), readText(data, 2, 2))
    else if (id === RECORD.xf) ids.push(data.readUInt16LE(2))
    else if (id === RECORD.sharedTexts) texts = readSharedTexts(stream, at)
    // Sheets that are hidden, or of no cells: charts, macros.
    else if (id === RECORD.bound && data.readUInt16LE(4) === 0)
      sheets.push({ name: readText(data, 6, 1), at: data.readUInt32LE(0) })
  }
  const formats = ids.map((id) => numberFormat(patterns.get(id), id, is1904))
  const writer = new SheetMarkdown(sheets.length)
  for (const { name, at } of sheets) {
    if (writer.isCut) break
    writer.startSheet(name)
    writeSheet(stream, at, { texts, formats }, writer)
    writer.endSheet()
  }
  return writer.text()
}

interface XlsCell {
  readonly row: number
  readonly column: number
  readonly shown: string
  readonly isLabel: boolean
}

function writeSheet(stream: Buffer, at: number, shared: Shared, writer: SheetMarkdown): void {
  const hiddenRows = new Set<number>()
  const hiddenColumns = new Set<number>()
  const links = new Map<number, string>()
  const cells: XlsCell[] = []
  let formula: { row: number; column: number; format: NumberFormat | undefined } | undefined
  for (const { id, data } of records(stream, at)) {
    if (cells.length > MAX_CELLS) break
    if (id === RECORD.row && (data.readUInt32LE(12) & 0x20) !== 0) hiddenRows.add(data.readUInt16LE(0))
    else if (id === RECORD.columns && (data.readUInt16LE(8) & 1) !== 0) {
      for (let column = data.readUInt16LE(0); column <= Math.min(data.readUInt16LE(2), 255); column++)
        hiddenColumns.add(column)
    } else if (id === RECORD.link) readLink(data, links)
    else if (id === RECORD.formulaText && formula !== undefined) {
      const { format, ...place } = formula
      const text = readText(data, 0, 2)
      cells.push({ ...place, shown: format?.text(text) ?? text, isLabel: true })
    } else for (const cell of cellsOf(id, data, shared)) cells.push(cell)
    if (id === RECORD.formula)
      formula = {
        row: data.readUInt16LE(0),
        column: data.readUInt16LE(2),
        format: shared.formats[data.readUInt16LE(4)],
      }
  }
  cells.sort((one, other) => one.row - other.row || one.column - other.column)
  const places = Array.from({ length: 256 }, (_, column) => column)
  let place = 0
  for (const column of places.keys()) places[column] = hiddenColumns.has(column) ? -1 : place++
  let row: SheetCell[] = []
  for (const [index, { row: number, column, shown, isLabel }] of cells.entries()) {
    const url = links.get(number * 256 + column)
    const text = url === undefined ? cellMarkdown(shown) : cellLink(shown, url)
    const seen = places[column] ?? -1
    if (seen >= 0 && !hiddenRows.has(number)) row.push({ column: seen, text, isLabel })
    if (cells[index + 1]?.row === number) continue
    writer.addRow(row)
    row = []
  }
}

/** Returns the cells of a record: none, one or, of numbers, several. */
function cellsOf(id: number, data: Buffer, { texts, formats }: Shared): XlsCell[] {
  const cellOf = (column: number, shown: string, isLabel = false): XlsCell => {
    return { row: data.readUInt16LE(0), column, shown, isLabel }
  }
  const number = (column: number, style: number, value: number): XlsCell => {
    return cellOf(column, formats[style]?.number(value) ?? String(value))
  }
  switch (id) {
    case RECORD.number:
      return [number(data.readUInt16LE(2), data.readUInt16LE(4), data.readDoubleLE(6))]
    case RECORD.rk:
      return [number(data.readUInt16LE(2), data.readUInt16LE(4), rkOf(data, 6))]
    case RECORD.manyRk:
      return Array.from({ length: Math.floor((data.length - 6) / 6) }, (_, at) => {
        return number(data.readUInt16LE(2) + at, data.readUInt16LE(4 + at * 6), rkOf(data, 6 + at * 6))
      })
    case RECORD.sharedText:
    case RECORD.text: {
      const text = id === RECORD.text ? readText(data, 6, 2) : (texts[data.readUInt32LE(6)] ?? '')
      return [cellOf(data.readUInt16LE(2), formats[data.readUInt16LE(4)]?.text(text) ?? text, true)]
    }
    case RECORD.boolOrError:
      return [cellOf(data.readUInt16LE(2), boolOrError(data[7] === 1, data[6] ?? 0), true)]
    case RECORD.formula: {
      const column = data.readUInt16LE(2)
      if (data.readUInt16LE(12) !== 0xffff)
        return [number(column, data.readUInt16LE(4), data.readDoubleLE(6))]
      const kind = data[6]
      return kind === 1 || kind === 2 ? [cellOf(column, boolOrError(kind === 2, data[8] ?? 0), true)] : []
    }
    default:
      return []
  }
}

function boolOrError(isError: boolean, value: number): string {
  if (isError) return CELL_ERRORS[value] ?? '#N/A'
  return value === 1 ? 'TRUE' : 'FALSE'
}

/** The kind of an address ([MS-OSHARED] 2.3.7.6). */
const ADDRESS = Buffer.from('e0c9ea79f9bace118c8200aa004ba90b', 'hex')

/** Reads the address of a link ([MS-OSHARED] 2.3.7.1) for its first cells. */
function readLink(data: Buffer, links: Map<number, string>): void {
  const start = data.indexOf(ADDRESS)
  if (start === -1 || start + 20 > data.length) return
  const length = data.readUInt32LE(start + 16)
  const [url = ''] = data.toString('utf16le', start + 20, start + 20 + length).split('\0')
  const column = data.readUInt16LE(4)
  const last = column === data.readUInt16LE(6) ? data.readUInt16LE(2) : data.readUInt16LE(0)
  for (let row = data.readUInt16LE(0); row <= last && links.size < MAX_CELLS; row++)
    links.set(row * 256 + column, url)
}
