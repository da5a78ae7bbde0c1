import { block, cellBlock } from './block-element.ts'
import type { MarkdownPage, WriteElement } from './markdown-page.ts'
import { SKIP } from './walk-kept.ts'

/**
 * Writes `ul` and `ol`. In a cell they stay HTML. In a link they are text, but their other items have bullets if a link in
 * them ends the outer one.
 */
export const list: WriteElement = (page, node) => {
  const { tree, lines, lists } = page
  if (lines.isInCell && !lines.isInLink) return cellBlock(page, node)
  const isOrdered = tree.name(node) === 'ol' && !lines.isInLink
  const start = isOrdered ? numberOf(page, node, 'start') : 1
  if (lists.length > 0 && start === 1) lines.partByLine()
  else lines.part(2)
  lists.push({ isOrdered, next: start })
  const isInItem = page.isItemHeld
  page.isItemHeld = false
  return () => {
    lists.pop()
    lines.part(lists.length > 0 ? 1 : 2)
    if (isInItem) endItem(page, node)
  }
}

/** Writes an item. An empty one is left out. */
export const item: WriteElement = (page, node) => {
  const { tree, lines, lists } = page
  if (lines.isInCell && !lines.isInLink) return cellBlock(page, node)
  if (lines.isInline) return block(page, node)
  const list = lists.at(-1)
  if (list?.isOrdered === true && tree.hasAttribute(node, 'value')) list.next = numberOf(page, node, 'value')
  lines.openItem(list?.isOrdered === true ? `${list.next}. ` : '- ')
  if (list !== undefined) list.next++
  return () => endItem(page, node)
}

/** Writes a box that the current item begins with; other fields show nothing. */
export const field: WriteElement = ({ tree, lines }, node) => {
  if (tree.attribute(node, 'type')?.toLowerCase() !== 'checkbox' || !lines.isAtMarker) return SKIP
  lines.markdown(tree.hasAttribute(node, 'checked') ? '[x]' : '[ ]')
  lines.space()
  return SKIP
}

/** Ends an item, unless a list follows it directly: that list becomes part of the item, as browsers show it. */
function endItem(page: MarkdownPage, node: number): void {
  const { lines, lists } = page
  if (lists.length > 0 && !lines.isAtMarker && isListNext(page, node)) {
    page.isItemHeld = true
    return
  }
  const list = lists.at(-1)
  if (!lines.closeItem() && list !== undefined) list.next--
}

function isListNext({ tree, selection }: MarkdownPage, node: number): boolean {
  const next = tree.nextSibling(node)
  if (next === undefined || !/^[uo]l$/.test(tree.name(next)) || !selection.isKept(next)) return false
  return tree.html.slice(tree.end(node), tree.start(next)).trim() === ''
}

/** Returns the number of an item as Markdown can write it: at most nine digits, and not negative. */
function numberOf({ tree }: MarkdownPage, node: number, name: string): number {
  const value = Number.parseInt(tree.attribute(node, name) ?? '', 10)
  return value >= 0 && value <= 999_999_999 ? value : 1
}
