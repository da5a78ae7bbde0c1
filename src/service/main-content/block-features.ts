import type { Outline, OutlineBlock } from './outline.ts'
import type { OutlineElement } from './outline-element.ts'
import { PageFigures, share, type Sums } from './page-figures.ts'
import { CLASS_GROUPS, TAG_GROUP_NAMES, TEXT_GROUPS } from './vocabulary.ts'

/** The value of a feature that does not apply. */
const NONE = -1
const NO_TITLE = -999
/** Elements further up do not count, and are as many levels away. */
const MOST_LEVELS = 30

/** One block of a page. */
interface Place {
  readonly page: PageFigures
  readonly block: OutlineBlock
  readonly index: number
}

/** Some features: their names, and a function that returns their values in the same order. */
interface FeatureGroup {
  readonly names: readonly string[]
  values(place: Place): readonly number[]
}

const OWN_ELEMENTS = words(
  'p li td th dt dd div span h1 h2 h3 h4 h5 h6 section pre figcaption button label article blockquote',
)

const own: FeatureGroup = {
  names: words('words letters linkShare stops isSentence level element'),
  values: ({ block: { facts, level, element } }) => [
    facts.words,
    facts.letters,
    share(facts.linkedWords, facts.words),
    facts.stops,
    facts.isSentence ? 1 : 0,
    level,
    OWN_ELEMENTS.indexOf(element.kind.name),
  ],
}

const classWords = nearestGroups('class', CLASS_GROUPS, {
  levels:
    'comments form section related hidden footer content about header slider review language widget navigation forum advert',
  shares: 'content hidden footer comments slider about card product side button',
  bitsOf: (element) => element.classWords,
})

const tags = nearestGroups('tag', TAG_GROUP_NAMES, {
  levels: 'form item figure heading dialog cell button',
  shares: 'paragraph section code list aside article',
  bitsOf: (element) => element.tags,
})

const rows: FeatureGroup = {
  names: named(['inner row', 'outer row'], 'count words share linkShare prices dates blocks'),
  values: ({ page, block }) => {
    const { innerRow, outerRow } = page.around(block.element)
    return [...valuesOfRow(page, innerRow), ...valuesOfRow(page, outerRow)]
  },
}

const around: FeatureGroup = {
  names: named(
    words('around around2 around3 around4 around5 quarter half'),
    'words linkShare wordsPerBlock texts stops',
  ),
  values: ({ page, block }) => {
    const { quarter, half, larger } = page.around(block.element)
    let element = page.of(block.element).words > block.words ? block.element : larger
    const values: number[] = []
    for (let count = 0; count < 5; count++) {
      values.push(...valuesOfElement(page, element))
      element = element && page.around(element).larger
    }
    values.push(...valuesOfElement(page, quarter), ...valuesOfElement(page, half))
    return values
  },
}

const near: FeatureGroup = {
  names: [
    'kinOfNext',
    ...named(['look', 'outer look'], 'count linkShare texts share'),
    ...named(['within 5', 'within 15'], 'linkShare texts'),
  ],
  values: ({ page, block, index }) => [
    kinOfNext(block, page.outline.blocks[index + 1]),
    ...valuesOfLook(page, page.alikeBlocks[index]),
    ...valuesOfLook(page, page.alikeAround[index]),
    ...valuesWithin(page, index, 5),
    ...valuesWithin(page, index, 15),
  ],
}

const COMMENTS = TEXT_GROUPS.indexOf('comments')

const place: FeatureGroup = {
  names: words(
    'place wordPlace depth before fromTitle wordsFromTitle textsBefore ' +
      'fromHeading wordsFromHeading headingLevel headingSaysComments',
  ),
  values: ({ page, block, index }) => {
    const { total, title } = page
    const { blocks } = page.outline
    const before = page.before(index)
    const last = page.headings[index] ?? NONE
    const heading = blocks[last]
    return [
      index / blocks.length,
      share(before.words, total.words),
      block.element.depth,
      index,
      title === NONE ? NO_TITLE : index - title,
      title === NONE ? NO_TITLE : before.words - page.before(title).words,
      share(before.texts, total.texts),
      heading === undefined ? NONE : index - last,
      heading === undefined ? NONE : before.words - page.before(last).words,
      heading?.level ?? 0,
      ((heading?.textWords ?? 0) >> COMMENTS) & 1,
    ]
  },
}

const PAGE_TEXTS = words('shop navigation share related more join filter forum part')
const PAGE_TEXT_BITS = PAGE_TEXTS.map((group) => TEXT_GROUPS.indexOf(group))
const PAGE_FEATURES = [
  ...words(
    'pageWords pageBlocks pageTexts pageStops pagePrices pageDates pageImages pageParagraphs pageArticles',
  ),
  ...PAGE_TEXTS.map((group) => `page text ${group}`),
]

