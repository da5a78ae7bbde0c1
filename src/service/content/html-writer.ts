import { DOUBLE_QUOTE, SINGLE_QUOTE } from '../../util/character-codes.ts'
import { addressAttribute, type PageAddresses } from '../page-links/page-addresses.ts'
import type { PageTree } from '../page-tree/page-tree.ts'
import type { Selection } from '../page-tree/selection.ts'
import { visitTree, type TreeVisitor } from '../page-tree/visit-tree.ts'

/** Returns the kept content of a page as HTML, as the page writes it but with absolute addresses and without comments. */
export function writeHtml(tree: PageTree, selection: Selection, addresses: PageAddresses): string {
  const writer = new HtmlWriter(tree, selection, addresses)
  visitTree(tree, writer)
  return writer.html()
}

/** Copies the ranges of a page's text that are kept, with other tags in place of some. */
class HtmlWriter implements TreeVisitor {
  readonly #tree: PageTree
  readonly #selection: Selection
  readonly #addresses: PageAddresses
  #html = ''
  /** Where the text begins that was neither copied nor left out. */
  #from = 0

  constructor(tree: PageTree, selection: Selection, addresses: PageAddresses) {
    this.#tree = tree
    this.#selection = selection
    this.#addresses = addresses
  }

  enter(node: number): boolean {
    const tree = this.#tree
    if (this.#selection.isLeftOut(node) || tree.kind(node).role === 'markup') {
      this.#replace(tree.start(node), tree.end(node), '')
      return false
    }
    if (this.#selection.isUnwrapped(node)) this.#replace(tree.start(node), tree.startTagEnd(node), '')
    else {
      const url = this.#addresses.addressOf(node)
      const tag = url === undefined ? undefined : rewriteTag(tree, node, url)
      if (tag !== undefined) this.#replace(tree.start(node), tree.startTagEnd(node), tag)
    }
    return true
  }

  text(from: number, to: number): void {
    if (this.#selection.isTextLeftOut(from)) this.#replace(from, to, '')
  }

  leave(node: number): void {
    const tree = this.#tree
    const [start, end] = [tree.endTagStart(node), tree.end(node)]
    if (this.#selection.isUnwrapped(node)) this.#replace(start, end, '')
    // The tag that ends it may be left out.
    else if (
      start === end &&
      start > tree.startTagEnd(node) &&
      this.#selection.isUnwrapped(tree.parent(node))
    )
      this.#replace(end, end, `</${tree.name(node)}>`)
  }

  html(): string {
    return this.#html + this.#tree.html.slice(this.#from)
  }

  #replace(start: number, end: number, text: string): void {
    this.#html += this.#tree.html.slice(this.#from, start) + text
    this.#from = end
  }
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
