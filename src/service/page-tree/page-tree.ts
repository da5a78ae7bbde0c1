/**
 * Input: any text, read as a page (`parsePage`).
 * Output: its elements, texts and attributes as a tree, and which of them are kept.
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

/** The numbers of a node: positions in the page, other nodes, and the bits of attributes' names (`nameBit`). */
const START = 0
const START_TAG_END = 1
const END_TAG_START = 2
const END = 3
const PARENT = 4
const SUBTREE_END = 5
const NAME_BITS = 6
const NUMBERS = 7
/** Most pages have fewer than one node per this many characters. */
const CHARACTERS_OF_NODE = 64
const FEWEST_NODES = 16

/** Whether a node is kept, only its content is, or nothing in it. */
const KEPT = 0
const UNWRAPPED = 1
const LEFT_OUT = 2

/**
 * A page as a flat tree. Nodes are numbers from 0 to `size - 1` in document order. A node is an element, or markup that is
 * no content: a comment, a declaration, a stray end tag or a tag nested too deeply (`kind(node).role` is `markup`).
 * Markup has no children and no attributes. Text is exactly the gaps between these. Positions are UTF-16 offsets.
 *
 * All nodes in document order are `for (let node = 0; node < tree.size; node++)`; `node = tree.subtreeEnd(node)` skips a
 * subtree.
 *
 * Everything is kept at first. Main content, selectors and settings leave parts out, which then stay out. Links, HTML and
 * Markdown are read from the kept parts, which `visitTree` visits in order.
 */
export class PageTree {
  readonly html: string
  readonly #kinds: ElementKind[] = []
  /** All numbers of all nodes. It grows. */
  #numbers: Int32Array
  /** The start tag whose attributes were asked for last. */
  readonly #tag: StartTag
  /** One state for each node, from the first change on. All nodes in a left-out node are left out. */
  #states: Uint8Array | undefined
  /** Where the texts start that are left out of elements that stay. */
  readonly #looseTexts = new Set<number>()

  constructor(html: string) {
    this.html = html
    this.#numbers = new Int32Array(NUMBERS * (FEWEST_NODES + Math.ceil(html.length / CHARACTERS_OF_NODE)))
    this.#tag = new StartTag(html)
  }

  get size(): number {
    return this.#kinds.length
  }