function valuesOfPage({ total, outline: { blocks, elements } }: PageFigures): number[] {
  const count = (name: string): number => elements.filter(({ kind }) => kind.name === name).length
  return [
    total.words,
    total.blocks,
    total.texts,
    share(total.stops, total.words),
    total.prices,
    total.dates,
    count('img'),
    count('p'),
    count('article'),
    ...PAGE_TEXT_BITS.map((bit) => blocks.filter(({ textWords }) => ((textWords >> bit) & 1) === 1).length),
  ]
}

const GROUPS: readonly FeatureGroup[] = [own, classWords, tags, rows, around, near, place]

/** The names of all features, in the order of a row. A feature that does not improve the result is not in the list. */
export const FEATURES: readonly string[] = [...PAGE_FEATURES, ...GROUPS.flatMap(({ names }) => names)]

/** Describes the blocks of a page by numbers. */
export class BlockFeatures {
  readonly #page: PageFigures
  readonly #ofPage: readonly number[]

  constructor(outline: Outline) {
    this.#page = new PageFigures(outline)
    this.#ofPage = valuesOfPage(this.#page)
  }

  /** Returns the features of a block in the order of `FEATURES`. */
  rowOf(block: OutlineBlock, index: number): Float64Array {
    const row = new Float64Array(FEATURES.length)
    row.set(this.#ofPage)
    let at = this.#ofPage.length
    for (const group of GROUPS) {
      const values = group.values({ page: this.#page, block, index })
      row.set(values, at)
      at += values.length
    }
    return row
  }
}

/**
 * Describes the nearest element of each group around a block's beginning: how many levels up it is, and its share of the
 * page's words.
 */
function nearestGroups(
  prefix: string,
  all: readonly string[],
  wanted: { levels: string; shares: string; bitsOf(element: OutlineElement): number },
): FeatureGroup {
  const levelBits = words(wanted.levels).map((group) => all.indexOf(group))
  const shareBits = words(wanted.shares).map((group) => all.indexOf(group))
  const wantedBits = [...levelBits, ...shareBits].reduce((bits, bit) => bits | (1 << bit), 0)
  return {
    names: [
      ...words(wanted.levels).map((group) => `${prefix} ${group}: levels up`),
      ...words(wanted.shares).map((group) => `${prefix} ${group}: share`),
    ],
    values: ({ page, block }) => {
      const levels = all.map(() => MOST_LEVELS)
      const shares = all.map(() => 0)
      let missing = wantedBits
      let element: OutlineElement | undefined = block.innermost
      for (let level = 0; element !== undefined && level < MOST_LEVELS; level++) {
        const found = wanted.bitsOf(element) & missing
        missing &= ~found
        for (let bit = 0; found >> bit !== 0; bit++) {
          if (((found >> bit) & 1) === 0) continue
          levels[bit] = level
          shares[bit] = share(page.of(element).words, page.total.words)
        }
        element = element.parent
      }
      return [...levelBits.map((bit) => levels[bit] ?? 0), ...shareBits.map((bit) => shares[bit] ?? 0)]
    },
  }
}

/** Describes a row of elements that look alike, of which the block is in one. */
function valuesOfRow(page: PageFigures, element: OutlineElement | undefined): number[] {
  if (element?.parent === undefined) return [NONE, NONE, NONE, NONE, NONE, NONE, NONE]
  const count = page.alike(element)
  const sums = page.of(element.parent)
  return [
    count,
    sums.words / count,
    share(sums.words, page.total.words),
    sums.linkShare,
    sums.prices / count,
    sums.dates / count,
    sums.blocks / count,
  ]
}

function valuesOfElement(page: PageFigures, element: OutlineElement | undefined): number[] {
  if (element === undefined) return [NONE, NONE, NONE, NONE, NONE]
  const sums = page.of(element)
  return [
    sums.words,
    sums.linkShare,
    share(sums.words, sums.blocks),
    sums.texts,
    share(sums.stops, sums.words),
  ]
}

/** Returns 2 for two blocks of one element, 1 for blocks of sisters, else 0. */
function kinOfNext({ element }: OutlineBlock, next: OutlineBlock | undefined): number {
  if (next === undefined) return NONE
  if (next.element === element) return 2
  return next.element.parent === element.parent ? 1 : 0
}

function valuesOfLook({ total }: PageFigures, sums: Sums | undefined): number[] {
  if (sums === undefined) return [0, 0, 0, 0]
  return [sums.blocks, sums.linkShare, sums.texts / sums.blocks, share(sums.words, total.words)]
}

/** Describes the block with so many blocks before and after it. */
function valuesWithin(page: PageFigures, index: number, reach: number): number[] {
  const { blocks } = page.outline
  const sums = page.between(Math.max(0, index - reach), Math.min(blocks.length, index + reach + 1))
  return [sums.linkShare, sums.texts / sums.blocks]
}

function words(text: string): string[] {
  return text.split(' ')
}

function named(prefixes: readonly string[], figures: string): string[] {
  return prefixes.flatMap((prefix) => words(figures).map((figure) => `${prefix}: ${figure}`))
}
