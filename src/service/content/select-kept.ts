import { excludedWord, loadSelectorEngine } from '../../request/css-selector.ts'
import type { ScrapeSettings } from '../../request/page-settings.ts'
import { wordSet } from '../../util/word-set.ts'
import { isInDrawing } from './read-head.ts'
import { leaveOutByName } from '../main-content/main-by-name.ts'
import { selectMainContent } from '../main-content/main-content.ts'
import { type PageAddresses, addressAttribute } from '../page-links/page-links.ts'
import { formulaLanguage, isInvisible } from '../page-tree/element-facts.ts'
import { type PageTree, ROOT, visitTree } from '../page-tree/page-tree.ts'
import { decodeHTML } from 'entities'
import type { AttributeSelector } from '../../schema/request-v2.gen.ts'
import { parsePage } from '../page-tree/parse-page.ts'

/**
 * Selects the wanted parts of a page. Elements that describe the page, scripts and styles are never content. The text of
 * included elements is not judged; only the names of elements decide there about main content. A page may only hold elements
 * that are usually left out. Then they are its content, as in the hosted service.
 * @param url the final address of the page
 */
export function selectKept(
  tree: PageTree,
  addresses: PageAddresses,
  url: string,
  scrape: Pick<ScrapeSettings, 'onlyMainContent' | 'includeTags' | 'excludeTags'>,
): void {
  const { onlyMainContent, includeTags = [], excludeTags = [] } = scrape
  const page = { tree, addresses }
  const noscripts = leaveOutHidden(tree)
  leaveOutExcluded(page, excludeTags)
  if (includeTags.length > 0) {
    for (const node of noscripts) tree.leaveOut(node)
    tree.keepOnly(find(page, includeTags))
    if (onlyMainContent) leaveOutByName(tree, url)
  } else if (onlyMainContent) selectMainContent(tree, url)
  // Main content unwraps those that hold the text of the page.
  for (const node of noscripts) {
    if (holdsImage(tree, node)) tree.unwrap(node)
    else if (!tree.isUnwrapped(node)) tree.leaveOut(node)
  }
  if (!onlyMainContent || !isBlank(tree)) return
  tree.keepAll()
  selectKept(tree, addresses, url, { ...scrape, onlyMainContent: false })
}

/** Elements that show something even without text, unless they are hidden, or drawings of nothing. */
const SHOWN = wordSet('img video audio iframe svg input')
const UNDRAWN = wordSet('defs desc metadata style symbol title')

function isShown(tree: PageTree, node: number): boolean {
  const name = tree.name(node)
  if (!SHOWN.has(name) || isInvisible(tree, node)) return false
  if (name === 'svg') return tree.children(node).some((child) => !UNDRAWN.has(tree.name(child)))
  return name !== 'input' || tree.attribute(node, 'type')?.toLowerCase() !== 'hidden'
}

/** Tells whether a page has no kept content that a reader could read or see. */
export function isBlank(tree: PageTree): boolean {
  // The text in `progress` is for browsers that do not know it.
  const isUnread = (node: number): boolean =>
    tree.isLeftOut(node) || (node !== ROOT && tree.name(node) === 'progress')
  for (let node = ROOT; node < tree.size; node = isUnread(node) ? tree.subtreeEnd(node) : node + 1) {
    if (isUnread(node)) continue
    if (node !== ROOT && tree.isKept(node) && isShown(tree, node)) return false
    const hasText = tree.textRuns(node).some(({ from, to }) => {
      return !tree.isTextLeftOut(from) && /\S/.test(tree.html.slice(from, to))
    })
    if (hasText) return false
  }
  return true
}

/** Leaves out the elements that are never shown, and returns the `noscript` elements, which may be content. */
function leaveOutHidden(tree: PageTree): number[] {
  const noscripts: number[] = []
  for (let node = 0; node < tree.size; node++) {
    const { name, role } = tree.kind(node)
    if (name === 'noscript') noscripts.push(node)
    else if (!UNSHOWN.has(role) || formulaLanguage(tree, node) !== undefined) continue
    else if (role !== 'title' || !isInDrawing(tree, node)) tree.leaveOut(node)
  }
  return noscripts
}

/** The elements that are searched for another image before and after one in `noscript`. */
const MOST_SEARCHED = 50

/** Tells whether a `noscript` holds only an image that a script would otherwise show. */
function holdsImage(tree: PageTree, noscript: number): boolean {
  const [image, ...others] = tree.children(noscript)
  if (image === undefined || tree.name(image) !== 'img' || others.length > 0 || isInvisible(tree, image))
    return false
  // Trackers have no description.
  if (!tree.attribute(image, 'alt') && tree.closest(image, 'figure') === undefined) return false
  const parent = tree.parent(noscript)
  if (noscript - parent > MOST_SEARCHED) return false
  const end = Math.min(tree.subtreeEnd(parent), noscript + MOST_SEARCHED)
  for (let node = parent + 1; node < end; node++)
    if (node !== image && tree.kind(node).role === 'image') return false
  return true
}

