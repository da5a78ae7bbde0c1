import { decodeHTML } from 'entities'
import { isNote } from './main-by-name.ts'
import { typesOf } from './page-types.ts'
import { TextFacts, shownLength } from './text-facts.ts'
import {
  CLASS_GROUPS,
  type ClassMeaning,
  classMeaning,
  classWordsOf,
  saysReference,
  TAG_GROUPS,
  textWordsOf,
} from './vocabulary.ts'
import type { ElementKind } from '../page-tree/element-kinds.ts'
import { PageTree, ROOT, type TextRun } from '../page-tree/page-tree.ts'
import { wordSet } from '../../util/word-set.ts'

/** The number of a block or element that is not known yet. */
const NONE = -1

const HIDDEN = CLASS_GROUPS.bits('hidden')
const NO_KIND = { name: '' } as ElementKind

/** An element that may hold content. Its attributes are read when they are first asked for: many elements are clear without. */
export class OutlineElement {
  /** Its place in the outline's list, which is in document order. */
  readonly index: number
  readonly node: number
  readonly kind: ElementKind
  readonly parent: OutlineElement | undefined
  readonly depth: number
  /** 1 to 6 in a heading, else 0. */
  readonly level: number
  /** The blocks that have text in it: from this one up to before `endBlock`. */
  firstBlock = NONE
  endBlock = NONE
  /** The index after its last descendant. */
  endIndex = NONE
  readonly #tree: PageTree
  #className: string | undefined
  #id: string | undefined
  #meaning: ClassMeaning | undefined
  #isHidden: boolean | undefined
  #isInNote: boolean | undefined
  #classWords: number | undefined
  #tags: number | undefined

  constructor(tree: PageTree, node: number, { index, parent }: Pick<OutlineElement, 'index' | 'parent'>) {
    this.#tree = tree
    this.index = index
    this.node = node
    this.kind = node === ROOT ? NO_KIND : tree.kind(node)
    this.parent = parent
    this.depth = parent === undefined ? 0 : parent.depth + 1
    const { name, role } = this.kind
    this.level = role === 'heading' ? Number(name[1]) : (parent?.level ?? 0)
  }

