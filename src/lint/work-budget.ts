import { findText, type TextAnswer, type TextQuery } from '../scope/pattern/find-text.ts'

/** About a second of work. It counts steps, because every machine must report the same. */
const MOST_STEPS = 3_000_000

let left = MOST_STEPS
let skipped = 0

/** Begins a run, whose comparisons share one budget. Loading is synchronous, so runs never mix. */
export function beginWork(): void {
  left = MOST_STEPS
  skipped = 0
}

/** Takes `steps` from the budget. Returns false when it is used up. */
export function spend(steps: number): boolean {
  left -= steps
  return left > 0
}

/** Counts comparisons that are not made because the budget is used up. */
export function skipComparisons(count: number): void {
  skipped += count
}

/** Returns how many comparisons of this run were skipped or given up. */
export function countSkipped(): number {
  return skipped
}

/** Looks for a text within the budget. The answer is unknown when the budget does not suffice. */
export function findWithinBudget(query: TextQuery): TextAnswer {
  const answer = findText(query, Math.max(left, 0))
  if (!spend(answer.steps)) skipComparisons(1)
  return answer
}

/** Returns true when there is certainly no such text. */
export function isImpossible(query: TextQuery): boolean {
  return findWithinBudget(query).kind === 'none'
}
