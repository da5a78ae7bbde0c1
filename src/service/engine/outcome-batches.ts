import type { DiskFullRetry } from '../../util/disk-full-retry.ts'
import { notStored, type EngineOutcome } from './engine.ts'

export interface BatchOptions {
  /** Writes the documents of all outcomes so far to disk. */
  readonly save: () => Promise<void>
  readonly send: (outcomes: readonly EngineOutcome[]) => void
  /** Pauses saves while the disk is full. */
  readonly disk: DiskFullRetry
}

/**
 * Sends outcomes after their documents are on disk, so that no row refers to bytes that a power failure could lose. One
 * save runs at a time, and later outcomes wait for the next one. While the disk is full, nothing is sent: the pages
 * count as in progress, so no others start, and none is fetched twice.
 */
export class OutcomeBatches {
  readonly #options: BatchOptions
  #waiting: EngineOutcome[] = []
  #isSaving = false

  constructor(options: BatchOptions) {
    this.#options = options
  }

  add(outcome: EngineOutcome): void {
    this.#waiting.push(outcome)
    if (!this.#isSaving) void this.#sendAll()
  }

  /** Never rejects. */
  async #sendAll(): Promise<void> {
    this.#isSaving = true
    while (this.#waiting.length > 0) {
      const batch = this.#waiting
      this.#waiting = []
      this.#options.send(await this.#save(batch))
    }
    this.#isSaving = false
  }

  /** Returns the outcomes after their documents are on disk. If writing fails, their pages count as not scraped. */
  async #save(batch: readonly EngineOutcome[]): Promise<readonly EngineOutcome[]> {
    try {
      await this.#options.disk.write(this.#options.save)
      return batch
    } catch (error) {
      const failure = notStored(error)
      return batch.map((outcome) => (outcome.kind === 'page' ? { task: outcome.task, ...failure } : outcome))
    }
  }
}
