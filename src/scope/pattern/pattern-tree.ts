import type { CharSet } from './char-set.ts'

/** A pattern of the subset that `parsePattern` knows. */
export type PatternNode =
  | { readonly kind: 'char'; readonly set: CharSet }
  /** `^` and `$` */
  | { readonly kind: 'start' | 'end' }
  | { readonly kind: 'sequence'; readonly items: readonly PatternNode[] }
  | { readonly kind: 'choice'; readonly options: readonly PatternNode[] }
  | {
      readonly kind: 'repeat'
      readonly item: PatternNode
      readonly min: number
      /** Infinity for no bound. */
      readonly max: number
    }

/** Returns the number of characters of `node` with its counts written out; 0 if it matches only the empty text. */
export function patternSize(node: PatternNode): number {
  switch (node.kind) {
    case 'char':
      return 1
    case 'start':
    case 'end':
      return 0
    case 'sequence':
      return node.items.reduce((sum, item) => sum + patternSize(item), 0)
    case 'choice':
      return node.options.reduce((sum, option) => sum + patternSize(option), 0)
    case 'repeat':
      return patternSize(node.item) * Math.max(1, Number.isFinite(node.max) ? node.max : node.min)
  }
}

/** Tells whether `node` can match the empty text. */
export function isNullable(node: PatternNode): boolean {
  switch (node.kind) {
    case 'char':
      return false
    case 'start':
    case 'end':
      return true
    case 'sequence':
      return node.items.every((item) => isNullable(item))
    case 'choice':
      return node.options.some((option) => isNullable(option))
    case 'repeat':
      return node.min === 0 || isNullable(node.item)
  }
}
