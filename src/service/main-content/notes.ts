import { wordSet } from '../../util/word-set.ts'
import type { PageTree } from '../page-tree/page-tree.ts'
import { CLASS_GROUPS, classWordsOf, wordsIn } from './vocabulary.ts'

/** Roles of callouts and footnotes (WAI-ARIA, and its module for publishing). */
const ROLES = wordSet(
  'note doc-footnote doc-footnotes doc-endnote doc-endnotes doc-tip doc-notice doc-example doc-errata',
)
/** The group of words in the class or id of notes in elements with any name. */
const NOTE = CLASS_GROUPS.bits('note')
/** Words in the class or id of an `aside` that is a callout. */
const CALLOUTS = wordSet(
  'callout note notes notecard tip tips hint hints info important attention caution warning danger error success special objective ' +
    'deprecated beta preview key example definition remark',
)
/** An `aside` with these words is next to the content, whatever else its class says. */
const NEXT_TO_CONTENT = CLASS_GROUPS.bits('navigation related share comments advert consent form')
const SIDEBARS = wordSet('sidebar rail sidenav widget widgets')

/**
 * Tells whether an element is a callout or holds footnotes. Both are content, though many pages write them as `aside` or
 * `footer`, or with such words in their classes. So is the source of a quotation.
 */
export function isNote(tree: PageTree, node: number): boolean {
  const { name, role } = tree.kind(node)
  if (role === 'html' || role === 'body' || role === 'anchor' || role === 'markup') return false
  if (name === 'footer' && tree.closest(node, 'blockquote') !== undefined) return true
  if (ROLES.has(tree.attribute(node, 'role')?.toLowerCase() ?? '')) return true
  const className = tree.attribute(node, 'class')
  const id = tree.attribute(node, 'id')
  if (className === undefined && id === undefined) return false
  const groups = classWordsOf(className ?? '') | classWordsOf(id ?? '')
  if ((groups & NOTE) !== 0) return true
  if (name !== 'aside' || (groups & NEXT_TO_CONTENT) !== 0) return false
  const found = wordsIn(`${className ?? ''} ${id ?? ''}`)
  return found.some((word) => CALLOUTS.has(word)) && !found.some((word) => SIDEBARS.has(word))
}
