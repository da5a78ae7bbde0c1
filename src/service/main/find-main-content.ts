import type { ElementKind } from '../html/element-kinds.ts'
import { placeOfTag } from '../html/place-of-tag.ts'
import type { StartTag } from '../html/start-tag.ts'
import { chooseBlocks } from './choose-blocks.ts'
import type { Outline } from './outline.ts'
import { isSetAside, readOutline, type OutlineRequest } from './outline-reader.ts'

/** Which parts of a page are not its main content. Positions are UTF-16 offsets into the page's text. */
export interface MainContent {
  /** Whether the element whose tag is this one is left out with all that it holds. */
  leavesOut(kind: ElementKind, tag: StartTag): boolean
  /** Text to leave out of elements that stay: pairs of start and end, in order. */
  readonly looseText: readonly number[]
  /** Whether the page has its text in `noscript`, for readers without scripts as we are one. */
  readonly showsNoscript: boolean
}

/** Pages with more are read by the names of their elements: an outline takes some hundred bytes for each tag. */
const MOST_TAGS = 150_000
/** With fewer words there is nothing to judge by. */
const LEAST_WORDS = 100
/** A page has its text in `noscript` when so many words stand there, and at least half as many as elsewhere. */
const LEAST_HIDDEN_WORDS = 100
/** How pages declare their main element. */
const DECLARATIONS = ['<main', 'role="main"', "role='main'", 'role=main']
/** A longer `noscript` may hold the page's text, and declare what scripts replace. */
const LONG_NOSCRIPT = 1000
/** Form fields hold choices, and templates what a script may show. */
const FIELDS = new Set(['select', 'textarea', 'template'])

/**
 * Finds the main content of a page by its text: how long, how dense with links, where, among what, and how the elements
 * around it are called. Out: what is left out; undefined for a page that declares its main element, or has too little text
 * to judge by, or too many tags. The same text gives the same answer, whatever was read before. Linear in the length of the page.
 */
export function findMainContent(
  html: string,
  isExcluded: OutlineRequest['isExcluded'],
): MainContent | undefined {
  // Judging takes as long again as reading: such pages are read by the names of their elements.
  if (DECLARATIONS.some((words) => html.includes(words)) && !hasLongNoscript(html)) return undefined
  if (placeOfTag(html, MOST_TAGS) !== -1) return undefined
  const { outline, showsNoscript } = outlineOf(html, isExcluded)
  if (wordsOf(outline) < LEAST_WORDS) return undefined
  const kept = chooseBlocks(outline)
  const { starts, looseText } = leftOut(outline, kept)
  return {
    leavesOut: (kind, tag) => FIELDS.has(kind.name) || starts.has(tag.start) || isSetAside(kind, tag),
    looseText,
    showsNoscript,
  }
}

function hasLongNoscript(html: string): boolean {
  for (let at = html.indexOf('<noscript'); at !== -1; at = html.indexOf('<noscript', at + 1)) {
    const end = html.indexOf('</noscript', at)
    if (end === -1 || end - at > LONG_NOSCRIPT) return true
    at = end
  }
  return false
}

/** Makes the outline of a page, and finds whether its text stands in `noscript`. */
export function outlineOf(
  html: string,
  isExcluded: OutlineRequest['isExcluded'],
): { readonly outline: Outline; readonly showsNoscript: boolean } {
  const outline = readOutline(html, { showsNoscript: false, isExcluded })
  const { hiddenWords } = outline
  if (hiddenWords < LEAST_HIDDEN_WORDS || hiddenWords <= wordsOf(outline) / 2)
    return { outline, showsNoscript: false }
  return { outline: readOutline(html, { showsNoscript: true, isExcluded }), showsNoscript: true }
}

function wordsOf({ blocks }: Outline): number {
  return blocks.reduce((sum, { words }) => sum + words, 0)
}

/**
 * Elements that hold nothing but blocks that are left out, outermost ones only, by where they start, and the text of such
 * blocks that stands elsewhere. What holds no text, such as an image, stays beside what stays.
 */
function leftOut(
  { elements, blocks }: Outline,
  kept: Uint8Array,
): { readonly starts: ReadonlySet<number>; readonly looseText: readonly number[] } {
  const keptBefore = new Int32Array(kept.length + 1)
  for (const [index, isKept] of kept.entries()) keptBefore[index + 1] = (keptBefore[index] ?? 0) + isKept
  const starts = new Set<number>()
  const ranges: number[] = []
  let end = -1
  for (const element of elements) {
    if (element.start < end) continue
    const { firstBlock, endBlock } = element
    const isBare = endBlock === firstBlock
    const from = isBare ? Math.max(0, firstBlock - 1) : firstBlock
    const to = isBare ? Math.min(kept.length, endBlock + 1) : endBlock
    if ((keptBefore[to] ?? 0) > (keptBefore[from] ?? 0)) continue
    starts.add(element.start)
    ranges.push(element.start, element.end)
    ;({ end } = element)
  }
  const runs = blocks.flatMap((block, index) => (kept[index] === 1 ? [] : block.runs))
  return { starts, looseText: outside(runs, ranges) }
}

/** The pairs that lie in none of the ranges; both in order. */
function outside(pairs: readonly number[], ranges: readonly number[]): number[] {
  const rest: number[] = []
  let range = 0
  for (let index = 0; index < pairs.length; index += 2) {
    const start = pairs[index] ?? 0
    while (range < ranges.length && (ranges[range + 1] ?? 0) <= start) range += 2
    if (range < ranges.length && (ranges[range] ?? 0) <= start) continue
    rest.push(start, pairs[index + 1] ?? 0)
  }
  return rest
}
