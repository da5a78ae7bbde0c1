import { BlockFeatures } from './block-features.ts'
import { INSIDE, OUTSIDE, UNCLEAR } from './declared-main.ts'
import { keepBetween } from './keep-between.ts'
import { leaveOutRelated } from './related-lists.ts'
import { SharedAnswers } from './shared-answers.ts'
import { askForest, parseForest, type Forest } from './forest.ts'
import { TREES } from './forest.gen.ts'
import type { Outline, OutlineBlock, OutlineElement } from './outline.ts'

/** The trees' answers are thousandths of log odds. */
const UNIT = 1000
/** Chances are whole numbers up to this one, so that no rounding of one machine can change a page. */
const CERTAIN = 10_000
/** Elements that are content as a whole or not at all, since half a table is of no use. */
const WHOLE = new Set(['table', 'pre'])

/** Blocks less likely than this are not kept because of what stands around them. */
const HEADING_CHANCE = 0.15 * CERTAIN
const GAP_CHANCE = 0.05 * CERTAIN
/** From this share of kept words on, an element is content. */
const CONTENT_SHARE = 0.8
const PLAIN = new Set('li dt dd td th pre'.split(' '))
const PLAIN_LINK_SHARE = 0.3

const CHANCES: Readonly<Record<number, number>> = { [INSIDE]: 0.9 * CERTAIN, [OUTSIDE]: 0 }

let forest: Forest | undefined

/**
 * Returns for each block of a page with counted texts whether it is content: 1 or 0.
 * @param clear what the page makes clear of each block
 */
export function chooseBlocks(outline: Outline, clear: Uint8Array): Uint8Array {
  const chances = chancesOf(outline, clear)
  leaveOutRelated(outline, chances)
  evenOut(outline, chances)
  const least = leastChance(outline, chances)
  const kept = Uint8Array.from(chances, (chance) => (chance >= least ? 1 : 0))
  keepOnlyTitle(outline, kept)
  keepHeadings(outline, chances, kept)
  fillGaps(outline, chances, kept)
  keepBetween(outline, chances, clear, kept)
  return kept
}

/** How likely each block is content: as the page declares it, else as the trees judge it. */
function chancesOf(outline: Outline, clear: Uint8Array): Int32Array {
  const chances = new Int32Array(outline.blocks.length)
  let judge: BlockJudge | undefined
  for (const [index, what] of clear.entries()) {
    if (what === UNCLEAR) judge ??= new BlockJudge(outline)
    chances[index] = what === UNCLEAR ? (judge?.chanceOf(index) ?? 0) : (CHANCES[what] ?? 0)
  }
  return chances
}

class BlockJudge {
  readonly #outline: Outline
  readonly #features: BlockFeatures
  readonly #answers: SharedAnswers

  constructor(outline: Outline) {
    this.#outline = outline
    this.#features = new BlockFeatures(outline)
    this.#answers = new SharedAnswers(outline)
  }

  chanceOf(index: number): number {
    const block = this.#outline.blocks[index]
    if (block === undefined) return 0
    const odds = this.#answers.answer(block, () => this.#ask(index)) / UNIT
    return Math.round(CERTAIN / (1 + Math.exp(-odds)))
  }

  #ask(index: number): number {
    forest ??= parseForest(TREES)
    this.#features.describe(index)
    return askForest(forest, this.#features.row)
  }
}

/** Gives the blocks of what is only content as a whole the same chance. */
function evenOut({ elements, blocks }: Outline, chances: Int32Array): void {
  let outer: OutlineElement | undefined
  for (const [index, element] of elements.entries()) {
    if (!WHOLE.has(element.kind.name) || (outer !== undefined && element.start < outer.end)) continue
    if (holdsTable(elements, index)) continue
    outer = element
    let words = 0
    let likely = 0
    for (let at = element.firstBlock; at < element.endBlock; at++) {
      const weight = 1 + (blocks[at]?.words ?? 0)
      words += weight
      likely += weight * (chances[at] ?? 0)
    }
    if (words > 0) chances.fill(Math.round(likely / words), element.firstBlock, element.endBlock)
  }
}

