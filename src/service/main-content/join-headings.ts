import type { Outline, OutlineBlock } from './outline.ts'
import { announcesOthers } from './related-lists.ts'

const LISTS = new Set(['ul', 'ol', 'dl'])
const LONGEST_HEADING = 12

/**
 * Leaves out the headings of lists and texts that are left out. A linked heading
 * is itself a teaser, and its list may only say when it was written and by whom.
 */
export function joinHeadings({ elements, blocks }: Outline, kept: Uint8Array): void {
  for (const list of elements) {
    if (!LISTS.has(list.kind.name) || list.level > 0) continue
    const place = list.firstBlock - 1
    const heading = blocks[place]
    if (heading === undefined || heading.level === 0) continue
    if (isLabel(heading) && !kept.subarray(list.firstBlock, list.endBlock).includes(1)) kept[place] = 0
  }
  for (const [index, block] of blocks.entries())
    if (kept[index] === 1 && kept[index + 1] !== 1 && announcesOthers(block)) kept[index] = 0
  leaveOutEmptied(blocks, kept)
}

/** Tells whether a heading says nothing without its text, as a title, a link or a long heading may. */
function isLabel({ level, words, linkedWords }: OutlineBlock): boolean {
  return level > 1 && linkedWords === 0 && words <= LONGEST_HEADING
}

/** Leaves out headings whose text is left out, up to the next heading of their level. */
function leaveOutEmptied(blocks: readonly OutlineBlock[], kept: Uint8Array): void {
  let next: OutlineBlock | undefined
  for (let index = blocks.length - 1; index >= 0; index--) {
    const block = blocks[index]
    if (block === undefined || kept[index] !== 1) continue
    const isLast = next === undefined || (next.level > 0 && next.level <= block.level)
    const isEmptied = isLast && kept[index + 1] === 0 && blocks[index + 1]?.level === 0
    if (isEmptied && isLabel(block)) kept[index] = 0
    else next = block
  }
}
