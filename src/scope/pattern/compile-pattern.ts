import { memoizeByText } from '../../util/memoize.ts'
import { loadPatternEngine } from '../load-package.ts'
import { checkPattern, type PatternProblem } from './check-pattern.ts'
import { parsePattern, type PatternNode } from './parse-pattern.ts'

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

/**
 * Compiles a pattern. Plain ones run in the platform's engine, all others in the linear-time engine, which takes time to load.
 * @throws {ScopeError} for a pattern that `checkPattern` refuses
 */
export const compilePattern: (source: string) => CompiledPattern = memoizeByText(10_000, (source) => {
  const problem = checkPattern(source)
  if (problem !== undefined) throw new ScopeError(source, problem)
  const expression = toNativeSearch(source)
  if (expression !== undefined)
    return { source, test: (text) => expression.test(text), find: (text) => findNatively(expression, text) }
  // Compiled at the first search: most commands search nothing.
  let compiled: Engine | undefined
  const engine = (): Engine => (compiled ??= loadPatternEngine().RE2JS.compile(source))
  return { source, test: (text) => engine().test(text), find: (text) => findInEngine(engine(), text) }
})

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

/** Thrown for a pattern that the engine refuses. `checkPattern` finds such patterns. Match on `code`. */
export class ScopeError extends Error {
  override readonly name = 'ScopeError'
  readonly code = 'bad-pattern'
  readonly pattern: string
  readonly problem: PatternProblem
  constructor(pattern: string, problem: PatternProblem) {
    super(`pattern "${pattern.slice(0, 200)}" is not allowed: ${problem.kind}`)
    this.pattern = pattern
    this.problem = problem
  }
}
