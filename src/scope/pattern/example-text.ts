import { someChar } from './char-set.ts'
import type { PatternNode } from './pattern-tree.ts'

/**
 * Returns a text that `node` probably matches, made in one walk: the shortest by first alternatives, or one by last
 * alternatives that takes every option once. Undefined when it matches nothing. Anchors are ignored, so callers must try the
 * text.
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
