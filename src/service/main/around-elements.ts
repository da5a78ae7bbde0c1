import { between } from './block-sums.ts'
import type { Outline, OutlineElement } from './outline.ts'

/** In rows of these, it is the row around them that says what they are. */
const PLAIN_ROWS = new Set(['p', 'tr', 'td'])

type Nearest = (OutlineElement | undefined)[]

/** By index of an element, those that matter to the blocks in it, if there are any. */
export interface AroundElements {
  /** The innermost of those that stand in a row with others that look alike, itself among them, and the outermost. */
  readonly innerRow: Nearest
  readonly outerRow: Nearest
  /** The next one around it that holds more. */
  readonly larger: Nearest
  /** The largest around it, itself among them, that holds no more than a quarter of the page's words, or than half. */
  readonly quarter: Nearest
  readonly half: Nearest
}

/** Finds what is around each element. Visits each once, after its parent: a deep block would have to climb through many. */
export function findAround({ elements }: Outline, words: Float64Array): AroundElements {
  const innerRow: Nearest = []
  const outerRow: Nearest = []
  const larger: Nearest = []
  const quarter: Nearest = []
  const half: Nearest = []
  const total = words.at(-1) ?? 0
  const sizeOf = ({ firstBlock, endBlock }: OutlineElement): number => between(words, firstBlock, endBlock)
  for (const element of elements) {
    const { index, parent, alike, kind } = element
    const size = sizeOf(element)
    const isInRow = alike >= 3
    const at = parent?.index ?? index
    const own = isInRow && !PLAIN_ROWS.has(kind.name) ? element : undefined
    innerRow[index] = isInRow ? element : innerRow[at]
    outerRow[index] = outerRow[at] ?? own
    larger[index] = parent !== undefined && sizeOf(parent) > size ? parent : larger[at]
    quarter[index] = size > total / 4 ? undefined : (quarter[at] ?? element)
    half[index] = size > total / 2 ? undefined : (half[at] ?? element)
  }
  return { innerRow, outerRow, larger, quarter, half }
}
