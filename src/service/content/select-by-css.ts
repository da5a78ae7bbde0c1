import { excludedWord } from '../../request/css-selector.ts'
import { addressAttribute, type PageAddresses } from '../page-links/page-addresses.ts'
import type { PageTree } from '../page-tree/page-tree.ts'
import type { Selection } from '../page-tree/selection.ts'
import { CssTree } from './css-tree.ts'

/** Holds a page with its selection. Selectors see only the kept parts, with absolute addresses. */
export interface SelectedPage {
  readonly tree: PageTree
  readonly selection: Selection
  readonly addresses: PageAddresses
}

/** Leaves out what `excludeTags` match. `selectorProblem` has checked the selectors. */
export function leaveOutExcluded(page: SelectedPage, excludeTags: readonly string[]): void {
  const words = excludeTags.map((selector) => excludedWord(selector)?.toLowerCase())
  const selectors = excludeTags.filter((_, index) => words[index] === undefined)
  const found = [
    ...find(page, selectors),
    ...findWords(
      page,
      words.filter((word) => word !== undefined),
    ),
  ]
  for (const node of found) page.selection.leaveOut(node)
}

/** Leaves out everything that `includeTags` do not match. `selectorProblem` has checked the selectors. */
export function keepIncluded(page: SelectedPage, includeTags: readonly string[]): void {
  page.selection.keepOnly(find(page, includeTags))
}

/** Returns the kept nodes that one of the selectors matches, in document order. */
function find(page: SelectedPage, selectors: readonly string[]): number[] {
  if (selectors.length === 0) return []
  const css = new CssTree(page.tree, (node, name) => attributeOf(page, node, name), page.selection)
  return css.select(selectors.join(','))
}

/** Returns the kept elements with one of the words in their name or in an attribute, in any case. */
function findWords(page: SelectedPage, words: readonly string[]): number[] {
  const { tree, selection } = page
  if (words.length === 0) return []
  return keptNodes(tree, selection).filter((node) => {
    const attributes = tree
      .attributeNames(node)
      .map((name) => `${name}="${attributeOf(page, node, name) ?? ''}"`)
    const texts = [tree.name(node), ...attributes].map((text) => text.toLowerCase())
    return words.some((word) => texts.some((text) => text.includes(word)))
  })
}

function keptNodes(tree: PageTree, selection: Selection): number[] {
  const nodes: number[] = []
  for (let node = 0; node < tree.size; node++)
    if (selection.isKept(node) && tree.kind(node).role !== 'markup') nodes.push(node)
  return nodes
}

/** Returns the value that an attribute has in the HTML of the result. */
function attributeOf({ tree, addresses }: SelectedPage, node: number, name: string): string | undefined {
  const url = name === addressAttribute(tree, node) ? addresses.addressOf(node) : undefined
  return url ?? tree.attribute(node, name)
}
