import type { Outline, OutlineBlock, OutlineElement } from './outline.ts'

/** A block with at least this many words, few of them linked, is text. */
const TEXT_WORDS = 12
const TEXT_LINK_SHARE = 0.4
/** A row of these says less than the rows around it. */
const PLAIN_ROWS = new Set(['p', 'tr', 'td'])
/** At least this many elements that look alike are a row. */
const LEAST_ROW = 3

export class Sums {
  blocks = 0
  words = 0
  linked = 0
  texts = 0
  /** Ends of sentences. */
  stops = 0
  prices = 0
  dates = 0

  static between(before: Sums, to: Sums): Sums {
    const sums = new Sums()
    sums.blocks = to.blocks - before.blocks
    sums.words = to.words - before.words
    sums.linked = to.linked - before.linked
    sums.texts = to.texts - before.texts
    sums.stops = to.stops - before.stops
    sums.prices = to.prices - before.prices
    sums.dates = to.dates - before.dates
    return sums
  }

  add({ facts }: OutlineBlock): void {
    this.blocks++
    this.words += facts.words
    this.linked += facts.linkedWords
    if (facts.words >= TEXT_WORDS && facts.linkedWords < facts.words * TEXT_LINK_SHARE) this.texts++
    this.stops += facts.stops
    if (facts.hasPrice) this.prices++
    if (facts.hasDate) this.dates++
  }

  get linkShare(): number {
    return share(this.linked, this.words)
  }
}

/**
 * Elements with text around a block: the innermost and the outermost that are in a row of elements that look alike, the next
 * one with more words, and the largest with at most a quarter, or half, of the page's words.
 */
type Surroundings = {
  readonly [Name in 'innerRow' | 'outerRow' | 'larger' | 'quarter' | 'half']?: OutlineElement | undefined
}

const NOTHING_AROUND: Surroundings = {}

/** Counts the blocks of an outline once, for all features. Takes linear time. */
export class PageFigures {
  readonly outline: Outline
  readonly total: Sums
  /** The first block in an `h1`, or -1. */
  readonly title: number
  /** For each block the last block in a heading, up to the block itself; or -1. */
  readonly headings: readonly number[]
  /** For each block, the sums of the blocks with the same look, and of those with the same look around. */
  readonly alikeBlocks: Sums[] = []
  readonly alikeAround: Sums[] = []
  /** At each index, the sums of all blocks before. */
  readonly #before: readonly Sums[]
  readonly #ofElements: (Sums | undefined)[] = []
  /** For each element, a number for its name and the first word of its class. */
  readonly #looks: readonly number[]
  readonly #alike: readonly number[]
  readonly #surroundings: readonly Surroundings[]

  constructor(outline: Outline) {
    const { blocks, elements } = outline
    this.outline = outline
    this.#before = sumsBefore(blocks)
    this.total = this.before(blocks.length)
    this.title = blocks.findIndex(({ level }) => level === 1)
    this.headings = lastHeadings(blocks)
    this.#looks = looksOf(elements)
    this.#alike = countAlike(elements, this.#looks)
    this.#surroundings = this.#surround(elements)
    this.#sumLooks()
  }

  before(block: number): Sums {
    return this.#before[block] ?? new Sums()
  }

  between(from: number, to: number): Sums {
    return Sums.between(this.before(from), this.before(to))
  }

  of({ index, firstBlock, endBlock }: OutlineElement): Sums {
    if (index < 0) return this.total
    return (this.#ofElements[index] ??= this.between(firstBlock, endBlock))
  }

  /** Counts the children of an element's parent that have text and look like the element, itself included. */
  alike({ index }: OutlineElement): number {
    return this.#alike[index] ?? 0
  }

  around({ index }: OutlineElement): Surroundings {
    return this.#surroundings[index] ?? NOTHING_AROUND
  }

  #surround(elements: readonly OutlineElement[]): Surroundings[] {
    const all: Surroundings[] = []
    for (const element of elements) {
      const { parent, kind } = element
      const outer = parent === undefined ? NOTHING_AROUND : (all[parent.index] ?? NOTHING_AROUND)
      const { words } = this.of(element)
      const isRow = this.alike(element) >= LEAST_ROW
      const isOuterRow = isRow && !PLAIN_ROWS.has(kind.name)
      const isSmaller = parent !== undefined && this.of(parent).words > words
      all.push({
        innerRow: isRow ? element : outer.innerRow,
        outerRow: outer.outerRow ?? (isOuterRow ? element : undefined),
        larger: isSmaller ? parent : outer.larger,
        quarter: words > this.total.words / 4 ? undefined : (outer.quarter ?? element),
        half: words > this.total.words / 2 ? undefined : (outer.half ?? element),
      })
    }
    return all
  }

  /**
   * Sums up blocks with the same look: their own element and the next one around with a class, or only the class around
   * that. Templates write all posts of a thread or all products of a list in the same way, at any depth.
   */
  #sumLooks(): void {
    const { elements, blocks } = this.outline
    const classed: (OutlineElement | undefined)[] = []
    for (const element of elements)
      classed.push(element.className === '' ? element.parent && classed[element.parent.index] : element)
    const sums = new Map<string, Sums>()
    const sumOf = (key: string, block: OutlineBlock): Sums => {
      let sum = sums.get(key)
      if (sum === undefined) sums.set(key, (sum = new Sums()))
      sum.add(block)
      return sum
    }
    const look = (element: OutlineElement | undefined): number =>
      element === undefined ? -1 : (this.#looks[element.index] ?? 0)
    for (const block of blocks) {
      const near = classed[block.element.index]
      const outer = near?.parent && classed[near.parent.index]
      this.alikeBlocks.push(sumOf(`${look(near)} ${look(block.element)}`, block))
      this.alikeAround.push(sumOf(String(look(outer)), block))
    }
  }
}

/** Returns a part of a whole; 0 when there is no whole. */
export function share(part: number, whole: number): number {
  return whole === 0 ? 0 : part / whole
}

function sumsBefore(blocks: readonly OutlineBlock[]): Sums[] {
  const nothing = new Sums()
  const all = [nothing]
  let sums = nothing
  for (const block of blocks) {
    sums = Sums.between(nothing, sums)
    sums.add(block)
    all.push(sums)
  }
  return all
}

function lastHeadings(blocks: readonly OutlineBlock[]): number[] {
  let heading = -1
  return blocks.map(({ level }, index) => {
    if (level > 0) heading = index
    return heading
  })
}

function looksOf(elements: readonly OutlineElement[]): number[] {
  const numbers = new Map<string, number>()
  return elements.map(({ kind, className }) => {
    const look = className === '' ? kind.name : `${kind.name}.${/\S+/.exec(className)?.[0] ?? ''}`
    const number = numbers.get(look) ?? numbers.size
    numbers.set(look, number)
    return number
  })
}

function countAlike(elements: readonly OutlineElement[], looks: readonly number[]): number[] {
  const counts = new Map<number, number>()
  const keys = elements.map(({ index, parent, firstBlock, endBlock }) => {
    if (endBlock === firstBlock) return -1
    const key = ((parent?.index ?? -1) + 1) * elements.length + (looks[index] ?? 0)
    counts.set(key, (counts.get(key) ?? 0) + 1)
    return key
  })
  return keys.map((key) => counts.get(key) ?? 0)
}
