import { countLooks } from './block-looks.ts'
import type { Outline, OutlineBlock } from './outline.ts'

/** Longer blocks are asked about one by one. */
const SHORT = 12
/** So many blocks that look alike are asked about; the others have their mean answer. */
const ASKED = 4

/**
 * Answers about short blocks that look alike, they and the two elements around them, wherever they stand in a page: a
 * template writes all items of its lists in one way. Half of the blocks of pages need not be judged for it, and what is
 * kept is as good (`npm run bench -- content`).
 */
export class SharedAnswers {
  readonly #sums = new Map<number, { count: number; sum: number }>()
  readonly #looks: number

  constructor({ elements }: Outline) {
    // One more stands for none.
    this.#looks = 1 + countLooks(elements)
  }

  /** Returns the answer about a block: `ask` finds it where too few like it have been asked about. */
  answer(block: OutlineBlock, ask: () => number): number {
    if (block.words > SHORT) return ask()
    const key = this.#keyOf(block)
    let known = this.#sums.get(key)
    if (known === undefined) this.#sums.set(key, (known = { count: 0, sum: 0 }))
    if (known.count === ASKED) return known.sum / ASKED
    const answer = ask()
    known.count++
    known.sum += answer
    return answer
  }

  /** A number for how a block looks. It is exact: a page has at most 150,000 looks, whose cube a number holds. */
  #keyOf({ element, words, linkedWords }: OutlineBlock): number {
    const { parent } = element
    const around = (1 + (parent?.look ?? -1)) * this.#looks + 1 + (parent?.parent?.look ?? -1)
    const key = (1 + element.look) * this.#looks ** 2 + around
    return 2 * key + (linkedWords > words / 2 ? 1 : 0)
  }
}
