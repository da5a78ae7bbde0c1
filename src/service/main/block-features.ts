import { findAround, type AroundElements } from './around-elements.ts'
import { findLooks, LOOK_FIGURES, type BlockLooks, type Look } from './block-looks.ts'
import { between, share, sumUp } from './block-sums.ts'
import type { Outline, OutlineBlock, OutlineElement } from './outline.ts'
import { CALLED_GROUPS, NAMED_GROUPS, SAID_GROUPS } from './vocabulary.ts'

/** What stands for "there is none". */
const NONE = -1

/** Own element names that matter, by number. */
const OWN = new Map(
  'p li td th dt dd div span h1 h2 h3 h4 h5 h6 section pre figcaption button label article blockquote'
    .split(' ')
    .map((name, number) => [name, number] as const),
)

const AROUND = ['around', 'around2', 'around3', 'around4', 'around5', 'quarter', 'half'] as const

/** Stands for the number of levels up to what does not stand around a block. */
const MANY = 30
/** Of groups of words or names around a block, those whose distance, and those whose share of the page is a feature. */
interface AroundGroups {
  readonly levels: readonly string[]
  readonly shares: readonly string[]
  /** The bits of all of them. */
  readonly bits: number
  /** By bit, where the figure stands among these features; -1 where it is none. */
  readonly levelPlaces: Int8Array
  readonly sharePlaces: Int8Array
}

const CALLED = groupsAround(
  CALLED_GROUPS,
  'comments form section related hidden footer content about header slider review language widget navigation forum advert',
  'content hidden footer comments slider about card product side button',
)
const NAMED = groupsAround(
  NAMED_GROUPS,
  'form item figure heading dialog cell button',
  'paragraph section code list aside article',
)
const SAID_ON_PAGES = 'shop navigation share related more join filter forum part'.split(' ')
const PAGE_SAYINGS = SAID_ON_PAGES.map((group) => SAID_GROUPS.indexOf(group))
const COMMENTS = SAID_GROUPS.indexOf('comments')

/** The features of a block, in the order in which `BlockFeatures` writes them. One that improves nothing is left out. */
export const FEATURES: readonly string[] = [
  ...'pageWords pageBlocks pageTexts pageStops pagePrices pageDates pageImages pageParagraphs pageArticles'.split(
    ' ',
  ),
  ...SAID_ON_PAGES.map((group) => `page says ${group}`),
  ...'words letters linkShare stops isSentence level element'.split(' '),
  ...namesOf('called', CALLED),
  ...namesOf('in', NAMED),
  ...['inner', 'outer'].flatMap((row) =>
    ['count', 'words', 'share', 'linkShare', 'prices', 'dates', 'blocks'].map(
      (figure) => `${row} row: ${figure}`,
    ),
  ),
  ...AROUND.flatMap((name) =>
    ['words', 'linkShare', 'wordsPerBlock', 'texts', 'stops'].map((figure) => `${name}: ${figure}`),
  ),
  'kinOfNext',
  ...['look', 'outer look'].flatMap((look) => LOOK_FIGURES.map((figure) => `${look}: ${figure}`)),
  ...[5, 15].flatMap((reach) => ['linkShare', 'texts'].map((figure) => `within ${reach}: ${figure}`)),
  ...'place wordPlace depth before fromTitle wordsFromTitle textsBefore'.split(' '),
  ...'fromHeading wordsFromHeading headingLevel headingSaysComments'.split(' '),
]

function groupsAround(all: readonly string[], levels: string, shares: string): AroundGroups {
  const inLevels = levels.split(' ')
  const inShares = shares.split(' ')
  return {
    levels: inLevels,
    shares: inShares,
    bits: all.reduce(
      (bits, group, bit) => (inLevels.includes(group) || inShares.includes(group) ? bits | (1 << bit) : bits),
      0,
    ),
    levelPlaces: Int8Array.from(all, (group) => inLevels.indexOf(group)),
    sharePlaces: Int8Array.from(all, (group) =>
      inShares.includes(group) ? inLevels.length + inShares.indexOf(group) : NONE,
    ),
  }
}

