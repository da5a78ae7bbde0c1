import { findText, type TextAnswer, type TextQuery } from '../scope/pattern/find-text.ts'

/** About a second of work on a usual machine. Counted in steps and not in time, so that every machine says the same. */
const MOST_STEPS = 3_000_000

let left = MOST_STEPS
let leftOut = 0

/** Begins a run, whose proofs may all together take a run's work. Loading is synchronous, so runs never mix. */
export function beginProofs(): void {
  left = MOST_STEPS
  leftOut = 0
}

/** Counts `steps` of work; returns false when there is no work left to do more. */
export function spend(steps: number): boolean {
  left -= steps
  return left > 0
}

/** Counts `count` comparisons that nobody makes, because no work is left for them. */
export function leaveOut(count: number): void {
  leftOut += count
}

/** Returns how many comparisons of this run were left out, or given up before their end. */
export function countLeftOut(): number {
  return leftOut
}

/** Looks for a text with the work that is left; the answer is unknown when that does not suffice. */
export function findProof(query: TextQuery): TextAnswer {
  const answer = findText(query, Math.max(left, 0))
  if (!spend(answer.steps)) leaveOut(1)
  return answer
}

/** Returns whether there is certainly no such text. */
export function isImpossible(query: TextQuery): boolean {
  return findProof(query).kind === 'none'
}
