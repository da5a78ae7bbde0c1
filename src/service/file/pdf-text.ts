/** A run of text on a page; `y` counts upwards, as PDF does. */
export interface PdfTextItem {
  readonly text: string
  readonly x: number
  readonly y: number
  /** Font size, in the page's units. */
  readonly size: number
  readonly endsLine: boolean
}

export interface PdfLine {
  readonly text: string
  readonly y: number
  readonly size: number
}

/** Text this much larger than most of the document is a heading. */
const HEADING_RATIO = 1.2
const MAX_HEADING_LENGTH = 200
/** Distance between two lines, in font sizes, that starts a new paragraph. */
const PARAGRAPH_GAP = 1.7

/**
 * Returns pages of lines as Markdown: lines joined to paragraphs by distance, headings by font size, pages one after
 * another.
 */
export function renderPdfText(pages: readonly (readonly PdfLine[])[]): string {
  const levels = headingLevels(pages)
  return pages
    .map((page) => renderPage(page, levels))
    .filter((text) => text !== '')
    .join('\n\n')
}

/** Returns the runs of one page as lines. */
export function linesOf(items: readonly PdfTextItem[]): PdfLine[] {
  const lines: PdfLine[] = []
  let text = ''
  let size = 0
  let y: number | undefined
  const flush = (): void => {
    if (text.trim() !== '') lines.push({ text: text.replaceAll(/\s+/g, ' ').trim(), y: y ?? 0, size })
    text = ''
    size = 0
    y = undefined
  }
  for (const item of items) {
    if (y !== undefined && item.text !== '' && Math.abs(item.y - y) > Math.max(size, item.size) * 0.6) flush()
    text += item.text
    if (item.text.trim() !== '') {
      size = Math.max(size, item.size)
      y ??= item.y
    }
    if (item.endsLine) flush()
  }
  flush()
  return lines
}

/** Sizes of headings, largest first, as levels from 1. There are at most three levels; smaller ones share the last. */
function headingLevels(pages: readonly (readonly PdfLine[])[]): ReadonlyMap<number, number> {
  const weights = new Map<number, number>()
  for (const lines of pages)
    for (const { text, size } of lines) weights.set(size, (weights.get(size) ?? 0) + text.length)
  const [body] = [...weights].toSorted((a, b) => b[1] - a[1])[0] ?? [0]
  const sizes = [...weights.keys()].filter((size) => size >= body * HEADING_RATIO).toSorted((a, b) => b - a)
  return new Map(sizes.map((size, index) => [size, Math.min(index + 1, 3)]))
}

function renderPage(lines: readonly PdfLine[], levels: ReadonlyMap<number, number>): string {
  const blocks: string[][] = []
  let previous: PdfLine | undefined
  let open = false
  for (const line of lines) {
    const level = line.text.length <= MAX_HEADING_LENGTH ? levels.get(line.size) : undefined
    const isNear =
      previous !== undefined &&
      Math.abs(previous.y - line.y) <= Math.max(previous.size, line.size) * PARAGRAPH_GAP
    const goesOn = isNear && previous?.size === line.size
    const last = blocks.at(-1)
    if (goesOn && last !== undefined && (level !== undefined || open)) last.push(line.text)
    else blocks.push([level === undefined ? line.text : `${'#'.repeat(level)} ${line.text}`])
    open = level === undefined
    previous = line
  }
  return blocks.map((block) => joinLines(block)).join('\n\n')
}

/** Joins lines. A word that was divided at the end of a line becomes one again. */
function joinLines(lines: readonly string[]): string {
  return lines
    .map((line, index) => {
      const next = lines[index + 1]
      if (next === undefined) return line
      return /\p{Ll}-$/u.test(line) && /^\p{Ll}/u.test(next) ? line.slice(0, -1) : `${line} `
    })
    .join('')
}
