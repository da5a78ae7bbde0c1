import type { Outline, OutlineBlock, OutlineElement, PageSigns } from './outline.ts'
import { TYPE_GROUPS } from './page-signs.ts'
import { CALLED_GROUPS, NAMED_GROUPS, SAID_GROUPS } from './vocabulary.ts'

/** A block with so many words, few of them linked, reads as a text. */
const TEXT_WORDS = 12
const TEXT_LINK_SHARE = 0.4
/** What stands for "there is none". */
const NONE = -1

/** Own element names that matter, by number. */
const OWN =
  'p li td th dt dd div span h1 h2 h3 h4 h5 h6 section pre figcaption button label article blockquote'.split(
    ' ',
  )

const AROUND = ['around', 'around2', 'around3', 'around4', 'around5', 'quarter', 'half'] as const
const NEAR = [-3, -2, -1, 1, 2, 3] as const

/** The features of a block, in the order in which `BlockFeatures` writes them. */
export const FEATURES: readonly string[] = [
  ...'words letters linkShare commas stops digitShare capitals isSentence hasPrice hasDate level element'.split(
    ' ',
  ),
  ...SAID_GROUPS.map((group) => `says ${group}`),
  ...CALLED_GROUPS.flatMap((group) => [`called ${group}: levels up`, `called ${group}: share`]),
  ...NAMED_GROUPS.flatMap((group) => [`in ${group}: levels up`, `in ${group}: share`]),
  ...['inner', 'outer'].flatMap((row) =>
    ['count', 'words', 'share', 'linkShare', 'prices', 'dates', 'blocks'].map(
      (figure) => `${row} row: ${figure}`,
    ),
  ),
  ...AROUND.flatMap((name) =>
    ['words', 'linkShare', 'wordsPerBlock', 'texts', 'stops', 'place'].map((figure) => `${name}: ${figure}`),
  ),
  ...NEAR.flatMap((step) =>
    ['words', 'linkShare', 'stops', 'kin'].map((figure) => `block ${step}: ${figure}`),
  ),
  ...[5, 15].flatMap((reach) =>
    ['words', 'linkShare', 'texts'].map((figure) => `within ${reach}: ${figure}`),
  ),
  ...'place wordPlace depth before after fromTitle wordsFromTitle textsBefore textsAfter'.split(' '),
  ...'fromHeading wordsFromHeading headingLevel'.split(' '),
  ...SAID_GROUPS.map((group) => `heading says ${group}`),
  'inLargestMain',
  'largestMainShare',
  ...'pageWords pageBlocks pageLinkShare pageTexts pageStops pagePrices pageDates pageKind'.split(' '),
  ...TYPE_GROUPS.map((group) => `page is ${group}`),
  ...'pageImages pageTimes pageParagraphs pageArticles pageListings'.split(' '),
  ...SAID_GROUPS.map((group) => `page says ${group}`),
]

const isInNames = (group: string): number => 1 << NAMED_GROUPS.indexOf(group)
const MAIN = isInNames('main')

/** Writes the features of a page's blocks, one at a time, into a row of numbers. */
export class BlockFeatures {
  readonly row = new Float64Array(FEATURES.length)
  readonly #outline: Outline
  readonly #signs: PageSigns
  readonly #words: Float64Array
  readonly #linked: Float64Array
  readonly #texts: Float64Array
  readonly #stops: Float64Array
  readonly #prices: Float64Array
  readonly #dates: Float64Array
  readonly #pageRow: number[]
  readonly #title: number
  readonly #largestMain: OutlineElement | undefined
  /** Of each block, the last heading up to it. */
  readonly #headings: Int32Array
  #at = 0

