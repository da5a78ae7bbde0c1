/**
 * Input: the text of a page, whatever it holds (`parsePage`).
 * Output: its elements, texts and attributes as a tree, and which of them are kept (`Selection`).
 * Must not know links, Markdown, or what main content is.
 */
import type { ElementKind } from './element-kinds.ts'
import { nameBit, StartTag } from './start-tag.ts'
import { endOfName } from './tag-characters.ts'

/** The parent of elements that are in no other element. Most questions take it like an element that holds the page. */
export const ROOT = -1

/** Gives the places of one run of text, as UTF-16 offsets into the page. */
export interface TextRun {
  readonly from: number
  readonly to: number
}

/**
 * A page as a flat tree. Nodes are numbers from 0 to `size - 1` in document order. A node is an element, or markup that is
 * no content: a comment, a declaration, a stray end tag or a tag nested too deeply (`kind(node).role` is `markup`).
 * Markup has no children and no attributes. Text is exactly the gaps between these. Positions are UTF-16 offsets.
 *
 * - tree: `parsePage(html)`, `size`, `html`
 * - one node: `kind`, `name`, `start`, `startTagEnd`, `endTagStart`, `end` (`endTagStart` equals `end` without an end tag)
 * - around a node: `parent`, `firstChild`, `nextSibling`, `children`, `subtreeEnd` (the node after the last descendant),
 *   `closest`, `isInside`
 * - in a node: `textRuns` (its own text), `source` (everything between its tags, as written)
 * - attributes: `attribute`, `hasAttribute`, `attributeNames`, `attributePlace`, `classNames`
 *
 * `visitTree` calls a visitor for elements and texts in order; `Selection` says which of them are kept. All nodes in
 * document order are `for (let node = 0; node < tree.size; node++)`; `node = tree.subtreeEnd(node)` skips a subtree.
 */
export class PageTree {
  readonly html: string
  readonly size: number
  readonly #nodes: NodeTable
  /** The start tag whose attributes were asked for last. */
  readonly #tag: StartTag

  constructor(html: string, nodes: NodeTable) {
    this.html = html
    this.size = nodes.size
    this.#nodes = nodes
    this.#tag = new StartTag(html)
  }

  /** Throws for numbers that are no node. */
  kind(node: number): ElementKind {
    const kind = this.#nodes.kinds[node]
    if (kind === undefined) throw new RangeError(`The tree has no node ${node}.`)
    return kind
  }

  /** Returns an element's name in lower case; empty for markup. */
  name(node: number): string {
    return this.kind(node).name
  }

  start(node: number): number {
    return this.#nodes.get(node, NODE.start, 0)
  }

  startTagEnd(node: number): number {
    return this.#nodes.get(node, NODE.startTagEnd, 0)
  }

  endTagStart(node: number): number {
    return this.#nodes.get(node, NODE.endTagStart, this.html.length)
  }

  end(node: number): number {
    return this.#nodes.get(node, NODE.end, this.html.length)
  }

  parent(node: number): number {
    return this.#nodes.get(node, NODE.parent, ROOT)
  }

  /** Returns the node after a node's last descendant. */
  subtreeEnd(node: number): number {
    return this.#nodes.get(node, NODE.subtreeEnd, this.size)
  }

  firstChild(node: number): number | undefined {
    return node + 1 < this.subtreeEnd(node) ? node + 1 : undefined
  }

  nextSibling(node: number): number | undefined {
    const next = this.subtreeEnd(node)
    return next < this.subtreeEnd(this.parent(node)) ? next : undefined
  }

  /** Returns a node's children, markup included, in order. */
  children(node: number): number[] {
    const children: number[] = []
    const end = this.subtreeEnd(node)
    for (let child = node + 1; child < end; child = this.subtreeEnd(child)) children.push(child)
    return children
  }

  /** Tells whether a node is a descendant of another one. */
  isInside(node: number, outer: number): boolean {
    return outer < node && node < this.subtreeEnd(outer)
  }

  /** Returns the nearest element with this name, starting with the node itself. */
  closest(node: number, name: string): number | undefined {
    for (let at = node; at !== ROOT; at = this.parent(at)) if (this.name(at) === name) return at
    return undefined
  }

