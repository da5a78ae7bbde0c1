import { selectAll } from 'css-select'
import renderNodes from 'dom-serializer'
import { findAll, removeElement } from 'domutils'
import { parseDocument } from 'htmlparser2'
import { excludedWord } from '../../request/css-selector.ts'

/** Leaves character references as they are, in and out. */
const AS_WRITTEN = { decodeEntities: false }

/**
 * Selects content on a tree by CSS selectors: what `includeTags` match, in document order and each part once, without
 * what `excludeTags` match. Takes HTML as `readHtml` writes it: balanced, and never nested too deeply for a tree.
 * `selectorProblem` has checked the selectors.
 */
export function selectContent(
  html: string,
  includeTags: readonly string[],
  excludeTags: readonly string[],
): string {
  const root = parseDocument(html, AS_WRITTEN)
  for (const selector of excludeTags) {
    const word = excludedWord(selector)?.toLowerCase()
    const found =
      word === undefined
        ? selectAll(selector, root)
        : findAll((element) => hasWord(element, word), root.children)
    for (const element of found) removeElement(element)
  }
  if (includeTags.length === 0) return renderNodes(root, AS_WRITTEN)
  const chosen = new Set(selectAll(includeTags.join(','), root))
  const outermost = [...chosen].filter((element) => {
    for (let parent = element.parent; parent !== null; parent = parent.parent) {
      if (chosen.has(parent as typeof element)) return false
    }
    return true
  })
  return renderNodes(outermost, AS_WRITTEN)
}

function hasWord(
  { name, attribs }: { name: string; attribs: Readonly<Record<string, string>> },
  word: string,
): boolean {
  const texts = [name, ...Object.entries(attribs).map(([key, value]) => `${key}="${value}"`)]
  return texts.some((text) => text.toLowerCase().includes(word))
}
