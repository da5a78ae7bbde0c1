import type { Outline, OutlineBlock, OutlineElement } from './outline.ts'
import { PageFigures, type Sums, share } from './page-figures.ts'
import { TYPE_NAMES } from './page-types.ts'
import { CLASS_GROUPS, TAG_GROUPS, TEXT_GROUPS } from './vocabulary.ts'

/** The value of a feature that does not apply. */
const NONE = -1
const NO_TITLE = -999
/** Elements further up do not count, and are as many levels away. */
const MOST_LEVELS = 30

interface Place {
  readonly page: PageFigures
  readonly block: OutlineBlock
  readonly index: number
}

/** Some features: their names, and a function that adds their values in the same order. */
interface FeatureGroup {
  readonly names: readonly string[]
  add(row: number[], place: Place): void
}

const OWN_ELEMENTS = words(
  'p li td th dt dd div span h1 h2 h3 h4 h5 h6 section pre figcaption button label article blockquote',
)

const own: FeatureGroup = {
  names: words('words letters linkShare stops isSentence level element'),
  add: (row, { block: { facts, level, element } }) => {
    row.push(facts.words, facts.letters, share(facts.linkedWords, facts.words), facts.stops)
    row.push(facts.isSentence ? 1 : 0, level, OWN_ELEMENTS.indexOf(element.kind.name))
  },
}

const classWords = nearestGroups('class', CLASS_GROUPS.names, {
  levels:
    'comments form section related hidden footer content about header slider review language widget navigation forum advert',
  shares: 'content hidden footer comments slider about card product side button',
  bitsOf: (element) => element.classWords,
})

const tags = nearestGroups('tag', TAG_GROUPS.names, {
  levels: 'form item figure heading dialog cell button',
  shares: 'paragraph section code list aside article',
  bitsOf: (element) => element.tags,
})

const rows: FeatureGroup = {
  names: named(['inner row', 'outer row'], 'count words share linkShare prices dates blocks'),
  add: (row, { page, block }) => {
    const { innerRow, outerRow } = page.around(block.element)
    addRowOfElements(row, page, innerRow)
    addRowOfElements(row, page, outerRow)
  },
}

const around: FeatureGroup = {
  names: named(
    words('around around2 around3 around4 around5 quarter half'),
    'words linkShare wordsPerBlock texts stops',
  ),
  add: (row, { page, block }) => {
    const { quarter, half, larger } = page.around(block.element)
    let element = page.of(block.element).words > block.words ? block.element : larger
    for (let count = 0; count < 5; count++) {
      addElement(row, page, element)
      element = element && page.around(element).larger
    }
    addElement(row, page, quarter)
    addElement(row, page, half)
  },
}

const near: FeatureGroup = {
  names: [
    'kinOfNext',
    ...named(['look', 'outer look'], 'count linkShare texts share'),
    ...named(['within 5', 'within 15'], 'linkShare texts'),
  ],
  add: (row, { page, block, index }) => {
    row.push(kinOfNext(block, page.outline.blocks[index + 1]))
    addLook(row, page, page.alikeBlocks[index])
    addLook(row, page, page.alikeAround[index])
    addNeighbors(row, page, [index, 5])
    addNeighbors(row, page, [index, 15])
  },
}

const COMMENTS = TEXT_GROUPS.names.indexOf('comments')

const place: FeatureGroup = {
  names: words(
    'place wordPlace depth before fromTitle wordsFromTitle textsBefore ' +
      'fromHeading wordsFromHeading headingLevel headingSaysComments',
  ),
  add: (row, { page, block, index }) => {
    const { total, title } = page
    const { blocks } = page.outline
    const before = page.before(index)
    const last = page.headings[index] ?? NONE
    const heading = blocks[last]
    row.push(index / blocks.length, share(before.words, total.words), block.element.depth, index)
    if (title === NONE) row.push(NO_TITLE, NO_TITLE)
    else row.push(index - title, before.words - page.before(title).words)
    row.push(share(before.texts, total.texts))
    if (heading === undefined) row.push(NONE, NONE)
    else row.push(index - last, before.words - page.before(last).words)
    row.push(heading?.level ?? 0, ((heading?.textWords ?? 0) >> COMMENTS) & 1)
  },
}

const PAGE_TEXTS = words('shop navigation share related more join filter forum part')
const PAGE_TEXT_BITS = PAGE_TEXTS.map((group) => TEXT_GROUPS.names.indexOf(group))
const PAGE_FEATURES = [
  ...words(
    'pageWords pageBlocks pageTexts pageStops pagePrices pageDates pageImages pageParagraphs pageArticles',
  ),
  ...PAGE_TEXTS.map((group) => `page text ${group}`),
  ...TYPE_NAMES.map((type) => `page type ${type}`),
]

