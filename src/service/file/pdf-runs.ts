import type { PdfFile } from './pdfium.ts'
import { fieldsOf, linksOf, rectangle } from './pdf-annotations.ts'
import { hideLayers } from './pdf-layers.ts'
import { AccentFinder } from './pdf-accents.ts'
import { isRightToLeft, type RunDraft, type TextRun } from './text-run.ts'

/** What can be seen on a page. */
export interface PdfPage {
  /** The text of each direction, the longest first. */
  readonly directions: readonly (readonly TextRun[])[]
  /** The heights of the lower and the upper edge, as the first direction counts them. */
  readonly edges: readonly [number, number]
  /** The number of characters, and of those whose font does not tell what they mean. */
  readonly drawn: number
  readonly unknown: number
}

/** Characters of a file that may still be read. */
export interface Room {
  left: number
}

/** In font sizes: the widest space inside of a run, and what is at the same height. */
const WIDEST_SPACE = 0.7
const SAME_HEIGHT = 0.05
/** A run takes some hundred bytes, so it counts as some more characters. */
const RUN_COST = 20
/** PDFium's sign of a hyphen at the end of a line. */
const HYPHEN = 2
const NO_BREAK_SPACE = 160

/** Returns what page `index`, from 0, shows, as far as there is room. A page that cannot be opened is empty. */
export function readPage(file: PdfFile, index: number, room: Room): PdfPage {
  const { library, document } = file
  const page = library.FPDF_LoadPage(document, index)
  if (page === 0) return { directions: [], edges: [0, 0], drawn: 0, unknown: 0 }
  hideLayers(file, page)
  const text = library.FPDFText_LoadPage(page)
  const runs = new RunCollector(room)
  try {
    const counts = text === 0 ? { drawn: 0, unknown: 0 } : readText(file, page, text, runs)
    for (const field of fieldsOf(file, page, runs.usualSize())) runs.addRun(field)
    const directions = runs.directions()
    return {
      directions: directions.map((direction) => direction.runs),
      edges: edgesOf(file, page, directions[0]?.degrees ?? 0),
      ...counts,
    }
  } finally {
    if (text !== 0) library.FPDFText_ClosePage(text)
    library.FPDF_ClosePage(page)
  }
}

/** What is shown of a page is its crop box (ISO 32000-1, 14.11.2). */
function shownBox(file: PdfFile, page: number) {
  return rectangle(file, (at) => file.library.FPDF_GetPageBoundingBox(page, at))
}

/** Returns the lowest and the highest place of a page, as text of this direction counts. */
function edgesOf(file: PdfFile, page: number, degrees: number): [number, number] {
  const { left, top, right, bottom } = shownBox(file, page)
  const [sin, cos] = [Math.sin((degrees * Math.PI) / 180), Math.cos((degrees * Math.PI) / 180)]
  const heights = [left, right].flatMap((x) => [bottom * cos - x * sin, top * cos - x * sin])
  return [Math.min(...heights), Math.max(...heights)]
}

function readText(file: PdfFile, page: number, text: number, runs: RunCollector) {
  const { library, scratch } = file
  const { getValue } = library.pdfium
  const floats = (): number[] => [0, 4, 8, 12].map((offset) => getValue(scratch + offset, 'float'))
  const count = library.FPDFText_CountChars(text)
  const counts = { drawn: 0, unknown: 0 }
  const links = linksOf(file, page)
  const box = shownBox(file, page)
  let [object, size, cos, sin] = [0, 0, 1, 0]
  let isShown = true
  for (let index = 0; index < count && runs.hasRoom(); index++) {
    const code = library.FPDFText_GetUnicode(text, index)
    if (code === NO_BREAK_SPACE || (code <= 32 && code !== HYPHEN)) {
      runs.addSpace(code === 10 || code === 13)
      continue
    }
    library.FPDFText_GetLooseCharBox(text, index, scratch)
    const [left = 0, top = 0, right = 0, bottom = 0] = floats()
    const [middle, center] = [(left + right) / 2, (top + bottom) / 2]
    const owner = library.FPDFText_GetTextObject(text, index)
    if (owner !== object) {
      // All characters of an object have one font and one direction.
      library.FPDFText_GetMatrix(text, index, scratch)
      const [a = 0, b = 0, c = 0, d = 0] = floats()
      const scale = Math.hypot(a, b) || 1
      ;[object, cos, sin] = [owner, a / scale, b / scale]
      // A font of drawings (Type 3) may have a measure of its own.
      size =
        halves(library.FPDFText_GetFontSize(text, index) * Math.hypot(c, d)) || halves(Math.abs(top - bottom))
      // A line that is too long is shown in part.
      isShown = box.covers(middle, center)
    }
    if (!isShown) continue
    counts.drawn++
    counts.unknown += library.FPDFText_HasUnicodeMapError(text, index)
    library.FPDFText_GetCharOrigin(text, index, scratch, scratch + 8)
    const [e, f] = [getValue(scratch, 'double'), getValue(scratch + 8, 'double')]
    // Text may be turned, as on a page for a wide table.
    const x = e * cos + f * sin
    const width = Math.abs((right - left) * cos) + Math.abs((top - bottom) * sin)
    const link = links.find((each) => each.covers(middle, center))?.uri
    const character = code === HYPHEN ? '-' : String.fromCodePoint(Math.min(code, 0x10_ff_ff))
    runs.add(
      { text: character, x, right: x + width, y: f * cos - e * sin, size, link },
      directionOf(cos, sin),
    )
  }
  return counts
}

