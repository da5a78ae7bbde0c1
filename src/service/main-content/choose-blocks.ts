import { createFeatures } from './block-features.ts'
import { sumOf, weightOf, outermost } from './outline.ts'
import type { Outline, OutlineBlock, OutlineElement } from './outline.ts'
import { IN_DATA, INSIDE, OUTSIDE, UNCLEAR } from './declared-main.ts'
import { TREES } from './forest.gen.ts'
import { type Forest, askForest, parseForest } from './forest.ts'
import { wordSet } from '../../util/word-set.ts'
import { joinHeadings } from './join-headings.ts'
import { keepNeighbors, showsCode } from './keep-neighbors.ts'

/** The trees' answers are thousandths of log odds. */
const UNIT = 1000
/** Chances are whole numbers up to this one, so that every machine gets the same result. */
const CERTAIN = 10_000
const CHANCES: Readonly<Record<number, number>> = { [INSIDE]: 0.9 * CERTAIN, [OUTSIDE]: 0 }
/** These elements are content as a whole or not at all: half a table is useless. */
const WHOLE = new Set(['table', 'pre'])
const LAID_OUT = wordSet('table h1 h2 h3')

let forest: Forest | undefined

/** Returns for each block whether it is content: 1 or 0. At least one is. `clear` is the result of `clearBlocks`. */
export function chooseBlocks(outline: Outline, clear: Uint8Array): Uint8Array {
  const chances = chancesOf(outline, clear)
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

/** Gives all blocks of a table or of code their mean chance, unless a table is for layout: it holds other tables or headings. */
function evenOut({ elements, blocks }: Outline, chances: Int32Array): void {
  const isWhole = (element: OutlineElement): boolean =>
    WHOLE.has(element.kind.name) && !isForLayout(elements, element)
  for (const { firstBlock, endBlock } of outermost(elements, isWhole)) {
    const whole = blocks.slice(firstBlock, endBlock)
    const likely = sumOf(whole, (block, index) => weightOf(block) * (chances[firstBlock + index] ?? 0))
    chances.fill(Math.round(likely / (sumOf(whole, weightOf) || 1)), firstBlock, endBlock)
  }
}

function isForLayout(elements: readonly OutlineElement[], { index, endIndex }: OutlineElement): boolean {
  for (let at = index + 1; at < endIndex; at++) if (LAID_OUT.has(elements[at]?.kind.name ?? '')) return true
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

/** Shorter texts may repeat: prices, dates, labels of cards. */
const LEAST_REPEATED_WORDS = 12
/** Whoever reads a list or a table needs each of these, also one that repeats. */
const ITEMS = wordSet('li dt dd td th pre')

/**
 * Leaves out paragraphs that are already kept further up, with their headings. Pages write a text again for another screen
 * size, in a carousel, or as a quote. Items and cells stay, and so do the refrain of a song in the same element, and everything on
 * a page with code: steps and descriptions of options repeat there.
 */
function leaveOutRepeated(outline: Outline, kept: Uint8Array): void {
  if (outline.isReference || showsCode(outline, kept)) return
  const seen = new Map<string, OutlineElement | undefined>()
  const repeatedHeadings = new Set<number>()
  for (const [index, block] of outline.blocks.entries()) {
    const isHeading = block.level > 0
    if (
      kept[index] === 0 ||
      ITEMS.has(block.element.kind.name) ||
      (!isHeading && block.words < LEAST_REPEATED_WORDS)
    )
      continue
    const text = block.text.replaceAll(/\s+/g, ' ').trim()
    const { parent } = block.element
    if (!seen.has(text)) seen.set(text, parent)
    else if (seen.get(text) === parent && block.element.kind.name === 'p') continue
    else if (isHeading) repeatedHeadings.add(index)
    else {
      kept[index] = 0
      if (repeatedHeadings.has(index - 1)) kept[index - 1] = 0
    }
  }
}
