import { withoutTags } from './markdown-page.ts'
import type { PageTree } from '../page-tree/page-tree.ts'

/** Classes of text that only screen readers get. */
export const FOR_SCREEN_READERS =
  /(?:^|\s)(?:sr-only|a-offscreen|screen-reader-(?:text|only)|assistive-text|(?:[\w-]+-)?visually-?hidden\S*)(?:\s|$)/
/** Classes of the numbers of inputs and outputs in notebooks, and their text. */
const PROMPT = /(?:^|\s)(?:prompt|jp-(?:In|Out)putPrompt)(?:\s|$)/
const PROMPT_TEXT = /^\s*(?:in|out)?(?:\s|&nbsp;|&#160;)*\[(?:\s|&nbsp;|&#160;|\d)*\]:?\s*$/i
/** Classes of elements after code that name its language or copy it: Antora, Prism. */
const TOOLBAR = /(?:^|\s)(?:source-toolbox|toolbar)(?:\s|$)/
/** Tags and buttons between a label and its code. */
const BEFORE_CODE =
  /^(?:\s|<button\b[^>]*>(?:\s|\w|<(?!\/button)[^>]*>)*<\/button>|<(?!\/?(?:pre|p|li|t[dh]|d[dt]|h\d|button)\b)[^>]*>)*(<pre\b[^>]*>\s*(?:<code\b[^>]*>)?)/i
/** The distance in which code is looked for, and the longest label. */
const NEAR = 2000
const LONGEST_LABEL = 20
/** Larger elements are not searched for text that is shown instead. */
const MOST_SEARCHED = 50

/** Tells whether text for screen readers is next to words that they do not get, which say the same, or to the same words. */
export function isShownToo(tree: PageTree, node: number): boolean {
  if (tree.html.startsWith(tree.source(node), tree.end(node))) return true
  const parent = tree.parent(node)
  if (tree.subtreeEnd(parent) - parent > MOST_SEARCHED) return false
  const hidden = tree.children(parent).filter((child) => tree.attribute(child, 'aria-hidden') === 'true')
  return hidden.some((child) => /[\p{L}\p{N}]/u.test(withoutTags(tree.source(child))))
}

/** Tells whether an element names the language of code next to it, or the kind of a box to those who do not see its icon. */
export function isLabel(tree: PageTree, node: number, className: string): boolean {
  const next = tree.nextSibling(node)
  // Discourse tells the size of a picture to those who point at it.
  if (className === 'meta') return tree.html.startsWith('<a class="lightbox"', tree.start(tree.parent(node)))
  if (className === 'lang') return next !== undefined && tree.name(next) === 'pre'
  if (TOOLBAR.test(className))
    return /<\/(?:pre|code)>\s*$/.test(tree.html.slice(Math.max(0, tree.start(node) - 20), tree.start(node)))
  if (PROMPT.test(className)) return PROMPT_TEXT.test(withoutTags(tree.source(node).slice(0, NEAR)))
  if (className === 'sr-only')
    return ['summary', 'figcaption'].some((name) => tree.closest(node, name) !== undefined)
  return isNameOfCode(tree, node)
}

/** Tells whether an element only repeats the language of the code after it, as it is named by a class or attribute there. */
function isNameOfCode(tree: PageTree, node: number): boolean {
  if (tree.firstChild(node) !== undefined || tree.endTagStart(node) - tree.startTagEnd(node) > LONGEST_LABEL)
    return false
  const label = tree.source(node).trim().toLowerCase()
  if (!/^[a-z][\w+#-]*$/.test(label)) return false
  if (!/>\s*$/.test(tree.html.slice(Math.max(0, tree.start(node) - NEAR), tree.start(node)))) return false
  const end = tree.end(node)
  const code = BEFORE_CODE.exec(tree.html.slice(end, end + NEAR))?.[1]
  return (
    code
      ?.toLowerCase()
      .split(/[\s"'=>]+/)
      .some((word) => word.replace(/^lang(?:uage)?-/, '') === label) === true
  )
}
