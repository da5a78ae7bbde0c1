import { isAllChars } from './char-set.ts'
import type { PatternNode } from './pattern-tree.ts'

/**
 * The source of `tree` without an unbounded "anything" at either end, where `X.*`, `.*X` and `^.*X` are found in
 * exactly the texts in which `X` is found. Where a match begins and ends differs, so it only serves yes or no.
 */
export function stripRuns(tree: PatternNode, source: string): string {
  if (tree.kind !== 'sequence') return source
  let { from, to } = tree
  const items = [...tree.items]
  const leading = items[0]?.kind === 'start' ? items[1] : items[0]
  if (isAnything(leading)) {
    from = leading.to
    items.splice(0, items.indexOf(leading) + 1)
  }
  const trailing = items.at(-1)?.kind === 'end' ? items.at(-2) : items.at(-1)
  if (isAnything(trailing)) to = trailing.from
  return source.slice(from, to)
}

function isAnything(node: PatternNode | undefined): node is PatternNode {
  return (
    node?.kind === 'repeat' &&
    node.min === 0 &&
    node.max === Number.POSITIVE_INFINITY &&
    node.item.kind === 'char' &&
    isAllChars(node.item.set)
  )
}
