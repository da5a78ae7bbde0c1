import { onlyChar } from './char-set.ts'
import type { PatternNode } from './pattern-tree.ts'

/** We follow no more alternatives than this. */
const MAX_PREFIXES = 16

/**
 * Returns what everything matched by `tree` begins with, one of these texts; `['']`, which says nothing, where it is
 * not anchored.
 */
export function literalPrefixes(tree: PatternNode): readonly string[] {
  if (tree.kind !== 'sequence' || tree.items[0]?.kind !== 'start') return ['']
  let prefixes: readonly string[] = ['']
  for (const item of tree.items.slice(1)) {
    const texts = literalTexts(item)
    if (texts === undefined || prefixes.length * texts.length > MAX_PREFIXES) break
    prefixes = prefixes.flatMap((prefix) => texts.map((text) => prefix + text))
  }
  return prefixes
}

/** Returns texts that stand, unbroken, in everything matched by `tree`. */
export function literalParts(tree: PatternNode): readonly string[] {
  const parts = ['']
  for (const item of tree.kind === 'sequence' ? tree.items : [tree]) {
    const [text, other] = literalTexts(item) ?? []
    if (text === undefined || other !== undefined) parts.push('')
    else parts[parts.length - 1] += text
  }
  return parts.filter((part) => part !== '')
}

/** Returns the texts that `node` matches, where it is written out of single characters and alternatives only. */
function literalTexts(node: PatternNode): readonly string[] | undefined {
  if (node.kind === 'char') {
    const char = onlyChar(node.set)
    return char === undefined ? undefined : [char]
  }
  if (node.kind === 'sequence') {
    let texts: readonly string[] = ['']
    for (const item of node.items) {
      const more = literalTexts(item)
      if (more === undefined || texts.length * more.length > MAX_PREFIXES) return undefined
      texts = texts.flatMap((text) => more.map((part) => text + part))
    }
    return texts
  }
  if (node.kind !== 'choice') return undefined
  const options = node.options.map((option) => literalTexts(option))
  return options.includes(undefined) ? undefined : options.flatMap((texts) => texts ?? [])
}
