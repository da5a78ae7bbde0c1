// Small files of the kind that Office wrote before 2007, for tests.

const SECTOR = 512
const END = 0xff_ff_ff_fe
const FREE = 0xff_ff_ff_ff

/** Returns a compound file with one stream, which is filled up with zeros. */
export function makeCompound(name: string, content: Buffer): Buffer {
  const sectors = Math.max(8, Math.ceil(content.length / SECTOR))
  const header = Buffer.alloc(SECTOR, 0xff)
  Buffer.from('d0cf11e0a1b11ae1', 'hex').copy(header)
  header.fill(0, 8, 76)
  for (const [at, value] of [
    [24, 0x3e],
    [26, 3],
    [28, 0xfffe],
    [30, 9],
    [32, 6],
  ] as const)
    header.writeUInt16LE(value, at)
  for (const [at, value] of [
    [44, 1],
    [48, 1],
    [56, 4096],
    [60, END],
    [68, END],
    [76, 0],
  ] as const)
    header.writeUInt32LE(value, at)
  const fat = Buffer.alloc(SECTOR, 0xff)
  fat.writeUInt32LE(0xff_ff_ff_fd, 0)
  fat.writeUInt32LE(END, 4)
  for (let at = 0; at < sectors; at++) fat.writeUInt32LE(at === sectors - 1 ? END : at + 3, 8 + at * 4)
  const entry = (title: string, ...[type, start, size, child]: readonly [number, number, number, number]) => {
    const bytes = Buffer.alloc(128)
    bytes.write(title, 'utf16le')
    bytes.writeUInt16LE(title.length * 2 + 2, 64)
    bytes[66] = type
    bytes[67] = 1
    for (const [at, value] of [
      [68, FREE],
      [72, FREE],
      [76, child],
      [116, start],
      [120, size],
    ] as const)
      bytes.writeUInt32LE(value, at)
    return bytes
  }
  const entries = [entry('Root Entry', 5, END, 0, 1), entry(name, 2, 2, sectors * SECTOR, FREE)]
  const directory = Buffer.concat([...entries, Buffer.alloc(256)])
  return Buffer.concat([header, fat, directory, content, Buffer.alloc(sectors * SECTOR - content.length)])
}

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
  return makeCompound('Workbook', Buffer.concat([...head, ...bounds(starts), EOF, ...bodies]))
}