function halves(length: number): number {
  return Math.round(length * 2) / 2
}

/** In degrees. */
function directionOf(cos: number, sin: number): number {
  return Math.round((Math.atan2(sin, cos) * 180) / Math.PI)
}

/** Joins characters to runs, as they come. */
class RunCollector {
  readonly #room: Room
  readonly #runs = new Map<number, TextRun[]>()
  readonly #accents = new AccentFinder()
  #last: RunDraft | undefined
  #direction = 0
  #x = Number.NaN
  #isApart = false
  #hasEnded = false

  constructor(room: Room) {
    this.#room = room
  }

  hasRoom(): boolean {
    return this.#room.left > 0
  }

  addSpace(isEnd: boolean): void {
    this.#isApart = true
    if (isEnd) this.#hasEnded = true
  }

  add(character: TextRun, direction: number): void {
    if (direction === this.#direction && this.#accents.compose(character)) return
    const text = (this.#isApart && !this.#hasEnded ? ' ' : '') + character.text
    const last = this.#last
    const isSamePlace = character.x === this.#x && !this.#isApart
    this.#x = character.x
    if (last !== undefined && !this.#hasEnded && direction === this.#direction && isNext(last, character)) {
      // PDFium turns Arabic text around, and with it the letters of one glyph.
      if (isSamePlace && isRightToLeft([character]))
        last.text = last.text.slice(0, -1) + text + last.text.slice(-1)
      else last.text += text
      last.x = Math.min(last.x, character.x)
      last.right = Math.max(last.right, character.right)
      this.#room.left -= text.length
    } else {
      this.#direction = direction
      this.#last = this.addRun({ ...character, text }, direction)
    }
    if (this.#last !== undefined) this.#accents.keep(this.#last, character)
    this.#isApart = false
    this.#hasEnded = false
  }

  addRun(run: RunDraft, direction = 0): RunDraft {
    const runs = this.#runs.get(direction) ?? []
    runs.push(run)
    this.#runs.set(direction, runs)
    this.#room.left -= run.text.length + RUN_COST
    return run
  }

  /** Returns the font size of most text, or 0. */
  usualSize(): number {
    const lengths = new Map<number, number>()
    for (const { size, text } of [...this.#runs.values()].flat())
      lengths.set(size, (lengths.get(size) ?? 0) + text.length)
    return [...lengths].reduce((most, next) => (next[1] > most[1] ? next : most), [0, 0])[0]
  }

  /** Returns the runs of each direction, the longest first. */
  directions(): { degrees: number; runs: TextRun[] }[] {
    const lengthOf = (runs: readonly TextRun[]): number =>
      runs.reduce((sum, { text }) => sum + text.length, 0)
    const lists = [...this.#runs].map(([degrees, runs]) => ({
      degrees,
      runs: runs.map((run) => ({ ...run, text: plain(run.text) })),
    }))
    return lists.toSorted((a, b) => lengthOf(b.runs) - lengthOf(a.runs))
  }
}

/** Tells whether a character goes on with a run, on either side of it: Arabic and Hebrew go to the left. */
function isNext(run: TextRun, { x, right, y, size, link }: TextRun): boolean {
  const gap = Math.max(x - run.right, run.x - right)
  return (
    run.size === size &&
    run.link === link &&
    Math.abs(run.y - y) <= size * SAME_HEIGHT &&
    gap <= size * WIDEST_SPACE
  )
}

/** Some programs write ligatures, and the forms that Arabic letters have in a word. */
function plain(text: string): string {
  return text.replaceAll(/[\uFB00-\uFDFF\uFE70-\uFEFC]+/g, (forms) => forms.normalize('NFKC'))
}
