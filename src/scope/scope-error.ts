import type { PatternProblem } from './pattern/check-pattern.ts'

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
