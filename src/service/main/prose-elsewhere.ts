import type { Outline, OutlineElement } from './outline.ts'
import { calledBits, namedBits } from './vocabulary.ts'

/** A block of so many UTF-16 units is prose if no larger share of it is linked. */
const PROSE_LENGTH = 80
const PROSE_LINK_SHARE = 0.4
/** Less prose than this is no page's text. */
const LEAST_PROSE = 600
/** Whoever reads more in an element has found what the page is for: elsewhere is only looked where there is less. */
const MUCH_PROSE = 2000
/** Paragraphs in what is so called are long on any page, and never what it is for. */
const BESIDE = calledBits('consent advert review comments related slider')
const BESIDE_NAMES = namedBits('aside dialog form header')
const PARAGRAPH = /<p[\s>]/g

type Parts = Pick<Outline, 'elements' | 'blocks'>

/**
 * Tells whether more prose stands outside of an element than in it: many shops call only their list of products `main`,
 * and some sites only a box beside the article.
 */
export function hasProseElsewhere({ elements, blocks }: Parts, main: OutlineElement): boolean {
  if (main.firstBlock === 0 && main.endBlock === blocks.length) return false
  const isBeside = new Uint8Array(elements.length)
  for (const { index, parent, words, names } of elements) {
    const isInBeside = parent !== undefined && isBeside[parent.index] === 1
    if (isInBeside || (words & BESIDE) !== 0 || (names & BESIDE_NAMES) !== 0) isBeside[index] = 1
  }
  let elsewhere = 0
  for (const [index, block] of blocks.entries()) {
    const isInside = index >= main.firstBlock && index < main.endBlock
    if (isInside || block.element.kind.name !== 'p' || isBeside[block.innermost.index] === 1) continue
    if (isProse(block)) elsewhere += block.length
  }
  const inside = proseIn(blocks.slice(main.firstBlock, main.endBlock))
  return inside <= MUCH_PROSE && elsewhere >= LEAST_PROSE && elsewhere > inside
}

/**
 * Tells whether so much prose may stand outside of an element of which this is the outline. Reads no elements but
 * paragraphs, whatever they stand in, so that most pages need not be read as a whole.
 */
export function mayHaveProseElsewhere(html: string, { elements, blocks }: Parts): boolean {
  const [main] = elements
  const inside = proseIn(blocks)
  if (main === undefined || inside > MUCH_PROSE) return false
  const least = Math.max(LEAST_PROSE, inside)
  const outside = paragraphsIn(html, 0, main.start, least)
  return outside >= least || outside + paragraphsIn(html, main.end, html.length, least) >= least
}

/** How long the paragraphs are between two places, until they are so long that it is enough. */
function paragraphsIn(html: string, from: number, to: number, enough: number): number {
  let sum = 0
  PARAGRAPH.lastIndex = from
  for (let tag = PARAGRAPH.exec(html); tag !== null && tag.index < to; tag = PARAGRAPH.exec(html)) {
    const end = html.indexOf('</p', tag.index)
    // Of a piece, as what is looked for might stand far behind it.
    const length = textLength(html.slice(tag.index, end === -1 ? to : Math.min(end, to)))
    if (length >= PROSE_LENGTH) sum += length
    if (sum >= enough || end === -1) break
    PARAGRAPH.lastIndex = end
  }
  return sum
}

/** How much of a piece of HTML is no tag. */
function textLength(html: string): number {
  let length = 0
  for (let at = html.indexOf('>'); at !== -1; at = html.indexOf('>', at)) {
    const tag = html.indexOf('<', at)
    const end = tag === -1 ? html.length : tag
    length += end - at - 1
    at = end
  }
  return length
}

function proseIn(blocks: Parts['blocks']): number {
  return blocks.reduce((sum, block) => sum + (isProse(block) ? block.length : 0), 0)
}

function isProse({ length, linkedLength }: Parts['blocks'][number]): boolean {
  return length >= PROSE_LENGTH && linkedLength <= length * PROSE_LINK_SHARE
}
