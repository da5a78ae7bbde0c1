import { describeFinding } from '../diagnostics/diagnostic.ts'
import type { RequestProblem } from './request-problem.ts'

/** Returns a problem as text with its help. It loads all messages, so import it on demand. */
export function describeProblem(problem: RequestProblem): string {
  return describeFinding(problem)
}
