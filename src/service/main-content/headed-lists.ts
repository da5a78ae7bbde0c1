import { sumOf, weightOf } from './block-sums.ts'
import type { Outline, OutlineBlock } from './outline.ts'

const LISTS = new Set(['ul', 'ol', 'dl'])
/** A list with this share of kept words is content, and so is its heading. */
const LIST_SHARE = 0.5
/** Longer headings say something without their list. */
const LONGEST_HEADING = 12

/**
 * Keeps the heading of a list that is kept, and leaves out the heading of a list that is left out. A linked heading is
 * itself a teaser, and its list may only say when it was written and by whom.
 */
export function joinHeadings({ elements, blocks }: Outline, kept: Uint8Array): void {
  for (const { kind, firstBlock, endBlock, level } of elements) {
    if (!LISTS.has(kind.name) || level > 0) continue
    const heading = blocks[firstBlock - 1]
    if (heading === undefined || heading.level === 0) continue
    const share = keptShare(blocks.slice(firstBlock, endBlock), kept.subarray(firstBlock, endBlock))
    if (share >= LIST_SHARE) kept[firstBlock - 1] = 1
    else if (share === 0 && isOnlyHeading(heading)) kept[firstBlock - 1] = 0
  }
}

/** Returns whether a heading says nothing without its list: it is neither a title nor a link. */
function isOnlyHeading({ level, words, linkedWords }: OutlineBlock): boolean {
  return level > 1 && linkedWords === 0 && words <= LONGEST_HEADING
}

function keptShare(blocks: readonly OutlineBlock[], kept: Uint8Array): number {
  const keptWords = sumOf(blocks, (block, index) => (kept[index] === 1 ? weightOf(block) : 0))
  return blocks.length === 0 ? 0 : keptWords / sumOf(blocks, weightOf)
}