function valuesOfPage({ total, outline: { types, blocks, elements } }: PageFigures): number[] {
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
    ...types,
  ]
}

const GROUPS: readonly FeatureGroup[] = [own, classWords, tags, rows, around, near, place]

/** The names of all features, in the order of a row. A feature that does not improve the result is not in the list. */
export const FEATURES: readonly string[] = [...PAGE_FEATURES, ...GROUPS.flatMap(({ names }) => names)]

/** Returns a function that describes a block of a page by numbers, in the order of `FEATURES`. */
export function createFeatures(outline: Outline): (block: OutlineBlock, index: number) => number[] {
  const page = new PageFigures(outline)
  const ofPage = valuesOfPage(page)
  return (block, index) => {
    const row = [...ofPage]
    for (const group of GROUPS) group.add(row, { page, block, index })
    return row
  }
}

/** Describes the nearest element of each group around a block's start: its distance in levels, and its share of the words. */
function nearestGroups(
  prefix: string,
  all: readonly string[],
  wanted: { levels: string; shares: string; bitsOf(element: OutlineElement): number },
): FeatureGroup {
  const levelBits = words(wanted.levels).map((group) => all.indexOf(group))
  const shareBits = words(wanted.shares).map((group) => all.indexOf(group))
  const wantedBits = [...levelBits, ...shareBits].reduce((bits, bit) => bits | (1 << bit), 0)
  const levels = new Float64Array(all.length)
  const shares = new Float64Array(all.length)
  return {
    names: [
      ...words(wanted.levels).map((group) => `${prefix} ${group}: levels up`),
      ...words(wanted.shares).map((group) => `${prefix} ${group}: share`),
    ],
    add: (row, { page, block }) => {
      levels.fill(MOST_LEVELS)
      shares.fill(0)
      let missing = wantedBits
      let element: OutlineElement | undefined = block.innermost
      for (let level = 0; element !== undefined && level < MOST_LEVELS; level++) {
        for (let found = wanted.bitsOf(element) & missing; found !== 0; found &= missing) {
          const bit = 31 - Math.clz32(found)
          missing &= ~(1 << bit)
          levels[bit] = level
          shares[bit] = share(page.of(element).words, page.total.words)
        }
        element = element.parent
      }
      for (const bit of levelBits) row.push(levels[bit] ?? 0)
      for (const bit of shareBits) row.push(shares[bit] ?? 0)
    },
  }
}

/** Describes a row of elements that look alike, one of which holds the block. */
function addRowOfElements(row: number[], page: PageFigures, element: OutlineElement | undefined): void {
  if (element?.parent === undefined) return void row.push(...Array.from({ length: 7 }, () => NONE))
  const count = page.alike(element)
  const sums = page.of(element.parent)
  row.push(count, sums.words / count, share(sums.words, page.total.words), sums.linkShare)
  row.push(sums.prices / count, sums.dates / count, sums.blocks / count)
}

function addElement(row: number[], page: PageFigures, element: OutlineElement | undefined): void {
  if (element === undefined) return void row.push(...Array.from({ length: 5 }, () => NONE))
  const { words, linkShare, blocks, texts, stops } = page.of(element)
  row.push(words, linkShare, share(words, blocks), texts, share(stops, words))
}

/** Returns 2 for two blocks of one element, 1 for blocks of sisters, else 0. */
function kinOfNext({ element }: OutlineBlock, next: OutlineBlock | undefined): number {
  if (next === undefined) return NONE
  if (next.element === element) return 2
  return next.element.parent === element.parent ? 1 : 0
}

function addLook(row: number[], { total }: PageFigures, sums: Sums | undefined): void {
  if (sums === undefined) return void row.push(0, 0, 0, 0)
  row.push(sums.blocks, sums.linkShare, sums.texts / sums.blocks, share(sums.words, total.words))
}

/** Describes the block with the `reach` blocks before and after it. */
function addNeighbors(row: number[], page: PageFigures, [index, reach]: readonly [number, number]): void {
  const { blocks } = page.outline
  const sums = page.between(Math.max(0, index - reach), Math.min(blocks.length, index + reach + 1))
  row.push(sums.linkShare, sums.texts / sums.blocks)
}

function words(text: string): string[] {
  return text.split(' ')
}

function named(prefixes: readonly string[], figures: string): string[] {
  return prefixes.flatMap((prefix) => words(figures).map((figure) => `${prefix}: ${figure}`))
}
