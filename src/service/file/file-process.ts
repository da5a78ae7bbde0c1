import { ringAfter, systemClock } from '../../util/clock.ts'
import { formatDuration } from '../../util/format-duration.ts'
import { FileChild } from './file-child.ts'
import { FileError, type FileContent, type FileReader, type FileBody, type FileWish } from './file.ts'

/** An idle process is ended after this time. */
const IDLE_MS = 5000

/**
 * Reads files in a process of its own, one at a time, which can be killed. A few kilobytes can unpack to gigabytes, also
 * outside of the heap, and block the event loop for hours.
 */
export class FileProcess implements FileReader {
  readonly #memoryMb: number
  #child: FileChild | undefined
  #last: Promise<unknown> = Promise.resolve()
  /** Number of files that are read or wait. */
  #wanted = 0
  #stopIdling: () => void = () => undefined

  /** @param memoryMb MiB that the process may take in all */
  constructor(memoryMb: number) {
    this.#memoryMb = memoryMb
  }

  read(body: FileBody, wish: FileWish, signal: AbortSignal): Promise<FileContent> {
    this.#wanted++
    this.#stopIdling()
    const reading = this.#last.then(() => this.#read(body, wish, signal))
    this.#last = reading.then(
      () => this.#rest(),
      () => this.#rest(),
    )
    return reading
  }

  async close(): Promise<void> {
    this.#stopIdling()
    await this.#child?.end()
  }

  async #read(body: FileBody, wish: FileWish, signal: AbortSignal): Promise<FileContent> {
    for (;;) {
      signal.throwIfAborted()
      const child = await this.#usableChild()
      const isFresh = child.asked === 0
      try {
        return await askInTime(child, { body, wish, signal })
      } catch (error) {
        // Memory that earlier files have left is not the fault of this one.
        const mayBeLeftovers = error instanceof FileError && error.problem === 'memory' && !isFresh
        if (!mayBeLeftovers) throw error
      }
    }
  }

  async #usableChild(): Promise<FileChild> {
    if (this.#child?.isUsable === true) return this.#child
    // Two together would take twice the memory.
    await this.#child?.end()
    return (this.#child = new FileChild(this.#memoryMb))
  }

  #rest(): void {
    if (--this.#wanted > 0) return
    this.#stopIdling = ringAfter(systemClock, IDLE_MS, () => void this.#child?.end())
  }
}

interface Question {
  readonly body: FileBody
  readonly wish: FileWish
  readonly signal: AbortSignal
}

/** Asks the process, and ends it when the time is over or the signal aborts. */
async function askInTime(child: FileChild, { body, wish, signal }: Question): Promise<FileContent> {
  const { timeoutMs } = wish
  let reason: unknown
  const stop = (why: unknown): void => {
    reason ??= why
    void child.end()
  }
  const onAbort = (): void => stop(signal.reason)
  const silence = ringAfter(systemClock, timeoutMs, () => {
    stop(new FileError('time', `takes longer than ${formatDuration(timeoutMs)} to read`))
  })
  signal.addEventListener('abort', onAbort, { once: true })
  try {
    return await child.ask(body, wish)
  } catch (error) {
    throw reason ?? error
  } finally {
    silence()
    signal.removeEventListener('abort', onAbort)
  }
}
