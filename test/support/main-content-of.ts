import { selectMainContent } from '../../src/service/main-content/main-content.ts'
import type { PageTree } from '../../src/service/page-tree/page-tree.ts'
import { parsePage } from '../../src/service/page-tree/parse-page.ts'
import { Selection } from '../../src/service/page-tree/selection.ts'
import { SKIP, visitTree } from '../../src/service/page-tree/visit-tree.ts'

interface MainContentOptions {
  readonly url?: string
  /** The names of the elements that the request excludes. */
  readonly exclude?: readonly string[]
}

/** Returns the HTML of a page's main content, without elements that are never shown. */
export function mainContentOf(html: string, options: MainContentOptions = {}): string {
  const { url = 'https://example.com/guide', exclude = [] } = options
  const tree = parsePage(html)
  const selection = new Selection(tree)
  for (let node = 0; node < tree.size; node++) if (exclude.includes(tree.name(node))) selection.leaveOut(node)
  selectMainContent(tree, selection, url)
  return writeKept(tree, selection)
}

function writeKept(tree: PageTree, selection: Selection): string {
  let html = ''
  visitTree(
    { tree },
    {
      open: (node) => {
        const { role } = tree.kind(node)
        const isUnseen = ['markup', 'unseen', 'head'].includes(role) && !selection.isUnwrapped(node)
        if (isUnseen || selection.isLeftOut(node)) return SKIP
        if (!selection.isUnwrapped(node)) html += tree.html.slice(tree.start(node), tree.startTagEnd(node))
        return () => {
          if (!selection.isUnwrapped(node)) html += tree.html.slice(tree.endTagStart(node), tree.end(node))
        }
      },
      text: (from, to) => {
        if (!selection.isTextLeftOut(from)) html += tree.html.slice(from, to)
      },
    },
  )
  return html
}
