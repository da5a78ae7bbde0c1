// Compound files, in which Office kept its streams before 2007, for tests.

const SECTOR = 512
const END = 0xff_ff_ff_fe
const FREE = 0xff_ff_ff_ff
const FAT = 0xff_ff_ff_fd

/** Returns a compound file with these streams, which are filled up with zeros, in the order of their names. */
export function makeCompound(streams: Readonly<Record<string, Buffer>>): Buffer {
  const parts = Object.entries(streams).map(([name, content]) => {
    return { name, content, sectors: Math.max(8, Math.ceil(content.length / SECTOR)) }
  })
  const header = Buffer.alloc(SECTOR, 0xff)
  Buffer.from('d0cf11e0a1b11ae1', 'hex').copy(header)
  header.fill(0, 8, 76)
  const shorts = { 24: 0x3e, 26: 3, 28: 0xfffe, 30: 9, 32: 6 }
  for (const [at, value] of Object.entries(shorts)) header.writeUInt16LE(value, Number(at))
  const numbers = { 44: 1, 48: 1, 56: 4096, 60: END, 68: END, 76: 0 }
  for (const [at, value] of Object.entries(numbers)) header.writeUInt32LE(value, Number(at))
  const fat = Buffer.alloc(SECTOR, 0xff)
  const next = [FAT, END]
  const entries = [entryOf('Root Entry', { type: 5, start: END, size: 0, child: 1, right: FREE })]
  for (const [index, { name, sectors }] of parts.entries()) {
    const right = index + 1 < parts.length ? index + 2 : FREE
    entries.push(entryOf(name, { type: 2, start: next.length, size: sectors * SECTOR, child: FREE, right }))
    for (let at = 1; at < sectors; at++) next.push(next.length + 1)
    next.push(END)
  }
  for (const [at, value] of next.entries()) fat.writeUInt32LE(value, at * 4)
  const directory = Buffer.concat([...entries, Buffer.alloc((4 - entries.length) * 128)])
  const contents = parts.flatMap(({ content, sectors }) => [
    content,
    Buffer.alloc(sectors * SECTOR - content.length),
  ])
  return Buffer.concat([header, fat, directory, ...contents])
}

interface Entry {
  readonly type: number
  readonly start: number
  readonly size: number
  readonly child: number
  readonly right: number
}

function entryOf(name: string, { type, start, size, child, right }: Entry): Buffer {
  const bytes = Buffer.alloc(128)
  bytes.write(name, 'utf16le')
  bytes.writeUInt16LE(name.length * 2 + 2, 64)
  bytes[66] = type
  bytes[67] = 1
  for (const [at, value] of Object.entries({ 68: FREE, 72: right, 76: child, 116: start, 120: size }))
    bytes.writeUInt32LE(value, Number(at))
  return bytes
}
