import type { PageTree } from './page-tree.ts'

/** Tells whether an element is a script that holds a formula in TeX, which MathJax shows. */
export function isFormulaScript(tree: PageTree, node: number): boolean {
  return tree.name(node) === 'script' && /^\s*math\/tex\b/i.test(tree.attribute(node, 'type') ?? '')
}
