import { setImmediate } from 'node:timers'

/**
 * Lets one page be read in each turn of the event loop. Answers come in bursts, and pages read in one go delay
 * everything else of their thread: nothing is reported, nothing new is requested, and the next answers come in a burst
 * again, with an idle site and an idle thread in between.
 */
export class ReadingTurns {
  readonly #waiting: (() => void)[] = []

  /** Resolves when it is the caller's turn; in the order of asking. */
  next(): Promise<void> {
    return new Promise((resolve) => {
      this.#waiting.push(resolve)
      if (this.#waiting.length === 1) setImmediate(this.#take)
    })
  }

  readonly #take = (): void => {
    const resolve = this.#waiting.shift()
    if (this.#waiting.length > 0) setImmediate(this.#take)
    resolve?.()
  }
}
