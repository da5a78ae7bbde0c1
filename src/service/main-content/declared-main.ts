import { decodeHTML } from 'entities'
import { isJsonLd } from './page-types.ts'
import {
  isInside,
  PAGE,
  sumOf,
  sumWithin,
  sumsBefore,
  mayHoldContent,
  roleOf,
  saysHidden,
} from './outline.ts'
import type { BlockRange, Outline, OutlineBlock, OutlineElement } from './outline.ts'
import { CLASS_GROUPS, classMeaning, TAG_GROUPS } from './vocabulary.ts'
import { type PageTree, ROOT } from '../page-tree/page-tree.ts'
import { type Json, mapTexts, parseJson } from '../../util/json.ts'
import { wordSet } from '../../util/word-set.ts'

/** Whether a block is clearly content, clearly not, or must be judged by its text. */
export const UNCLEAR = 0
export const INSIDE = 1
export const OUTSIDE = 2
/** Its text is in the data of the page, which says nothing of other blocks. */
export const IN_DATA = 3

/** A block must be judged if a larger share of it is linked. */
const LINK_SHARE = 0.3
/** In a reference and other documentation, only elements with these words in a class or id, or these tags, may be next to the content. */
const CLUTTER = CLASS_GROUPS.bits('navigation breadcrumbs pages footer side hidden')
const CLUTTER_TAGS = TAG_GROUPS.bits('aside form dialog header')
/** Classes with these words are certainly next to the content: others may be names of members. */
const NEXT_WORDS = CLASS_GROUPS.bits('navigation breadcrumbs side footer')
/** The id of what Doxygen writes above each page: the name of the site, and what it is about. */
const SITE_NAME = 'titlearea'
/** Menus and lists of articles or products have more links, as a share of their text. */
const FEW_LINKS = 0.15
const MAIN = TAG_GROUPS.bits('main')
const DIALOG = TAG_GROUPS.bits('dialog')
/** Consent tools add pages of text, in dialogs that are not declared as such. */
const CONSENT_TOOL = CLASS_GROUPS.bits('consentTool')
const CONSENT_SHARE = 0.8
/** A dialog with more than this share of the text may be the purpose of the page. */
const DIALOG_SHARE = 0.2
/** Less text than this, in UTF-16 units, is not the content of a page. */
const LEAST_TEXT = 600
/** A block of at least this many UTF-16 units is long, unless a larger share of it is linked. */
const LONG_LENGTH = 80
const LONG_LINK_SHARE = 0.4
/** Less text in long blocks than this is not the content of a page. */
const LEAST_LONG_TEXT = 600
/** An element with more text in long blocks is the purpose of the page, even if there is more of it elsewhere. */
const MUCH_LONG_TEXT = 2000
/** Paragraphs in these elements may be long, but are never the purpose of a page. */
const NEXT_TO_CONTENT = CLASS_GROUPS.bits('consent advert review comments related slider')
const TAGS_NEXT_TO_CONTENT = TAG_GROUPS.bits('aside dialog form header')

/** A shown main element with fewer words does not replace a hidden one. */
const LEAST_SHOWN_WORDS = 20

/** Returns the main elements that a page hides while it shows another, such as those of other languages (HTML Standard, "main"). */
export function hiddenMains(tree: PageTree, { elements, blocks }: Outline): number[] {
  const mains = elements.filter(({ tags }) => (tags & MAIN) !== 0)
  const hidden = mains.filter(({ node }) => isHidden(tree, node))
  if (hidden.length === 0) return []
  const hasShown = mains.some(({ node, firstBlock, endBlock }) => {
    const words = sumOf(blocks.slice(firstBlock, endBlock), (block) => block.words)
    return words >= LEAST_SHOWN_WORDS && !isHidden(tree, node)
  })
  return hasShown ? hidden.map(({ node }) => node) : []
}

/** Returns whether an element, or one around it, says that it is hidden. */
function isHidden(tree: PageTree, node: number): boolean {
  for (let at = node; at !== ROOT; at = tree.parent(at)) if (saysHidden(tree, at)) return true
  return false
}

/** Finds the element that a page declares to be its main one: the first `main`, else the first with that role. */
export function findDeclared(tree: PageTree): number | undefined {
  let withRole: number | undefined
  for (let node = 0; node < tree.size;) {
    const isRead = mayHoldContent(tree, node)
    if (isRead && tree.name(node) === 'main') return node
    if (isRead && withRole === undefined && roleOf(tree, node) === 'main') withRole = node
    node = isRead ? node + 1 : tree.subtreeEnd(node)
  }
  return withRole
}

/** Tells whether a main element, given as an outline, has enough text to be the content of a page. */
export function holdsContent({ blocks }: Outline): boolean {
  return sumOf(blocks, lengthOf) >= LEAST_TEXT
}

