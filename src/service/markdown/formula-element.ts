import { decodeHTML } from 'entities'
import { formulaLanguage } from '../page-tree/element-facts.ts'
import { type PageTree, SKIP } from '../page-tree/page-tree.ts'
import { parsePage } from '../page-tree/parse-page.ts'
import { type MarkdownPage, type WriteElement, withoutTags } from './markdown-page.ts'
import { backslashed, spaced } from './line.ts'
import { wordSet } from '../../util/word-set.ts'

const ANNOTATION = /<annotation\b[^>]{0,200}\bapplication\/x-tex\b[^>]{0,200}>([^<]*)</i
/** Longer text is no formula. Formulas in formulas must take linear time. */
const MAX_FORMULA = 100_000
/** The wrapper that kramdown puts around formulas in scripts. */
const CDATA = /^%?\s*<!\[CDATA\[|%?\s?\]\]>$/g

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
  if (tex === '') lines.text(decodeHTML(withoutTags(source)).replaceAll(/\s+/g, ' '))
  else writeTex(page, tex, isBlock)
}

/** Writes a formula of MathJax 4, which has its TeX in an attribute, unless it also has it as MathML. */
export const mathJax: WriteElement = (page, node) => {
  const { tree } = page
  const end = Math.min(tree.subtreeEnd(node), node + 4)
  for (let inner = node + 1; inner < end; inner++) {
    const tex = tree.attribute(inner, 'data-latex')
    if (tex === undefined) continue
    const source = tree.source(node)
    if (source.length > MAX_FORMULA || source.includes('<math')) return undefined
    writeTex(page, tex, tree.attribute(node, 'display') === 'true')
    return SKIP
  }
  return undefined
}

const DELIMITERS = /^(?:\\\(([^]*)\\\)|\\\[([^]*)\\\]|\$\$([^$]*)\$\$|\$([^$]*)\$)$/
/** The number of a formula of Sphinx. */
const NUMBER = /^\s*<span class="eqno">\(([^<()]*)\)[^]*?<\/span>/

/** Writes an element that holds TeX between delimiters, or has it as an attribute, as a formula. Returns whether it did. */
export function writeDelimited(page: MarkdownPage, node: number): boolean {
  const { tree } = page
  const source = tree.attribute(node, 'data-math')
  if (source !== undefined) writeTex(page, source, page.classOf(node).includes('block'))
  if (source !== undefined || !page.says(node, 'formula')) return source !== undefined
  const html = tree.source(node)
  if (html.length > MAX_FORMULA) return false
  const text = decodeHTML(withoutTags(html.replace(NUMBER, ''))).trim()
  const [, round, square, dollars, dollar] = DELIMITERS.exec(text) ?? []
  const inline = round ?? dollar
  const tex = inline ?? square ?? dollars ?? ''
  if (tex === '' || /\\[()]/.test(tex)) return false
  const number = NUMBER.exec(html)?.[1]
  writeTex(page, number === undefined ? tex : `${tex} \\tag{${number}}`, inline === undefined)
  return true
}

/** Formulas in text, as scripts such as MathJax find them. The longest has 2,000 characters. */
const IN_TEXT = new RegExp(
  [
    String.raw`(?<![\w/\\)])\\\(((?:[^\\]|\\[^()[\]]){1,2000})\\\)(?![\w/\\*{])`,
    String.raw`\\\[((?:[^\\]|\\[^()[\]]){1,2000})\\\]`,
    String.raw`\$\$([^$]{1,2000})\$\$|\$((?!\s)[^$]{1,2000}(?<!\s))\$(?!\d)`,
  ].join('|'),
  'g',
)
/** Signs that words do not have. */
const TEX = /[\\^_={}<>+]/

/** Line ends between Chinese or Japanese characters, where they show no space (CSS Text, "segment break transformation"). */
const WIDE = String.raw`[\u2E80-\u30FF\u3400-\u4DBF\u4E00-\u9FFF\uF900-\uFAFF\uFF00-\uFFEF]`
export const UNSPACED = new RegExp(String.raw`(?<=${WIDE})[ \t]*\r?\n\s*(?=${WIDE})`, 'g')

/** Other text holds neither of these. */
const FORMULA_OR_WIDE = /[\\$\u2E80-\uFFEF]/

/** Writes text of a page. Formulas in it stay as they are, because Markdown would read their signs as its own. */
export function writeText(page: MarkdownPage, written: string): void {
  const { lines } = page
  if (!FORMULA_OR_WIDE.test(written)) return lines.text(written)
  const text = written.replaceAll(UNSPACED, '')
  let from = 0
  for (const { index, 0: found, 1: round, 2: square, 3: dollars, 4: dollar } of text.matchAll(IN_TEXT)) {
    const tex = round ?? square ?? dollars ?? dollar ?? ''
    const isTex = dollar === undefined ? TEX.test(tex) || !/\p{L}{2}/u.test(tex) : /\\[a-z]|[_^]/i.test(tex)
    if (!isTex || !/\w/.test(tex)) continue
    lines.text(text.slice(from, index))
    writeTex(page, tex, round === undefined && dollar === undefined)
    from = index + found.length
  }
  lines.text(text.slice(from))
}