  /** Adds a node without an end tag to the innermost open one, for `parsePage`, and returns it. */
  add(kind: ElementKind, parent: number, tag: Pick<StartTag, 'start' | 'end' | 'nameBits'>): number {
    const { start, end, nameBits } = tag
    const at = NUMBERS * this.size
    if (at + NUMBERS > this.#numbers.length) {
      const numbers = new Int32Array(2 * this.#numbers.length)
      numbers.set(this.#numbers)
      this.#numbers = numbers
    }
    this.#numbers[at + START] = start
    this.#numbers[at + START_TAG_END] = end
    this.#numbers[at + PARENT] = parent
    this.#numbers[at + NAME_BITS] = nameBits
    const node = this.#kinds.push(kind) - 1
    this.setEnd(node, end, end)
    return node
  }

  /** Ends a node, after all nodes in it. Both positions are equal without an end tag. */
  setEnd(node: number, endTagStart: number, end: number): void {
    const at = NUMBERS * node
    this.#numbers[at + END_TAG_START] = endTagStart
    this.#numbers[at + END] = end
    this.#numbers[at + SUBTREE_END] = this.size
  }

  /** Throws for numbers that are no node. */
  kind(node: number): ElementKind {
    const kind = this.#kinds[node]
    if (kind === undefined) throw new RangeError(`The tree has no node ${node}.`)
    return kind
  }

  /** Returns an element's name in lower case; empty for markup. */
  name(node: number): string {
    return this.kind(node).name
  }

  start(node: number): number {
    return this.#number(node, START, 0)
  }

  startTagEnd(node: number): number {
    return this.#number(node, START_TAG_END, 0)
  }

  endTagStart(node: number): number {
    return this.#number(node, END_TAG_START, this.html.length)
  }

  end(node: number): number {
    return this.#number(node, END, this.html.length)
  }

  parent(node: number): number {
    return this.#number(node, PARENT, ROOT)
  }

  /** Returns the node after a node's last descendant. */
  subtreeEnd(node: number): number {
    return this.#number(node, SUBTREE_END, this.size)
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

  isInside(node: number, outer: number): boolean {
    return outer < node && node < this.subtreeEnd(outer)
  }

  /** Returns the nearest element with this name, starting with the node itself. */
  closest(node: number, name: string): number | undefined {
    for (let at = node; at !== ROOT; at = this.parent(at)) if (this.name(at) === name) return at
    return undefined
  }

  /** Tells whether a node is a `template` that is no part of the page: it is no shadow root (HTML Standard, "declarative shadow root"). */
  isInert(node: number): boolean {
    if (this.name(node) !== 'template') return false
    const mode = this.attribute(node, 'shadowrootmode') ?? this.attribute(node, 'shadowroot') ?? ''
    return !/^(?:open|closed)$/i.test(mode)
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

  source(node: number): string {
    return this.html.slice(this.startTagEnd(node), this.endTagStart(node))
  }

  /**
   * Returns the value of an attribute (lower-case name) with character references decoded. It is empty for an attribute
   * without a value, and undefined without such an attribute. Of repeated attributes the first counts.
   */
  attribute(node: number, name: string): string | undefined {
    const index = this.#indexOf(node, name)
    return index === -1 ? undefined : this.#tag.valueOf(index)
  }

  hasAttribute(node: number, name: string): boolean {
    return this.#indexOf(node, name) !== -1
  }

  hasAttributes(node: number): boolean {
    return this.#number(node, NAME_BITS, 0) !== 0
  }

  /** Returns the names of a node's attributes in lower case, each once. */
  attributeNames(node: number): string[] {
    if (!this.hasAttributes(node)) return []
    const tag = this.#tagOf(node)
    return [...new Set(Array.from({ length: tag.size }, (_, index) => tag.nameOf(index)))]
  }

  /** Returns where the value of an attribute is, without its quotes; undefined without a value. */
  attributePlace(node: number, name: string): TextRun | undefined {
    const index = this.#indexOf(node, name)
    if (index === -1 || this.#tag.startOf(index) === -1) return undefined
    return { from: this.#tag.startOf(index), to: this.#tag.endOf(index) }
  }

  classNames(node: number): string[] {
    return this.attribute(node, 'class')?.split(/\s+/).filter(Boolean) ?? []
  }

  leaveOut(node: number): void {
    if (!this.isLeftOut(node)) this.#changeable().fill(LEFT_OUT, node, this.subtreeEnd(node))
  }

  /** Drops the tags of an element and keeps its content, as for `noscript` that is shown. */
  unwrap(node: number): void {
    if (!this.isLeftOut(node)) this.#changeable()[node] = UNWRAPPED
  }

  /** Leaves out a run of text, given by where it starts, and keeps the element that it is in. */
  leaveOutText(from: number): void {
    this.#looseTexts.add(from)
  }

  /**
   * Leaves out everything outside of these nodes, also the tags of elements around them. Takes nodes in document order,
   * such as the declared main element and the title before it. Of nodes in each other the outermost counts.
   */
  keepOnly(nodes: readonly number[]): void {
    let next = 0
    const leaveOutTextsOf = (node: number): void => {
      for (const { from } of this.textRuns(node)) this.leaveOutText(from)
    }
    leaveOutTextsOf(ROOT)
    for (let node = 0; node < this.size;) {
      while ((nodes[next] ?? this.size) < node) next++
      const kept = nodes[next] ?? this.size
      const holdsKept = this.isInside(kept, node)
      if (holdsKept) {
        this.unwrap(node)
        leaveOutTextsOf(node)
      } else if (kept !== node) this.leaveOut(node)
      node = holdsKept ? node + 1 : this.subtreeEnd(node)
    }
  }

  keepAll(): void {
    this.#states = undefined
    this.#looseTexts.clear()
  }

  /** Tells whether a node is left out, alone or with an element around it. */
  isLeftOut(node: number): boolean {
    return this.#states?.[node] === LEFT_OUT
  }

  /** Tells whether only the content of an element is kept, without its tags. */
  isUnwrapped(node: number): boolean {
    return this.#states?.[node] === UNWRAPPED
  }

  /** Tells whether the tags of a node are kept. */
  isKept(node: number): boolean {
    return (this.#states?.[node] ?? KEPT) === KEPT
  }

  /** Tells whether the run of text that starts at `from` is left out of an element that stays. */
  isTextLeftOut(from: number): boolean {
    return this.#looseTexts.has(from)
  }

  #changeable(): Uint8Array {
    return (this.#states ??= new Uint8Array(this.size))
  }

  /** Returns a number of a node; `otherwise` for a number that is no node. */
  #number(node: number, field: number, otherwise: number): number {
    if (node < 0 || node >= this.size) return otherwise
    return this.#numbers[NUMBERS * node + field] ?? otherwise
  }

  /** Returns the place of an attribute in its start tag, which becomes the last one read, or -1. */
  #indexOf(node: number, name: string): number {
    const mayBeThere = (this.#number(node, NAME_BITS, 0) & nameBit(name)) !== 0
    return mayBeThere ? this.#tagOf(node).find(name) : -1
  }

  /** Reads the start tag of a node with attributes, unless it was read last. */
  #tagOf(node: number): StartTag {
    const start = this.start(node)
    if (this.#tag.start !== start) this.#tag.read(start, endOfName(this.html, start + 1))
    return this.#tag
  }
}

/** Tells not to visit the content of an element. */
export const SKIP = 'skip'

/** The answer to an element: visit its content, also call a function at its end, or skip it. */
export type VisitAnswer = (() => void) | typeof SKIP | undefined

/** Reads elements and texts in document order. */
export interface TreeVisitor {
  open(node: number): VisitAnswer
  /** Takes a run of text, by its places in the page, directly in the innermost open node. */
  text(from: number, to: number): void
}

/** Visits the kept parts of a node, by default of the page, without markup. Its stack is an array, so that deep pages do not overflow. */
export function visitTree(tree: PageTree, visitor: TreeVisitor, root = ROOT): void {
  const open: { readonly node: number; readonly close: (() => void) | undefined }[] = []
  const end = tree.subtreeEnd(root)
  let position = tree.startTagEnd(root)
  const textTo = (to: number): void => {
    if (to > position && !tree.isTextLeftOut(position)) visitor.text(position, to)
  }
  const closeBefore = (node: number): void => {
    for (let top = open.at(-1); top !== undefined && tree.subtreeEnd(top.node) <= node; top = open.at(-1)) {
      textTo(tree.endTagStart(top.node))
      position = tree.end(top.node)
      open.pop()
      top.close?.()
    }
  }
  const visitOf = (node: number): VisitAnswer => {
    if (tree.isLeftOut(node) || tree.kind(node).role === 'markup') return SKIP
    return tree.isUnwrapped(node) ? undefined : visitor.open(node)
  }
  for (let node = root + 1; node < end;) {
    closeBefore(node)
    textTo(tree.start(node))
    const visit = visitOf(node)
    position = visit === SKIP ? tree.end(node) : tree.startTagEnd(node)
    if (visit !== SKIP) open.push({ node, close: visit })
    node = visit === SKIP ? tree.subtreeEnd(node) : node + 1
  }
  closeBefore(end)
  textTo(tree.endTagStart(root))
}