  get className(): string {
    return (this.#className ??= this.#tree.attribute(this.node, 'class') ?? '')
  }

  get id(): string {
    return (this.#id ??= this.#tree.attribute(this.node, 'id') ?? '')
  }

  /** The meaning of its class. */
  get meaning(): ClassMeaning {
    return (this.#meaning ??= classMeaning(this.className))
  }

  /** Whether it says itself that it is hidden. */
  get isHidden(): boolean {
    return (this.#isHidden ??= this.#tree.hasAttributes(this.node) && saysHidden(this.#tree, this.node))
  }

  /** Whether it is in a callout or footnotes, or is one. */
  get isInNote(): boolean {
    return (this.#isInNote ??=
      this.parent?.isInNote === true ||
      (this.node !== ROOT && isNote(this.#tree, this.node, this.classWords)))
  }

  /** The groups of the words in its class and id, as bits. An element that says it is hidden is in that group. */
  get classWords(): number {
    return (this.#classWords ??= this.#tree.hasAttributes(this.node) ? this.#readClassWords() : 0)
  }

  /** The groups of its name and its role, as bits. */
  get tags(): number {
    return (this.#tags ??= TAG_GROUPS.of(this.kind.name) | TAG_GROUPS.of(roleOf(this.#tree, this.node)))
  }

  #readClassWords(): number {
    if (this.kind.role === 'html' || this.kind.role === 'body') return 0
    const words = this.meaning.words | classWordsOf(this.id)
    return this.isHidden ? words | HIDDEN : words
  }
}

export function saysHidden(tree: PageTree, node: number): boolean {
  return (
    tree.hasAttribute(node, 'hidden') ||
    tree.attribute(node, 'aria-hidden') === 'true' ||
    /display:\s*none/.test(tree.attribute(node, 'style') ?? '')
  )
}

export function roleOf(tree: PageTree, node: number): string {
  return tree.attribute(node, 'role')?.toLowerCase() ?? ''
}

interface BlockRun extends TextRun {
  /** The innermost element around it. */
  readonly element: OutlineElement
  readonly isLinked: boolean
}

const INLINE = wordSet(
  'a abbr acronym b bdi bdo big br cite code data del dfn em font i img ins kbd mark nobr picture q s samp small source span ' +
    'strike strong sub sup time tt u var wbr label',
)
const UNREAD = wordSet('script style head title svg math iframe object')
const SET_ASIDE_ROLES = wordSet('navigation contentinfo search')
/** The address of a frame that shows a button to like or pass on the page, or an advert. Queries may hold anything. */
const SHOWS_BUTTON_OR_ADVERT =
  /^[^?#]*(?:\/plugins\/(?:like|follow|share)|\/widgets\/\w{1,20}_button|buttons?\.(?:html?|js|php)(?:[?#]|$)|[./_](?:page)?ads?(?:[./_]|[?#]|$))/i
const LONGEST_ADDRESS = 1000
/** Longer texts are not searched for telling words. */
const LONGEST_LABEL = 100

/** A piece of text that is shown together, such as a paragraph, a heading, a cell or a line of a menu. */
export class OutlineBlock {
  readonly #html: string
  /** The innermost element around it that starts a line. */
  readonly element: OutlineElement
  /** The innermost element around its beginning, such as a link. */
  readonly innermost: OutlineElement
  readonly runs: BlockRun[]
  /** Its length without the space around runs, and how much of that is linked, in UTF-16 units. */
  length: number
  linkedLength: number
  #facts: TextFacts | undefined
  #textWords: number | undefined
  #text: string | undefined

  /**
   * @param run its first one. Most blocks have no other, and a list that begins empty reserves memory for 17.
   * @param length of the run without the space around it
   */
  constructor(html: string, run: BlockRun, length: number) {
    this.#html = html
    this.element = lineOf(run.element)
    this.innermost = run.element
    this.runs = [run]
    this.length = length
    this.linkedLength = run.isLinked ? length : 0
  }

  add(run: BlockRun, length: number): void {
    this.runs.push(run)
    this.length += length
    if (run.isLinked) this.linkedLength += length
  }

  /** Counted when first asked for: most blocks of a declared main element are kept without. */
  get facts(): TextFacts {
    return (this.#facts ??= this.#count())
  }

  get words(): number {
    return this.facts.words
  }

  get linkedWords(): number {
    return this.linkedLength === 0 ? 0 : this.facts.linkedWords
  }

  /** 1 to 6 in a heading, else 0. */
  get level(): number {
    return this.innermost.level
  }

  /** The groups of its words as bits, if it is short. */
  get textWords(): number {
    this.#textWords ??= this.facts.letters <= LONGEST_LABEL ? textWordsOf(this.text) : 0
    return this.#textWords
  }

  get text(): string {
    return (this.#text ??= this.runs.map((run) => this.textOf(run)).join(''))
  }

  textOf({ from, to }: BlockRun): string {
    const text = this.#html.slice(from, to)
    return text.includes('&') ? decodeHTML(text) : text
  }

  #count(): TextFacts {
    const facts = new TextFacts()
    for (const run of this.runs) facts.add(this.#html, run)
    return facts
  }
}

/**
 * A page or one of its elements as blocks of text, without parts that are left out, menus, scripts and other elements that
 * hold no content. Reading it takes time linear in the length of the text.
 */
export class Outline {
  readonly elements: OutlineElement[] = []
  readonly blocks: OutlineBlock[] = []
  /** The `noscript` elements that were not read. */
  readonly noscripts: number[] = []
  /** The elements that are never content, such as menus. */
  readonly setAside: number[] = []
  readonly tree: PageTree
  readonly #showsNoscript: boolean
  /** The block that the next text of the same line belongs to. */
  #block: OutlineBlock | undefined
  #links = 0
  #isReference: boolean | undefined
  #types: readonly number[] | undefined

  /** @param showsNoscript whether the content of `noscript` is part of the page */
  constructor(tree: PageTree, { root = ROOT, showsNoscript = false } = {}) {
    this.tree = tree
    this.#showsNoscript = showsNoscript
    if (root === ROOT) this.#readContent(ROOT, PAGE)
    else this.#readNode(root, undefined)
  }

  /** Whether the page is part of a reference. */
  get isReference(): boolean {
    return (this.#isReference ??= saysReference(this.tree.html))
  }

  /** The types that the page names, as `typesOf` counts them. */
  get types(): readonly number[] {
    return (this.#types ??= typesOf(this.tree))
  }

  #readContent(node: number, element: OutlineElement): void {
    const tree = this.tree
    const parent = element === PAGE ? undefined : element
    const end = tree.subtreeEnd(node)
    let from = tree.startTagEnd(node)
    for (let child = node + 1; child < end; child = tree.subtreeEnd(child)) {
      this.#addText(from, tree.start(child), element)
      this.#readNode(child, parent)
      from = tree.end(child)
    }
    this.#addText(from, tree.endTagStart(node), element)
  }

  #readNode(node: number, parent: OutlineElement | undefined): void {
    const kind = this.tree.kind(node)
    if (kind.role === 'markup') return
    const isInline = INLINE.has(kind.name)
    if (!isInline) this.#block = undefined
    if (kind.name === 'noscript' && !this.#showsNoscript) this.noscripts.push(node)
    if (isSetAside(this.tree, node)) return void this.setAside.push(node)
    if (!isRead(this.tree, node, this.#showsNoscript)) return
    const element = new OutlineElement(this.tree, node, { parent, index: this.elements.length })
    this.elements.push(element)
    const isLink = kind.role === 'anchor'
    if (isLink) this.#links++
    this.#readContent(node, element)
    if (isLink) this.#links--
    if (!isInline) this.#block = undefined
    element.endIndex = this.elements.length
    element.endBlock = this.blocks.length
    if (element.firstBlock === NONE) element.firstBlock = element.endBlock
  }

  #addText(from: number, to: number, element: OutlineElement): void {
    const length = shownLength(this.tree.html, from, to)
    if (length === 0) return
    const run = { from, to, element, isLinked: this.#links > 0 }
    if (this.#block === undefined) {
      this.#block = new OutlineBlock(this.tree.html, run, length)
      this.blocks.push(this.#block)
    } else this.#block.add(run, length)
    let at: OutlineElement | undefined = element
    for (; at?.firstBlock === NONE; at = at.parent) at.firstBlock = this.blocks.length - 1
  }
}

/** The element around text that is in no element. */
export const PAGE = Object.assign(
  new OutlineElement(new PageTree(''), ROOT, { index: NONE, parent: undefined }),
  { firstBlock: 0, endBlock: Infinity, endIndex: Infinity },
)

function lineOf(innermost: OutlineElement): OutlineElement {
  for (let at: OutlineElement | undefined = innermost; at !== undefined; at = at.parent)
    if (!INLINE.has(at.kind.name)) return at
  return PAGE
}

/** Returns whether an element may hold content: menus, scripts, hidden texts and left-out parts do not. */
export function mayHoldContent(tree: PageTree, node: number): boolean {
  return tree.kind(node).role !== 'markup' && isRead(tree, node, false) && !isSetAside(tree, node)
}

function isRead(tree: PageTree, node: number, showsNoscript: boolean): boolean {
  const { name } = tree.kind(node)
  return !UNREAD.has(name) && (name !== 'noscript' || showsNoscript) && !tree.isLeftOut(node)
}

/** Tells whether an element is never content, such as a menu or an advert. The code of an example may be in a field. */
function isSetAside(tree: PageTree, node: number): boolean {
  const { name, isSetAside: isAlways } = tree.kind(node)
  if (name === 'iframe')
    return SHOWS_BUTTON_OR_ADVERT.test(tree.attribute(node, 'src')?.slice(0, LONGEST_ADDRESS) ?? '')
  if (!isAlways && !SET_ASIDE_ROLES.has(roleOf(tree, node))) return false
  if (name === 'textarea') return !/\bcode\b/i.test(tree.attribute(node, 'class') ?? '')
  return name !== 'footer' || !isNote(tree, node)
}

export function isInside(element: OutlineElement | undefined, outer: OutlineElement): boolean {
  return element !== undefined && outer.index <= element.index && element.index < outer.endIndex
}

/** Returns the outermost elements with a property. */
export function outermost(
  elements: readonly OutlineElement[],
  has: (element: OutlineElement) => boolean,
): OutlineElement[] {
  let next = 0
  return elements.filter((element) => {
    const isFound = element.index >= next && has(element)
    if (isFound) next = element.endIndex
    return isFound
  })
}

/** The blocks from the first up to before the end, such as those of an element. */
export interface BlockRange {
  readonly firstBlock: number
  readonly endBlock: number
}

type ValueOf = (block: OutlineBlock, index: number) => number

export function sumOf(blocks: readonly OutlineBlock[], valueOf: ValueOf): number {
  return blocks.reduce((sum, block, index) => sum + valueOf(block, index), 0)
}

/** Returns for each block the sum of a value of all blocks before it, and at the end the sum of all. */
export function sumsBefore(blocks: readonly OutlineBlock[], valueOf: ValueOf): Int32Array {
  const sums = new Int32Array(blocks.length + 1)
  let index = 0
  for (const block of blocks) sums[index + 1] = (sums[index] ?? 0) + valueOf(block, index++)
  return sums
}

/** Returns the sum for the blocks of an element, or of another range. */
export function sumWithin(sums: Int32Array, { firstBlock, endBlock }: BlockRange): number {
  return (sums[endBlock] ?? 0) - (sums[firstBlock] ?? 0)
}

/** Returns the words of a block and one more, so that a block without words counts too. */
export function weightOf({ words }: OutlineBlock): number {
  return words + 1
}
