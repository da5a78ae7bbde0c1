import { type CompoundStream, readStream } from './compound-file.ts'

/** The stream of a presentation, and its records ([MS-PPT] 2.13.24). */
const PRESENTATION = 'PowerPoint Document'
const RECORD = {
  document: 0x03e8,
  slide: 0x03ee,
  slideInfo: 0x03f9,
  slidePlace: 0x03f3,
  texts: 0x0ff0,
  wideText: 0x0fa0,
  text: 0x0fa8,
  plainText: 0x0fba,
  places: 0x1772,
} as const
const TEXTS: ReadonlySet<number> = new Set([RECORD.wideText, RECORD.text, RECORD.plainText])
/** Records about a star in the text before them that stands for a number, a date, a header or a footer (2.9.49 to 2.9.54). */
const FIELDS: ReadonlySet<number> = new Set([0x0fd8, 0x0ff7, 0x0ff8, 0x0ff9, 0x0ffa, 0x1015])
const [STAR, SPACE] = [0x2a, 0x20]
/** The version of a record that holds others. */
const CONTAINER = 15
/** The flag of a slide that is not shown (2.4.5). */
const IS_HIDDEN = 4

interface PptRecord {
  readonly kind: number
  readonly isContainer: boolean
  /** Where its head and its content begin, and where it ends. */
  readonly at: number
  readonly start: number
  readonly end: number
}

/** Shows the records in a part of a stream. */
function* records(stream: Buffer, from: number, to: number): Generator<PptRecord> {
  for (let at = from; at + 8 <= Math.min(to, stream.length);) {
    const start = at + 8
    const end = Math.min(start + stream.readUInt32LE(at + 4), to)
    yield {
      kind: stream.readUInt16LE(at + 2),
      isContainer: ((stream[at] ?? 0) & 15) === CONTAINER,
      at,
      start,
      end,
    }
    at = end
  }
}

/** Fills the text of hidden slides of an older presentation with zeros, which the library leaves out, and the stars of its fields with spaces. */
export function hideInPpt(body: Buffer): void {
  const stream = readStream(body, [PRESENTATION])
  if (stream === undefined) return
  const { bytes } = stream
  blankFields(stream)
  const hidden = new Set<number>()
  const places = new Map<number, number>()
  const documents: PptRecord[] = []
  for (const record of records(bytes, 0, bytes.length)) {
    if (record.kind === RECORD.slide && isHiddenSlide(bytes, record)) {
      hidden.add(record.at)
      blankTexts(stream, record.start, record.end)
    } else if (record.kind === RECORD.places) readPlaces(bytes, record, places)
    else if (record.kind === RECORD.document) documents.push(record)
  }
  for (const document of hidden.size > 0 ? documents : [])
    for (const { kind, start, end } of records(bytes, document.start, document.end))
      if (kind === RECORD.texts)
        blankOutline(stream, [start, end], (slide) => hidden.has(places.get(slide) ?? -1))
}

function isHiddenSlide(bytes: Buffer, { start, end }: PptRecord): boolean {
  for (const inner of records(bytes, start, end))
    if (inner.kind === RECORD.slideInfo && inner.end - inner.start >= 12)
      return (bytes.readUInt16LE(inner.start + 10) & IS_HIDDEN) !== 0
  return false
}

/** Reads where the slides are, by their numbers (2.3.5). Later lists replace earlier ones. */
function readPlaces(bytes: Buffer, { start, end }: PptRecord, places: Map<number, number>): void {
  for (let at = start; at + 4 <= end;) {
    const head = bytes.readUInt32LE(at)
    const [first, count] = [head & 0xf_ff_ff, head >>> 20]
    at += 4
    for (let index = 0; index < count && at + 4 <= end; index++, at += 4)
      places.set(first + index, bytes.readUInt32LE(at))
  }
}

/** Fills the texts in the outline (2.4.14.3) that follow the place of a hidden slide. */
function blankOutline(
  stream: CompoundStream,
  [from, to]: readonly [number, number],
  isHidden: (slide: number) => boolean,
): void {
  let isIn = false
  for (const { kind, at, start, end } of records(stream.bytes, from, to)) {
    if (kind === RECORD.slidePlace && end - start >= 4) isIn = isHidden(stream.bytes.readUInt32LE(start))
    else if (isIn && TEXTS.has(kind)) blankTexts(stream, at, end)
  }
}

/** Puts spaces in place of the stars that PowerPoint replaces when it shows a slide. */
function blankFields(stream: CompoundStream): void {
  const { bytes } = stream
  const open: (readonly [number, number])[] = [[0, bytes.length]]
  for (let part = open.pop(); part !== undefined; part = open.pop()) {
    let text: PptRecord | undefined
    for (const record of records(bytes, ...part)) {
      const { kind, isContainer, start, end } = record
      if (isContainer) open.push([start, end])
      else if (TEXTS.has(kind)) text = record
      else if (FIELDS.has(kind) && text !== undefined && end - start >= 4) {
        const at = text.start + bytes.readUInt32LE(start) * (text.kind === RECORD.wideText ? 2 : 1)
        if (at < text.end && bytes[at] === STAR) stream.fill(SPACE, at, at + 1)
      }
    }
  }
}

/** Fills all texts in a part of a stream, however deep. */
function blankTexts(stream: CompoundStream, from: number, to: number): void {
  const open: (readonly [number, number])[] = [[from, to]]
  for (let part = open.pop(); part !== undefined; part = open.pop())
    for (const { kind, isContainer, start, end } of records(stream.bytes, ...part)) {
      if (TEXTS.has(kind)) stream.fill(0, start, end)
      else if (isContainer) open.push([start, end])
    }
}
