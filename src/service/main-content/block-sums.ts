import type { OutlineBlock } from './outline.ts'

/** The blocks from the first up to before the end, such as those of an element. */
export interface BlockRange {
  readonly firstBlock: number
  readonly endBlock: number
}

type ValueOf = (block: OutlineBlock, index: number) => number

/** Adds up a value of some blocks. */
export function sumOf(blocks: readonly OutlineBlock[], valueOf: ValueOf): number {
  return blocks.reduce((sum, block, index) => sum + valueOf(block, index), 0)
}

/** Returns for each block the sum of a value of all blocks before it, and at the end the sum of all. */
export function sumsBefore(blocks: readonly OutlineBlock[], valueOf: ValueOf): Float64Array {
  const sums = new Float64Array(blocks.length + 1)
  for (const [index, block] of blocks.entries()) sums[index + 1] = (sums[index] ?? 0) + valueOf(block, index)
  return sums
}

/** Returns the sum for the blocks of an element, or of another range. */
export function sumWithin(sums: Float64Array, { firstBlock, endBlock }: BlockRange): number {
  return (sums[endBlock] ?? 0) - (sums[firstBlock] ?? 0)
}

/** Returns the words of a block and one more, so that a block without words counts too. */
export function weightOf({ words }: OutlineBlock): number {
  return words + 1
}