const UNSHOWN = wordSet('head base meta link title unseen')

/** Selectors see only the kept parts of a page, with absolute addresses. */
interface SelectedPage {
  readonly tree: PageTree
  readonly addresses: PageAddresses
}

function leaveOutExcluded(page: SelectedPage, excludeTags: readonly string[]): void {
  const words = excludeTags.map((selector) => excludedWord(selector)?.toLowerCase())
  const selectors = excludeTags.filter((_, index) => words[index] === undefined)
  const bareWords = words.filter((word) => word !== undefined)
  const found = [...find(page, selectors), ...findWords(page, bareWords)]
  for (const node of found) page.tree.leaveOut(node)
}

/** Returns the kept nodes that one of the selectors matches, in document order. `selectorProblem` has checked them. */
function find(page: SelectedPage, selectors: readonly string[]): number[] {
  if (selectors.length === 0) return []
  const select = createSelect(page.tree, (node, name) => attributeOf(page, node, name))
  return select(selectors.join(','))
}

/** Returns the kept elements with one of the words in their name or in an attribute, in any case. */
function findWords(page: SelectedPage, words: readonly string[]): number[] {
  const { tree } = page
  if (words.length === 0) return []
  return Array.from({ length: tree.size }, (_, node) => node).filter((node) => {
    if (!tree.isKept(node) || tree.kind(node).role === 'markup') return false
    const attributes = tree
      .attributeNames(node)
      .map((name) => `${name}="${attributeOf(page, node, name) ?? ''}"`)
    const text = [tree.name(node), ...attributes].join('\n').toLowerCase()
    return words.some((word) => text.includes(word))
  })
}

/** Returns the value that an attribute has in the HTML of the result. */
function attributeOf({ tree, addresses }: SelectedPage, node: number, name: string): string | undefined {
  const url = name === addressAttribute(tree, node) ? addresses.addressOf(node) : undefined
  return url ?? tree.attribute(node, name)
}

/** An element as css-select reads it, or a run of text, which has no node. */
interface CssItem {
  readonly node: number | undefined
  readonly parent: CssItem | undefined
  readonly children: CssItem[]
  /** Its place among the children of its parent. */
  readonly index: number
  readonly text: string
}

/** Returns a function that finds the kept nodes that a selector matches, in document order. Later changes do not count. */
function createSelect(tree: PageTree, attribute: PageTree['attribute']) {
  const roots: CssItem[] = []
  const open: CssItem[] = []
  const add = (node: number | undefined, text: string): CssItem => {
    const parent = open.at(-1)
    const siblings = parent?.children ?? roots
    const item: CssItem = { node, parent, children: [], index: siblings.length, text }
    siblings.push(item)
    return item
  }
  visitTree(tree, {
    open: (node) => {
      open.push(add(node, ''))
      return () => void open.pop()
    },
    text: (from, to) => void add(undefined, tree.html.slice(from, to)),
  })
  const { selectAll } = loadSelectorEngine()
  return (selector: string): number[] => {
    const found = selectAll<CssItem, CssItem>(selector, roots, {
      adapter: {
        isTag: (item): item is CssItem => item.node !== undefined,
        getAttributeValue: ({ node = ROOT }, name) => attribute(node, name),
        hasAttrib: ({ node = ROOT }, name) => attribute(node, name) !== undefined,
        getChildren: ({ children }) => children,
        getSiblings: ({ parent }) => parent?.children ?? roots,
        getParent: ({ parent }) => parent ?? null,
        getName: ({ node = ROOT }) => tree.name(node),
        getText: textOf,
        // Roots are never in each other.
        removeSubsets: (roots) => [...new Set(roots)],
        // Without it, css-select looks at all siblings for each `+`.
        prevElementSibling: ({ parent, index }) => {
          const siblings = parent?.children ?? roots
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

const MAX_VALUES = 10_000

/** Returns the values that each selector of the `attributes` format finds in the whole page, head included, as written. */
export function readAttributes(
  { rawHtml, isXhtml }: { readonly rawHtml: string; readonly isXhtml?: boolean | undefined },
  selectors: readonly AttributeSelector[],
) {
  const tree = parsePage(rawHtml, isXhtml)
  const select = createSelect(tree, (node, name) => tree.attribute(node, name))
  return selectors.map(({ selector, attribute }) => {
    const name = attribute.toLowerCase()
    const values = select(selector).flatMap((node) => tree.attribute(node, name) ?? [])
    return { selector, attribute, values: values.slice(0, MAX_VALUES) }
  })
}
