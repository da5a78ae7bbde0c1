import { decodeHTML } from 'entities'
import type { StartTag } from '../html/start-tag.ts'

const ANNOTATION = /<annotation\b[^>]{0,200}\bapplication\/x-tex\b[^>]{0,200}>([^<]*)</i
const ALTERNATIVE = /^<math\b[^>]*?\salttext="([^"]*)"/i
const AS_BLOCK = /^<math\b[^>]*?\s(?:display|mode)=["']?(?:block|display)/i
/** What is longer is no formula. Reading formulas in formulas must stay linear. */
const MAX_FORMULA = 100_000
/** A formula as Markdown, or as text where its TeX is not known. */
export interface Formula {
  readonly markdown?: string
  readonly text?: string
}

/** Returns a formula in MathML: its TeX between dollar signs, two for a block, else its text. */
export function formulaOf(math: string): Formula {
  if (math.length > MAX_FORMULA) return {}
  const tex = ANNOTATION.exec(math)?.[1] ?? ALTERNATIVE.exec(math)?.[1]
  if (tex === undefined || tex.trim() === '')
    return { text: decodeHTML(math.replaceAll(/<[^>]*>/g, '')).replaceAll(/\s+/g, ' ') }
  const dollars = AS_BLOCK.test(math) ? '$$' : '$'
  return { markdown: dollars + decodeHTML(tex).trim().replaceAll(/\s+/g, ' ') + dollars }
}

/** Tells whether an element shows a formula once more, as KaTeX and MathJax do beside the MathML. */
export function isShownFormula(name: string, html: string, tag: StartTag): boolean {
  if (name === 'nobr') return tag.get('aria-hidden') === 'true'
  if (name !== 'span') return false
  const className = tag.size === 0 ? '' : (tag.get('class') ?? '')
  if (className === 'katex-html')
    return /<\/math>\s*<\/span>\s*$/.test(html.slice(Math.max(0, tag.start - 40), tag.start))
  return className === 'MathJax_Preview'
}
