import { decodeHTML } from 'entities'
import type { StartTag } from '../html/start-tag.ts'
import { FORMULA } from './stand-ins.ts'

const ANNOTATION = /<annotation\b[^>]{0,200}\bapplication\/x-tex\b[^>]{0,200}>([^<]*)</i
const ALTERNATIVE = /^<math\b[^>]*?\salttext="([^"]*)"/i
const AS_BLOCK = /^<math\b[^>]*?\s(?:display|mode)=["']?(?:block|display)/i
/** What is longer is no formula. Reading formulas in formulas must stay linear. */
const MAX_FORMULA = 100_000
/** Private-use characters stand for ASCII, which the converter would escape. */
const OFFSET = 0xe600

/**
 * Returns a formula in MathML as Markdown, in stand-in characters: its TeX between dollar signs, two for a block, else
 * its text.
 */
export function formulaOf(math: string): string {
  if (math.length > MAX_FORMULA) return ''
  const tex = ANNOTATION.exec(math)?.[1] ?? ALTERNATIVE.exec(math)?.[1]
  if (tex === undefined || tex.trim() === '') return math.replaceAll(/<[^>]*>/g, '').replaceAll(/\s+/g, ' ')
  const dollars = AS_BLOCK.test(math) ? '$$' : '$'
  const text = `${dollars}${decodeHTML(tex).trim().replaceAll(/\s+/g, ' ')}${dollars}`
  const hidden = text.replaceAll(/[!-~ ]/g, (character) =>
    String.fromCharCode(OFFSET + character.charCodeAt(0)),
  )
  return FORMULA + hidden + FORMULA
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

/** Puts formulas in the place of their stand-in characters. */
export function showFormulas(markdown: string): string {
  return markdown.replaceAll(new RegExp(`${FORMULA}([^${FORMULA}]*)${FORMULA}`, 'g'), (_, hidden: string) =>
    hidden.replaceAll(/[\uE620-\uE67E]/g, (character) =>
      String.fromCharCode(character.charCodeAt(0) - OFFSET),
    ),
  )
}
