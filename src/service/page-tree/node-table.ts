import type { ElementKind } from './element-kinds.ts'

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
/** Most pages have fewer nodes than one for so many characters. */
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
