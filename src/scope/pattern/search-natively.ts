import { isAllChars } from './char-set.ts'
import { isLinear } from './is-linear.ts'
import { parsePattern } from './parse-pattern.ts'
import type { PatternNode } from './pattern-tree.ts'

/**
 * Returns a function that searches for `tree` in the platform's engine, if that is certainly linear. A text contains `A.*B`
 * exactly when it contains `A` and, after the first match of it, `B`: all matches of `A` have one length, so the first one ends
 * first. Each piece is therefore searched once.
 */
export function searchNatively(tree: PatternNode, source: string): ((text: string) => boolean) | undefined {
  const pieces = cutAtRuns(tree, source)
  const expressions: RegExp[] = []
  for (const [index, piece] of pieces.entries()) {
    const pieceTree = parsePattern(piece)
    if (pieceTree === undefined || !isLinear(pieceTree)) return undefined
    const isLast = index === pieces.length - 1
    if (!isLast && fixedLength(pieceTree) === undefined) return undefined
    expressions.push(new RegExp(piece, isLast && index === 0 ? '' : 'g'))
  }
  const [only] = expressions
  if (only !== undefined && expressions.length === 1) return (text) => only.test(text)
  return (text) => isFoundInOrder(expressions, text)
}

function isFoundInOrder(expressions: readonly RegExp[], text: string): boolean {
  let from = 0
  for (const expression of expressions) {
    expression.lastIndex = from
    if (!expression.test(text)) return false
    from = expression.lastIndex
  }
  return true
}

/** Returns the sources between the unbounded "anything"s of the top level. Those at either end need no search. */
function cutAtRuns(tree: PatternNode, source: string): readonly string[] {
  if (tree.kind !== 'sequence') return [source]
  const pieces: string[] = []
  let from = tree.from
  for (const item of tree.items) {
    if (!isAnything(item)) continue
    const piece = source.slice(from, item.from)
    // At the very start, `^.*` is `.*`.
    if (pieces.length > 0 || (piece !== '' && piece !== '^')) pieces.push(piece)
    from = item.to
  }
  const last = source.slice(from, tree.to)
  const isOpenEnd = from > tree.from && (last === '' || last === '$')
  return isOpenEnd ? pieces : [...pieces, last]
}

function isAnything(node: PatternNode): boolean {
  return (
    node.kind === 'repeat' &&
    node.min === 0 &&
    node.max === Number.POSITIVE_INFINITY &&
    node.item.kind === 'char' &&
    isAllChars(node.item.set)
  )
}

/** Returns the length of all matches of `node`, if it is always the same. */
function fixedLength(node: PatternNode): number | undefined {
  switch (node.kind) {
    case 'char':
      return 1
    case 'start':
    case 'end':
      return 0
    case 'sequence':
      return sum(node.items.map((item) => fixedLength(item)))
    case 'choice': {
      const [first, ...others] = node.options.map((option) => fixedLength(option))
      return others.every((length) => length === first) ? first : undefined
    }
    case 'repeat':
      return node.min === node.max
        ? sum(Array.from({ length: node.min }, () => fixedLength(node.item)))
        : undefined
  }
}

function sum(lengths: readonly (number | undefined)[]): number | undefined {
  return lengths.reduce<number | undefined>(
    (total, length) => (total === undefined || length === undefined ? undefined : total + length),
    0,
  )
}
