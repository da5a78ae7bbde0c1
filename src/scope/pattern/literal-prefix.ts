import { type CharSet, someChar } from './char-set.ts'
import type { PatternNode } from './pattern-tree.ts'

/** The text that everything matched by `tree` begins with, where it is anchored; undefined where it is not. */
export function literalPrefix(tree: PatternNode): string | undefined {
  if (tree.kind !== 'sequence' || tree.items[0]?.kind !== 'start') return undefined
  let prefix = ''
  for (const item of tree.items.slice(1)) {
    const char = item.kind === 'char' ? onlyChar(item.set) : undefined
    if (char === undefined) break
    prefix += char
  }
  return prefix
}

function onlyChar(set: CharSet): string | undefined {
  const bits = [set.a, set.b, set.c].filter((word) => word !== 0)
  const [word] = bits
  if (bits.length !== 1 || word === undefined || (word & (word - 1)) !== 0) return undefined
  return someChar(set, '')
}
