/**
 * What is not main content, as the hosted service has it: elements of fixed names, classes and ids, unless they hold an
 * element with the id `main`. No guessing by density of text, so the result of a page does not depend on its length.
 * Added to its list: the ARIA roles that mean the same as those names, which Sphinx writes, and DocBook's two classes.
 */
const CLASSES: ReadonlySet<string> = new Set(
  (
    'header top navbar footer bottom sidebar side aside modal popup overlay ad ads advert lang-selector language social ' +
    'social-media social-links menu navigation breadcrumbs share widget cookie navheader navfooter'
  ).split(' '),
)
const IDS: ReadonlySet<string> = new Set(
  'header footer sidebar modal ad language-selector social nav breadcrumbs share widget cookie'.split(' '),
)

const ROLES: ReadonlySet<string> = new Set(['navigation', 'banner', 'contentinfo', 'complementary', 'search'])

export function isNonMainId(id: string): boolean {
  return IDS.has(id)
}

export function isNonMainRole(role: string): boolean {
  return ROLES.has(role.toLowerCase())
}

export function hasNonMainClass(className: string): boolean {
  return hasWordOf(className, CLASSES)
}

/** Whether one of the words of a class attribute is in the set. */
export function hasWordOf(className: string, words: ReadonlySet<string>): boolean {
  if (words.has(className)) return true
  return /\s/.test(className) && className.split(/\s+/).some((word) => words.has(word))
}
