/** Gives room back; a second call does nothing. */
export type LeaveRoom = () => void

interface Waiting {
  readonly bytes: number
  readonly enter: () => void
}

/**
 * Room for bytes that many hold at once. Who finds none waits for it, in order of coming, so that nobody who needs much
 * waits for ever.
 */
export class ByteRoom {
  #free: number
  readonly #most: number
  readonly #waiting: Waiting[] = []

  constructor(bytes: number) {
    this.#most = bytes
    this.#free = bytes
  }

  /**
   * Resolves when there is room for `bytes`; for more than there is in all, when nobody else has any.
   * @throws the signal's reason when it is aborted before
   */
  async take(bytes: number, signal: AbortSignal): Promise<LeaveRoom> {
    signal.throwIfAborted()
    const size = Math.min(bytes, this.#most)
    if (this.#waiting.length === 0 && size <= this.#free) this.#free -= size
    else await this.#wait(size, signal)
    let isLeft = false
    return () => {
      if (isLeft) return
      isLeft = true
      this.#free += size
      this.#admit()
    }
  }

  #wait(bytes: number, signal: AbortSignal): Promise<void> {
    return new Promise((resolve, reject) => {
      const onAbort = (): void => {
        this.#waiting.splice(this.#waiting.indexOf(waiting), 1)
        this.#admit()
        reject(signal.reason as Error)
      }
      const waiting: Waiting = {
        bytes,
        enter: () => {
          signal.removeEventListener('abort', onAbort)
          resolve()
        },
      }
      this.#waiting.push(waiting)
      signal.addEventListener('abort', onAbort, { once: true })
    })
  }

  #admit(): void {
    for (
      let [first] = this.#waiting;
      first !== undefined && first.bytes <= this.#free;
      [first] = this.#waiting
    ) {
      this.#waiting.shift()
      this.#free -= first.bytes
      first.enter()
    }
  }
}
