import { describeFinding } from '../diagnostics/catalogue.ts'
import type { RequestProblem } from './request-problem.ts'

/** Returns a problem in words, with what to do. Loads every message there is, so it is loaded when there is something to say. */
export function describeProblem(problem: RequestProblem): string {
  return describeFinding(problem)
}
