import type { PageTree } from '../page-tree/page-tree.ts'
import type { Selection } from '../page-tree/selection.ts'
import { visitTree } from '../page-tree/visit-tree.ts'

/** Elements that show something even when they are empty. */
const SHOWN: ReadonlySet<string> = new Set(['img', 'video', 'audio', 'iframe', 'svg', 'input'])

/** Tells whether nothing is kept of a page that a reader could read or see. */
export function isBlank(tree: PageTree, selection: Selection): boolean {
  let isEmpty = true
  visitTree(tree, {
    enter: (node) => {
      if (!isEmpty || selection.isLeftOut(node)) return false
      if (SHOWN.has(tree.name(node)) && selection.isKept(node)) isEmpty = false
      return tree.kind(node).role !== 'markup'
    },
    text: (from, to) => {
      if (isEmpty && !selection.isTextLeftOut(from) && /\S/.test(tree.html.slice(from, to))) isEmpty = false
    },
    leave: () => undefined,
  })
  return isEmpty
}
