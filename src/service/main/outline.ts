import type { ElementKind } from '../html/element-kinds.ts'
import type { TextFacts } from './text-facts.ts'

/** An element of a page, as far as it matters where the content is. */
export interface OutlineElement {
  /** Its place in the list of elements, in the order of their start tags. */
  readonly index: number
  readonly kind: ElementKind
  readonly parent: OutlineElement | undefined
  readonly depth: number
  /** Where its start tag begins, in UTF-16 units. */
  readonly start: number
  /** What its class, id and the like say of it: a bit for each group of words. */
  readonly words: number
  /** What its name and role say of it: a bit for each group of names. */
  readonly names: number
  /** Its name with the first word of its class: what looks alike in a row is written alike. */
  readonly look: string
  /** Its blocks: from here up to `endBlock`. */
  firstBlock: number
  endBlock: number
  /** Where its end tag ends. */
  end: number
  /** How many of its parent's children that hold text look like it, itself among them. */
  alike: number
}

/** Text that is shown in one piece: a paragraph, a heading, a cell, a line of a menu. */
export interface OutlineBlock extends TextFacts {
  /** The innermost element around it that starts a line. */
  readonly element: OutlineElement
  /** The innermost element around its beginning, such as a link. */
  readonly innermost: OutlineElement
  /** 1 to 6 inside of a heading, else 0. */
  readonly level: number
  /** Where its text stands: pairs of start and end. */
  readonly runs: readonly number[]
  /** Its words that stand in links. */
  readonly linkedWords: number
  /** What it says: a bit for each group of words, where it is short. */
  readonly sayings: number
}

/** What a page says of itself as a whole. */
export interface PageSigns {
  /** `og:type`: 1 for an article, 2 for a product, 3 for a site, 4 for another. */
  readonly kind: number
  /** Types of its structured data: a bit for each group of types. */
  readonly types: number
  readonly images: number
  readonly times: number
  readonly paragraphs: number
  readonly articles: number
  readonly listings: number
}

/** A page as blocks of text in a tree of elements, without navigation, footers, scripts and what else is no content. */
export interface Outline {
  readonly elements: readonly OutlineElement[]
  readonly blocks: readonly OutlineBlock[]
  readonly signs: PageSigns
  /** Words that stand in `noscript`. */
  readonly hiddenWords: number
}
