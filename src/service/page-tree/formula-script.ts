import type { PageTree } from './page-tree.ts'

/** A language of formulas: TeX, MathML or AsciiMath. */
export type FormulaLanguage = 'tex' | 'mml' | 'asciimath'

/** Returns the language of a script that holds a formula, which MathJax shows; undefined for other elements. */
export function formulaLanguage(tree: PageTree, node: number): FormulaLanguage | undefined {
  if (tree.name(node) !== 'script') return undefined
  const language = /^\s*math\/(tex|mml|asciimath)\b/i.exec(tree.attribute(node, 'type') ?? '')?.[1]
  return language?.toLowerCase() as FormulaLanguage | undefined
}

/** Tells whether an element is a script that holds a formula. */
export function isFormulaScript(tree: PageTree, node: number): boolean {
  return formulaLanguage(tree, node) !== undefined
}
