import type { ElementKind } from '../html/element-kinds.ts'
import type { StartTag } from '../html/start-tag.ts'
import { WordSet } from '../html/word-set.ts'

/**
 * What is not main content for the hosted service: elements of fixed names, classes and ids, unless they hold an element
 * with the id `main`. No guessing by density of text, so the result of a page does not depend on its length.
 * Added to its list: the ARIA roles that mean the same as those names, which Sphinx writes, and DocBook's two classes.
 */
const CLASSES = new WordSet(
  (
    'header top navbar footer bottom sidebar side aside modal popup overlay ad ads advert lang-selector language social ' +
    'social-media social-links menu navigation breadcrumbs share widget cookie navheader navfooter'
  ).split(' '),
)
const IDS: ReadonlySet<string> = new Set(
  'header footer sidebar modal ad language-selector social nav breadcrumbs share widget cookie'.split(' '),
)

const ROLES: ReadonlySet<string> = new Set(['navigation', 'banner', 'contentinfo', 'complementary', 'search'])

/** Tells whether an element is so by its name or by what its tag says of it. */
export function isNonMain(kind: ElementKind, tag: StartTag): boolean {
  if (kind.isNonMain) return true
  if (tag.size === 0) return false
  if (tag.hasWordOf('class', CLASSES)) return true
  const id = tag.get('id')
  if (id !== undefined && IDS.has(id)) return true
  const role = tag.get('role')
  return role !== undefined && ROLES.has(role.toLowerCase())
}

const HEADERS = new WordSet(['header', 'top'])

/** Tells whether an element that is so is a header. */
export function isHeader({ name, isNonMain: isNamed }: ElementKind, tag: StartTag): boolean {
  if (isNamed) return name === 'header'
  return tag.hasWordOf('class', HEADERS) || tag.get('id') === 'header' || tag.get('role') === 'banner'
}