  /** Returns the text that is directly in a node, in order, without empty runs. */
  textRuns(node: number): TextRun[] {
    const runs: TextRun[] = []
    let from = this.startTagEnd(node)
    for (const child of this.children(node)) {
      if (this.start(child) > from) runs.push({ from, to: this.start(child) })
      from = this.end(child)
    }
    const to = this.endTagStart(node)
    if (to > from) runs.push({ from, to })
    return runs
  }

  /** Returns everything between a node's tags as the page writes it. */
  source(node: number): string {
    return this.html.slice(this.startTagEnd(node), this.endTagStart(node))
  }

  /**
   * Returns the value of an attribute (lower-case name) with character references decoded. It is empty for an attribute
   * without a value, and undefined without such an attribute. Of repeated attributes the first counts.
   */
  attribute(node: number, name: string): string | undefined {
    if (!this.#mayHave(node, name)) return undefined
    const tag = this.#tagOf(node)
    const index = tag.find(name)
    return index === -1 ? undefined : tag.valueOf(index)
  }

  hasAttribute(node: number, name: string): boolean {
    return this.#mayHave(node, name) && this.#tagOf(node).find(name) !== -1
  }

  /** Returns the names of a node's attributes in lower case, each once. */
  attributeNames(node: number): string[] {
    if (this.#nodes.get(node, NODE.nameBits, 0) === 0) return []
    const tag = this.#tagOf(node)
    return [...new Set(Array.from({ length: tag.size }, (_, index) => tag.nameOf(index)))]
  }

  /** Returns where the value of an attribute is, without its quotes; undefined without a value. */
  attributePlace(node: number, name: string): TextRun | undefined {
    if (!this.#mayHave(node, name)) return undefined
    const tag = this.#tagOf(node)
    const index = tag.find(name)
    if (index === -1 || tag.startOf(index) === -1) return undefined
    return { from: tag.startOf(index), to: tag.endOf(index) }
  }

  classNames(node: number): string[] {
    return this.attribute(node, 'class')?.split(/\s+/).filter(Boolean) ?? []
  }

  #mayHave(node: number, name: string): boolean {
    return (this.#nodes.get(node, NODE.nameBits, 0) & nameBit(name)) !== 0
  }

  /** Reads the start tag of a node with attributes, unless it was read last. */
  #tagOf(node: number): StartTag {
    const start = this.start(node)
    if (this.#tag.start !== start) this.#tag.read(start, endOfName(this.html, start + 1))
    return this.#tag
  }
}

/** The numbers of a node: positions in the page, other nodes, and the bits of attributes' names (`nameBit`). */
export const NODE = {
  start: 0,
  startTagEnd: 1,
  endTagStart: 2,
  end: 3,
  parent: 4,
  subtreeEnd: 5,
  nameBits: 6,
} as const
const NUMBERS = 7
/** Most pages have fewer than one node per this many characters. */
const CHARACTERS_OF_NODE = 64
const FEWEST_NODES = 16

/** The kinds of a page's nodes, and all numbers about them in one array that grows. */
export class NodeTable {
  readonly kinds: ElementKind[] = []
  #numbers: Int32Array

  /** @param length of the page */
  constructor(length: number) {
    this.#numbers = new Int32Array(NUMBERS * (FEWEST_NODES + Math.ceil(length / CHARACTERS_OF_NODE)))
  }

  get size(): number {
    return this.kinds.length
  }

  /** Adds a node whose numbers are 0, and returns it. */
  add(kind: ElementKind): number {
    if (NUMBERS * (this.size + 1) > this.#numbers.length) {
      const numbers = new Int32Array(2 * this.#numbers.length)
      numbers.set(this.#numbers)
      this.#numbers = numbers
    }
    return this.kinds.push(kind) - 1
  }

  set(node: number, field: number, value: number): void {
    this.#numbers[NUMBERS * node + field] = value
  }

  /** Returns a number of a node; `otherwise` for a number that is no node. */
  get(node: number, field: number, otherwise: number): number {
    if (node < 0 || node >= this.size) return otherwise
    return this.#numbers[NUMBERS * node + field] ?? otherwise
  }
}
