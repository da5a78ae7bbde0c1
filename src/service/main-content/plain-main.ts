import type { PageTree } from '../page-tree/page-tree.ts'
import type { Selection } from '../page-tree/selection.ts'
import { FEW_LINKS, isHidden, LEAST_TEXT } from './declared-main.ts'
import { isNote } from './notes.ts'
import { isSetAside, mayHoldContent } from './outline.ts'
import { shownLength } from './text-facts.ts'

/** A main element without these may be kept without a judgement: they are for use, or next to the content. */
const TOOLS = new Set(['aside', 'button', 'form', 'dialog'])
const CODE = new Set(['pre', 'code'])

/** A declared main element that is kept without a judgement of its text. */
export interface PlainMain {
  readonly node: number
  /** The elements in it that are never content, such as menus. */
  readonly setAside: readonly number[]
  readonly hasTitle: boolean
}

/**
 * Returns a main element if it needs no judgement, else undefined. It has much text, little of it is linked, it has code
 * or no images, and nothing in it is for use or next to the content, also not in its menus.
 */
export function readPlainMain(tree: PageTree, selection: Selection, main: number): PlainMain | undefined {
  if (!holdsOnlyContent(tree, main)) return undefined
  const setAside: number[] = []
  let hasTitle = false
  let length = 0
  let linkedLength = 0
  let linkEnd = main
  for (let node = main; node < tree.subtreeEnd(main);) {
    if (isSetAside(tree, node)) setAside.push(node)
    if (!mayHoldContent(tree, selection, node)) {
      node = tree.subtreeEnd(node)
      continue
    }
    const { name, role } = tree.kind(node)
    hasTitle ||= name === 'h1'
    if (role === 'anchor') linkEnd = Math.max(linkEnd, tree.subtreeEnd(node))
    const ownLength = lengthOfText(tree, node)
    length += ownLength
    if (node < linkEnd) linkedLength += ownLength
    node++
  }
  const isPlain = length >= LEAST_TEXT && linkedLength <= length * FEW_LINKS
  return isPlain ? { node: main, setAside, hasTitle } : undefined
}

function holdsOnlyContent(tree: PageTree, main: number): boolean {
  let hasImage = false
  let hasCode = false
  for (let node = main; node < tree.subtreeEnd(main);) {
    const { name, role } = tree.kind(node)
    if (TOOLS.has(name) && !isNote(tree, node)) return false
    hasImage ||= name === 'img'
    hasCode ||= CODE.has(name)
    node = role === 'unseen' || role === 'drawing' ? tree.subtreeEnd(node) : node + 1
  }
  return hasCode || !hasImage
}

/** Returns the length of the text that is directly in an element, without the space around its runs. */
function lengthOfText(tree: PageTree, node: number): number {
  const end = tree.subtreeEnd(node)
  let length = 0
  let from = tree.startTagEnd(node)
  for (let child = node + 1; child < end; child = tree.subtreeEnd(child)) {
    length += shownLength(tree.html, from, tree.start(child))
    from = tree.end(child)
  }
  return length + shownLength(tree.html, from, tree.endTagStart(node))
}

/** Tells whether an element is the only `main` of a page, and shown. */
export function isOnlyMain(tree: PageTree, main: number): boolean {
  for (let node = 0; node < tree.size; node++)
    if ((tree.name(node) === 'main') !== (node === main)) return false
  return !isHidden(tree, main)
}
