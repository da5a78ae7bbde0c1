import { checkPattern } from './check-pattern.ts'
import { loadPatternEngine } from './load-package.ts'
import { ScopeError } from './scope-error.ts'

/** Where a pattern matched: `index` counts characters from 0 of the text that was searched. */
export interface PatternMatch {
  readonly index: number
  readonly text: string
}

/** One pattern, ready for an unanchored, case-sensitive search in linear time. */
export interface CompiledPattern {
  readonly source: string
  test(text: string): boolean
  find(text: string): PatternMatch | undefined
}

/** @throws {ScopeError} for a pattern that `checkPattern` refuses */
export function compilePattern(source: string): CompiledPattern {
  const problem = checkPattern(source)
  if (problem !== undefined) throw new ScopeError(source, problem)
  const engine = loadPatternEngine().RE2JS.compile(source)
  return {
    source,
    test: (text) => engine.test(text),
    find: (text) => {
      const matcher = engine.matcher(text)
      if (!matcher.find()) return undefined
      return { index: matcher.start(), text: text.slice(matcher.start(), matcher.end()) }
    },
  }
}
