import { DOUBLE_QUOTE, SINGLE_QUOTE } from '../../util/character-codes.ts'
import { addressAttribute, type PageAddresses } from '../page-links/page-addresses.ts'
import type { PageTree } from '../page-tree/page-tree.ts'
import type { Selection } from '../page-tree/selection.ts'
import { SKIP, visitTree } from '../page-tree/visit-tree.ts'

/** Returns the kept content of a page as HTML, as the page writes it but with absolute addresses and without comments. */
export function writeHtml(tree: PageTree, selection: Selection, addresses: PageAddresses): string {
  let html = ''
  /** Where the text begins that was neither copied nor left out. */
  let from = 0
  const replace = (start: number, end: number, text: string): void => {
    html += tree.html.slice(from, start) + text
    from = end
  }
  visitTree(tree, {
    open: (node) => {
      const [start, startTagEnd] = [tree.start(node), tree.startTagEnd(node)]
      const [endTagStart, end] = [tree.endTagStart(node), tree.end(node)]
      if (selection.isLeftOut(node) || tree.kind(node).role === 'markup') {
        replace(start, end, '')
        return SKIP
      }
      if (selection.isUnwrapped(node)) {
        replace(start, startTagEnd, '')
        return () => replace(endTagStart, end, '')
      }
      const url = addresses.addressOf(node)
      const tag = url === undefined ? undefined : rewriteTag(tree, node, url)
      if (tag !== undefined) replace(start, startTagEnd, tag)
      // The tag that ends it may be left out.
      const isUnended = endTagStart === end && end > startTagEnd && selection.isUnwrapped(tree.parent(node))
      return isUnended ? () => replace(end, end, `</${tree.name(node)}>`) : undefined
    },
    text: (start, end) => {
      if (selection.isTextLeftOut(start)) replace(start, end, '')
    },
  })
  return html + tree.html.slice(from)
}

/** Returns the text of a start tag with its address replaced, or added; undefined if the page's own will do. */
function rewriteTag(tree: PageTree, node: number, url: string): string | undefined {
  const { html } = tree
  const name = addressAttribute(tree, node)
  const start = tree.start(node)
  const end = tree.startTagEnd(node)
  const place = tree.attributePlace(node, name)
  if (place === undefined) {
    const head = /^<[^\s/>]+/.exec(html.slice(start, end))?.[0] ?? ''
    return `${head} ${name}="${quotable(url)}"${html.slice(start + head.length, end)}`
  }
  if (html.slice(place.from, place.to) === url) return undefined
  const before = html.charCodeAt(place.from - 1)
  const isQuoted = before === DOUBLE_QUOTE || before === SINGLE_QUOTE
  const quotes = isQuoted && before === html.charCodeAt(place.to) ? 1 : 0
  return `${html.slice(start, place.from - quotes)}"${quotable(url)}"${html.slice(place.to + quotes, end)}`
}

/** Returns a text as it may be between double quotes. */
function quotable(value: string): string {
  return value.replaceAll('&', '&amp;').replaceAll('"', '&quot;')
}
