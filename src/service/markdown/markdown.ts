/**
 * Input: the tree of a page, the kept parts, and the addresses of its links and images.
 * Output: the page as GitHub-flavoured Markdown (`writeMarkdown`).
 * Must not know how a page is fetched, or how its main content is found.
 */
import { ROOT, type PageTree } from '../page-tree/page-tree.ts'
import type { Selection } from '../page-tree/selection.ts'
import { writeText } from './formula-element.ts'
import { ELEMENTS } from './elements.ts'
import { MarkdownPage, textBetween, type MarkdownOptions } from './markdown-page.ts'
import { visitKept } from '../page-tree/visit-tree.ts'

/** Line ends between Chinese or Japanese characters, where they show no space (CSS Text, "segment break transformation"). */
const WIDE = String.raw`[\u2E80-\u30FF\u3400-\u4DBF\u4E00-\u9FFF\uF900-\uFAFF\uFF00-\uFFEF]`
const UNSPACED = new RegExp(String.raw`(?<=${WIDE})[ \t]*\r?\n\s*(?=${WIDE})`, 'g')

/** Returns the kept parts of a page as Markdown. Takes time linear in the length of any page. */
export function writeMarkdown(tree: PageTree, selection: Selection, options: MarkdownOptions): string {
  const page = new MarkdownPage(tree, selection, options)
  visitKept(page, ROOT, {
    open: (node) => {
      const parent = tree.parent(node)
      // Selected elements come from different places of the page.
      if (!tree.kind(node).isBlock && selection.isUnwrapped(parent) && tree.name(parent) !== 'noscript')
        page.lines.part(2)
      return ELEMENTS.get(tree.name(node))?.(page, node)
    },
    text: (from, to) => writeText(page, textBetween(tree, from, to).replaceAll(UNSPACED, '')),
  })
  return page.lines.end()
}
