import { sumOf, sumsBefore } from './block-sums.ts'
import type { Outline, OutlineBlock } from './outline.ts'
import type { OutlineElement } from './outline-element.ts'
import { classBits, textBits } from './vocabulary.ts'

const RELATED = classBits('related')
const SAYS_RELATED = textBits('related')
/** A list of other pages says so in one of its first blocks, in a few words, and is mostly links. */
const FIRST_BLOCKS = 2
const FEW_WORDS = 8
const LINK_SHARE = 0.5
/** A list that only its heading calls related has so many teasers after so many words of prose. */
const LEAST_TEASERS = 3
const LEAST_TEASER_WORDS = 3
const LEAST_PROSE = 60
/** It has at most this share of the prose before it. */
const PROSE_SHARE = 0.5
/** Shorter paragraphs, and those with a larger share of links, are not prose. */
const LEAST_PARAGRAPH_WORDS = 15
const PROSE_LINK_SHARE = 0.3

/**
 * Gives no chance to lists of other pages that say so ("You may also like"), by a class and words or by a heading after
 * a post. On a page of little text they are so large a part that the trees take them for the purpose of the page.
 */
export function leaveOutRelated(outline: Outline, chances: Int32Array): void {
  const { elements, blocks } = outline
  const prose = sumsBefore(blocks, (block) => (isProse(block) ? block.words : 0))
  for (let index = 0; index < elements.length;) {
    const element = elements[index]
    if (element === undefined) return
    const isNamed = (element.classWords & RELATED) !== 0 || isAfterPost(blocks, element, prose)
    const isRelated = isNamed && isRelatedList(blocks, element)
    if (isRelated) chances.fill(0, element.firstBlock, element.endBlock)
    index = isRelated ? element.endIndex : index + 1
  }
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
  return all.slice(firstBlock + 1, endBlock).filter(isTeaser).length >= LEAST_TEASERS
}

function isTeaser({ words, linkedWords }: OutlineBlock): boolean {
  return words >= LEAST_TEASER_WORDS && linkedWords > words * LINK_SHARE
}

function isProse({ words, linkedWords, element }: OutlineBlock): boolean {
  return (
    element.kind.name === 'p' && words >= LEAST_PARAGRAPH_WORDS && linkedWords <= words * PROSE_LINK_SHARE
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
