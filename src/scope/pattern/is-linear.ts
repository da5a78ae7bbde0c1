import { areDisjoint, type CharSet, isAllChars } from './char-set.ts'
import type { PatternNode } from './pattern-tree.ts'

/** One way through a pattern: single characters, unbounded runs of one set, and anchors. */
type Element =
  | { readonly kind: 'one'; readonly set: CharSet }
  | { readonly kind: 'run'; readonly set: CharSet }
  | { readonly kind: 'start' | 'end' }

type Path = readonly Element[]

/** A backtracking engine may try every way from every place, so we accept few ways. */
const MAX_PATHS = 32
const MAX_ELEMENTS = 400

/**
 * Tells whether a backtracking engine certainly searches for `tree` in time linear in the text, whatever the text. False means
 * "don't know". Proof: each way through the pattern is checked alone (their number is bounded). On a way, a run is forced when
 * the next item cannot be in it, so giving characters back fails at once. At most one run can give back, and only single
 * characters follow it. Runs from different starting places hardly overlap: the way is anchored, or a character just before the
 * run cannot be in it.
 */
export function isLinear(tree: PatternNode): boolean {
  if (isPlain(tree)) return true
  const paths = expand(tree)
  return paths !== undefined && paths.every((path) => isLinearPath(path))
}

/** Tells whether `node` is a plain sequence of single characters: without counts and alternatives there is one way. */
function isPlain(node: PatternNode): boolean {
  if (node.kind === 'sequence') return node.items.every((item) => isPlain(item))
  return node.kind !== 'choice' && node.kind !== 'repeat'
}

/** Returns every way through `node`, or undefined when there are too many or a group repeats without a bound. */
function expand(node: PatternNode): readonly Path[] | undefined {
  switch (node.kind) {
    case 'char':
      return [[{ kind: 'one', set: node.set }]]
    case 'start':
    case 'end':
      return [[{ kind: node.kind }]]
    case 'sequence':
      return node.items.reduce<readonly Path[] | undefined>(
        (paths, item) => paths && join(paths, expand(item)),
        [[]],
      )
    case 'choice': {
      const options = node.options.map((option) => expand(option))
      const all: Path[] = []
      for (const paths of options) {
        if (paths === undefined) return undefined
        all.push(...paths)
      }
      return bounded(all)
    }
    case 'repeat':
      return expandRepeat(node)
  }
}

function expandRepeat(node: PatternNode & { kind: 'repeat' }): readonly Path[] | undefined {
  const inner = expand(node.item)
  if (inner === undefined) return undefined
  const [only] = inner
  let required: readonly Path[] | undefined = [[]]
  for (let i = 0; i < node.min && required !== undefined; i++) required = join(required, inner)
  if (required === undefined || node.max === node.min) return required
  if (!Number.isFinite(node.max)) {
    const [element] = only ?? []
    const isSingle = inner.length === 1 && only?.length === 1 && element?.kind === 'one'
    return isSingle ? join(required, [[{ kind: 'run', set: element.set }]]) : undefined
  }
  const all: Path[] = []
  let counted: readonly Path[] | undefined = required
  for (let i = node.min; i <= node.max; i++) {
    if (counted === undefined) return undefined
    all.push(...counted)
    if (all.length > MAX_PATHS) return undefined
    counted = join(counted, inner)
  }
  return bounded(all)
}

function join(before: readonly Path[], after: readonly Path[] | undefined): readonly Path[] | undefined {
  if (after === undefined || before.length * after.length > MAX_PATHS) return undefined
  return bounded(before.flatMap((head) => after.map((tail) => [...head, ...tail])))
}

function bounded(paths: readonly Path[]): readonly Path[] | undefined {
  if (paths.length > MAX_PATHS) return undefined
  return paths.reduce((sum, path) => sum + path.length, 0) > MAX_ELEMENTS ? undefined : paths
}

function isLinearPath(path: Path): boolean {
  const isAnchored = path[0]?.kind === 'start'
  let givesBack = false
  for (const [index, element] of path.entries()) {
    if (element.kind !== 'run') continue
    if (isFinal(path, index)) continue
    if (givesBack) return false
    if (!isAnchored && !isSeparated(path, index)) return false
    givesBack = !isForced(path, index)
  }
  return true
}

/** Tells whether nothing after the run can fail, so that reaching it means a match. */
function isFinal(path: Path, index: number): boolean {
  const [next, afterNext] = path.slice(index + 1)
  if (next === undefined) return true
  const element = path[index]
  return next.kind === 'end' && afterNext === undefined && element?.kind === 'run' && isAllChars(element.set)
}

/**
 * Tells whether the run begins at most three characters after one that cannot be in it. Then at most three runs from
 * different starting places share a character.
 */
function isSeparated(path: Path, index: number): boolean {
  const element = path[index]
  if (element?.kind !== 'run') return false
  for (let back = index - 1; back >= Math.max(0, index - 3); back--) {
    const before = path[back]
    if (before?.kind !== 'one') return false
    if (areDisjoint(before.set, element.set)) return true
  }
  return false
}

/** Tells whether the item after the run cannot be in it, so that the run ends in only one place. */
function isForced(path: Path, index: number): boolean {
  const element = path[index]
  const next = path[index + 1]
  if (element?.kind !== 'run' || next === undefined) return false
  return next.kind === 'end' || (next.kind === 'one' && areDisjoint(next.set, element.set))
}
