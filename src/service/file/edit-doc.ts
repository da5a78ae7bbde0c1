import { type CompoundStream, readStream } from './compound-file.ts'

/** The stream of a document ([MS-DOC] 2.1), and places in its head (2.5.1): flags, and where tables are, with their lengths. */
const DOCUMENT = 'WordDocument'
const IDENTIFIER = 0xa5ec
const FLAGS = 10
const IS_ENCRYPTED = 0x100
const IN_SECOND_TABLE = 0x200
const PLACES = { styles: 0xa2, characters: 0xfa, paragraphs: 0x102, pieces: 0x1a2 } as const
/** Properties of characters (2.6.1): hidden, deleted, and the style; and the size of pages of properties. */
const HIDDEN = 0x083c
const DELETED = 0x0800
const STYLE = 0x4a30
const PAGE = 512
const MOST_RANGES = 1_000_000
/** Marks of the structure of a document, which stay: cells, sections, paragraphs and fields. */
const MARKS = new Set([0x07, 0x0c, 0x0d, 0x13, 0x14, 0x15])

/** A part of the stream with properties, given by its places. */
interface Range {
  readonly from: number
  readonly to: number
  readonly page: Buffer
  /** Where its properties are in the page, or 0 for none. */
  readonly at: number
}

/** The styles of a document that hide text, by number. */
type HidingStyles = ReadonlyMap<number, boolean>

/** Fills the hidden and deleted text of an older Word file with zeros, which the library leaves out. */
export function hideInDoc(body: Buffer): void {
  const document = readStream(body, [DOCUMENT])
  if (document === undefined || document.bytes.readUInt16LE(0) !== IDENTIFIER) return
  const flags = document.bytes.readUInt16LE(FLAGS)
  if ((flags & IS_ENCRYPTED) !== 0) return
  const tables = readStream(body, [(flags & IN_SECOND_TABLE) === 0 ? '0Table' : '1Table'])?.bytes
  if (tables === undefined) return
  const tableOf = (name: keyof typeof PLACES): Buffer => {
    const start = document.bytes.readUInt32LE(PLACES[name])
    return tables.subarray(start, start + document.bytes.readUInt32LE(PLACES[name] + 4))
  }
  const styles = readStyles(tableOf('styles'))
  const hidden: [from: number, to: number][] = []
  const inStyles = [...rangesOf(document.bytes, tableOf('paragraphs'), 13)].filter(({ page, at }) => {
    return at > 0 && styles.get(page.readUInt16LE(at + (page[at] === 0 ? 2 : 1))) === true
  })
  let next = 0
  for (const { from, to, page, at } of rangesOf(document.bytes, tableOf('characters'), 1)) {
    const own = at === 0 ? undefined : hides(page.subarray(at + 1, at + 1 + (page[at] ?? 0)), styles)
    if (own !== undefined) {
      if (own) hidden.push([from, to])
      continue
    }
    while ((inStyles[next]?.to ?? Infinity) <= from) next++
    for (let step = next; (inStyles[step]?.from ?? Infinity) < to; step++) {
      const style = inStyles[step]
      if (style !== undefined) hidden.push([Math.max(from, style.from), Math.min(to, style.to)])
    }
  }
  if (hidden.length > 0) blank(document, hidden, wideParts(tableOf('pieces')))
}

/** Shows the ranges of a table of pages (2.8.5, 2.8.6), in order. @param size that of the entry of a range in a page */
function* rangesOf(stream: Buffer, table: Buffer, size: 1 | 13): Generator<Range> {
  const count = Math.floor((table.length - 4) / 8)
  let [last, found] = [0, 0]
  for (let index = 0; index < count && found <= MOST_RANGES; index++) {
    const start = (table.readUInt32LE((count + 1 + index) * 4) & 0x3f_ff_ff) * PAGE
    const page = stream.subarray(start, start + PAGE)
    const runs = page[PAGE - 1] ?? 0
    if ((runs + 1) * 4 + runs * size >= PAGE) continue
    for (let run = 0; run < runs; run++) {
      const [from, to] = [page.readUInt32LE(run * 4), page.readUInt32LE(run * 4 + 4)]
      if (from < last || to <= from || ++found > MOST_RANGES) continue
      last = to
      yield { from, to, page, at: (page[(runs + 1) * 4 + run * size] ?? 0) * 2 }
    }
  }
}

