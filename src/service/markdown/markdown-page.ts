import { decodeHTML } from 'entities'
import { wordSet } from '../../util/word-set.ts'
import { type ClassMeaning, hasMeaning, meaningsOf } from './class-names.ts'
import type { Link } from './line.ts'
import { Lines } from './lines.ts'
import type { TableGrid } from './table-grid.ts'
import type { VisitAnswer, PageTree } from '../page-tree/page-tree.ts'
import type { PageAddresses } from '../page-links/page-links.ts'

export interface OpenList {
  readonly isOrdered: boolean
  /** The character of its items: a dash or an asterisk, or a full stop or a parenthesis after a number. */
  readonly sign: string
  next: number
  /** 1, or -1 for a list that counts down. */
  readonly step: number
  /** Whether an item of it is written. */
  isShown: boolean
  /** The level that Google Docs gives the list. */
  readonly level: string | undefined
  /** Whether Confluence says by a class which items are done. */
  readonly hasTasks: boolean
}

/** The meanings of an element that was not asked yet. */
const UNREAD = -1

/** The page that is being written, with the state that its elements share. */
export class MarkdownPage {
  readonly tree: PageTree
  readonly links: PageAddresses
  readonly keepsEmbedded: boolean
  readonly lines: Lines
  readonly lists: OpenList[] = []
  /** The lists of the labels of tabs. */
  readonly tabLists = new Set<number>()
  /** Whether the last item is kept open for the list after it. */
  isItemHeld = false
  /** The levels of open items of lists of Google Docs. */
  readonly openLevels: number[] = []
  /** The open tables; a word for one that only places its parts below each other or in a line. */
  readonly tables: (TableGrid | 'blocks' | 'rows' | 'line')[] = []
  headings = 0
  /** The open elements whose style keeps the lines of their text. */
  linesKept = 0
  /** The link that the next heading takes over from the `a` around it. */
  headingLink: Link | undefined
  /** How far the search for headings has read. */
  nextHeading = 0
  /** The language that an element around names for all code in it. */
  language: string | undefined
  /** The meanings of each class of the page, and of each element that was asked. */
  readonly #classes = new Map<string, number>([['', 0]])
  readonly #meanings: Int32Array

  /** @param keepsEmbedded whether images given as `data:` URLs are kept */
  constructor(tree: PageTree, links: PageAddresses, keepsEmbedded: boolean) {
    this.tree = tree
    this.links = links
    this.keepsEmbedded = keepsEmbedded
    this.lines = new Lines(tree.html.length)
    this.#meanings = new Int32Array(tree.size).fill(UNREAD)
  }

  classOf(node: number): string {
    return this.tree.attribute(node, 'class') ?? ''
  }

  says(node: number, meaning: ClassMeaning): boolean {
    const known = this.#meanings[node] ?? UNREAD
    return hasMeaning(known === UNREAD ? this.#read(node) : known, meaning)
  }

  #read(node: number): number {
    const className = this.classOf(node)
    let meanings = this.#classes.get(className)
    if (meanings === undefined) this.#classes.set(className, (meanings = meaningsOf(className)))
    this.#meanings[node] = meanings
    return meanings
  }
}

/** Writes the start of an element. Returns a function that writes its end, or `SKIP` if all of it is written or left out. */
export type WriteElement = (page: MarkdownPage, node: number) => VisitAnswer

export const UNSEEN = wordSet(
  'script style noscript head title template iframe frame noembed noframes datalist svg',
)

/** Other text is shown as it is written. */
const SPECIAL = /[&\u00AD-\uFFFF]/
/** Characters that only say where a line may be divided. Between letters of other scripts they divide words. */
const HINTS = /[\u00AD\u200B\uFEFF]/
const SHOWN_NOWHERE = /[\u00AD\uFEFF]|(?<=^|[\0-\x7F])\u200B+|(?<!\u200B)\u200B+(?=[\0-\x7F]|$)/g

/** Returns the text of the page between two places, with character references decoded and invisible characters removed. */
export function textBetween({ html }: PageTree, from: number, to: number): string {
  const text = html.slice(from, to)
  if (!SPECIAL.test(text)) return text
  const decoded = text.includes('&') ? decodeHTML(text) : text
  return HINTS.test(decoded) ? decoded.replaceAll(SHOWN_NOWHERE, '') : decoded
}

/** Returns the source of an element without the tags in it. Takes linear time, also for brackets that begin no tag. */
export function withoutTags(source: string): string {
  return source.replaceAll(/<[^<>]*>/g, '')
}

/** Returns an element's label for readers who do not see it; empty without one. */
export function labelOf({ tree }: MarkdownPage, node: number): string {
  const names = ['aria-label', 'title', 'alt']
  return names.map((name) => tree.attribute(node, name)?.trim()).find(Boolean) ?? ''
}

/** The elements of a link that are searched for a label. */
const MOST_SEARCHED = 30

/** Returns the label of an icon in an element, such as the title of a drawing; empty without one. */
export function iconLabel(page: MarkdownPage, node: number): string {
  const { tree } = page
  const end = Math.min(tree.subtreeEnd(node), node + MOST_SEARCHED)
  for (let inner = node + 1; inner < end; inner++) {
    const isTitle = tree.name(inner) === 'title'
    if (tree.kind(inner).isBlock) return ''
    const label = isTitle ? decodeHTML(tree.source(inner)).trim() : labelOf(page, inner)
    if (label !== '') return label
  }
  return ''
}