/** Writes a script with a formula, AsciiMath as code; other scripts are not shown. */
export const script: WriteElement = (page, node) => {
  const { tree, lines } = page
  const language = formulaLanguage(tree, node)
  if (language === undefined) return SKIP
  const source = tree.source(node).trim().replaceAll(CDATA, '')
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

/** Tells whether an element shows a formula a second time, as KaTeX and MathJax do next to its source. */
export function isShownFormula(page: MarkdownPage, node: number): boolean {
  const { tree } = page
  if (tree.name(node) === 'nobr') return tree.attribute(node, 'aria-hidden') === 'true'
  const className = page.classOf(node)
  if (className === 'MathJax_Preview') return true
  if (page.says(node, 'shownFormula')) {
    const next = tree.nextSibling(node)
    return next !== undefined && formulaLanguage(tree, next) !== undefined
  }
  if (className !== 'katex-html') return false
  const before = tree.html.slice(Math.max(0, tree.start(node) - 40), tree.start(node))
  return /<\/math>\s*<\/span>\s*$/.test(before)
}

/** Writes TeX between dollar signs, two for a block. */
export function writeTex({ lines }: MarkdownPage, tex: string, isBlock: boolean): void {
  const shown = spaced(tex.trim())
  if (shown === '') return
  const dollars = isBlock ? '$$' : '$'
  const markdown = dollars + shown + dollars
  lines.markdown(lines.isInCell ? backslashed(markdown, /\|/g) : markdown)
}

/** Commands of TeX, each with the signs that it puts above or below its base in MathML and Office. */
const ACCENTS =
  'hat^ˆ\u0302 tilde~˜\u0303 bar¯ˉ\u0304 overline‾―\u0305 dot˙\u0307 ddot¨\u0308 vec→\u20D7 checkˇ\u030C overbrace⏞ underbrace⏟'

export function accented(base: string, sign: string, place: 'over' | 'under'): string {
  const found = ACCENTS.split(' ').find((signs) => /^\W$/.test(sign) && signs.includes(sign))
  return `\\${found?.replace(/\W+$/, '') ?? `${place}set{${sign}}`}{${base}}`
}

/** Writes an element of MathML as TeX, from the TeX of its parts. */
type WriteMath = (parts: readonly string[]) => string

const scripted =
  (signs: string): WriteMath =>
  ([base = '', ...scripts]) =>
    (/^(?:\d+|.|\\[A-Za-z]+\{[^{}]*\})$/u.test(base) ? base : `{${base}}`) +
    scripts.map((text, index) => `${signs.charAt(index)}{${text}}`).join('')

/** The elements of MathML whose parts do not simply follow each other (MathML Core). */
const WRITERS: ReadonlyMap<string, WriteMath> = new Map(
  Object.entries({
    mfrac: ([above = '', below = '']) => `\\frac{${above}}{${below}}`,
    msqrt: (parts) => `\\sqrt{${parts.join('')}}`,
    mroot: ([radicand = '', index = '']) => `\\sqrt[${index}]{${radicand}}`,
    msup: scripted('^'),
    msub: scripted('_'),
    msubsup: scripted('_^'),
    mover: ([base = '', above = '']) => accented(base, above, 'over'),
    munder: ([base = '', below = '']) => accented(base, below, 'under'),
    munderover: scripted('_^'),
    mfenced: (parts) => `(${parts.join(', ')})`,
    mtable: (rows) => `\\begin{matrix} ${rows.join(' \\\\ ')} \\end{matrix}`,
    mtr: (cells) => cells.join(' & '),
  } satisfies Record<string, WriteMath>),
)
/** Elements of MathML that show nothing, or show the formula again. */
const UNSEEN = wordSet('annotation annotation-xml mphantom none mprescripts')

/** Tells whether the text of a formula would not be read as the formula: one half would be 12. */
function hasStructure(tree: PageTree, math: number): boolean {
  const end = tree.subtreeEnd(math)
  for (let node = math + 1; node < end; node++)
    if (WRITERS.has(tree.name(node)) || tree.name(node) === 'mmultiscripts') return true
  return false
}

/** Returns an element of MathML as TeX. The tree bounds its depth. */
export function texOf(tree: PageTree, node: number): string {
  const children = tree.children(node).filter((child) => tree.kind(child).role !== 'markup')
  if (children.length === 0) return tokenOf(tree, node)
  if (tree.name(node) === 'mmultiscripts') return multiscripts(tree, children)
  const parts = children.filter((child) => !UNSEEN.has(tree.name(child))).map((child) => texOf(tree, child))
  // A binomial coefficient has no line between its parts.
  if (tree.attribute(node, 'linethickness')?.startsWith('0') === true) return `{${parts.join(' \\atop ')}}`
  return WRITERS.get(tree.name(node))?.(parts) ?? parts.join('')
}

/** Writes a base with pairs of indices after it and, after `mprescripts`, before it. */
function multiscripts(tree: PageTree, [base, ...others]: readonly number[]): string {
  const found = others.findIndex((child) => tree.name(child) === 'mprescripts')
  const at = found < 0 ? others.length : found
  const indices = (list: readonly number[]): string =>
    list
      .map((child, place) =>
        tree.name(child) === 'none' ? '' : `${'_^'.charAt(place % 2)}{${texOf(tree, child)}}`,
      )
      .join('')
  const before = indices(others.slice(at + 1))
  return (
    (before && `{}${before}`) + (base === undefined ? '' : texOf(tree, base)) + indices(others.slice(0, at))
  )
}

/** Returns the text of an identifier, number or operator as TeX. */
function tokenOf(tree: PageTree, node: number): string {
  const name = tree.name(node)
  if (name === 'mspace') return ' '
  const text = decodeHTML(tree.source(node)).trim().replaceAll(/\s+/g, ' ')
  const escaped = text.replaceAll(/[#$%&_{}]/g, '\\$&')
  if (name === 'mtext' && text !== '') return `\\text{${escaped}}`
  return name === 'mi' && /^[\p{L}]{2,}$/u.test(text) ? `\\mathrm{${escaped}}` : escaped
}
