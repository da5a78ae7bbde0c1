import { decodeHTML } from 'entities'
import type { MarkdownPage, WriteElement } from './markdown-page.ts'
import { SKIP } from './walk-kept.ts'

const ANNOTATION = /<annotation\b[^>]{0,200}\bapplication\/x-tex\b[^>]{0,200}>([^<]*)</i
/** Longer text is no formula. Formulas in formulas must take linear time. */
const MAX_FORMULA = 100_000

/** Writes a formula in MathML: its TeX between dollar signs, two for a block, or its text without known TeX. */
export const formula: WriteElement = ({ tree, lines }, node) => {
  const source = tree.source(node)
  if (source.length > MAX_FORMULA) return SKIP
  const annotation = ANNOTATION.exec(source)?.[1]
  const tex = annotation === undefined ? tree.attribute(node, 'alttext') : decodeHTML(annotation)
  if (tex === undefined || tex.trim() === '') {
    lines.text(decodeHTML(source.replaceAll(/<[^>]*>/g, '')).replaceAll(/\s+/g, ' '))
    return SKIP
  }
  const isBlock = ['display', 'mode'].some((name) =>
    /^(?:block|display)/.test(tree.attribute(node, name) ?? ''),
  )
  const dollars = isBlock ? '$$' : '$'
  const markdown = dollars + tex.trim().replaceAll(/\s+/g, ' ') + dollars
  lines.markdown(lines.isInCell ? markdown.replaceAll('|', '\\|') : markdown)
  return SKIP
}

/** Tells whether an element shows a formula a second time, as KaTeX and MathJax do next to the MathML. */
export function isShownFormula({ tree }: MarkdownPage, node: number): boolean {
  if (tree.name(node) === 'nobr') return tree.attribute(node, 'aria-hidden') === 'true'
  const className = tree.attribute(node, 'class')
  if (className === 'MathJax_Preview') return true
  const before = tree.html.slice(Math.max(0, tree.start(node) - 40), tree.start(node))
  return className === 'katex-html' && /<\/math>\s*<\/span>\s*$/.test(before)
}
