import type { PageTree } from '../page-tree/page-tree.ts'
import { PAGE_TYPES } from './vocabulary.ts'

const TYPE_IN_JSON = /"@type"\s{0,9}:\s{0,9}\[?\s{0,9}"(\w{1,40})"/g
const OPEN_GRAPH_TYPES = ['article', 'product', 'website']

/** The names of the numbers that `typesOf` returns. */
export const TYPE_NAMES: readonly string[] = [...PAGE_TYPES.names, 'open graph']

/**
 * Counts the types of schema.org that a page names, in JSON-LD and microdata, by group. The last number is its `og:type`: from
 * 1 in the order of the list, 0 for none or another one.
 */
export function typesOf(tree: PageTree): number[] {
  const counts = PAGE_TYPES.names.map(() => 0)
  const count = (type: string): void => {
    const bits = PAGE_TYPES.of(type.toLowerCase())
    for (const index of counts.keys()) counts[index] = (counts[index] ?? 0) + ((bits >> index) & 1)
  }
  let openGraph = 0
  for (let node = 0; node < tree.size; node++) {
    if (isJsonLd(tree, node))
      for (const [, type = ''] of tree.source(node).matchAll(TYPE_IN_JSON)) count(type)
    else if (tree.name(node) === 'meta' && tree.attribute(node, 'property') === 'og:type')
      openGraph = OPEN_GRAPH_TYPES.indexOf(tree.attribute(node, 'content') ?? '') + 1
    const item = tree.attribute(node, 'itemtype')
    if (item !== undefined) count(item.slice(item.lastIndexOf('/') + 1))
  }
  return [...counts, openGraph]
}

/** Tells whether a page of these types is an article: its data and its `og:type` both say so. */
export function isArticle(types: readonly number[]): boolean {
  const isInData = (types[PAGE_TYPES.names.indexOf('article')] ?? 0) > 0
  return isInData && types.at(-1) === OPEN_GRAPH_TYPES.indexOf('article') + 1
}

export function isJsonLd(tree: PageTree, node: number): boolean {
  return tree.name(node) === 'script' && /^application\/ld\+json$/i.test(tree.attribute(node, 'type') ?? '')
}
