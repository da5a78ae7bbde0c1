import { onlyChar } from './char-set.ts'
import type { PatternNode } from './pattern-tree.ts'

const MAX_PREFIXES = 16

/** Returns texts of which one begins every match of `tree`; `['']` when it is not anchored. */
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

/** Returns texts that every match of `tree` contains. */
export function literalParts(tree: PatternNode): readonly string[] {
  const parts = ['']
  for (const item of tree.kind === 'sequence' ? tree.items : [tree]) {
    const [text, other] = literalTexts(item) ?? []
    if (text === undefined || other !== undefined) parts.push('')
    else parts[parts.length - 1] += text
  }
  return parts.filter((part) => part !== '')
}

/** Returns the texts that `node` matches, if it consists of single characters and alternatives only. */
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