  /** @param outline with its texts counted */
  constructor(outline: Outline, signs: PageSigns) {
    this.#outline = outline
    this.#signs = signs
    const { blocks, elements } = outline
    this.#words = sums(blocks, ({ words }) => words)
    this.#linked = sums(blocks, ({ linkedWords }) => linkedWords)
    this.#texts = sums(blocks, (block) => (isText(block) ? 1 : 0))
    this.#stops = sums(blocks, ({ stops }) => stops)
    this.#prices = sums(blocks, ({ hasPrice }) => (hasPrice ? 1 : 0))
    this.#dates = sums(blocks, ({ hasDate }) => (hasDate ? 1 : 0))
    this.#title = blocks.findIndex(({ level }) => level === 1)
    this.#pageRow = this.#describePage()
    this.#headings = new Int32Array(blocks.length)
    let heading = NONE
    for (const [index, { level }] of blocks.entries()) {
      if (level > 0) heading = index
      this.#headings[index] = heading
    }
    for (const element of elements) {
      if ((element.names & MAIN) === 0) continue
      if (this.#largestMain === undefined || this.#wordsOf(element) > this.#wordsOf(this.#largestMain))
        this.#largestMain = element
    }
  }

  /** Writes the features of the block with this index into `row`. */
  describe(index: number): void {
    const block = this.#outline.blocks[index]
    if (block === undefined) return
    this.#at = 0
    this.#addOwn(block)
    const chain = chainOf(block.element)
    this.#addNames(chainOf(block.innermost))
    this.#addRows(chain)
    this.#addAround(index, chain)
    this.#addNear(index, block)
    this.#addPlaces(index, block)
    for (const figure of this.#pageRow) this.#add(figure)
  }

  #add(figure: number): void {
    this.row[this.#at++] = figure
  }

  #addBits(bits: number, count: number): void {
    for (let bit = 0; bit < count; bit++) this.#add((bits >> bit) & 1)
  }

  #addOwn(block: OutlineBlock): void {
    const { words, letters } = block
    this.#add(words)
    this.#add(letters)
    this.#add(share(block.linkedWords, words))
    this.#add(block.commas)
    this.#add(block.stops)
    this.#add(share(block.digits, letters + block.digits))
    this.#add(share(block.capitals, words))
    this.#add(block.isSentence ? 1 : 0)
    this.#add(block.hasPrice ? 1 : 0)
    this.#add(block.hasDate ? 1 : 0)
    this.#add(block.level)
    this.#add(OWN.indexOf(block.element.kind.name))
    this.#addBits(block.sayings, SAID_GROUPS.length)
  }

  /** For each group, how many levels up the nearest element of it stands, and its share of the page's words. */
  #addNames(chain: readonly OutlineElement[]): void {
    const called = this.#at
    const named = called + 2 * CALLED_GROUPS.length
    const end = named + 2 * NAMED_GROUPS.length
    for (let at = called; at < end; at += 2) {
      this.row[at] = MANY
      this.row[at + 1] = 0
    }
    let seenWords = 0
    let seenNames = 0
    for (const [level, element] of chain.entries()) {
      const newWords = element.words & ~seenWords
      const newNames = element.names & ~seenNames
      if (newWords === 0 && newNames === 0) continue
      seenWords |= newWords
      seenNames |= newNames
      const part = share(this.#wordsOf(element), this.#total)
      this.#mark(called, newWords, level, part)
      this.#mark(named, newNames, level, part)
    }
    this.#at = end
  }

