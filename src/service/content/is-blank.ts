import { ROOT, type PageTree } from '../page-tree/page-tree.ts'
import type { Selection } from '../page-tree/selection.ts'
import { SKIP, visitKept } from '../page-tree/visit-tree.ts'

/** Elements that show something even when they are empty. */
const SHOWN: ReadonlySet<string> = new Set(['img', 'video', 'audio', 'iframe', 'svg', 'input'])

/** Tells whether nothing is kept of a page that a reader could read or see. */
export function isBlank(tree: PageTree, selection: Selection): boolean {
  let isEmpty = true
  visitKept({ tree, selection }, ROOT, {
    open: (node) => {
      isEmpty &&= !SHOWN.has(tree.name(node))
      return isEmpty ? undefined : SKIP
    },
    text: (from, to) => {
      isEmpty &&= !/\S/.test(tree.html.slice(from, to))
    },
  })
  return isEmpty
}
