import type { ElementKind } from '../html/element-kinds.ts'
import { placeOfTag } from '../html/place-of-tag.ts'
import type { HtmlTape } from '../html/html-tape.ts'
import type { StartTag } from '../html/start-tag.ts'
import { chooseBlocks } from './choose-blocks.ts'
import { clearBlocks, findDeclared, INSIDE, largestMain } from './declared-main.ts'
import type { Outline } from './outline.ts'
import { countOutline, isSetAside, readOutline, type OutlineRequest } from './outline-reader.ts'
import { findPlainMain } from './plain-main.ts'
import { hasProseElsewhere, mayHaveProseElsewhere } from './prose-elsewhere.ts'

/** Which parts of a page are not its main content. Positions are UTF-16 offsets into the page's text. */
export interface MainContent {
  /** The element that the page declares to be all of its main content. */
  readonly declared: DeclaredPart | undefined
  /** Whether the element whose tag is this one is left out with all that it holds. */
  leavesOut(kind: ElementKind, tag: StartTag): boolean
  /** Text to leave out of elements that stay: pairs of start and end, in order. */
  readonly looseText: readonly number[]
  /** Whether the page has its text in `noscript`, for readers without scripts, as we are. */
  readonly showsNoscript: boolean
}

/** An element that a page declares to be its main content, if it is where it seems to be. */
export interface DeclaredPart {
  /** Where its start tag begins, and where its end tag ends. */
  readonly start: number
  readonly end: number
  /** Where the page's only title begins, if that stands elsewhere; else -1. */
  readonly title: number
  /** What stands in it, if it has been read. */
  readonly tape: HtmlTape | undefined
}

/** Pages with more are read by the names of their elements: an outline takes some hundred bytes for each tag. */
const MOST_TAGS = 150_000
/** With fewer words there is nothing to judge by. */
const LEAST_WORDS = 100
/** That many words have at least about so many characters. */
const LEAST_LENGTH = 600
/** A page has its text in `noscript` when so many words stand there, and at least half as many as elsewhere. */
const LEAST_HIDDEN_WORDS = 100

type IsExcluded = OutlineRequest['isExcluded']

/**
 * Finds the main content of a page by its text: how long, how dense with links, where, among what, and how the elements
 * around it are called. Where a page declares its main element only that is looked at. Out: what is left out; undefined
 * for a page that has too little text to judge by, or too many tags. The same text gives the same answer, whatever was read before. Linear
 * in the length of the page.
 */
export function findMainContent(html: string, isExcluded: IsExcluded): MainContent | undefined {
  const plain = findPlain(html)
  if (plain !== undefined || placeOfTag(html, MOST_TAGS) !== -1) return plain
  return findInDeclared(html, isExcluded) ?? findInPage(html, isExcluded)
}

/** Does the same, and takes no element for declared to be the main one. */
export function findInPage(html: string, isExcluded: IsExcluded): MainContent | undefined {
  if (placeOfTag(html, MOST_TAGS) !== -1) return undefined
  const { outline, showsNoscript } = outlineOf(html, isExcluded)
  if (wordsOf(outline) < LEAST_WORDS) return undefined
  const kept = chooseBlocks(outline, clearBlocks(outline))
  return { declared: undefined, showsNoscript, ...leftOut(outline, kept) }
}

/** Finds a declared element that needs no judging. Most are text with few links, where it would find little. */
function findPlain(html: string): MainContent | undefined {
  const part = findPlainMain(html)
  if (part === undefined) return undefined
  const first = html.indexOf('<h1', part.start)
  const hasTitle = first !== -1 && first < part.end
  const { start, end } = part
  const declared = { start, end, title: hasTitle ? -1 : onlyTitle(html), tape: undefined }
  return { declared, showsNoscript: false, ...NOTHING_LEFT_OUT }
}

function findInDeclared(html: string, isExcluded: IsExcluded): MainContent | undefined {
  const outline = declaredOutline(html, isExcluded)
  const [main] = outline?.elements ?? []
  if (outline?.tape === undefined || main === undefined) return undefined
  const { start, end } = main
  const declared = { start, end, title: titleElsewhere(html, outline), tape: outline.tape }
  const common = { declared, showsNoscript: false }
  const clear = clearBlocks(outline)
  if (clear.every((what) => what === INSIDE)) return { ...common, ...NOTHING_LEFT_OUT }
  countOutline(html, outline)
  return { ...common, ...leftOut(outline, chooseBlocks(outline, clear)) }
}

/** Makes the outline of the element that a page declares to be its main one, if it holds text, and most of the prose. */
export function declaredOutline(html: string, isExcluded: IsExcluded): Outline | undefined {
  const part = findDeclared(html)
  if (part === undefined) return undefined
  const outline = readOutline(html, { showsNoscript: false, isExcluded, part })
  const length = outline.blocks.reduce((sum, block) => sum + block.length, 0)
  if (length < LEAST_LENGTH || standsElsewhere(html, outline, isExcluded)) return undefined
  return outline
}

function standsElsewhere(html: string, part: Outline, isExcluded: IsExcluded): boolean {
  if (!mayHaveProseElsewhere(html, part)) return false
  const page = readOutline(html, { showsNoscript: false, isExcluded })
  const main = largestMain(page)
  return main !== undefined && hasProseElsewhere(page, main)
}

/** Makes the outline of a page with its texts counted, and finds whether its text stands in `noscript`. */
export function outlineOf(
  html: string,
  isExcluded: IsExcluded,
): { readonly outline: Outline; readonly showsNoscript: boolean } {
  const outline = readOutline(html, { showsNoscript: false, isExcluded })
  countOutline(html, outline)
  const { hiddenWords } = outline
  if (hiddenWords < LEAST_HIDDEN_WORDS || hiddenWords <= wordsOf(outline) / 2)
    return { outline, showsNoscript: false }
  const shown = readOutline(html, { showsNoscript: true, isExcluded })
  countOutline(html, shown)
  return { outline: shown, showsNoscript: true }
}

function wordsOf({ blocks }: Outline): number {
  return blocks.reduce((sum, { words }) => sum + words, 0)
}

/** Returns where the only `h1` of a page begins if it is not in an outline of a part; else -1. */
function titleElsewhere(html: string, { elements }: Outline): number {
  return elements.some(({ kind }) => kind.name === 'h1') ? -1 : onlyTitle(html)
}

/** Returns where the only `h1` of a page begins, or -1. */
export function onlyTitle(html: string): number {
  const title = /<h1[\s>]/gi
  const first = title.exec(html)
  return first === null || title.test(html) ? -1 : first.index
}

const NOTHING: ReadonlySet<number> = new Set()
const NOTHING_LEFT_OUT = { leavesOut: leavesOutOf(NOTHING), looseText: [] }

function leavesOutOf(starts: ReadonlySet<number>): MainContent['leavesOut'] {
  if (starts.size === 0) return isSetAside
  return (kind, tag) => isSetAside(kind, tag) || starts.has(tag.start)
}

/**
 * Returns the outermost elements that hold only left-out blocks, by where they start, and the left-out text that stands
 * elsewhere. What holds no text, such as an image, stays beside what is kept.
 */
function leftOut(
  { elements, blocks }: Outline,
  kept: Uint8Array,
): Pick<MainContent, 'leavesOut' | 'looseText'> {
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
  return { leavesOut: leavesOutOf(starts), looseText: outside(runs, ranges) }
}

/** Returns the pairs that lie in none of the ranges; both are in order. */
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
