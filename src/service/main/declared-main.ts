import type { Outline, OutlineElement } from './outline.ts'
import { calledBits, namedBits } from './vocabulary.ts'

/** What a page that declares its main element makes clear about a block. */
export const UNCLEAR = 0
export const INSIDE = 1
export const OUTSIDE = 2

/** A page declares its main element when it holds at least this share of the words. */
const LEAST_SHARE = 0.5
/** What is linked more than this has to be judged. */
const LINK_SHARE = 0.3
/** Inside of the main element, what is called so or stands in such has to be judged. */
const CLUTTER = calledBits(
  'navigation breadcrumbs pages header footer side related share comments advert consent form about hidden widget forum ' +
    'product review card filter slider button',
)
const CLUTTER_NAMES = namedBits('aside form dialog header button link')
const MAIN = namedBits('main')

/**
 * Says of each block what is clear without judging its text: outside of the main element that a page declares nothing is
 * content, and inside everything is that neither looks nor is called like anything else. All is unclear without one.
 */
export function clearBlocks({ elements, blocks }: Outline): Uint8Array {
  const clear = new Uint8Array(blocks.length)
  const main = declaredMain({ elements, blocks })
  if (main === undefined) return clear
  clear.fill(OUTSIDE, 0, main.firstBlock)
  clear.fill(OUTSIDE, main.endBlock)
  const isPlain = new Uint8Array(elements.length)
  isPlain[main.index] = 1
  for (const { index, parent, words, names } of elements) {
    const isInPlain = parent !== undefined && isPlain[parent.index] === 1
    if (isInPlain && (words & CLUTTER) === 0 && (names & CLUTTER_NAMES) === 0) isPlain[index] = 1
  }
  for (let index = main.firstBlock; index < main.endBlock; index++) {
    const block = blocks[index]
    if (block === undefined || isPlain[block.innermost.index] !== 1) continue
    if (block.linkedWords <= block.words * LINK_SHARE) clear[index] = INSIDE
  }
  return clear
}

function declaredMain({
  elements,
  blocks,
}: Pick<Outline, 'elements' | 'blocks'>): OutlineElement | undefined {
  let largest: OutlineElement | undefined
  let most = 0
  for (const element of elements) {
    if ((element.names & MAIN) === 0) continue
    let words = 0
    for (let index = element.firstBlock; index < element.endBlock; index++) words += blocks[index]?.words ?? 0
    if (words <= most) continue
    largest = element
    most = words
  }
  const total = blocks.reduce((sum, { words }) => sum + words, 0)
  return most >= total * LEAST_SHARE ? largest : undefined
}
