// Small documents and presentations of the kind that Office wrote before 2007, for tests.

import { makeCompound } from './make-compound.ts'

/** A piece of a document's text: properties of its characters, and whether it is written with two bytes each. */
export interface DocRun {
  readonly text: string
  readonly properties?: readonly number[]
}

/** A style: its kind, the style that it is based on, and properties of its characters. */
export interface DocStyle {
  readonly isParagraph: boolean
  readonly parent?: number
  readonly properties: readonly number[]
}

const PAGE = 512
const TEXT = 1024
const NO_STYLE = 0xfff

/** Returns a document of these runs; each paragraph ends in `\r` and has the style of its place in the list. */
export function makeDoc(
  runs: readonly DocRun[],
  {
    isWide = false,
    styles = [],
    paragraphs = [],
  }: { isWide?: boolean; styles?: readonly DocStyle[]; paragraphs?: readonly number[] } = {},
): Buffer {
  const text = runs.map((run) => run.text).join('')
  const size = isWide ? 2 : 1
  const bytes = Buffer.from(text, isWide ? 'utf16le' : 'latin1')
  const places = (lengths: readonly number[]): number[] => {
    let at = TEXT
    return [TEXT, ...lengths.map((length) => (at += length * size))]
  }
  const lines = text.match(/[^\r]*\r/g) ?? []
  const start = Math.ceil((TEXT + bytes.length) / PAGE)
  const characters = pageOf(
    places(runs.map((run) => run.text.length)),
    1,
    runs.map(({ properties = [] }) => [properties.length, ...properties]),
  )
  const ofParagraphs = pageOf(
    places(lines.map((line) => line.length)),
    13,
    lines.map((_, at) => [1, (paragraphs[at] ?? 0) & 255, 0]),
  )
  const document = Buffer.alloc(start * PAGE)
  bytes.copy(document, TEXT)
  const pieces = Buffer.concat([
    Buffer.of(2),
    longs(16, 0, text.length),
    Buffer.of(0, 0),
    longs(isWide ? TEXT : (TEXT * 2) | 0x40_00_00_00),
    Buffer.of(0, 0),
  ])
  const tables = [
    [0xa2, sheetOf(styles)],
    [0xfa, longs(TEXT, TEXT + bytes.length, start)],
    [0x102, longs(TEXT, TEXT + bytes.length, start + 1)],
    [0x1a2, pieces],
  ] as const
  document.writeUInt16LE(0xa5ec, 0)
  document.writeUInt16LE(0xc1, 2)
  document.writeUInt16LE(0x200, 10)
  document.writeUInt16LE(14, 32)
  document.writeUInt16LE(22, 62)
  document.writeUInt32LE(text.length, 76)
  document.writeUInt16LE(0x5d, 152)
  let at = 0
  for (const [place, { length }] of tables) {
    document.writeUInt32LE(at, place)
    document.writeUInt32LE(length, place + 4)
    at += length
  }
  return makeCompound({
    '1Table': Buffer.concat(tables.map(([, table]) => table)),
    WordDocument: Buffer.concat([document, characters, ofParagraphs]),
  })
}

function longs(...numbers: readonly number[]): Buffer {
  const bytes = Buffer.alloc(numbers.length * 4)
  for (const [index, number] of numbers.entries()) bytes.writeUInt32LE(number, index * 4)
  return bytes
}

/** A page of properties: the places of its ranges, and the properties of each, which are at its end. */
function pageOf(places: readonly number[], size: 1 | 13, properties: readonly (readonly number[])[]): Buffer {
  const page = Buffer.alloc(PAGE)
  longs(...places).copy(page)
  let end = PAGE - 2
  for (const [index, bytes] of properties.entries()) {
    if (bytes.length <= 1) continue
    end -= bytes.length + (bytes.length % 2)
    Buffer.from(bytes).copy(page, end)
    page[places.length * 4 + index * size] = end / 2
  }
  page[PAGE - 1] = properties.length
  return page
}

function sheetOf(styles: readonly DocStyle[]): Buffer {
  const head = Buffer.alloc(20)
  for (const [at, value] of Object.entries({ 0: 18, 2: styles.length, 4: 10 }))
    head.writeUInt16LE(value, Number(at))
  const written = styles.map(({ isParagraph, parent = NO_STYLE, properties }, index) => {
    const base = Buffer.alloc(10)
    base.writeUInt16LE((isParagraph ? 1 : 2) | (parent << 4), 2)
    const ofParagraph = isParagraph ? Buffer.of(2, 0, index, 0) : Buffer.alloc(0)
    const style = Buffer.concat([
      base,
      Buffer.of(1, 0, 65, 0, 0, 0),
      ofParagraph,
      Buffer.of(properties.length, 0, ...properties),
    ])
    const filled = Buffer.alloc(style.length + (style.length % 2))
    style.copy(filled)
    return Buffer.concat([Buffer.of(filled.length & 255, filled.length >> 8), filled])
  })
  return Buffer.concat([head, ...written])
}

/** Returns a record of a presentation; one with others in it, if they are given. */
export function pptRecord(kind: number, content: Buffer | readonly Buffer[]): Buffer {
  const body = Array.isArray(content) ? Buffer.concat(content as Buffer[]) : (content as Buffer)
  const head = Buffer.alloc(8)
  head.writeUInt16LE(Array.isArray(content) ? 15 : 0, 0)
  head.writeUInt16LE(kind, 2)
  head.writeUInt32LE(body.length, 4)
  return Buffer.concat([head, body])
}
