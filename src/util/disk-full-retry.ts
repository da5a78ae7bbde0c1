import { systemClock } from './clock.ts'
import { isFullDisk } from './is-full-disk.ts'
import { messageOf } from './message-of.ts'

export interface DiskFullRetryOptions {
  /** Milliseconds to wait for a full disk before giving up. */
  readonly fullDiskMs: number
  /** Called with the reason when the first write begins to wait, and with undefined when the last one ends its wait. */
  readonly onFullDisk: (reason: string | undefined) => void
}

const RETRY_MS = 200

/** Retries all writes of one thread while the disk is full. */
export class DiskFullRetry {
  readonly #options: DiskFullRetryOptions
  #waiting = 0

  constructor(options: DiskFullRetryOptions) {
    this.#options = options
  }

  /**
   * Calls `write` until it succeeds, as long as the disk is full.
   * @throws other errors of `write`, and this one when time is over; the signal's reason when it is aborted
   */
  async write<T>(write: () => T | Promise<T>, signal?: AbortSignal): Promise<T> {
    const { fullDiskMs } = this.#options
    let isWaiting = false
    try {
      for (let waited = 0; ; waited += RETRY_MS) {
        try {
          return await write()
        } catch (error) {
          if (!isFullDisk(error) || waited >= fullDiskMs) throw error
          if (!isWaiting) this.#begin(messageOf(error))
          isWaiting = true
        }
        await systemClock.sleep(Math.min(RETRY_MS, fullDiskMs - waited), signal)
      }
    } finally {
      if (isWaiting) this.#end()
    }
  }

  #begin(reason: string): void {
    if (this.#waiting++ === 0) this.#options.onFullDisk(reason)
  }

  #end(): void {
    if (--this.#waiting === 0) this.#options.onFullDisk(undefined)
  }
}
