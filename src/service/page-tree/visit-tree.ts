import type { PageTree } from './page-tree.ts'

/** Reads a tree in document order. */
export interface TreeVisitor {
  /** Takes an element or markup. Returns whether to visit what is in it; if not, `leave` is not called for it. */
  enter(node: number): boolean
  /** Takes a run of text directly in the node that was entered last and not left yet. */
  text(from: number, to: number): void
  leave(node: number): void
}

/** Visits all nodes and texts of a tree in document order. */
export function visitTree(tree: PageTree, visitor: TreeVisitor): void {
  const open: number[] = []
  let position = 0
  const textTo = (to: number): void => {
    if (to > position) visitor.text(position, to)
  }
  const leaveTop = (node: number): void => {
    textTo(tree.endTagStart(node))
    visitor.leave(node)
    position = tree.end(node)
    open.pop()
  }
  for (let node = 0; node < tree.size;) {
    for (let top = open.at(-1); top !== undefined && node >= tree.subtreeEnd(top); top = open.at(-1))
      leaveTop(top)
    textTo(tree.start(node))
    if (visitor.enter(node)) {
      position = tree.startTagEnd(node)
      open.push(node)
      node++
    } else {
      position = tree.end(node)
      node = tree.subtreeEnd(node)
    }
  }
  for (const node of open.toReversed()) leaveTop(node)
  textTo(tree.html.length)
}
