import { ringAfter, systemClock } from '../../util/clock.ts'
import { formatDuration } from '../../util/format-duration.ts'
import { FileChild } from './file-child.ts'
import { FileError, type FileContent, type FileReader, type FileSource, type FileWish } from './file.ts'

/** A process that nobody has asked for so long is ended. */
const IDLE_MS = 5000

/**
 * Returns a reader whose files are read by a process of its own, one at a time: a few kilobytes can unpack to
 * gigabytes, outside of the heap too, and go on for hours without a turn in which anybody could stop them.
 * @param memoryMb what the process may take in all
 */
export function createFileProcess(memoryMb: number): FileReader {
  return new FileProcess(memoryMb)
}

class FileProcess implements FileReader {
  readonly #memoryMb: number
  #child: FileChild | undefined
  #last: Promise<unknown> = Promise.resolve()
  /** Files that are read or wait. */
  #wanted = 0
  #stopIdling: () => void = () => undefined

  constructor(memoryMb: number) {
    this.#memoryMb = memoryMb
  }

  read(source: FileSource, wish: FileWish, signal: AbortSignal): Promise<FileContent> {
    this.#wanted++
    this.#stopIdling()
    const reading = this.#last.then(() => this.#read(source, wish, signal))
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

  async #read(source: FileSource, wish: FileWish, signal: AbortSignal): Promise<FileContent> {
    for (;;) {
      signal.throwIfAborted()
      const child = await this.#usableChild()
      const isFresh = child.asked === 0
      try {
        return await askInTime(child, { source, wish, signal })
      } catch (error) {
        // What earlier files have left is no fault of this one.
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
  readonly source: FileSource
  readonly wish: FileWish
  readonly signal: AbortSignal
}

/** Asks the process, and ends it when time is over or nobody wants the answer. */
async function askInTime(child: FileChild, { source, wish, signal }: Question): Promise<FileContent> {
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
    return await child.ask(source, wish)
  } catch (error) {
    throw reason ?? error
  } finally {
    silence()
    signal.removeEventListener('abort', onAbort)
  }
}