  #mark(from: number, groups: number, level: number, part: number): void {
    for (let left = groups; left !== 0; left &= left - 1) {
      const at = from + 2 * (31 - Math.clz32(left & -left))
      this.row[at] = level
      this.row[at + 1] = part
    }
  }

  /** The rows of alike elements that the block stands in: the innermost and the outermost. */
  #addRows(chain: readonly OutlineElement[]): void {
    const inner = chain.find(({ alike }) => alike >= 3)
    const outer = chain.findLast(({ alike, kind }) => alike >= 3 && !PLAIN_ROWS.has(kind.name))
    this.#addRow(inner)
    this.#addRow(outer)
  }

  #addRow(element: OutlineElement | undefined): void {
    const { parent } = element ?? {}
    if (element === undefined || parent === undefined) {
      for (let figure = 0; figure < 7; figure++) this.#add(NONE)
      return
    }
    const { alike } = element
    const { firstBlock, endBlock } = parent
    const words = this.#wordsOf(parent)
    this.#add(alike)
    this.#add(words / alike)
    this.#add(share(words, this.#total))
    this.#add(share(between(this.#linked, firstBlock, endBlock), words))
    this.#add(between(this.#prices, firstBlock, endBlock) / alike)
    this.#add(between(this.#dates, firstBlock, endBlock) / alike)
    this.#add((endBlock - firstBlock) / alike)
  }

  /** Elements around the block: the next that hold more than it and than the one before, and those of a size. */
  #addAround(index: number, chain: readonly OutlineElement[]): void {
    let last = this.#outline.blocks[index]?.words ?? 0
    let count = 0
    for (const element of chain) {
      const words = this.#wordsOf(element)
      if (words <= last) continue
      last = words
      this.#addElement(index, element)
      if (++count === 5) break
    }
    for (; count < 5; count++) this.#addElement(index, undefined)
    this.#addElement(index, this.#largestBelow(chain, this.#total / 4))
    this.#addElement(index, this.#largestBelow(chain, this.#total / 2))
  }

  #largestBelow(chain: readonly OutlineElement[], words: number): OutlineElement | undefined {
    let largest: OutlineElement | undefined
    for (const element of chain) {
      if (this.#wordsOf(element) > words) break
      largest = element
    }
    return largest
  }

  #addElement(index: number, element: OutlineElement | undefined): void {
    if (element === undefined) {
      for (let figure = 0; figure < 6; figure++) this.#add(NONE)
      return
    }
    const { firstBlock, endBlock } = element
    const words = this.#wordsOf(element)
    this.#add(words)
    this.#add(share(between(this.#linked, firstBlock, endBlock), words))
    this.#add(share(words, endBlock - firstBlock))
    this.#add(between(this.#texts, firstBlock, endBlock))
    this.#add(share(between(this.#stops, firstBlock, endBlock), words))
    this.#add(share(index - firstBlock, endBlock - firstBlock))
  }

  #addNear(index: number, block: OutlineBlock): void {
    const { blocks } = this.#outline
    for (const step of NEAR) {
      const near = blocks[index + step]
      if (near === undefined) {
        for (let figure = 0; figure < 4; figure++) this.#add(NONE)
        continue
      }
      this.#add(near.words)
      this.#add(share(near.linkedWords, near.words))
      this.#add(near.stops)
      const isSister = near.element.parent === block.element.parent ? 1 : 0
      this.#add(near.element === block.element ? 2 : isSister)
    }
    this.#addWithin(index, 5)
    this.#addWithin(index, 15)
  }

  #addWithin(index: number, reach: number): void {
    const from = Math.max(0, index - reach)
    const to = Math.min(this.#outline.blocks.length, index + reach + 1)
    const words = between(this.#words, from, to)
    this.#add(words / (to - from))
    this.#add(share(between(this.#linked, from, to), words))
    this.#add(between(this.#texts, from, to) / (to - from))
  }

  #addPlaces(index: number, block: OutlineBlock): void {
    const { blocks } = this.#outline
    const title = this.#title
    const words = this.#words
    const texts = this.#texts
    const heading = this.#headings[index] ?? NONE
    const count = blocks.length
    this.#add(index / count)
    this.#add(share(words[index] ?? 0, this.#total))
    this.#add(block.element.depth)
    this.#add(index)
    this.#add(count - index)
    this.#add(title === NONE ? -999 : index - title)
    this.#add(title === NONE ? -999 : (words[index] ?? 0) - (words[title] ?? 0))
    this.#add(share(texts[index] ?? 0, texts[count] ?? 0))
    this.#add(share(between(texts, index + 1, count), texts[count] ?? 0))
    this.#add(heading === NONE ? NONE : index - heading)
    this.#add(heading === NONE ? NONE : between(words, heading, index))
    this.#add(blocks[heading]?.level ?? 0)
    this.#addBits(blocks[heading]?.sayings ?? 0, SAID_GROUPS.length)
    const main = this.#largestMain
    const isInMain = main !== undefined && index >= main.firstBlock && index < main.endBlock ? 1 : 0
    this.#add(main === undefined ? NONE : isInMain)
    this.#add(main === undefined ? NONE : share(this.#wordsOf(main), this.#total))
  }

  #describePage(): number[] {
    const { blocks, counts } = this.#outline
    const signs = this.#signs
    const count = blocks.length
    const sayings = SAID_GROUPS.map((_, bit) => blocks.filter((block) => (block.sayings >> bit) & 1).length)
    return [
      this.#total,
      count,
      share(this.#linked[count] ?? 0, this.#total),
      this.#texts[count] ?? 0,
      share(this.#stops[count] ?? 0, this.#total),
      this.#prices[count] ?? 0,
      this.#dates[count] ?? 0,
      signs.kind,
      ...TYPE_GROUPS.map((_, bit) => (signs.types >> bit) & 1),
      counts.images,
      counts.times,
      counts.paragraphs,
      counts.articles,
      counts.listings,
      ...sayings,
    ]
  }

  get #total(): number {
    return this.#words[this.#outline.blocks.length] ?? 0
  }

  #wordsOf({ firstBlock, endBlock }: OutlineElement): number {
    return between(this.#words, firstBlock, endBlock)
  }
}

/** Levels up to what does not stand around a block at all. */
const MANY = 30
/** In rows of these, it is the row around them that says what they are. */
const PLAIN_ROWS = new Set(['p', 'tr', 'td'])

function isText({ words, linkedWords }: OutlineBlock): boolean {
  return words >= TEXT_WORDS && linkedWords < words * TEXT_LINK_SHARE
}

/** An element and those around it, as far as they matter. */
function chainOf(element: OutlineElement): OutlineElement[] {
  const chain: OutlineElement[] = []
  for (let at: OutlineElement | undefined = element; at !== undefined && chain.length < MANY; at = at.parent)
    chain.push(at)
  return chain
}

/** At each index what all the blocks before it come to. */
function sums(blocks: readonly OutlineBlock[], figure: (block: OutlineBlock) => number): Float64Array {
  const sum = new Float64Array(blocks.length + 1)
  for (const [index, block] of blocks.entries()) sum[index + 1] = (sum[index] ?? 0) + figure(block)
  return sum
}

function between(sum: Float64Array, from: number, to: number): number {
  return (sum[Math.min(to, sum.length - 1)] ?? 0) - (sum[from] ?? 0)
}

function share(part: number, whole: number): number {
  return whole === 0 ? 0 : part / whole
}
