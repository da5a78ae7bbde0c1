import { someChar } from './char-set.ts'
import type { PatternNode } from './pattern-tree.ts'

/**
 * A short text that `node` probably matches, made in one walk; undefined where it can match none. Anchors are not
 * heeded, so whoever uses the text must try it.
 */
export function exampleText(node: PatternNode): string | undefined {
  switch (node.kind) {
    case 'char':
      return someChar(node.set)
    case 'start':
    case 'end':
      return ''
    case 'sequence':
      return joined(node.items)
    case 'choice':
      return node.options.map((option) => exampleText(option)).find((text) => text !== undefined)
    case 'repeat':
      return joined(Array.from({ length: node.min }, () => node.item))
  }
}

function joined(items: readonly PatternNode[]): string | undefined {
  let text = ''
  for (const item of items) {
    const part = exampleText(item)
    if (part === undefined) return undefined
    text += part
  }
  return text
}
