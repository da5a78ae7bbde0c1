import { onlyChar, someChar } from './char-set.ts'
import type { PatternNode } from './parse-pattern.ts'

/** Returns a pattern that matches exactly `text`. */
export function quotePattern(text: string): string {
  return text.replaceAll(/[\\^$.|?*+()[\]{}]/g, String.raw`\$&`)
}

/**
 * Returns a text that `node` probably matches, made in one walk: the shortest by first alternatives, or one by last alternatives
 * that takes every option once. Undefined when it matches nothing. Anchors are ignored, so callers must try the text.
 */
export function exampleText(node: PatternNode, which: 'first' | 'last'): string | undefined {
  switch (node.kind) {
    case 'char':
      return someChar(node.set)
    case 'start':
    case 'end':
      return ''
    case 'sequence':
      return joined(node.items, which)
    case 'choice': {
      const texts = node.options.map((option) => exampleText(option, which))
      return which === 'first'
        ? texts.find((text) => text !== undefined)
        : texts.findLast((text) => text !== undefined)
    }
    case 'repeat': {
      const length = which === 'first' ? node.min : Math.min(node.max, Math.max(node.min, 1))
      return joined(
        Array.from({ length }, () => node.item),
        which,
      )
    }
  }
}

function joined(items: readonly PatternNode[], which: 'first' | 'last'): string | undefined {
  let text = ''
  for (const item of items) {
    const part = exampleText(item, which)
    if (part === undefined) return undefined
    text += part
  }
  return text
}

const MAX_PREFIXES = 16

/** Returns texts, one of which begins every match of `tree`; `['']` if it is not anchored. */
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
