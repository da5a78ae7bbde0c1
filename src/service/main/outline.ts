import type { ElementKind } from '../html/element-kinds.ts'
import type { HtmlTape } from '../html/html-tape.ts'
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
  /** Where its class stands in the page. */
  readonly classStart: number
  readonly classEnd: number
  /** Its blocks: from here up to `endBlock`. */
  firstBlock: number
  endBlock: number
  /** Where its end tag ends. */
  end: number
  /** A number for its name and the first word of its class, and how many of its parent's children that hold text have it. */
  look: number
  alike: number
}

/**
 * Text that is shown in one piece: a paragraph, a heading, a cell, a line of a menu. What is counted of it is 0 until it
 * has been counted, as few pages need it.
 */
export interface OutlineBlock extends TextFacts {
  /** The innermost element around it that starts a line. */
  readonly element: OutlineElement
  /** The innermost element around its beginning, such as a link. */
  readonly innermost: OutlineElement
  /** 1 to 6 inside of a heading, else 0. */
  readonly level: number
  /** Where its text stands: pairs of start and end. */
  readonly runs: readonly number[]
  /** Its length without the space around it, in UTF-16 units, and how much of that is linked. */
  readonly length: number
  readonly linkedLength: number
  /** Its words that stand in links. */
  readonly linkedWords: number
  /** What it says: a bit for each group of words, where it is short. */
  readonly sayings: number
}

/** How many elements of some kinds there are. */
export interface ElementCounts {
  images: number
  paragraphs: number
  articles: number
}

/** A page, or one element of it, as blocks of text in a tree, without navigation, footers, scripts and what else is no content. */
export interface Outline {
  readonly elements: readonly OutlineElement[]
  readonly blocks: readonly OutlineBlock[]
  readonly counts: ElementCounts
  /** Words that stand in `noscript`. */
  readonly hiddenWords: number
  /** What has been read of the element, if it is that of one. */
  readonly tape: HtmlTape | undefined
}
