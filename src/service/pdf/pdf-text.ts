/** A run of text on a page; `y` counts upwards, as PDF does. */
export interface PdfTextItem {
  readonly text: string
  readonly x: number
  readonly y: number
  /** Font size, in the page's units. */
  readonly size: number
  readonly endsLine: boolean
}

interface Line {
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
 * Returns pages of text runs as Markdown: lines joined to paragraphs by distance, headings by font size, pages one
 * after another.
 */
export function renderPdfText(pages: readonly (readonly PdfTextItem[])[]): string {
  const lines = pages.map((items) => linesOf(items))
  const levels = headingLevels(lines.flat())
  return lines
    .map((page) => renderPage(page, levels))
    .filter((text) => text !== '')
    .join('\n\n')
}

function linesOf(items: readonly PdfTextItem[]): Line[] {
  const lines: Line[] = []
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
function headingLevels(lines: readonly Line[]): ReadonlyMap<number, number> {
  const weights = new Map<number, number>()
  for (const { text, size } of lines) weights.set(size, (weights.get(size) ?? 0) + text.length)
  const [body] = [...weights].toSorted((a, b) => b[1] - a[1])[0] ?? [0]
  const sizes = [...weights.keys()].filter((size) => size >= body * HEADING_RATIO).toSorted((a, b) => b - a)
  return new Map(sizes.map((size, index) => [size, Math.min(index + 1, 3)]))
}

function renderPage(lines: readonly Line[], levels: ReadonlyMap<number, number>): string {
  const blocks: string[] = []
  let previous: Line | undefined
  let open = false
  for (const line of lines) {
    const level = line.text.length <= MAX_HEADING_LENGTH ? levels.get(line.size) : undefined
    const isNear =
      previous !== undefined &&
      Math.abs(previous.y - line.y) <= Math.max(previous.size, line.size) * PARAGRAPH_GAP
    const goesOn = isNear && previous?.size === line.size
    if (goesOn && blocks.length > 0 && (level !== undefined || open)) {
      blocks.push(joinLines(blocks.pop() ?? '', line.text))
    } else {
      blocks.push(level === undefined ? line.text : `${'#'.repeat(level)} ${line.text}`)
    }
    open = level === undefined
    previous = line
  }
  return blocks.join('\n\n')
}

/** Joins two lines. A word that was divided at the end of a line becomes one again. */
function joinLines(before: string, after: string): string {
  if (/\p{Ll}-$/u.test(before) && /^\p{Ll}/u.test(after)) return before.slice(0, -1) + after
  return `${before} ${after}`
}