function namesOf(prefix: string, { levels, shares }: AroundGroups): string[] {
  return [
    ...levels.map((group) => `${prefix} ${group}: levels up`),
    ...shares.map((group) => `${prefix} ${group}: share`),
  ]
}

/** Writes the features of a page's blocks, one at a time, into a row of numbers. */
export class BlockFeatures {
  readonly row = new Float64Array(FEATURES.length)
  readonly #outline: Outline
  readonly #words: Float64Array
  readonly #linked: Float64Array
  readonly #texts: Float64Array
  readonly #stops: Float64Array
  readonly #prices: Float64Array
  readonly #dates: Float64Array
  readonly #total: number
  readonly #title: number
  /** Of each block, the last heading up to it. */
  readonly #headings: Int32Array
  readonly #around: AroundElements
  readonly #looks: BlockLooks
  /** Behind the features of the page, which are the same for all of its blocks. */
  readonly #start: number
  #at = 0
  /** How many levels up from a block we are. */
  #level = 0

  /** @param outline with its texts counted */
  constructor(outline: Outline) {
    this.#outline = outline
    const { blocks } = outline
    const sums = sumUp(blocks)
    this.#words = sums.words
    this.#linked = sums.linked
    this.#texts = sums.texts
    this.#stops = sums.stops
    this.#prices = sums.prices
    this.#dates = sums.dates
    this.#total = this.#words[blocks.length] ?? 0
    this.#title = blocks.findIndex(({ level }) => level === 1)
    this.#headings = new Int32Array(blocks.length)
    let heading = NONE
    for (let index = 0; index < blocks.length; index++) {
      if ((blocks[index]?.level ?? 0) > 0) heading = index
      this.#headings[index] = heading
    }
    this.#around = findAround(outline, this.#words)
    this.#looks = findLooks(outline)
    this.#addPage()
    this.#start = this.#at
  }

  /** Writes the features of the block with this index into `row`. */
  describe(index: number): void {
    const block = this.#outline.blocks[index]
    if (block === undefined) return
    this.#at = this.#start
    this.#addOwn(block)
    this.#addNames(block.innermost)
    this.#addAround(block)
    this.#addNear(index, block)
    this.#addPlaces(index, block)
  }

  #add(figure: number): void {
    this.row[this.#at++] = figure
  }

