import type { CharSet } from './char-set.ts'

/** A pattern of the subset that `parsePattern` knows. `from` and `to` are the node's place in the source, from 0. */
export type PatternNode =
  | { readonly kind: 'char'; readonly set: CharSet; readonly from: number; readonly to: number }
  /** `^` */
  | { readonly kind: 'start'; readonly from: number; readonly to: number }
  /** `$` */
  | { readonly kind: 'end'; readonly from: number; readonly to: number }
  | {
      readonly kind: 'sequence'
      readonly items: readonly PatternNode[]
      readonly from: number
      readonly to: number
    }
  | {
      readonly kind: 'choice'
      readonly options: readonly PatternNode[]
      readonly from: number
      readonly to: number
    }
  | {
      readonly kind: 'repeat'
      readonly item: PatternNode
      readonly min: number
      /** Infinity for no bound. */
      readonly max: number
      readonly from: number
      readonly to: number
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
