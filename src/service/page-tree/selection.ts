import { ROOT, type PageTree } from './page-tree.ts'

const KEPT = 0
const UNWRAPPED = 1
const LEFT_OUT = 2

/**
 * Says which parts of a page are kept. Everything is kept at first. Main content, selectors and settings leave parts out;
 * links, HTML and Markdown read the result. A part that was left out once stays out.
 */
export class Selection {
  readonly #tree: PageTree
  /** One state for each node. All nodes in a left-out node are left out. */
  readonly #states: Uint8Array
  /** Where the texts start that are left out of elements that stay. */
  readonly #looseTexts = new Set<number>()

  constructor(tree: PageTree) {
    this.#tree = tree
    this.#states = new Uint8Array(tree.size)
  }

  /** Leaves out a node with everything in it. */
  leaveOut(node: number): void {
    if (this.isLeftOut(node)) return
    this.#states.fill(LEFT_OUT, node, this.#tree.subtreeEnd(node))
  }

  /** Drops the tags of an element and keeps its content, as for `noscript` that is shown. */
  unwrap(node: number): void {
    if (!this.isLeftOut(node)) this.#states[node] = UNWRAPPED
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
    const tree = this.#tree
    let next = 0
    const leaveOutTextsOf = (node: number): void => {
      for (const { from } of tree.textRuns(node)) this.leaveOutText(from)
    }
    leaveOutTextsOf(ROOT)
    for (let node = 0; node < tree.size;) {
      while ((nodes[next] ?? tree.size) < node) next++
      const kept = nodes[next] ?? tree.size
      if (kept === node) node = tree.subtreeEnd(node)
      else if (tree.isInside(kept, node)) {
        this.unwrap(node)
        leaveOutTextsOf(node)
        node++
      } else {
        this.leaveOut(node)
        node = tree.subtreeEnd(node)
      }
    }
  }

  /** Tells whether a node is left out, alone or with an element around it. */
  isLeftOut(node: number): boolean {
    return this.#states[node] === LEFT_OUT
  }

  /** Tells whether only the content of an element is kept, without its tags. */
  isUnwrapped(node: number): boolean {
    return this.#states[node] === UNWRAPPED
  }

  /** Tells whether the tags of a node are kept. */
  isKept(node: number): boolean {
    return this.#states[node] === KEPT
  }

  /** Tells whether the run of text that starts at `from` is left out of an element that stays. */
  isTextLeftOut(from: number): boolean {
    return this.#looseTexts.has(from)
  }
}
