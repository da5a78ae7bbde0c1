import { systemClock } from '../../util/clock.ts'
import type { DiskFullRetry } from '../../util/disk-full-retry.ts'
import { notStored, type EngineOutcome } from './engine.ts'

export interface BatchOptions {
  /** With this many outcomes, they are reported at once. */
  readonly enough: number
  /**
   * Returns how many pages are under way: with few of them, waiting for more outcomes would only block their places.
   */
  readonly inFlight: () => number
  /** Writes the documents of all outcomes so far to disk. */
  readonly save: () => Promise<void>
  readonly send: (outcomes: readonly EngineOutcome[]) => void
  /** Has finished pages wait for a full disk. */
  readonly disk: DiskFullRetry
}

/** Waiting longer would block places that a crawl with few of them needs. */
const LONGEST_WAIT_MS = 20

/**
 * Gathers outcomes and passes them on once their documents are on disk, so that no row refers to bytes that a power cut
 * could take. Outcomes that come meanwhile wait for the next batch, so a slow disk makes batches larger, not more
 * frequent. While the disk is full nothing is passed on: the pages count as under way, so that no more are started than
 * can be held, and none has to be fetched again.
 */
export class OutcomeBatches {
  readonly #options: BatchOptions
  #waiting: EngineOutcome[] = []
  /** Set when the outcomes have waited long enough. */
  #isLate = false
  #isSaving = false

  constructor(options: BatchOptions) {
    this.#options = options
  }

  add(outcome: EngineOutcome): void {
    const batch = this.#waiting
    batch.push(outcome)
    if (this.#isDue()) return void this.#report()
    if (batch.length > 1) return
    void systemClock.sleep(LONGEST_WAIT_MS).then(() => {
      if (this.#waiting !== batch) return
      this.#isLate = true
      void this.#report()
    })
  }

  #isDue(): boolean {
    const { enough, inFlight } = this.#options
    const { length } = this.#waiting
    return length > 0 && (this.#isLate || length >= Math.min(enough, inFlight()))
  }

  /** Reports what has been gathered. Never rejects. */
  async #report(): Promise<void> {
    if (this.#isSaving) return
    this.#isSaving = true
    do {
      const batch = this.#waiting
      this.#waiting = []
      this.#isLate = false
      this.#options.send(await this.#save(batch))
    } while (this.#isDue())
    this.#isSaving = false
  }

  /** Returns the outcomes once their documents are on disk, or the failures in their place. */
  async #save(batch: readonly EngineOutcome[]): Promise<readonly EngineOutcome[]> {
    try {
      await this.#options.disk.write(this.#options.save)
      return batch
    } catch (error) {
      return batch.map((outcome) => unsaved(outcome, error))
    }
  }
}

/** Returns the outcome of a page whose document could not be written: it counts as not scraped. */
function unsaved(outcome: EngineOutcome, error: unknown): EngineOutcome {
  if (outcome.kind !== 'page') return outcome
  return { task: outcome.task, ...notStored(error) }
}
