import type { ElementKind } from '../html/element-kinds.ts'
import type { LineWriter } from './line-writer.ts'
import type { StartTag } from '../html/start-tag.ts'

/** A list that stands right beside its items, where it should be in one. */
const LIST_NEXT = /\s*<[uo]l[\s>]/iy

/** A list that is open. */
interface OpenList {
  readonly isOrdered: boolean
  next: number
}

/** The items of lists: empty ones go, and a list beside an item becomes part of that, as it is shown. */
export class ListItems {
  readonly #html: string
  readonly #lines: LineWriter
  readonly #lists: OpenList[] = []
  /** Whether an item is held open for the list beside it. */
  #isHeld = false

  constructor(html: string, lines: LineWriter) {
    this.#html = html
    this.#lines = lines
  }

  /** Opens a list; tells whether it is part of the item before it, and `closeInnerList` must be called for its end. */
  openList(kind: ElementKind, tag: StartTag): boolean {
    const isOrdered = kind.name === 'ol'
    const start = isOrdered ? numberOf(tag, 'start') : 1
    // Only a list that starts with 1 can follow on a line of text (CommonMark section 5.3).
    if (this.#lists.length > 0 && start === 1) this.#lines.partByLine()
    else this.#lines.part(2)
    this.#lists.push({ isOrdered, next: start })
    const isInner = this.#isHeld
    this.#isHeld = false
    return isInner
  }

  closeList(): void {
    this.#lists.pop()
    this.#lines.part(this.#lists.length > 0 ? 1 : 2)
  }

  closeInnerList(end: number): void {
    this.closeList()
    this.close(end)
  }

  open(tag: StartTag): void {
    const list = this.#lists.at(-1)
    this.#lines.part(1)
    if (list?.isOrdered === true && tag.has('value')) list.next = numberOf(tag, 'value')
    const marker = list?.isOrdered === true ? `${list.next}. ` : '- '
    if (list !== undefined) list.next++
    this.#lines.openContainer(marker, ' '.repeat(marker.length))
  }

  /** Writes a box that the current item begins with; other fields show nothing. */
  writeBox(tag: StartTag): void {
    if (tag.get('type')?.toLowerCase() !== 'checkbox' || !this.#lines.isAtMarker) return
    this.#lines.inline(tag.has('checked') ? '[x]' : '[ ]')
    this.#lines.space()
  }

  /** Ends an item, but for a list right beside it. */
  close(end: number): void {
    LIST_NEXT.lastIndex = end
    if (this.#lists.length > 0 && !this.#lines.isAtMarker && LIST_NEXT.test(this.#html)) {
      this.#isHeld = true
      return
    }
    const list = this.#lists.at(-1)
    // An item that shows nothing is no item.
    if (!this.#lines.closeItem() && list !== undefined) list.next--
  }
}

/** Returns the number of an item, as Markdown can write it: at most nine digits, none below zero. */
function numberOf(tag: StartTag, name: string): number {
  const value = Number.parseInt(tag.get(name) ?? '', 10)
  return value >= 0 && value <= 999_999_999 ? value : 1
}
