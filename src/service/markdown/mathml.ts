import { decodeHTML } from 'entities'
import type { PageTree } from '../page-tree/page-tree.ts'
import { wordSet } from '../../util/word-set.ts'

/** Writes an element of MathML as TeX, from the TeX of its parts. */
type WriteMath = (parts: readonly string[]) => string

const script =
  (signs: string): WriteMath =>
  ([base = '', ...scripts]) =>
    braced(base) + scripts.map((text, index) => `${signs.charAt(index)}{${text}}`).join('')

/** The elements of MathML whose parts do not simply follow each other (MathML Core). */
const WRITERS: ReadonlyMap<string, WriteMath> = new Map(
  Object.entries({
    mfrac: ([above = '', below = '']) => `\\frac{${above}}{${below}}`,
    msqrt: (parts) => `\\sqrt{${parts.join('')}}`,
    mroot: ([radicand = '', index = '']) => `\\sqrt[${index}]{${radicand}}`,
    msup: script('^'),
    msub: script('_'),
    msubsup: script('_^'),
    mover: ([base = '', above = '']) => `\\overset{${above}}{${base}}`,
    munder: ([base = '', below = '']) => `\\underset{${below}}{${base}}`,
    munderover: script('_^'),
    mmultiscripts: script('_^'),
    mfenced: (parts) => `(${parts.join(', ')})`,
    mtable: (rows) => `\\begin{matrix} ${rows.join(' \\\\ ')} \\end{matrix}`,
    mtr: (cells) => cells.join(' & '),
  } satisfies Record<string, WriteMath>),
)
/** Elements of MathML that show nothing, or show the formula again. */
const UNSEEN = wordSet('annotation annotation-xml mphantom none mprescripts')

/** Tells whether the text of a formula would not be read as the formula: one half would be 12. */
export function hasStructure(tree: PageTree, math: number): boolean {
  const end = tree.subtreeEnd(math)
  for (let node = math + 1; node < end; node++) if (WRITERS.has(tree.name(node))) return true
  return false
}

/** Returns an element of MathML as TeX. The tree bounds its depth. */
export function texOf(tree: PageTree, node: number): string {
  const children = tree.children(node).filter((child) => tree.kind(child).role !== 'markup')
  if (children.length === 0) return tokenOf(tree, node)
  const parts = children.filter((child) => !UNSEEN.has(tree.name(child))).map((child) => texOf(tree, child))
  return WRITERS.get(tree.name(node))?.(parts) ?? parts.join('')
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

/** Returns the base of a script in braces, unless it is one character or number. */
function braced(base: string): string {
  return /^(?:\d+|.|\\[A-Za-z]+\{[^{}]*\})$/u.test(base) ? base : `{${base}}`
}
