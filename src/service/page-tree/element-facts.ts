import type { PageTree } from './page-tree.ts'

/** Returns the language of a script that holds a formula, which MathJax shows; undefined for other elements. */
export function formulaLanguage(tree: PageTree, node: number): string | undefined {
  if (tree.name(node) !== 'script') return undefined
  const type = tree.attribute(node, 'type') ?? ''
  return /^\s*math\/(tex|mml|asciimath)\b/i.exec(type)?.[1]?.toLowerCase()
}

const HIDDEN_STYLE = /(?:^|[;\s])(?:display\s*:\s*none|visibility\s*:\s*hidden|opacity\s*:\s*0\s*(?:;|$))/i
/** The size of trackers. With a `min-width`, it is a way to fit a frame to its page. */
const TINY_STYLE = /^(?!.*min-(?:width|height)).*(?:^|[;\s])(?:width|height)\s*:\s*[01](?:px)?\s*(?:;|!|$)/is
const TINY = /^\s*[01](?:px)?\s*$/i

/** Tells whether an element or its parent hides a frame or image, or whether it has the size of a tracker. */
export function isInvisible(tree: PageTree, node: number): boolean {
  const styleOf = (one: number): string => tree.attribute(one, 'style') ?? ''
  const isTiny = ['width', 'height'].some((name) => TINY.test(tree.attribute(node, name) ?? ''))
  if (isTiny || TINY_STYLE.test(styleOf(node))) return true
  return [node, tree.parent(node)].some(
    (one) => tree.hasAttribute(one, 'hidden') || HIDDEN_STYLE.test(styleOf(one)),
  )
}
