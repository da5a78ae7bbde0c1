import type { PageTree } from '../page-tree/page-tree.ts'
import type { Selection } from '../page-tree/selection.ts'

/** Tells not to visit what is in an element. */
export const SKIP = 'skip'

/** What to do with an element: nothing but visit what is in it, do something at its end as well, or skip it. */
export type Visit = (() => void) | typeof SKIP | undefined

/** A page with what is kept of it. */
export interface KeptPage {
  readonly tree: PageTree
  readonly selection: Selection
}

/** Reads elements and texts in document order. */
export interface KeptVisitor {
  open(node: number): Visit
  /** Takes a run of text by its places in the page. */
  text(from: number, to: number): void
}

interface OpenElement {
  readonly node: number
  readonly close: (() => void) | undefined
}

/** Visits what is kept in a node, or in the page for `ROOT`. Its stack is an array, so that deep pages do not overflow. */
export function walkKept({ tree, selection }: KeptPage, root: number, visitor: KeptVisitor): void {
  const open: OpenElement[] = []
  const end = tree.subtreeEnd(root)
  let position = tree.startTagEnd(root)
  const textTo = (to: number): void => {
    if (to > position && !selection.isTextLeftOut(position)) visitor.text(position, to)
  }
  const closeBefore = (node: number): void => {
    for (let top = open.at(-1); top !== undefined && tree.subtreeEnd(top.node) <= node; top = open.at(-1)) {
      textTo(tree.endTagStart(top.node))
      position = tree.end(top.node)
      open.pop()
      top.close?.()
    }
  }
  for (let node = root + 1; node < end;) {
    closeBefore(node)
    textTo(tree.start(node))
    const visit = visitOf(node)
    if (visit === SKIP) {
      position = tree.end(node)
      node = tree.subtreeEnd(node)
    } else {
      position = tree.startTagEnd(node)
      open.push({ node, close: visit })
      node++
    }
  }
  closeBefore(end)
  textTo(tree.endTagStart(root))

  function visitOf(node: number): Visit {
    if (selection.isLeftOut(node) || tree.kind(node).role === 'markup') return SKIP
    return selection.isUnwrapped(node) ? undefined : visitor.open(node)
  }
}
