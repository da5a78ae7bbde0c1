const SIGNATURE = Buffer.from('d0cf11e0a1b11ae1', 'hex')
const END = 0xff_ff_ff_fa

/** Tells whether a file is of the kind in which older programs of Office keep streams ([MS-CFB]). */
export function isCompound(body: Buffer): boolean {
  return body.length >= 512 && body.subarray(0, 8).equals(SIGNATURE)
}

/** A stream of a compound file. */
export interface CompoundStream {
  readonly bytes: Buffer
  /** Fills a range of the stream in the file, but not in `bytes`. */
  readonly fill: (value: number, from: number, to: number) => void
}

/** Returns a stream of a compound file by one of its names, or nothing. Chains of sectors that go round in circles end. */
export function readStream(body: Buffer, names: readonly string[]): CompoundStream | undefined {
  const size = 1 << Math.min(body.readUInt16LE(30), 16)
  const sector = (at: number): Buffer => body.subarray((at + 1) * size, (at + 2) * size)
  const fat = readFat(body, sector, size)
  const entries = Buffer.concat(chain(fat, body.readUInt32LE(48), sector))
  const entryOf = (wanted: (name: string, type: number | undefined) => boolean): Buffer | undefined => {
    for (let at = 0; at + 128 <= entries.length; at += 128) {
      const entry = entries.subarray(at, at + 128)
      const name = entry.toString('utf16le', 0, Math.max(0, Math.min(entry.readUInt16LE(64), 64) - 2))
      if (wanted(name, entry[66])) return entry
    }
    return undefined
  }
  const entry = entryOf((name) => names.includes(name))
  if (entry === undefined) return undefined
  const length = entry.readUInt32LE(120)
  const first = entry.readUInt32LE(116)
  if (length >= body.readUInt32LE(56)) return streamOf(chain(fat, first, sector), size, length)
  const root = entryOf((_, type) => type === 5)
  if (root === undefined) return undefined
  const large = chain(fat, root.readUInt32LE(116), sector)
  const smallSize = 1 << Math.min(body.readUInt16LE(32), 16)
  const smallFat = numbersOf(Buffer.concat(chain(fat, body.readUInt32LE(60), sector)))
  const smallSector = (at: number): Buffer => {
    const start = (at * smallSize) % size
    return large[Math.floor((at * smallSize) / size)]?.subarray(start, start + smallSize) ?? Buffer.alloc(0)
  }
  return streamOf(chain(smallFat, first, smallSector), smallSize, length)
}

/** @param sectors parts of the file, of this size */
function streamOf(sectors: readonly Buffer[], size: number, length: number): CompoundStream {
  return {
    bytes: Buffer.concat(sectors).subarray(0, length),
    fill: (value, from, to) => {
      for (let at = from; at < to;) {
        const end = Math.min(to, (Math.floor(at / size) + 1) * size)
        sectors[Math.floor(at / size)]?.fill(value, at % size, end - Math.floor(at / size) * size)
        at = end
      }
    },
  }
}

type ReadSector = (at: number) => Buffer

/** Returns which sector follows each. */
function readFat(body: Buffer, sector: ReadSector, size: number): Uint32Array {
  const sectors: number[] = []
  for (let at = 76; at < 512; at += 4) sectors.push(body.readUInt32LE(at))
  const most = body.length / size
  let next = body.readUInt32LE(68)
  for (let left = most; next < END && left > 0; left--) {
    const more = sector(next)
    if (more.length < size) break
    for (let at = 0; at + 4 < size; at += 4) sectors.push(more.readUInt32LE(at))
    next = more.readUInt32LE(size - 4)
  }
  const used = sectors.slice(0, Math.ceil(most)).filter((at) => at < END)
  return numbersOf(Buffer.concat(used.map((at) => sector(at))))
}

function numbersOf(bytes: Buffer): Uint32Array {
  return Uint32Array.from({ length: Math.floor(bytes.length / 4) }, (_, at) => bytes.readUInt32LE(at * 4))
}

function chain(next: Uint32Array, first: number, sector: ReadSector): Buffer[] {
  const parts: Buffer[] = []
  for (let at = first; at < END && parts.length < next.length; at = next[at] ?? END) parts.push(sector(at))
  return parts
}
