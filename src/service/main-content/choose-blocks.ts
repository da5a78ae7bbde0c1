import { createFeatures } from './block-features.ts'
import { sumOf, sumsBefore, sumWithin, weightOf, outermost, roleOf, saysHidden } from './outline.ts'
import type { Outline, OutlineBlock, OutlineElement } from './outline.ts'
import { IN_DATA, INSIDE, OUTSIDE, UNCLEAR } from './declared-main.ts'
import { TREES } from './forest.gen.ts'
import { type Forest, askForest, parseForest } from './forest.ts'
import { isListed, joinHeadings, keepNeighbors, showsCode } from './keep-neighbors.ts'
import { isArticle } from './page-types.ts'
import { CLASS_GROUPS, classMeaning, TEXT_GROUPS } from './vocabulary.ts'
import { wordSet } from '../../util/word-set.ts'

/** The trees' answers are thousandths of log odds. */
const UNIT = 1000
/** Chances are whole numbers up to this one, so that every machine gets the same result. */
const CERTAIN = 10_000
const CHANCES: Readonly<Record<number, number>> = { [INSIDE]: 0.9 * CERTAIN, [OUTSIDE]: 0 }
/** These elements are content as a whole or not at all: half a table is useless. */
const WHOLE = new Set(['table', 'pre'])

let forest: Forest | undefined

/** Returns for each block whether it is content: 1 or 0. At least one is. `clear` is the result of `clearBlocks`. */
export function chooseBlocks(outline: Outline, clear: Uint8Array): Uint8Array {
  const chances = chancesOf(outline, clear)
  const prose = sumsBefore(outline.blocks, (block) => (isProse(block) ? block.words : 0))
  leaveOutRelated(outline, prose, chances)
  leaveOutStories(outline, prose, chances)
  leaveOutNamed(outline, prose, chances)
  evenOut(outline, chances)
  const least = leastChance(outline, chances)
  const isKept = (chance: number, index: number): boolean => chance >= least || clear[index] === IN_DATA
  const kept = Uint8Array.from(chances, (chance, index) => (isKept(chance, index) ? 1 : 0))
  keepNeighbors(outline, { chances, clear }, kept)
  joinHeadings(outline, kept)
  leaveOutRepeated(outline, kept)
  return kept
}

/** Returns how likely each block is content: as the page declares it, else as the trees judge it. */
function chancesOf(outline: Outline, clear: Uint8Array): Int32Array {
  let features: ReturnType<typeof createFeatures> | undefined
  const judge = (block: OutlineBlock, index: number): number => {
    features ??= createFeatures(outline)
    forest ??= parseForest(TREES)
    return Math.round(CERTAIN / (1 + Math.exp(-askForest(forest, features(block, index)) / UNIT)))
  }
  return Int32Array.from(
    outline.blocks,
    (block, index) => CHANCES[clear[index] ?? UNCLEAR] ?? judge(block, index),
  )
}

/** Gives all blocks of a table or of code their mean chance, unless a table is for layout: it holds other tables. */
function evenOut({ elements, blocks }: Outline, chances: Int32Array): void {
  const isWhole = (element: OutlineElement): boolean =>
    WHOLE.has(element.kind.name) && !holdsTable(elements, element)
  for (const { firstBlock, endBlock } of outermost(elements, isWhole)) {
    const whole = blocks.slice(firstBlock, endBlock)
    const likely = sumOf(whole, (block, index) => weightOf(block) * (chances[firstBlock + index] ?? 0))
    chances.fill(Math.round(likely / (sumOf(whole, weightOf) || 1)), firstBlock, endBlock)
  }
}

function holdsTable(elements: readonly OutlineElement[], { index, endIndex }: OutlineElement): boolean {
  for (let at = index + 1; at < endIndex; at++) if (elements[at]?.kind.name === 'table') return true
  return false
}

/** Returns the least chance of a kept block, which gives the greatest expected F1 of words. No page is left empty. */
function leastChance({ blocks }: Outline, chances: Int32Array): number {
  const ranked = blocks
    .map(({ words }, index) => ({ words, chance: chances[index] ?? 0 }))
    .toSorted((one, other) => other.chance - one.chance)
  const expected = ranked.reduce((sum, { words, chance }) => sum + words * chance, 0)
  let kept = 0
  let right = 0
  let best = -1
  let least = CERTAIN
  for (const { words, chance } of ranked) {
    kept += words * CERTAIN
    right += words * chance
    const f1 = (2 * right) / (kept + expected)
    if (f1 <= best) continue
    best = f1
    least = chance
  }
  return least
}

