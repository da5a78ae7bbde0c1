import { systemClock } from './clock.ts'
import { isFullDisk } from './is-full-disk.ts'
import { messageOf } from './message-of.ts'

export interface PatienceOptions {
  /** Milliseconds that is waited for a full disk to have room again. */
  readonly fullDiskMs: number
  /** Called with the reason when somebody begins to wait, and without one when nobody waits any longer. */
  readonly onFullDisk: (reason: string | undefined) => void
}

/** How long a full disk is left alone before it is tried again. */
const ROOM_CHECK_MS = 200

/** Has everything that one thread writes wait for a full disk in one way. */
export class DiskPatience {
  readonly #options: PatienceOptions
  #waiting = 0

  constructor(options: PatienceOptions) {
    this.#options = options
  }

  /**
   * Does what writes, again and again while the disk is full.
   * @throws what `write` throws for another reason, or when its time is over; the signal's reason when it is aborted
   */
  async write<T>(write: () => T | Promise<T>, signal?: AbortSignal): Promise<T> {
    const { fullDiskMs } = this.#options
    let isWaiting = false
    try {
      for (let waited = 0; ; waited += ROOM_CHECK_MS) {
        try {
          return await write()
        } catch (error) {
          if (!isFullDisk(error) || waited >= fullDiskMs) throw error
          if (!isWaiting) this.#begin(messageOf(error))
          isWaiting = true
        }
        await systemClock.sleep(Math.min(ROOM_CHECK_MS, fullDiskMs - waited), signal)
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