/** Tells whether an element holds a table: then it is a table for layout. */
function holdsTable(elements: readonly OutlineElement[], index: number): boolean {
  const { end = 0 } = elements[index] ?? {}
  for (let at = index + 1; at < elements.length && (elements[at]?.start ?? end) < end; at++)
    if (elements[at]?.kind.name === 'table') return true
  return false
}

/**
 * Returns the least chance with which a block is kept: the one with the greatest expected F1 of the kept words. An unclear
 * page keeps more than a clear one, and no page comes out empty.
 */
function leastChance({ blocks }: Outline, chances: Int32Array): number {
  const { length } = chances
  const order = Float64Array.from(chances, (chance, index) => (CERTAIN - chance) * length + index).sort()
  let expected = 0
  for (const [index, { words }] of blocks.entries()) expected += words * (chances[index] ?? 0)
  let kept = 0
  let right = 0
  let best = -1
  let least = CERTAIN
  for (const place of order) {
    const index = place % length
    const words = blocks[index]?.words ?? 0
    const chance = chances[index] ?? 0
    kept += words * CERTAIN
    right += words * chance
    const f1 = (2 * right) / (kept + expected)
    if (f1 <= best) continue
    best = f1
    least = chance
  }
  return least
}

/** Keeps a page's only title, wherever it stands. */
function keepOnlyTitle({ elements }: Outline, kept: Uint8Array): void {
  const titles = elements.filter(
    ({ kind, firstBlock, endBlock }) => kind.name === 'h1' && endBlock > firstBlock,
  )
  const [title] = titles
  if (title !== undefined && titles.length === 1) kept.fill(1, title.firstBlock, title.endBlock)
}

/** Keeps a heading above what is kept. */
function keepHeadings({ blocks }: Outline, chances: Int32Array, kept: Uint8Array): void {
  for (let index = kept.length - 2; index >= 0; index--) {
    const isHeading = (blocks[index]?.level ?? 0) > 0
    if (isHeading && kept[index + 1] === 1 && (chances[index] ?? 0) >= HEADING_CHANCE) kept[index] = 1
  }
}

/** Keeps short items, cells and lines of code among content, unless they are links: they say little by themselves. */
function fillGaps({ elements, blocks }: Outline, chances: Int32Array, kept: Uint8Array): void {
  const wordsBefore = new Int32Array(kept.length + 1)
  const keptBefore = new Int32Array(kept.length + 1)
  for (const [index, { words }] of blocks.entries()) {
    wordsBefore[index + 1] = (wordsBefore[index] ?? 0) + words + 1
    keptBefore[index + 1] = (keptBefore[index] ?? 0) + (kept[index] === 1 ? words + 1 : 0)
  }
  const isAmong = new Uint8Array(elements.length)
  for (const { index, parent, firstBlock, endBlock } of elements) {
    const words = (wordsBefore[endBlock] ?? 0) - (wordsBefore[firstBlock] ?? 0)
    const keptWords = (keptBefore[endBlock] ?? 0) - (keptBefore[firstBlock] ?? 0)
    const isContent = endBlock - firstBlock > 1 && keptWords >= words * CONTENT_SHARE
    if (isContent || (parent !== undefined && isAmong[parent.index] === 1)) isAmong[index] = 1
  }
  for (const [index, block] of blocks.entries())
    if ((chances[index] ?? 0) >= GAP_CHANCE && isPlain(block) && isAmong[block.element.index] === 1)
      kept[index] = 1
}

function isPlain({ element, words, linkedWords }: OutlineBlock): boolean {
  return PLAIN.has(element.kind.name) && linkedWords <= words * PLAIN_LINK_SHARE
}