/** A main element without these may be kept without a judgement: they are for use, or next to the content. */
const TOOLS = wordSet('aside button form dialog')
const CODE = wordSet('pre code')

/**
 * Tells whether a main element needs no judgement. It has much text, little of it linked, and code or no images. Nothing in it,
 * its menus included, is a tool or next to the content.
 */
export function isPlainMain(tree: PageTree, main: number, outline: Outline): boolean {
  let hasImage = false
  let hasCode = false
  for (let node = main; node < tree.subtreeEnd(main);) {
    const { name, role } = tree.kind(node)
    if (TOOLS.has(name)) return false
    hasImage ||= name === 'img'
    hasCode ||= CODE.has(name)
    node = role === 'unseen' || role === 'drawing' ? tree.subtreeEnd(node) : node + 1
  }
  return (hasCode || !hasImage) && holdsContent(outline) && hasFewLinks(outline.blocks)
}

/** Tells whether an element is the only `main` of a page, and shown. */
export function isOnlyMain(tree: PageTree, main: number): boolean {
  for (let node = 0; node < tree.size; node++)
    if ((tree.name(node) === 'main') !== (node === main)) return false
  return !isHidden(tree, main)
}

/** Tells whether a main element, given as an outline, has enough text in long blocks to be the content of a page. */
export function holdsLongText({ blocks }: Outline): boolean {
  return sumOf(blocks, (block) => (isLong(block) ? block.length : 0)) >= LEAST_LONG_TEXT
}

/** Tells whether a block is long and has few links. */
function isLong({ length, linkedLength }: OutlineBlock): boolean {
  return length >= LONG_LENGTH && linkedLength <= length * LONG_LINK_SHARE
}

/** Tells whether most text in long blocks is outside of the largest main element, as in shops that declare only their list of products. */
export function isLongTextElsewhere(page: Outline): boolean {
  const main = largestMain(page)
  if (main === undefined) return false
  let inside = 0
  const others: OutlineBlock[] = []
  for (const [index, block] of page.blocks.entries()) {
    if (!isLong(block)) continue
    if (index >= main.firstBlock && index < main.endBlock) inside += block.length
    else if (block.element.kind.name === 'p') others.push(block)
  }
  if (inside > MUCH_LONG_TEXT) return false
  const elsewhere = sumOf(others, (block) => (isNextToContent(block.innermost) ? 0 : block.length))
  return elsewhere >= LEAST_LONG_TEXT && elsewhere > inside
}

/** Tells whether an element, or one around it, is next to the content by its name. */
function isNextToContent(element: OutlineElement): boolean {
  for (let at: OutlineElement | undefined = element; at !== undefined; at = at.parent)
    if ((at.classWords & NEXT_TO_CONTENT) !== 0 || (at.tags & TAGS_NEXT_TO_CONTENT) !== 0) return true
  return false
}

/**
 * Returns for each block whether it is clear without a judgement. In a reference and other documentation, everything is content
 * that neither looks like clutter nor has its class words. Small dialogs and consent tools are never content.
 */
export function clearBlocks(page: Outline): Uint8Array {
  const clear = new Uint8Array(page.blocks.length)
  markDocumentation(page, clear)
  markData(page, clear)
  markDialogs(page, clear)
  return clear
}

/** Marks the blocks of ranges as no content, except code and the parts of a recipe. Other products have prices too. */
export function markBeside({ blocks }: Outline, ranges: readonly BlockRange[], clear: Uint8Array): void {
  for (const { firstBlock, endBlock } of ranges)
    for (let at = firstBlock; at < endBlock; at++) {
      const block = blocks[at]
      const isOfRecipe = clear[at] === IN_DATA && block?.facts.hasPrice === false
      if (!isOfRecipe && block?.element.kind.role !== 'pre') clear[at] = OUTSIDE
    }
}

/** The names of schema.org for the parts of a recipe. Like prices, these are as short as the text around content. */
const RECIPE = wordSet('recipeIngredient ingredients recipeInstructions')
/** A page with more prices in its data is a list of products, and a block with more words is no price. */
const MOST_PRICES = 2
const MOST_PRICE_WORDS = 4

/** Marks the parts of a recipe and the price of a product that a page declares, in microdata or JSON-LD. */
function markData({ tree, elements, blocks }: Outline, clear: Uint8Array): void {
  for (const { node, firstBlock, endBlock } of elements)
    if (RECIPE.has(tree.attribute(node, 'itemprop') ?? '')) clear.fill(IN_DATA, firstBlock, endBlock)
  const texts = textsInData(tree)
  for (const [index, block] of texts.size === 0 ? [] : blocks.entries()) {
    const text = clear[index] === UNCLEAR ? lettersOf(block.text) : ''
    const price = block.words > MOST_PRICE_WORDS ? '' : text.replaceAll(/\D/g, '')
    if (texts.has(text) || texts.has(price)) clear[index] = IN_DATA
  }
}

