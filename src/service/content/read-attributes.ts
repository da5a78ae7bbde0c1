import type { AttributeSelector } from '../../schema/request-v2.gen.ts'
import { parsePage } from '../page-tree/parse-page.ts'
import { type PageContent, xmlAsHtml } from './html-content.ts'
import { CssTree } from './css-tree.ts'

const MAX_VALUES = 10_000

/**
 * Returns the values that each selector of the `attributes` format finds in the whole page, its head included, as the page writes
 * them. Elements without the attribute are left out.
 */
export function readAttributes(
  { rawHtml, isXhtml }: Pick<PageContent, 'rawHtml' | 'isXhtml'>,
  selectors: readonly AttributeSelector[],
) {
  const tree = parsePage(isXhtml === true ? xmlAsHtml(rawHtml) : rawHtml, isXhtml)
  const css = new CssTree(tree, (node, name) => tree.attribute(node, name))
  return selectors.map(({ selector, attribute }) => {
    const name = attribute.toLowerCase()
    const values = css.select(selector).flatMap((node) => tree.attribute(node, name) ?? [])
    return { selector, attribute, values: values.slice(0, MAX_VALUES) }
  })
}
