import { decodeHTML } from 'entities'
import type { AttributeSelector } from '../../schema/request-v2.gen.ts'
import { loadSelectorEngine } from '../../request/css-selector.ts'
import { ROOT, type PageTree, type TreeVisitor, visitTree } from '../page-tree/page-tree.ts'
import { parsePage } from '../page-tree/parse-page.ts'

/** An element as css-select reads it, or a run of text, which has no node. */
interface CssItem {
  readonly node: number | undefined
  readonly parent: CssItem | undefined
  readonly children: CssItem[]
  /** Its place among the children of its parent. */
  readonly index: number
  readonly text: string
}

/** Gives css-select what is kept of a page. A later change of that does not count. */
export class CssTree {
  readonly #tree: PageTree
  readonly #attribute: PageTree['attribute']
  readonly #roots: CssItem[] = []

  constructor(tree: PageTree, attribute: PageTree['attribute']) {
    this.#tree = tree
    this.#attribute = attribute
    const open: CssItem[] = []
    const add = (node: number | undefined, text: string): CssItem => {
      const parent = open.at(-1)
      const siblings = parent?.children ?? this.#roots
      const item: CssItem = { node, parent, children: [], index: siblings.length, text }
      siblings.push(item)
      return item
    }
    const visitor: TreeVisitor = {
      open: (node) => {
        open.push(add(node, ''))
        return () => void open.pop()
      },
      text: (from, to) => void add(undefined, tree.html.slice(from, to)),
    }
    visitTree(tree, visitor)
  }

  /** Returns the nodes that a selector matches, in document order. */
  select(selector: string): number[] {
    const { selectAll } = loadSelectorEngine()
    const found = selectAll<CssItem, CssItem>(selector, this.#roots, {
      adapter: {
        isTag: (item): item is CssItem => item.node !== undefined,
        getAttributeValue: ({ node = ROOT }, name) => this.#attribute(node, name),
        hasAttrib: ({ node = ROOT }, name) => this.#attribute(node, name) !== undefined,
        getChildren: ({ children }) => children,
        getSiblings: ({ parent }) => parent?.children ?? this.#roots,
        getParent: ({ parent }) => parent ?? null,
        getName: ({ node = ROOT }) => this.#tree.name(node),
        getText: textOf,
        removeSubsets: outermost,
        // Without it, css-select looks at all siblings for each `+`.
        prevElementSibling: ({ parent, index }) => {
          const siblings = parent?.children ?? this.#roots
          let before = index - 1
          while (siblings[before]?.node === undefined && before >= 0) before--
          return siblings[before] ?? null
        },
      },
    })
    return found.map(({ node = ROOT }) => node).toSorted((one, other) => one - other)
  }
}

function textOf(item: CssItem): string {
  return item.node === undefined
    ? decodeHTML(item.text)
    : item.children.map((child) => textOf(child)).join('')
}

function outermost(items: readonly CssItem[]): CssItem[] {
  const all = new Set(items)
  return [...all].filter((item) => {
    for (let ancestor = item.parent; ancestor !== undefined; ancestor = ancestor.parent)
      if (all.has(ancestor)) return false
    return true
  })
}

const MAX_VALUES = 10_000

/**
 * Returns the values that each selector of the `attributes` format finds in the whole page, its head included, as the page writes
 * them. Elements without the attribute are left out.
 */
export function readAttributes(
  { rawHtml, isXhtml }: { readonly rawHtml: string; readonly isXhtml?: boolean | undefined },
  selectors: readonly AttributeSelector[],
) {
  const tree = parsePage(rawHtml, isXhtml)
  const css = new CssTree(tree, (node, name) => tree.attribute(node, name))
  return selectors.map(({ selector, attribute }) => {
    const name = attribute.toLowerCase()
    const values = css.select(selector).flatMap((node) => tree.attribute(node, name) ?? [])
    return { selector, attribute, values: values.slice(0, MAX_VALUES) }
  })
}
