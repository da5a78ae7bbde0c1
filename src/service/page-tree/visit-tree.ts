import { ROOT, type PageTree } from './page-tree.ts'
import type { Selection } from './selection.ts'

/** Tells not to visit what is in an element. */
export const SKIP = 'skip'

/** What to do with an element: visit its content, also call a function at its end, or skip it. */
export type Visit = (() => void) | typeof SKIP | undefined

/** Reads elements and texts in document order. */
export interface TreeVisitor {
  /** Takes an element or markup. */
  open(node: number): Visit
  /** Takes a run of text, by its places in the page, directly in the innermost open node. */
  text(from: number, to: number): void
}

/**
 * Visits what a selection keeps of a node, by default of the page, without markup; without a selection, everything. Its stack
 * is an array, so that deep pages do not overflow.
 */
export function visitTree(
  { tree, selection }: { readonly tree: PageTree; readonly selection?: Selection },
  visitor: TreeVisitor,
  root = ROOT,
): void {
  const open: { readonly node: number; readonly close: (() => void) | undefined }[] = []
  const end = tree.subtreeEnd(root)
  let position = tree.startTagEnd(root)
  const textTo = (to: number): void => {
    if (to > position && selection?.isTextLeftOut(position) !== true) visitor.text(position, to)
  }
  const closeBefore = (node: number): void => {
    for (let top = open.at(-1); top !== undefined && tree.subtreeEnd(top.node) <= node; top = open.at(-1)) {
      textTo(tree.endTagStart(top.node))
      position = tree.end(top.node)
      open.pop()
      top.close?.()
    }
  }
  const visitOf = (node: number): Visit => {
    if (selection === undefined) return visitor.open(node)
    if (selection.isLeftOut(node) || tree.kind(node).role === 'markup') return SKIP
    return selection.isUnwrapped(node) ? undefined : visitor.open(node)
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
