import { selectMainContent } from '../../src/service/main-content/main-content.ts'
import { type PageTree, SKIP, visitTree } from '../../src/service/page-tree/page-tree.ts'
import { parsePage } from '../../src/service/page-tree/parse-page.ts'

interface MainContentOptions {
  readonly url?: string
  /** The names of the elements that the request excludes. */
  readonly exclude?: readonly string[]
}

/** Returns the HTML of a page's main content, without elements that are never shown. */
export function mainContentOf(html: string, options: MainContentOptions = {}): string {
  const { url = 'https://example.com/guide', exclude = [] } = options
  const tree = parsePage(html)
  for (let node = 0; node < tree.size; node++) if (exclude.includes(tree.name(node))) tree.leaveOut(node)
  selectMainContent(tree, url)
  return writeKept(tree)
}

function writeKept(tree: PageTree): string {
  let html = ''
  visitTree(tree, {
    open: (node) => {
      if (['unseen', 'head'].includes(tree.kind(node).role)) return SKIP
      html += tree.html.slice(tree.start(node), tree.startTagEnd(node))
      return () => void (html += tree.html.slice(tree.endTagStart(node), tree.end(node)))
    },
    text: (from, to) => void (html += tree.html.slice(from, to)),
  })
  return html
}