/** Tells whether properties hide their text, or show it; undefined if they say neither. */
function hides(properties: Buffer, styles: HidingStyles): boolean | undefined {
  let answer: boolean | undefined
  for (let at = 0; at + 3 <= properties.length;) {
    const name = properties.readUInt16LE(at)
    if (name === DELETED && properties[at + 2] === 1) return true
    if (name === HIDDEN) answer = properties[at + 2] === 1
    else if (name === STYLE && at + 4 <= properties.length)
      answer = styles.get(properties.readUInt16LE(at + 2)) ?? answer
    at += 2 + operandSize(name, properties[at + 2] ?? 0)
  }
  return answer
}

/** Returns the length of the value of a property by its kind (2.6, "spra"). */
function operandSize(name: number, first: number): number {
  return [1, 1, 2, 4, 2, 2, first + 1, 3][name >> 13] ?? 1
}

/** Reads which styles hide their text (2.9.271). A style inherits from another one. */
function readStyles(sheet: Buffer): Map<number, boolean> {
  const styles = new Map<number, boolean>()
  if (sheet.length < 6) return styles
  const base = sheet.readUInt16LE(4)
  let at = 2 + sheet.readUInt16LE(0)
  for (let number = 0; at + 2 <= sheet.length; number++) {
    const style = sheet.subarray(at + 2, at + 2 + sheet.readUInt16LE(at))
    at += 2 + style.length
    if (style.length < base + 2) continue
    const kind = style.readUInt16LE(2)
    const [isParagraph, parent] = [(kind & 15) === 1, kind >> 4]
    // After the name come the properties of a paragraph, if it is a style of those, and of characters.
    let start = base + 4 + style.readUInt16LE(base) * 2
    if (isParagraph && start + 2 <= style.length) start += 2 + style.readUInt16LE(start)
    start += start % 2
    const length = start + 2 <= style.length ? style.readUInt16LE(start) : 0
    const own = hides(style.subarray(start + 2, start + 2 + length), new Map())
    const answer = own ?? styles.get(parent)
    if (answer !== undefined) styles.set(number, answer)
  }
  return styles
}

/** Returns the ranges of the stream in which a character takes two bytes (2.9.177). */
function wideParts(table: Buffer): [from: number, to: number][] {
  let start = 0
  // Before the pieces are properties.
  while (table[start] === 1 && start + 3 <= table.length) start += 3 + table.readUInt16LE(start + 1)
  const pieces = table.subarray(start + 5)
  const count = Math.floor((pieces.length - 4) / 12)
  const parts: [number, number][] = []
  for (let index = 0; index < count; index++) {
    const from = pieces.readUInt32LE((count + 1) * 4 + index * 8 + 2)
    const length = pieces.readUInt32LE(index * 4 + 4) - pieces.readUInt32LE(index * 4)
    if ((from & 0x40_00_00_00) === 0) parts.push([from, from + length * 2])
  }
  return parts.toSorted(([one], [other]) => one - other)
}

/** Fills hidden text with zeros, but not the marks of the structure. Both lists are in order. */
function blank(
  { bytes, fill }: CompoundStream,
  hidden: readonly (readonly [number, number])[],
  wide: readonly (readonly [number, number])[],
): void {
  let next = 0
  for (const [from, to] of hidden) {
    while ((wide[next]?.[1] ?? Infinity) <= from) next++
    const isWide = (wide[next]?.[0] ?? Infinity) <= from
    const size = isWide ? 2 : 1
    for (let at = from; at + size <= Math.min(to, bytes.length); at += size)
      if (!MARKS.has(bytes.readUIntLE(at, size))) fill(0, at, at + size)
  }
}
