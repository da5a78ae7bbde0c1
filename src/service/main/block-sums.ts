import type { OutlineBlock } from './outline.ts'

/** A block with so many words, few of them linked, reads as a text. */
const TEXT_WORDS = 12
const TEXT_LINK_SHARE = 0.4

/** Tells whether a block reads as a text. */
export function isText({ words, linkedWords }: OutlineBlock): boolean {
  return words >= TEXT_WORDS && linkedWords < words * TEXT_LINK_SHARE
}

/** Figures of blocks: at each index what all the blocks before it come to. */
export interface BlockSums {
  readonly words: Float64Array
  readonly linked: Float64Array
  readonly texts: Float64Array
  readonly stops: Float64Array
  readonly prices: Float64Array
  readonly dates: Float64Array
}

/** Sums up the figures of blocks. */
export function sumUp(blocks: readonly OutlineBlock[]): BlockSums {
  const count = blocks.length
  const sum = (): Float64Array => new Float64Array(count + 1)
  const sums = { words: sum(), linked: sum(), texts: sum(), stops: sum(), prices: sum(), dates: sum() }
  const { words, linked, texts, stops, prices, dates } = sums
  let index = 0
  for (const block of blocks) {
    const next = index + 1
    words[next] = (words[index] ?? 0) + block.words
    linked[next] = (linked[index] ?? 0) + block.linkedWords
    texts[next] = (texts[index] ?? 0) + (isText(block) ? 1 : 0)
    stops[next] = (stops[index] ?? 0) + block.stops
    prices[next] = (prices[index] ?? 0) + (block.hasPrice ? 1 : 0)
    dates[next] = (dates[index] ?? 0) + (block.hasDate ? 1 : 0)
    index = next
  }
  return sums
}

/** Returns what the blocks from `from` up to `to` come to. */
export function between(sum: Float64Array, from: number, to: number): number {
  return (sum[Math.min(to, sum.length - 1)] ?? 0) - (sum[from] ?? 0)
}

/** Returns which share of a whole a part is; 0 of nothing. */
export function share(part: number, whole: number): number {
  return whole === 0 ? 0 : part / whole
}