const RELATED = CLASS_GROUPS.bits('related')
const SAYS_RELATED = TEXT_GROUPS.bits('related')
/** A list of other pages says so in one of its first blocks, in a few words, and is mostly links. */
const FIRST_BLOCKS = 2
const FEW_WORDS = 8
const LINK_SHARE = 0.5
/** A list that only its heading calls related has at least this many teasers after this many words of prose. */
const LEAST_TEASERS = 3
const LEAST_TEASER_WORDS = 3
const LEAST_PROSE = 60
/** It has at most this share of the prose before it. */
const PROSE_SHARE = 0.5
const PARAGRAPHS = wordSet('p div')
/** Shorter paragraphs, and those with a larger share of links, are not prose. */
const LEAST_PARAGRAPH_WORDS = 15
const PROSE_LINK_SHARE = 0.3

/**
 * Gives no chance to lists of other pages that say so ("You may also like"), by a class and words or by a heading after
 * a post. On a page of little text they are so large a part that the trees take them for the purpose of the page.
 */
function leaveOutRelated({ elements, blocks }: Outline, prose: Float64Array, chances: Int32Array): void {
  const isRelated = (element: OutlineElement): boolean => {
    const isNamed = (element.classWords & RELATED) !== 0 || isAfterPost(blocks, element, prose)
    return isNamed && isRelatedList(blocks, element)
  }
  for (const { firstBlock, endBlock } of outermost(elements, isRelated)) chances.fill(0, firstBlock, endBlock)
}

/** Returns whether an element starts with a heading about other pages and has their teasers, after the prose of a post. */
function isAfterPost(
  all: readonly OutlineBlock[],
  { firstBlock, endBlock }: OutlineElement,
  prose: Float64Array,
): boolean {
  const heading = all[firstBlock]
  if (heading === undefined || heading.level === 0 || !saysRelated(heading)) return false
  const before = prose[firstBlock] ?? 0
  const inside = (prose[endBlock] ?? 0) - before
  if (before < LEAST_PROSE || inside > before * PROSE_SHARE) return false
  const isTeaser = ({ words, linkedWords }: OutlineBlock): boolean =>
    words >= LEAST_TEASER_WORDS && linkedWords > words * LINK_SHARE
  return all.slice(firstBlock + 1, endBlock).filter(isTeaser).length >= LEAST_TEASERS
}

function isProse({ words, linkedWords, element }: OutlineBlock): boolean {
  return (
    PARAGRAPHS.has(element.kind.name) &&
    words >= LEAST_PARAGRAPH_WORDS &&
    linkedWords <= words * PROSE_LINK_SHARE
  )
}

function isRelatedList(all: readonly OutlineBlock[], { firstBlock, endBlock }: OutlineElement): boolean {
  if (!all.slice(firstBlock, Math.min(endBlock, firstBlock + FIRST_BLOCKS)).some(saysRelated)) return false
  const blocks = all.slice(firstBlock, endBlock)
  return sumOf(blocks, ({ linkedWords }) => linkedWords) > sumOf(blocks, ({ words }) => words) * LINK_SHARE
}

function saysRelated({ words, textWords }: OutlineBlock): boolean {
  return words < FEW_WORDS && (textWords & SAYS_RELATED) !== 0
}

/** A list of other stories has at least this many parts with a linked heading, and they are most of its parts. */
const LEAST_STORIES = 3
const STORY_SHARE = 0.5
/** An article has at least this many words of prose, and the excerpts of other stories at most so many times as many. */
const LEAST_ARTICLE = 100
const EXCERPT_SHARE = 1.5

/** Gives no chance to lists of other stories on the page of an article. */
function leaveOutStories(outline: Outline, prose: Float64Array, chances: Int32Array): void {
  const { elements, blocks } = outline
  const stories = sumsBefore(blocks, (block) => (isStory(block) ? 1 : 0))
  if ((stories[blocks.length] ?? 0) < LEAST_STORIES || !isArticle(outline.types)) return
  const isList = (element: OutlineElement): boolean => {
    if (sumWithin(stories, element) < LEAST_STORIES) return false
    const excerpts = sumWithin(prose, element)
    const article = (prose[blocks.length] ?? 0) - excerpts
    if (article < LEAST_ARTICLE || excerpts > article * EXCERPT_SHARE) return false
    const parts = partsOf(elements, element)
    const count = parts.filter((part) => sumWithin(stories, part) > 0).length
    return count >= LEAST_STORIES && count > parts.length * STORY_SHARE
  }
  for (const { firstBlock, endBlock } of outermost(elements, isList)) chances.fill(0, firstBlock, endBlock)
}

