import { loadPatternEngine } from '../load-package.ts'
import { ScopeError } from '../scope-error.ts'
import { checkPattern } from './check-pattern.ts'
import { parsePattern } from './parse-pattern.ts'
import type { PatternNode } from './pattern-tree.ts'

/** Where a pattern matched: `index` counts characters from 0 of the text that was searched. */
export interface PatternMatch {
  readonly index: number
  readonly text: string
}

/** One pattern, ready for an unanchored, case-sensitive search of a serialised URL (ASCII) in linear time. */
export interface CompiledPattern {
  readonly source: string
  test(text: string): boolean
  find(text: string): PatternMatch | undefined
}

const compiled = new Map<string, CompiledPattern>()

/**
 * Compiles a pattern. Plain ones run in the platform's engine, all others in the linear-time engine, which takes time to load.
 * @throws {ScopeError} for a pattern that `checkPattern` refuses
 */
export function compilePattern(source: string): CompiledPattern {
  const before = compiled.get(source)
  if (before !== undefined) return before
  const problem = checkPattern(source)
  if (problem !== undefined) throw new ScopeError(source, problem)
  const pattern = compile(source)
  if (compiled.size >= 10_000) compiled.clear()
  compiled.set(source, pattern)
  return pattern
}

function compile(source: string): CompiledPattern {
  const expression = toNativeSearch(source)
  if (expression !== undefined)
    return { source, test: (text) => expression.test(text), find: (text) => findNatively(expression, text) }
  // Compiled at the first search: most commands search nothing.
  let compiled: Engine | undefined
  const engine = (): Engine => (compiled ??= loadPatternEngine().RE2JS.compile(source))
  return { source, test: (text) => engine().test(text), find: (text) => findInEngine(engine(), text) }
}

/** Returns true for a sequence of single characters and anchors: searching for it cannot backtrack. */
function isPlain(node: PatternNode): boolean {
  if (node.kind === 'sequence') return node.items.every(isPlain)
  return node.kind !== 'choice' && node.kind !== 'repeat'
}

/** Returns `source` for the platform's engine if that certainly gives the same answers in linear time. */
export function toNativeSearch(source: string): RegExp | undefined {
  const tree = parsePattern(source)
  return tree !== undefined && isPlain(tree) ? new RegExp(source) : undefined
}

function findNatively(expression: RegExp, text: string): PatternMatch | undefined {
  const match = expression.exec(text)
  return match === null ? undefined : { index: match.index, text: match[0] }
}

type Engine = ReturnType<ReturnType<typeof loadPatternEngine>['RE2JS']['compile']>

function findInEngine(engine: Engine, text: string): PatternMatch | undefined {
  const matcher = engine.matcher(text)
  if (!matcher.find()) return undefined
  return { index: matcher.start(), text: text.slice(matcher.start(), matcher.end()) }
}
