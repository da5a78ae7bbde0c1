import type { Outline, OutlineElement } from './outline.ts'
import { calledBits, saidBits } from './vocabulary.ts'

const CALLED_RELATED = calledBits('related')
const SAYS_RELATED = saidBits('related')
/** A list of other pages says what it is at its beginning, in a few words. */
const BEGINNING = 2
const FEW_WORDS = 8
const LINK_SHARE = 0.5

/**
 * Gives no chance to lists of other pages that are called so, say so ("You may also like") and are mostly links. In a
 * page of little text they are so large a part that the trees take them for a list that the page is for.
 */
export function leaveOutRelated(outline: Outline, chances: Int32Array): void {
  for (const element of outline.elements)
    if ((element.words & CALLED_RELATED) !== 0 && isRelatedList(outline, element))
      chances.fill(0, element.firstBlock, element.endBlock)
}

function isRelatedList({ blocks }: Outline, { firstBlock, endBlock }: OutlineElement): boolean {
  const saysSo = blocks
    .slice(firstBlock, Math.min(endBlock, firstBlock + BEGINNING))
    .some(({ words, sayings }) => words < FEW_WORDS && (sayings & SAYS_RELATED) !== 0)
  if (!saysSo) return false
  const inside = blocks.slice(firstBlock, endBlock)
  const words = inside.reduce((sum, block) => sum + block.words, 0)
  const linked = inside.reduce((sum, block) => sum + block.linkedWords, 0)
  return linked > words * LINK_SHARE
}
