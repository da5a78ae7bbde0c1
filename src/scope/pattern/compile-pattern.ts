import { loadPatternEngine } from '../load-package.ts'
import { ScopeError } from '../scope-error.ts'
import { checkPattern } from './check-pattern.ts'
import { isLinear } from './is-linear.ts'
import { parsePattern } from './parse-pattern.ts'
import { searchNatively } from './search-natively.ts'

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
 * Compiles a pattern. Patterns that are proven linear run in the platform's engine, which is faster; all others run in the
 * linear-time engine.
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
  return {
    source,
    test: toNativeTest(source) ?? ((text) => engineFor(source).test(text)),
    find: (text) => {
      const expression = toNativeSearch(source)
      return expression === undefined ? findInEngine(source, text) : findNatively(expression, text)
    },
  }
}

/** Returns a test for `source` in the platform's engine if it provably gives the same answers in linear time. */
export function toNativeTest(source: string): ((text: string) => boolean) | undefined {
  const tree = parsePattern(source)
  return tree && searchNatively(tree, source)
}

/** Returns the same as an expression that finds the position of the match. */
export function toNativeSearch(source: string): RegExp | undefined {
  const tree = parsePattern(source)
  return tree !== undefined && isLinear(tree) ? new RegExp(source) : undefined
}

function findNatively(expression: RegExp, text: string): PatternMatch | undefined {
  const match = expression.exec(text)
  return match === null ? undefined : { index: match.index, text: match[0] }
}

type Engine = ReturnType<ReturnType<typeof loadPatternEngine>['RE2JS']['compile']>
const engines = new Map<string, Engine>()

function engineFor(source: string): Engine {
  const before = engines.get(source)
  if (before !== undefined) return before
  const engine = loadPatternEngine().RE2JS.compile(source)
  if (engines.size >= 10_000) engines.clear()
  engines.set(source, engine)
  return engine
}

function findInEngine(source: string, text: string): PatternMatch | undefined {
  const matcher = engineFor(source).matcher(text)
  if (!matcher.find()) return undefined
  return { index: matcher.start(), text: text.slice(matcher.start(), matcher.end()) }
}
