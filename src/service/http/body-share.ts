import { randomUUID } from 'node:crypto'
import { rmSync } from 'node:fs'
import path from 'node:path'
import { makeDirectory } from '../../util/files.ts'
import type { MemoryBudget, BudgetShare } from '../../util/memory-budget.ts'

/** The share grows in these steps as bytes arrive, so a site that only announces a large body reserves nothing. */
const STEP_BYTES = 256 * 1024

/** The memory and the file of one page, from the first byte of its answer until it has been read. */
export class BodyShare {
  readonly #share: BudgetShare
  readonly #directory: string | undefined
  #file: string | undefined
  #held = 0
  #granted = 0

  /**
   * @param owner for example the job: owners share the budget evenly
   * @param directory for a large file; without it, all bodies stay in memory
   */
  constructor(budget: MemoryBudget, owner: string, directory?: string) {
    this.#share = budget.open(owner)
    this.#directory = directory
  }

  /** Counts bytes. Returns a promise to wait for unless they are free; it rejects with the signal's reason. */
  hold(bytes: number, signal: AbortSignal): Promise<void> | undefined {
    this.#held += bytes
    if (this.#held <= this.#granted) return undefined
    const more = Math.ceil((this.#held - this.#granted) / STEP_BYTES) * STEP_BYTES
    this.#granted += more
    return this.#share.grow(more, signal)
  }

  /** Returns the path of a new file, which `release` removes. Undefined without a directory. */
  newFile(): string | undefined {
    if (this.#directory === undefined) return undefined
    makeDirectory(this.#directory, 0o700)
    this.#file = path.join(this.#directory, randomUUID())
    return this.#file
  }

  /** Gives all bytes back and removes the file. */
  release(): void {
    this.#share.release()
    if (this.#file !== undefined) rmSync(this.#file, { force: true })
  }
}
