import type { BlockRange, Outline, OutlineBlock, OutlineElement } from './outline.ts'
import { sumsBefore, sumWithin } from './outline.ts'
import { wordSet } from '../../util/word-set.ts'

const PARAGRAPHS = wordSet('p div')
/** Shorter paragraphs, and those with a larger share of links, are not prose. */
const LEAST_PARAGRAPH_WORDS = 15
const PROSE_LINK_SHARE = 0.3
/** A linked text with fewer words may be a label. */
const LEAST_TEASER_WORDS = 3
/** A part with a larger share of linked words is a list of links. */
export const LINK_SHARE = 0.5
/** Longer texts, in letters, are not read for what they ask. */
const LONGEST_SAYING = 150
/** What a box of a paywall and a stand-in for a part say. */
const ASKS_TO_JOIN =
  /subscri|sign[ -]?(?:in|up)|log ?in|regist|newsletter|member|abonn|anmelden|inscri|suscri|iscriv|premium|unlock|inbox/i
const ASKS_FOR_CONSENT =
  /cookie|consent|privacy|external content|third[- ]part|datenschutz|einwillig|extern|akzept|confidenti|rgpd|gdpr/i
/** With less prose before them, comments and related lists may be the purpose of a page. */
export const LEAST_PROSE = 60
/** A text with at least this many words of prose is an article. */
export const LEAST_ARTICLE = 100

/** What is summed up of blocks. */
const OF_BLOCK = {
  length: ({ length }: OutlineBlock) => length,
  linkedLength: ({ linkedLength }: OutlineBlock) => linkedLength,
  words: ({ words }: OutlineBlock) => words,
  prose: (block: OutlineBlock) => (isProse(block) ? block.words : 0),
  stories: (block: OutlineBlock) => (isStory(block) ? 1 : 0),
  teasers: (block: OutlineBlock) => (isTeaser(block) ? 1 : 0),
  /** Whether a short block asks to subscribe or to sign in. */
  joins: (block: OutlineBlock) => saysInShort(block, ASKS_TO_JOIN),
  /** Whether a short block asks for consent. */
  consents: (block: OutlineBlock) => saysInShort(block, ASKS_FOR_CONSENT),
}

/** A page with sums over its blocks and links. They are made when first asked for: few pages need them. */
export class SummedPage {
  readonly outline: Outline
  readonly #sums: { [value in keyof typeof OF_BLOCK]?: Int32Array } = {}
  readonly #links: { [text in '' | '#']?: Int32Array } = {}

  constructor(outline: Outline) {
    this.outline = outline
  }

  /** Returns the sum for the blocks of a range, by default for all. */
  sum(value: keyof typeof OF_BLOCK, range?: BlockRange): number {
    return range === undefined
      ? this.sumBefore(value, this.outline.blocks.length)
      : sumWithin(this.#sumsOf(value), range)
  }

  sumBefore(value: keyof typeof OF_BLOCK, block: number): number {
    return this.#sumsOf(value)[block] ?? 0
  }

  /** Counts the links in an element whose address holds a text: `#` for links to a place in a page. */
  links({ index, endIndex }: OutlineElement, text: '' | '#' = ''): number {
    const sums = (this.#links[text] ??= countLinks(this.outline, text))
    return (sums[endIndex] ?? 0) - (sums[index] ?? 0)
  }

  /** Tells whether more than a share of the text is linked. */
  isLinked(range: BlockRange, share: number): boolean {
    return this.sum('linkedLength', range) > this.sum('length', range) * share
  }

  #sumsOf(value: keyof typeof OF_BLOCK): Int32Array {
    return (this.#sums[value] ??= sumsBefore(this.outline.blocks, OF_BLOCK[value]))
  }
}

/** Tells whether a block is a paragraph with few links. */
export function isProse(block: OutlineBlock): boolean {
  return (
    PARAGRAPHS.has(block.element.kind.name) &&
    // A shorter text has fewer words, and need not be counted.
    block.length >= LEAST_PARAGRAPH_WORDS &&
    block.words >= LEAST_PARAGRAPH_WORDS &&
    block.linkedWords <= block.words * PROSE_LINK_SHARE
  )
}

/** Tells whether a block is more than a label, and mostly a link. Without links, its words need not be counted. */
function isTeaser(block: OutlineBlock): boolean {
  if (block.linkedLength === 0 || block.words < LEAST_TEASER_WORDS) return false
  return block.linkedWords > block.words * LINK_SHARE
}

/** Returns 1 if the text of a short block matches a pattern, else 0. */
function saysInShort(block: OutlineBlock, pattern: RegExp): number {
  return block.facts.letters <= LONGEST_SAYING && pattern.test(block.text) ? 1 : 0
}

/** Counts the links before each element, and before the end, whose address holds a text. */
function countLinks({ elements, tree }: Outline, text: string): Int32Array {
  const sums = new Int32Array(elements.length + 1)
  for (const [index, { kind, node }] of elements.entries()) {
    const href = kind.role === 'anchor' ? tree.attribute(node, 'href') : undefined
    sums[index + 1] = (sums[index] ?? 0) + (href?.includes(text) === true ? 1 : 0)
  }
  return sums
}

/** Tells whether a block is the heading of another story: all of it is a link. */
function isStory(block: OutlineBlock): boolean {
  const { level, length, linkedLength } = block
  return level > 0 && linkedLength === length && block.words >= LEAST_TEASER_WORDS
}