/** Returns the children of an element that have text. */
function partsOf(elements: readonly OutlineElement[], { index, endIndex }: OutlineElement) {
  const parts: OutlineElement[] = []
  for (let at = index + 1; at < endIndex;) {
    const part = elements[at]
    if (part === undefined) break
    if (part.endBlock > part.firstBlock) parts.push(part)
    at = part.endIndex
  }
  return parts
}

/** Tells whether a block is the heading of another story: all of it is a link. */
function isStory({ level, words, linkedWords }: OutlineBlock): boolean {
  return level > 0 && words >= LEAST_TEASER_WORDS && linkedWords === words
}

/** Ids of comments after a post, and of the column next to it. Other ids may be those of sections of a text. */
const COMMENT_IDS =
  /^(?:comments?[-_]?(?:area|list|container|section|wrap|wrapper|block|box)|disqus_thread|respond)$/i
const SIDE_ID = 'sidebar'
/** Roles of elements that are shown when the reader asks for them. One with most of the prose is the content itself. */
const SHOWN_LATER = wordSet('dialog menuitem tooltip')
/** An element that names the writer of a post has fewer blocks. */
const MOST_WRITER_BLOCKS = 15

/**
 * Gives no chance to text in comments and reviews after prose, in writers of posts in forums, and in elements that a wide
 * screen hides or shows later. Code and references stay: such names mean something else there.
 */
function leaveOutNamed(outline: Outline, prose: Float64Array, chances: Int32Array): void {
  if (outline.isReference) return
  const { elements, blocks, tree } = outline
  const allProse = prose[blocks.length] ?? 0
  const isNextTo = (element: OutlineElement): boolean => {
    const { className, node, firstBlock, endBlock } = element
    const id = tree.attribute(node, 'id') ?? ''
    const meaning = classMeaning(className).whole
    if (meaning === 'unseen' || meaning === 'beside' || id === SIDE_ID) return true
    const isShownLater = meaning === 'later' || SHOWN_LATER.has(roleOf(tree, node))
    if (isShownLater || isForMachines(tree, node)) return sumWithin(prose, element) * 2 < allProse
    if (meaning === 'writer') return endBlock - firstBlock < MOST_WRITER_BLOCKS
    return (meaning === 'opinions' || COMMENT_IDS.test(id)) && (prose[firstBlock] ?? 0) >= LEAST_PROSE
  }
  for (const { firstBlock, endBlock } of outermost(elements, isNextTo))
    for (let at = firstBlock; at < endBlock; at++)
      if (blocks[at]?.element.kind.role !== 'pre') chances[at] = 0
}

/** Tells whether an element is an item of schema.org that no reader sees. Answers to questions are seen when asked for. */
function isForMachines(tree: Outline['tree'], node: number): boolean {
  const type = tree.attribute(node, 'itemtype')
  return type !== undefined && !/\/(?:Answer|Question)$/.test(type) && saysHidden(tree, node)
}

/** Shorter texts may repeat: prices, dates, labels of cards. */
const LEAST_REPEATED_WORDS = 12

/**
 * Leaves out paragraphs that are already kept further up, with their headings. Pages write a text again for another screen
 * size, in a carousel, or as a quote. Items and cells stay, and so does everything on a page with code: steps and
 * descriptions of options repeat there.
 */
function leaveOutRepeated(outline: Outline, kept: Uint8Array): void {
  if (outline.isReference || showsCode(outline, kept)) return
  const seen = new Set<string>()
  const repeatedHeadings = new Set<number>()
  for (const [index, block] of outline.blocks.entries()) {
    const isHeading = block.level > 0
    if (kept[index] === 0 || isListed(block) || (!isHeading && block.words < LEAST_REPEATED_WORDS)) continue
    const text = block.text.replaceAll(/\s+/g, ' ').trim()
    if (!seen.has(text)) seen.add(text)
    else if (isHeading) repeatedHeadings.add(index)
    else {
      kept[index] = 0
      if (repeatedHeadings.has(index - 1)) kept[index - 1] = 0
    }
  }
}
