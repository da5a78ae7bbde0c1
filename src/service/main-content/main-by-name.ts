import { wordSet, wordsIn } from '../../util/word-set.ts'
import type { PageTree } from '../page-tree/page-tree.ts'
import { findTitle } from './page-title.ts'
import { CLASS_GROUPS, classMeaning, classWordsOf, type WholeName } from './vocabulary.ts'

/**
 * The hosted service leaves out elements with these names, classes and ids, unless they hold an element with the id
 * `main`. Added to its list: ARIA roles that mean the same, two classes of DocBook, and notices about cookies.
 */
const CLASSES = wordSet(
  'header top navbar footer bottom sidebar side aside modal popup overlay ad ads advert lang-selector language social ' +
    'social-media social-links menu navigation breadcrumb breadcrumbs share widget cookie navheader navfooter',
)
/** Lists of other pages, next to the title of this one: WooCommerce, Shopify, WordPress. */
const RELATED = wordSet(
  'related related-posts related-articles related-products related-content relatedposts jp-relatedposts upsells up-sells ' +
    'cross-sells recommendations product-recommendations recommended-products similar-products you-may-also-like',
)
const IDS = wordSet(
  'header footer sidebar modal ad language-selector social nav breadcrumbs share widget cookie',
)
/** Names of parts that are clear as a whole. */
const NEVER_CONTENT: ReadonlySet<WholeName | undefined> = new Set(['consent', 'edit', 'neighbors'])
const NON_MAIN_ROLES = wordSet('navigation banner contentinfo complementary search')
const MAIN_ID = 'main'

/**
 * Leaves out what is not main content by names, classes, ids and roles. Elements around one with the id `main` stay, and
 * so do headers around the page's only title. Takes linear time.
 * @param url the address of the page
 */
export function leaveOutByName(tree: PageTree, url: string): void {
  const mains = visible(tree, (node) => tree.attribute(node, 'id') === MAIN_ID)
  const title = findTitle(tree)
  let next = 0
  for (let node = 0; node < tree.size;) {
    while ((mains[next] ?? tree.size) < node) next++
    const holdsMain = (mains[next] ?? tree.size) < tree.subtreeEnd(node)
    const holdsTitle = title !== undefined && tree.isInside(title, node) && isHeader(tree, node)
    const isRelated =
      title !== undefined &&
      tree.classNames(node).some((name) => RELATED.has(name)) &&
      !tree.isInside(title, node)
    const isSpared = tree.isUnwrapped(node) || holdsMain || holdsTitle || isOwnFragment(tree, node, url)
    if (!isSpared && (isRelated || isNonMain(tree, node)) && !isNote(tree, node)) {
      tree.leaveOut(node)
      node = tree.subtreeEnd(node)
    } else node++
  }
}

/** Returns the nodes with a property that are neither left out nor in elements that are not shown. */
function visible(tree: PageTree, has: (node: number) => boolean): number[] {
  const found: number[] = []
  for (let node = 0; node < tree.size;) {
    const { role } = tree.kind(node)
    const isUnseen = role === 'unseen' || role === 'head' || tree.isLeftOut(node)
    if (!isUnseen && has(node)) found.push(node)
    node = isUnseen ? tree.subtreeEnd(node) : node + 1
  }
  return found
}

function isNonMain(tree: PageTree, node: number): boolean {
  const { role, isNonMain: isNamed } = tree.kind(node)
  if (isNamed) return true
  if (role === 'html' || role === 'body') return false
  return (
    tree.classNames(node).some((name) => CLASSES.has(name) || NEVER_CONTENT.has(classMeaning(name).whole)) ||
    IDS.has(tree.attribute(node, 'id') ?? '') ||
    NON_MAIN_ROLES.has(tree.attribute(node, 'role')?.toLowerCase() ?? '')
  )
}

function isHeader(tree: PageTree, node: number): boolean {
  const { name, isNonMain: isNamed } = tree.kind(node)
  if (isNamed) return name === 'header'
  return (
    tree.classNames(node).some((className) => className === 'header' || className === 'top') ||
    tree.attribute(node, 'id') === 'header' ||
    tree.attribute(node, 'role') === 'banner'
  )
}

/** Tells whether a link leads to a place in its own page. A heading may link to itself, in mdBook with the class `header`. */
function isOwnFragment(tree: PageTree, node: number, url: string): boolean {
  if (tree.kind(node).role !== 'anchor') return false
  const href = tree.attribute(node, 'href')?.trim() ?? ''
  return href.startsWith('#') || href.startsWith(`${url}#`)
}

/** Roles of callouts and footnotes (WAI-ARIA, and its module for publishing). */
const NOTE_ROLES = wordSet(
  'note doc-footnote doc-footnotes doc-endnote doc-endnotes doc-tip doc-notice doc-example doc-errata',
)
/** The group of words in the class or id of notes in elements with any name. */
const NOTE = CLASS_GROUPS.bits('note')
/** Words in the class or id of an `aside` that is a callout. */
const CALLOUTS = wordSet(
  'callout note notes notecard tip tips hint hints info important attention caution warning danger error success infobox special objective ' +
    'deprecated beta preview key example definition remark',
)

/** An `aside` with these words is next to the content, even if its class has other words. */
const NEXT_TO_CONTENT = CLASS_GROUPS.bits('navigation related share comments advert consent form widget')

/**
 * Tells whether an element is a callout or holds footnotes. Both are content, though many pages write them as `aside` or
 * `footer`, or with such words in their classes. So is the source of a quotation.
 * @param groups the groups of the words in its class and id, as bits
 */
export function isNote(tree: PageTree, node: number, groups = groupsOf(tree, node)): boolean {
  const { name, role } = tree.kind(node)
  if (role === 'html' || role === 'body' || role === 'anchor' || role === 'markup') return false
  if (name === 'footer' && tree.closest(node, 'blockquote') !== undefined) return true
  if (!tree.hasAttributes(node)) return false
  if (NOTE_ROLES.has(tree.attribute(node, 'role')?.toLowerCase() ?? '')) return true
  if ((groups & NOTE) !== 0) return true
  if (name !== 'aside' || (groups & NEXT_TO_CONTENT) !== 0) return false
  const names = `${tree.attribute(node, 'class') ?? ''} ${tree.attribute(node, 'id') ?? ''}`
  return wordsIn(names).some((word) => CALLOUTS.has(word))
}

function groupsOf(tree: PageTree, node: number): number {
  return classWordsOf(tree.attribute(node, 'class') ?? '') | classWordsOf(tree.attribute(node, 'id') ?? '')
}
