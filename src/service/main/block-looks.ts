import { isText } from './block-sums.ts'
import type { Outline, OutlineBlock, OutlineElement } from './outline.ts'

/** Sums over the blocks of a page that look alike, wherever they stand. */
export interface Look {
  blocks: number
  words: number
  linkedWords: number
  texts: number
}

/** The sums of one look, as features use them. */
export const LOOK_FIGURES = ['count', 'linkShare', 'texts', 'share'] as const

/** How the blocks of a page look: by their own element and the next classed one around it, and by the next such around that. */
export interface BlockLooks {
  readonly own: readonly Look[]
  readonly outer: readonly Look[]
}

/**
 * Sums up the blocks that look alike: a template writes all posts of a thread or all products of a list in one way, at
 * any depth.
 */
export function findLooks({ elements, blocks }: Outline): BlockLooks {
  const classed: (OutlineElement | undefined)[] = []
  for (const element of elements) {
    const { index, parent, classEnd, classStart } = element
    classed[index] = classEnd > classStart ? element : parent && classed[parent.index]
  }
  const around = (element: OutlineElement | undefined): OutlineElement | undefined =>
    element === undefined || element.index < 0 ? undefined : classed[element.index]
  const count = countLooks(elements)
  const sums = new Map<number, Look>()
  const own: Look[] = []
  const outer: Look[] = []
  for (const block of blocks) {
    const near = around(block.element)
    own.push(addTo(sums, (2 + (near?.look ?? -1)) * count + block.element.look, block))
    outer.push(addTo(sums, around(near?.parent)?.look ?? -1, block))
  }
  return { own, outer }
}

/** Returns how many looks elements have; each is a number below. */
export function countLooks(elements: Outline['elements']): number {
  return 1 + elements.reduce((most, { look }) => Math.max(most, look), 0)
}

function addTo(sums: Map<number, Look>, key: number, block: OutlineBlock): Look {
  let look = sums.get(key)
  if (look === undefined) sums.set(key, (look = { blocks: 0, words: 0, linkedWords: 0, texts: 0 }))
  look.blocks++
  look.words += block.words
  look.linkedWords += block.linkedWords
  if (isText(block)) look.texts++
  return look
}
