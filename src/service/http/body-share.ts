import type { MemoryBudget, BudgetShare } from '../../util/memory-budget.ts'
import { BodyFile, type BodyFolder } from './body-file.ts'

/** The first bytes of a page do not count, because most pages are smaller than this. */
export const FREE_BYTES = 256 * 1024
/** The share grows in these steps as bytes arrive, so a site that only announces a large body reserves nothing. */
const STEP_BYTES = 256 * 1024

/** The memory and files of one page, from the first byte of its answer until it has been read. */
export class BodyShare {
  readonly #budget: MemoryBudget
  readonly #owner: string
  readonly #folder: BodyFolder | undefined
  readonly #files: BodyFile[] = []
  #held = 0
  #granted = FREE_BYTES
  #share: BudgetShare | undefined
  #isReleased = false

  /**
   * @param owner for example the job: owners share the budget evenly
   * @param folder directory for files; without it, bodies stay in memory
   */
  constructor(budget: MemoryBudget, owner: string, folder?: BodyFolder) {
    this.#budget = budget
    this.#owner = owner
    this.#folder = folder
  }

  /**
   * Counts bytes; a negative number gives bytes back. Returns undefined if they are available, otherwise a promise to
   * wait for, which rejects with the signal's reason.
   */
  hold(bytes: number, signal: AbortSignal): Promise<void> | undefined {
    this.#held += bytes
    if (this.#held <= this.#granted) return undefined
    const more = Math.ceil((this.#held - this.#granted) / STEP_BYTES) * STEP_BYTES
    this.#granted += more
    this.#share ??= this.#budget.open(this.#owner)
    return this.#share.grow(more, signal)
  }

  /**
   * Returns a new file for a body, or undefined without a folder. `release` removes it.
   * @throws {NotKeptError}
   */
  newFile(): BodyFile | undefined {
    if (this.#folder === undefined || this.#isReleased) return undefined
    const file = new BodyFile(this.#folder)
    this.#files.push(file)
    return file
  }

  /** Gives all bytes back and removes the files. */
  release(): void {
    this.#isReleased = true
    for (const file of this.#files.splice(0)) file.remove()
    this.#share?.release()
  }
}