function textsInData(tree: PageTree): ReadonlySet<string> {
  const texts: string[] = []
  const prices = new Set<number>()
  const read = (key: string, value: Json): Json => {
    if (/^(?:product:|og:)?(?:low)?price(?::amount)?$/i.test(key) && Number(value) > 0)
      prices.add(Number(value))
    if (!RECIPE.has(key)) return value
    mapTexts(value, (text) => {
      texts.push(...text.split(/\n|<[^<>]*>/))
      return text
    })
    return null
  }
  for (let node = 0; node < tree.size; node++) {
    if (isJsonLd(tree, node)) parseJson(tree.source(node), read)
    const name = tree.attribute(node, 'itemprop') ?? tree.attribute(node, 'property')
    if (name !== undefined) read(name, tree.attribute(node, 'content') ?? '')
  }
  // Pages show prices with and without cents.
  if (prices.size <= MOST_PRICES)
    for (const price of prices) texts.push(price.toFixed(2), price < 10 ? '' : `${price}`)
  return new Set(texts.map(lettersOf).filter((text) => text !== ''))
}

/** Returns the letters and digits of a text in one form: fractions and emphasis differ between data and page. */
function lettersOf(text: string): string {
  const decoded = decodeHTML(text).normalize('NFKD').toLowerCase()
  return decoded.replaceAll(/[^\p{L}\p{N}]/gu, '')
}

function markDialogs({ elements, blocks }: Outline, clear: Uint8Array): void {
  const lengths = sumsBefore(blocks, lengthOf)
  const all = sumOf(blocks, lengthOf)
  for (const element of elements) {
    const { tags, classWords, firstBlock, endBlock } = element
    if (firstBlock === endBlock) continue
    // Further inside, such an id may be that of a section.
    const hasNoticeId = element.depth <= 3 && classMeaning(element.id).whole === 'consent'
    const isConsent = hasNoticeId || element.meaning.whole === 'consent' || (classWords & CONSENT_TOOL) !== 0
    if (!isConsent && (tags & DIALOG) === 0) continue
    const length = sumWithin(lengths, element)
    if (length <= all * (isConsent ? CONSENT_SHARE : DIALOG_SHARE)) clear.fill(OUTSIDE, firstBlock, endBlock)
  }
}

/** Marks the text of a reference, and of other pages with code in their main element, and all of that code. */
function markDocumentation(page: Outline, clear: Uint8Array): void {
  const { elements, blocks, isReference } = page
  const allCode = elements.filter(({ kind }) => kind.role === 'pre')
  if (allCode.length === 0 && !isReference) return
  const main = largestMain(page) ?? PAGE
  if (main === PAGE && !isReference) return
  const inMain = elements.slice(Math.max(0, main.index), main.endIndex)
  const code = allCode.filter((element) => isInside(element, main))
  const isDocumentation = code.length > 0 && hasFewLinks(blocks.slice(main.firstBlock, main.endBlock))
  if (!isReference && !isDocumentation) return
  const plain = new Set([main])
  for (const element of inMain) {
    const { parent = PAGE, classWords, tags } = element
    if (plain.has(parent) && (classWords & CLUTTER) === 0 && (tags & CLUTTER_TAGS) === 0) plain.add(element)
  }
  for (const [index, block] of blocks.entries())
    if (plain.has(block.element) && (isReference || block.linkedLength <= block.length * LINK_SHARE))
      clear[index] = INSIDE
  for (const { firstBlock, endBlock } of code) clear.fill(INSIDE, firstBlock, endBlock)
  for (const { firstBlock, endBlock, meaning, id } of isReference ? inMain : [])
    if ((meaning.words & NEXT_WORDS) !== 0 || id === SITE_NAME) clear.fill(OUTSIDE, firstBlock, endBlock)
}

/** Returns the main element with the most text. */
export function largestMain({ elements, blocks }: Outline): OutlineElement | undefined {
  const lengths = sumsBefore(blocks, lengthOf)
  const mains = elements.filter((element) => (element.tags & MAIN) !== 0 && sumWithin(lengths, element) > 0)
  return mains.toSorted((one, other) => sumWithin(lengths, other) - sumWithin(lengths, one))[0]
}

function hasFewLinks(blocks: readonly OutlineBlock[]): boolean {
  return sumOf(blocks, ({ linkedLength }) => linkedLength) <= sumOf(blocks, lengthOf) * FEW_LINKS
}

function lengthOf({ length }: OutlineBlock): number {
  return length
}
