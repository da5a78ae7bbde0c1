// Small files of the kind that Office wrote before 2007, for tests.

import { makeCompound } from './make-compound.ts'

/** Returns a record of a workbook: numbers of two bytes, and other bytes. */
export function record(id: number, ...parts: readonly (number | Buffer)[]): Buffer {
  const data = Buffer.concat(
    parts.map((part) => (typeof part === 'number' ? Buffer.from([part & 255, part >> 8]) : part)),
  )
  return Buffer.concat([Buffer.from([id & 255, id >> 8, data.length & 255, data.length >> 8]), data])
}

/** A text of one byte for each character, after its length of two bytes. */
export function latinText(text: string): Buffer {
  return Buffer.concat([Buffer.from([text.length & 255, text.length >> 8, 0]), Buffer.from(text, 'latin1')])
}

export function double(value: number): Buffer {
  const bytes = Buffer.alloc(8)
  bytes.writeDoubleLE(value)
  return bytes
}

/** A sheet: its name, whether it is hidden, and the records of its cells. */
export interface XlsSheet {
  readonly name: string
  readonly isHidden?: boolean
  readonly records: readonly Buffer[]
}

const BOF = record(0x809, 0x600, 5, Buffer.alloc(12))
const EOF = record(0x0a)

/** Returns a workbook. Styles of cells have these number formats; `globals` are further records. */
export function makeXls(
  sheets: readonly XlsSheet[],
  formats: readonly (string | number)[] = [],
  globals: readonly Buffer[] = [],
): Buffer {
  const bodies = sheets.map(({ records }) => Buffer.concat([BOF, ...records, EOF]))
  const head = [
    BOF,
    ...formats.flatMap((code, at) =>
      typeof code === 'string' ? [record(0x41e, 164 + at, latinText(code))] : [],
    ),
    ...[0, ...formats].map((code, at) =>
      record(0xe0, 0, typeof code === 'string' ? 163 + at : code, Buffer.alloc(16)),
    ),
    ...globals,
  ]
  const bounds = (starts: readonly number[]) =>
    sheets.map(({ name, isHidden = false }, at) => {
      const start = Buffer.alloc(4)
      start.writeUInt32LE(starts[at] ?? 0)
      return record(0x85, start, isHidden ? 1 : 0, Buffer.from([name.length, 0]), Buffer.from(name, 'latin1'))
    })
  let next = Buffer.concat([...head, ...bounds([]), EOF]).length
  const starts = bodies.map((body) => {
    next += body.length
    return next - body.length
  })
  return makeCompound({ Workbook: Buffer.concat([...head, ...bounds(starts), EOF, ...bodies]) })
}
