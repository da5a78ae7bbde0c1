import { INSIDE, UNCLEAR } from './declared-main.ts'
import type { Outline, OutlineBlock, OutlineElement } from './outline.ts'

/** So many blocks in a row are kept for what stands around them, if they are this likely (of 10,000) and so little of them is linked. */
const LONGEST_GAP = 30
const LEAST_CHANCE = 2000
const LINK_SHARE = 0.2

/**
 * Keeps what stands between kept blocks, where a page shows code: documentation is read from beginning to end, and a
 * paragraph that is missing in the middle is worse than one too many. Code itself is kept wherever it stands so.
 */
export function keepBetween(
  outline: Outline,
  chances: Int32Array,
  clear: Uint8Array,
  kept: Uint8Array,
): void {
  keepCode(outline, clear, kept)
  // A page that declares its main element has its paragraphs kept anyway.
  if (clear.includes(INSIDE) || !showsCode(outline, kept)) return
  for (let from = kept.indexOf(0); from !== -1;) {
    const to = kept.indexOf(1, from)
    if (to === -1) return
    if (from > 0 && to - from <= LONGEST_GAP && isOfSame(outline, chances, [from, to])) kept.fill(1, from, to)
    from = kept.indexOf(0, to)
  }
}

function keepCode({ elements, blocks }: Outline, clear: Uint8Array, kept: Uint8Array): void {
  for (const { kind, firstBlock, endBlock } of elements) {
    if (kind.role !== 'pre' || firstBlock === 0 || endBlock >= blocks.length) continue
    if (kept[firstBlock - 1] === 1 && kept[endBlock] === 1 && clear[firstBlock] === UNCLEAR)
      kept.fill(1, firstBlock, endBlock)
  }
}

function showsCode({ elements }: Outline, kept: Uint8Array): boolean {
  return elements.some(
    ({ kind, firstBlock, endBlock }) =>
      kind.role === 'pre' && kept.subarray(firstBlock, endBlock).includes(1),
  )
}

/** Tells whether blocks stand in the elements of the kept ones around them, and are as likely text of the page. */
function isOfSame({ blocks }: Outline, chances: Int32Array, [from, to]: readonly [number, number]): boolean {
  const around = new Set([blocks[from - 1]?.element.parent, blocks[to]?.element.parent])
  let words = 0
  let linked = 0
  let likely = 0
  for (let index = from; index < to; index++) {
    const block = blocks[index]
    if (block === undefined || !standsIn(block, around)) return false
    const weight = block.words + 1
    words += weight
    linked += block.linkedWords
    likely += weight * (chances[index] ?? 0)
  }
  return likely >= words * LEAST_CHANCE && linked <= words * LINK_SHARE
}

function standsIn({ element }: OutlineBlock, around: ReadonlySet<OutlineElement | undefined>): boolean {
  for (let at: OutlineElement | undefined = element; at !== undefined; at = at.parent)
    if (around.has(at)) return true
  return false
}
