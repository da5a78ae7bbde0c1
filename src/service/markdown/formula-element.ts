import { decodeHTML } from 'entities'
import type { PageTree } from '../page-tree/page-tree.ts'
import { parsePage } from '../page-tree/parse-page.ts'
import type { MarkdownPage, WriteElement } from './markdown-page.ts'
import { hasStructure, texOf } from './mathml.ts'
import { backslashed, spaced } from './inline-text.ts'
import { SKIP } from '../page-tree/visit-tree.ts'

const ANNOTATION = /<annotation\b[^>]{0,200}\bapplication\/x-tex\b[^>]{0,200}>([^<]*)</i
/** Longer text is no formula. Formulas in formulas must take linear time. */
const MAX_FORMULA = 100_000
/** The wrapper that kramdown puts around formulas in scripts. */
const CDATA_START = /^%?\s*<!\[CDATA\[/
const CDATA_END = ']]>'
/** Classes of elements that MathJax 2 puts before the script that they show. */
const SHOWN_SCRIPT =
  /(?:^|\s)MathJax(?:_Display|_SVG|_SVG_Display|_CHTML|_MathML)?(?:\s|$)|(?:^|\s)mjx-chtml(?:\s|$)/

/** Writes a formula in MathML as TeX, or as its text if that reads the same. */
export const formula: WriteElement = (page, node) => {
  writeMath(page, page.tree, node)
  return SKIP
}

/** @param tree holds the formula; another than that of the page for a formula in a script */
function writeMath(page: MarkdownPage, tree: PageTree, node: number): void {
  const { lines } = page
  const source = tree.source(node)
  if (source.length > MAX_FORMULA) return
  const annotation = ANNOTATION.exec(source)?.[1]
  const annotated = annotation === undefined ? tree.attribute(node, 'alttext') : decodeHTML(annotation)
  const tex = annotated?.trim() || (hasStructure(tree, node) ? texOf(tree, node) : '')
  const isBlock = ['display', 'mode'].some((name) =>
    /^(?:block|display)/.test(tree.attribute(node, name) ?? ''),
  )
  if (tex === '') lines.text(decodeHTML(source.replaceAll(/<[^>]*>/g, '')).replaceAll(/\s+/g, ' '))
  else writeTex(page, tex, isBlock)
}

/** Classes that Sphinx, Pandoc and Arithmatex give to formulas in delimiters, which MathJax and KaTeX show. */
const DELIMITED = /(?:^|\s)(?:math|arithmatex)(?:\s|$)/
const DELIMITERS = /^\s*(?:\\\(([^<]*)\\\)|\\\[([^<]*)\\\])\s*$/

/** Writes an element that holds TeX between delimiters as a formula. Returns whether it did. */
export function writeDelimited(page: MarkdownPage, node: number): boolean {
  const { tree } = page
  if (!DELIMITED.test(tree.attribute(node, 'class') ?? '')) return false
  const source = tree.source(node)
  const [, inline, block = ''] = (source.length < MAX_FORMULA && DELIMITERS.exec(source)) || []
  const tex = inline ?? block
  if (tex !== '') writeTex(page, decodeHTML(tex), inline === undefined)
  return tex !== ''
}

/** Writes a script with a formula, AsciiMath as code; other scripts are not shown. */
export const script: WriteElement = (page, node) => {
  const { tree, lines } = page
  const language = formulaLanguage(tree, node)
  if (language === undefined) return SKIP
  const source = withoutCdata(tree.source(node))
  if (language === 'mml') writeScriptMath(page, source)
  else if (language === 'asciimath') lines.code(source)
  else writeTex(page, source, /mode\s*=\s*display/i.test(tree.attribute(node, 'type') ?? ''))
  return SKIP
}

function writeScriptMath(page: MarkdownPage, source: string): void {
  if (source.length > MAX_FORMULA) return
  const tree = parsePage(source)
  for (let node = 0; node < tree.size; node++)
    if (tree.name(node) === 'math') return writeMath(page, tree, node)
}

/** Returns the text of a script without a wrapper. Takes linear time. */
function withoutCdata(source: string): string {
  const text = source.trim().replace(CDATA_START, '')
  return text.endsWith(CDATA_END) ? text.slice(0, -CDATA_END.length).trimEnd().replace(/%$/, '') : text
}

/** Tells whether an element shows a formula a second time, as KaTeX and MathJax do next to its source. */
export function isShownFormula({ tree }: MarkdownPage, node: number): boolean {
  if (tree.name(node) === 'nobr') return tree.attribute(node, 'aria-hidden') === 'true'
  const className = tree.attribute(node, 'class')
  if (className === undefined) return false
  if (className === 'MathJax_Preview') return true
  if (SHOWN_SCRIPT.test(className)) {
    const next = tree.nextSibling(node)
    return next !== undefined && isFormulaScript(tree, next)
  }
  const before = tree.html.slice(Math.max(0, tree.start(node) - 40), tree.start(node))
  return className === 'katex-html' && /<\/math>\s*<\/span>\s*$/.test(before)
}

/** Writes TeX between dollar signs, two for a block. */
function writeTex({ lines }: MarkdownPage, tex: string, isBlock: boolean): void {
  const shown = spaced(tex.trim())
  if (shown === '') return
  const dollars = isBlock ? '$$' : '$'
  const markdown = dollars + shown + dollars
  lines.markdown(lines.isInCell ? backslashed(markdown, /\|/g) : markdown)
}

/** Returns the language of a script that holds a formula, which MathJax shows; undefined for other elements. */
function formulaLanguage(tree: PageTree, node: number): string | undefined {
  if (tree.name(node) !== 'script') return undefined
  const type = tree.attribute(node, 'type') ?? ''
  return /^\s*math\/(tex|mml|asciimath)\b/i.exec(type)?.[1]?.toLowerCase()
}

/** Tells whether an element is a script that holds a formula. */
export function isFormulaScript(tree: PageTree, node: number): boolean {
  return formulaLanguage(tree, node) !== undefined
}
