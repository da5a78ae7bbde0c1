import type { ElementKind } from '../page-tree/element-kinds.ts'
import { ROOT, type PageTree } from '../page-tree/page-tree.ts'
import { isNote } from './notes.ts'
import { classBits, classWordsOf, tagBits, tagGroupOf } from './vocabulary.ts'

/** The number of a block or element that is not known yet. */
export const NONE = -1

const HIDDEN = classBits('hidden')
/** What the names of callouts and footnotes, and of elements in them, do not mean. */
const NOT_IN_NOTES = classBits('header footer side about hidden')
const NOT_A_NOTE = tagBits('aside header')
const NO_KIND = { name: '' } as ElementKind

/** Says where an element is in an outline. */
interface OutlinePlace {
  readonly index: number
  readonly parent: OutlineElement | undefined
}

/** An element that may hold content. Its attributes are read when they are first asked for: many elements are clear without. */
export class OutlineElement {
  /** Its place in the outline's list, which is in document order. */
  readonly index: number
  /** Its place in the tree. */
  readonly node: number
  readonly kind: ElementKind
  readonly parent: OutlineElement | undefined
  /** The number of elements around it. */
  readonly depth: number
  /** 1 to 6 in a heading, else 0. */
  readonly level: number
  /** The blocks that have text in it: from this one up to before `endBlock`. */
  firstBlock = NONE
  endBlock = NONE
  /** The index after its last descendant. */
  endIndex = NONE
  readonly #tree: PageTree | undefined
  #className: string | undefined
  #classWords: number | undefined
  #tags: number | undefined
  #isInNote: boolean | undefined

  constructor(tree: PageTree | undefined, node: number, { index, parent }: OutlinePlace) {
    this.#tree = tree
    this.index = index
    this.node = node
    this.kind = tree === undefined ? NO_KIND : tree.kind(node)
    this.parent = parent
    this.depth = parent === undefined ? 0 : parent.depth + 1
    this.level = this.kind.role === 'heading' ? Number(this.kind.name[1]) : (parent?.level ?? 0)
  }

  /** Returns an element that holds all blocks, for text that is in no element. */
  static ofPage(): OutlineElement {
    const page = new OutlineElement(undefined, ROOT, { index: NONE, parent: undefined })
    page.firstBlock = 0
    page.endBlock = Number.POSITIVE_INFINITY
    page.endIndex = Number.POSITIVE_INFINITY
    return page
  }

  get className(): string {
    return (this.#className ??= this.#tree?.attribute(this.node, 'class') ?? '')
  }

  /** Whether it is in a callout or footnotes, or is one. */
  get isInNote(): boolean {
    return (this.#isInNote ??=
      this.parent?.isInNote === true || (this.#tree !== undefined && isNote(this.#tree, this.node)))
  }

  /** The groups of the words in its class and id, as bits. An element that says it is hidden is in that group. */
  get classWords(): number {
    return (this.#classWords ??= this.#readClassWords())
  }

  /** The groups of its name and its role, as bits. */
  get tags(): number {
    return (this.#tags ??= this.#readTags())
  }

  #readClassWords(): number {
    const tree = this.#tree
    const { role } = this.kind
    if (tree === undefined || role === 'html' || role === 'body') return 0
    const hidden = saysHidden(tree, this.node) ? HIDDEN : 0
    const bits = hidden | classWordsOf(this.className) | classWordsOf(tree.attribute(this.node, 'id') ?? '')
    return bits === 0 || !this.isInNote ? bits : bits & ~NOT_IN_NOTES
  }

  #readTags(): number {
    const tree = this.#tree
    if (tree === undefined) return 0
    const bits = tagGroupOf(this.kind.name) | tagGroupOf(roleOf(tree, this.node))
    return (bits & NOT_A_NOTE) === 0 || !this.isInNote ? bits : bits & ~NOT_A_NOTE
  }
}

/** Tells whether an element says that it is hidden. */
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
