import { sumOf, weightOf } from './block-sums.ts'
import { BlockFeatures } from './block-features.ts'
import { INSIDE, OUTSIDE, UNCLEAR } from './declared-main.ts'
import { askForest, parseForest, type Forest } from './forest.ts'
import { TREES } from './forest.gen.ts'
import { keepNeighbors } from './keep-neighbors.ts'
import { joinHeadings } from './headed-lists.ts'
import type { Outline, OutlineBlock } from './outline.ts'
import type { OutlineElement } from './outline-element.ts'
import { leaveOutRelated } from './related-lists.ts'

/** The trees' answers are thousandths of log odds. */
const UNIT = 1000
/** Chances are whole numbers up to this one, so that every machine gets the same result. */
export const CERTAIN = 10_000
const CHANCES: Readonly<Record<number, number>> = { [INSIDE]: 0.9 * CERTAIN, [OUTSIDE]: 0 }
/** These elements are content as a whole or not at all: half a table is useless. */
const WHOLE = new Set(['table', 'pre'])

let forest: Forest | undefined

/**
 * Returns for each block whether it is content: 1 or 0. At least one block is.
 * @param clear the result of `clearBlocks`
 */
export function chooseBlocks(outline: Outline, clear: Uint8Array): Uint8Array {
  const chances = chancesOf(outline, clear)
  leaveOutRelated(outline, chances)
  evenOut(outline, chances)
  const least = leastChance(outline, chances)
  const kept = Uint8Array.from(chances, (chance) => (chance >= least ? 1 : 0))
  keepNeighbors(outline, { chances, clear }, kept)
  joinHeadings(outline, kept)
  return kept
}

/** Returns how likely each block is content: as the page declares it, else as the trees judge it. */
function chancesOf(outline: Outline, clear: Uint8Array): Int32Array {
  const features = clear.includes(UNCLEAR) ? new BlockFeatures(outline) : undefined
  forest ??= parseForest(TREES)
  const chances = new Int32Array(outline.blocks.length)
  for (const [index, block] of outline.blocks.entries()) {
    const what = clear[index] ?? UNCLEAR
    chances[index] =
      what === UNCLEAR && features !== undefined
        ? chanceOf(askForest(forest, features.rowOf(block, index)))
        : (CHANCES[what] ?? 0)
  }
  return chances
}

function chanceOf(answer: number): number {
  return Math.round(CERTAIN / (1 + Math.exp(-answer / UNIT)))
}

/** Gives all blocks of a table or of code their mean chance, unless a table is for layout: it holds other tables. */
function evenOut({ elements, blocks }: Outline, chances: Int32Array): void {
  for (let index = 0; index < elements.length;) {
    const element = elements[index]
    if (element === undefined) return
    const isWhole = WHOLE.has(element.kind.name) && !holdsTable(elements, element)
    if (isWhole) {
      const { firstBlock, endBlock } = element
      const mean = meanChance(blocks.slice(firstBlock, endBlock), chances.subarray(firstBlock, endBlock))
      chances.fill(mean, firstBlock, endBlock)
    }
    index = isWhole ? element.endIndex : index + 1
  }
}

function meanChance(blocks: readonly OutlineBlock[], chances: Int32Array): number {
  const likely = sumOf(blocks, (block, index) => weightOf(block) * (chances[index] ?? 0))
  return blocks.length === 0 ? 0 : Math.round(likely / sumOf(blocks, weightOf))
}

function holdsTable(elements: readonly OutlineElement[], { index, endIndex }: OutlineElement): boolean {
  for (let at = index + 1; at < endIndex; at++) if (elements[at]?.kind.name === 'table') return true
  return false
}

/**
 * Returns the least chance of a kept block: the one with the greatest expected F1 of the kept words. An unclear page keeps
 * more than a clear one, and no page is left empty.
 */
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
