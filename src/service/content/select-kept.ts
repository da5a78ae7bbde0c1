import { excludedWord } from '../../request/css-selector.ts'
import type { ScrapeSettings } from '../../request/page-settings.ts'
import { wordSet } from '../../util/word-set.ts'
import { CssTree } from './css-tree.ts'
import { isInDrawing } from './read-head.ts'
import { leaveOutByName } from '../main-content/main-by-name.ts'
import { selectMainContent } from '../main-content/main-content.ts'
import { type PageAddresses, addressAttribute } from '../page-links/page-links.ts'
import { formulaLanguage } from '../markdown/formula-element.ts'
import { isInvisible } from '../markdown/media-element.ts'
import { type PageTree, ROOT } from '../page-tree/page-tree.ts'

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

/** Elements that show something even when they are empty. */
const SHOWN = wordSet('img video audio iframe svg input')

/** Tells whether nothing is kept of a page that a reader could read or see. */
export function isBlank(tree: PageTree): boolean {
  for (let node = ROOT; node < tree.size; node = tree.isLeftOut(node) ? tree.subtreeEnd(node) : node + 1) {
    if (tree.isLeftOut(node)) continue
    if (node !== ROOT && tree.isKept(node) && SHOWN.has(tree.name(node))) return false
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

/** Tells whether a `noscript` holds only an image, and a script would put it where there is none. */
function holdsImage(tree: PageTree, noscript: number): boolean {
  const [image, ...others] = tree.children(noscript)
  if (image === undefined || tree.name(image) !== 'img' || others.length > 0 || isInvisible({ tree }, image))
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
  const css = new CssTree(page.tree, (node, name) => attributeOf(page, node, name))
  return css.select(selectors.join(','))
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