  #addOwn(block: OutlineBlock): void {
    this.#add(block.words)
    this.#add(block.letters)
    this.#add(share(block.linkedWords, block.words))
    this.#add(block.stops)
    this.#add(block.isSentence ? 1 : 0)
    this.#add(block.level)
    this.#add(OWN.get(block.element.kind.name) ?? NONE)
  }

  /** For each group, how many levels up the nearest element of it stands, and its share of the page's words. */
  #addNames(innermost: OutlineElement): void {
    const called = this.#at
    const named = this.#clear(called, CALLED)
    this.#at = this.#clear(named, NAMED)
    let newWords = CALLED.bits
    let newNames = NAMED.bits
    this.#level = 0
    for (
      let at: OutlineElement | undefined = innermost;
      at !== undefined && this.#level < MANY;
      at = at.parent
    ) {
      const words = at.words & newWords
      const names = at.names & newNames
      if (words !== 0 || names !== 0) {
        newWords &= ~words
        newNames &= ~names
        const part = share(this.#wordsOf(at), this.#total)
        this.#mark(called, CALLED, words, part)
        this.#mark(named, NAMED, names, part)
      }
      this.#level++
    }
  }

  #clear(from: number, { levels, shares }: AroundGroups): number {
    const middle = from + levels.length
    const end = middle + shares.length
    for (let at = from; at < middle; at++) this.row[at] = MANY
    for (let at = middle; at < end; at++) this.row[at] = 0
    return end
  }

  #mark(from: number, { levelPlaces, sharePlaces }: AroundGroups, bits: number, part: number): void {
    for (let left = bits; left !== 0; left &= left - 1) {
      const bit = 31 - Math.clz32(left & -left)
      const levelPlace = levelPlaces[bit] ?? NONE
      const sharePlace = sharePlaces[bit] ?? NONE
      if (levelPlace !== NONE) this.row[from + levelPlace] = this.#level
      if (sharePlace !== NONE) this.row[from + sharePlace] = part
    }
  }

  /** A row of alike elements that the block stands in. */
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

  /** Elements around the block: those in rows, the next that hold more than it and than the one before, and those of a size. */
  #addAround({ element, words }: OutlineBlock): void {
    const { innerRow, outerRow, larger, quarter, half } = this.#around
    this.#addRow(innerRow[element.index])
    this.#addRow(outerRow[element.index])
    let at = this.#wordsOf(element) > words ? element : larger[element.index]
    for (let count = 0; count < 5; count++) {
      this.#addElement(at)
      at = at === undefined ? undefined : larger[at.index]
    }
    this.#addElement(quarter[element.index])
    this.#addElement(half[element.index])
  }

  #addElement(element: OutlineElement | undefined): void {
    if (element === undefined) {
      for (let figure = 0; figure < 5; figure++) this.#add(NONE)
      return
    }
    const { firstBlock, endBlock } = element
    const words = this.#wordsOf(element)
    this.#add(words)
    this.#add(share(between(this.#linked, firstBlock, endBlock), words))
    this.#add(share(words, endBlock - firstBlock))
    this.#add(between(this.#texts, firstBlock, endBlock))
    this.#add(share(between(this.#stops, firstBlock, endBlock), words))
  }

  #addNear(index: number, block: OutlineBlock): void {
    const next = this.#outline.blocks[index + 1]
    const isSister = next?.element.parent === block.element.parent ? 1 : 0
    this.#add(next === undefined ? NONE : next.element === block.element ? 2 : isSister)
    this.#addLook(this.#looks.own[index])
    this.#addLook(this.#looks.outer[index])
    this.#addWithin(index, 5)
    this.#addWithin(index, 15)
  }

  #addLook(look: Look | undefined): void {
    if (look === undefined) return
    this.#add(look.blocks)
    this.#add(share(look.linkedWords, look.words))
    this.#add(look.texts / look.blocks)
    this.#add(share(look.words, this.#total))
  }

  #addWithin(index: number, reach: number): void {
    const from = Math.max(0, index - reach)
    const to = Math.min(this.#outline.blocks.length, index + reach + 1)
    this.#add(share(between(this.#linked, from, to), between(this.#words, from, to)))
    this.#add(between(this.#texts, from, to) / (to - from))
  }

  #addPlaces(index: number, block: OutlineBlock): void {
    const { blocks } = this.#outline
    const title = this.#title
    const words = this.#words
    const before = words[index] ?? 0
    const heading = this.#headings[index] ?? NONE
    this.#add(index / blocks.length)
    this.#add(share(before, this.#total))
    this.#add(block.element.depth)
    this.#add(index)
    this.#add(title === NONE ? -999 : index - title)
    this.#add(title === NONE ? -999 : before - (words[title] ?? 0))
    this.#add(share(this.#texts[index] ?? 0, this.#texts[blocks.length] ?? 0))
    this.#add(heading === NONE ? NONE : index - heading)
    this.#add(heading === NONE ? NONE : between(words, heading, index))
    this.#add(blocks[heading]?.level ?? 0)
    this.#add(((blocks[heading]?.sayings ?? 0) >> COMMENTS) & 1)
  }

  #addPage(): void {
    const { blocks, counts } = this.#outline
    const count = blocks.length
    this.#add(this.#total)
    this.#add(count)
    this.#add(this.#texts[count] ?? 0)
    this.#add(share(this.#stops[count] ?? 0, this.#total))
    this.#add(this.#prices[count] ?? 0)
    this.#add(this.#dates[count] ?? 0)
    this.#add(counts.images)
    this.#add(counts.paragraphs)
    this.#add(counts.articles)
    const start = this.#at
    for (let at = 0; at < PAGE_SAYINGS.length; at++) this.#add(0)
    for (const { sayings } of blocks) {
      if (sayings === 0) continue
      for (let at = 0; at < PAGE_SAYINGS.length; at++)
        this.row[start + at] = (this.row[start + at] ?? 0) + ((sayings >> (PAGE_SAYINGS[at] ?? 0)) & 1)
    }
  }

  #wordsOf({ firstBlock, endBlock }: OutlineElement): number {
    return between(this.#words, firstBlock, endBlock)
  }
}
