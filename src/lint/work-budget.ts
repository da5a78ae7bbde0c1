import { findText, type TextAnswer, type TextQuery } from '../scope/pattern/find-text.ts'

/** About a second of work. It counts steps, because every machine must report the same. */
const MOST_STEPS = 3_000_000

/** The work that the comparisons of one check of a project may take together. */
export class WorkBudget {
  /** How many comparisons were skipped or given up because the budget was used up. */
  skipped = 0
  #left = MOST_STEPS

  /** Takes `steps`. Returns false when the budget is used up. */
  spend(steps: number): boolean {
    this.#left -= steps
    return this.#left > 0
  }

  /** Looks for a text within the budget. The answer is unknown when the budget does not suffice. */
  findText(query: TextQuery): TextAnswer {
    const answer = findText(query, Math.max(this.#left, 0))
    if (!this.spend(answer.steps)) this.skipped++
    return answer
  }

  /** Returns true when there is certainly no such text. */
  isImpossible(query: TextQuery): boolean {
    return this.findText(query).kind === 'none'
  }
}
