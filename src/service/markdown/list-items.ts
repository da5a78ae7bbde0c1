import type { ElementKind } from '../html/element-kinds.ts'
import type { KeptHtml } from '../html/kept-html.ts'
import type { StartTag } from '../html/start-tag.ts'
import { CHECKED_BOX, UNCHECKED_BOX } from './stand-ins.ts'
import type { ItemRecord } from './open-record.ts'

/** A list that stands right beside its items, where it should be in one. */
const LIST_NEXT = /\s*<[uo]l[\s>]/iy

/** Blocks that have no form of their own in Markdown. */
const PARTS: ReadonlySet<string> = new Set(['article', 'div', 'figcaption', 'figure', 'main', 'section'])

/** The items of lists: empty ones go, and a list beside an item becomes part of that, as it is shown. */
export class ListItems {
  readonly #html: string
  readonly #kept: KeptHtml
  /** Where the current item begins. */
  #current: number | undefined
  #isListNext = false

  constructor(html: string, kept: KeptHtml) {
    this.#html = html
    this.#kept = kept
  }

  /** Tells whether an item is open. */
  get isOpen(): boolean {
    return this.#current !== undefined
  }

  /** Tells whether a block has to be a paragraph: the converter parts those in an item, and no other blocks. */
  parts({ name, role }: ElementKind): boolean {
    return this.#current !== undefined && (role !== 'block' || PARTS.has(name))
  }

  /** Tells whether the current item has something to show before `position`. */
  hasContent(position: number): boolean {
    return this.#current !== undefined && this.#kept.hasContentSince(this.#current, position)
  }

  /** Returns what stands for a box that the current item begins with; undefined for other fields. */
  boxOf(tag: StartTag): string | undefined {
    if (tag.get('type')?.toLowerCase() !== 'checkbox') return undefined
    if (this.#current === undefined || this.hasContent(tag.start)) return undefined
    return tag.has('checked') ? CHECKED_BOX : UNCHECKED_BOX
  }

  open(start: number): ItemRecord {
    const outer = this.#current
    this.#current = this.#kept.mark(start)
    return { type: 'item', mark: this.#current, outer }
  }

  close({ mark, outer }: ItemRecord, start: number, end: number): void {
    this.#current = outer
    if (!this.#kept.hasContentSince(mark, start)) return this.#kept.hideSince(mark, end)
    LIST_NEXT.lastIndex = end
    this.#isListNext = LIST_NEXT.test(this.#html)
    if (this.#isListNext) this.#kept.divert(start, end, '')
  }

  /** Opens a list; tells whether `closeList` must be called for its end. */
  openList(): boolean {
    const isInner = this.#isListNext
    this.#isListNext = false
    return isInner
  }

  closeList(end: number): void {
    this.#kept.keepTo(end)
    LIST_NEXT.lastIndex = end
    this.#isListNext = LIST_NEXT.test(this.#html)
    if (!this.#isListNext) this.#kept.divert(end, end, '</li>')
  }
}
