import { ringAfter, systemClock } from '../../util/clock.ts'
import { PdfChild } from './pdf-child.ts'
import { PdfError, type PdfBounds, type PdfContent, type PdfReader } from './pdf-reader.ts'

/** A process that nobody has asked for so long is ended. */
const IDLE_MS = 5000

/**
 * Returns a reader whose files are read by a process of its own, one at a time: PDFs of a few kilobytes can unpack to
 * gigabytes, outside of the heap too, and go on for hours without a turn in which anybody could stop them.
 * @param memoryMb what the process may take in all
 */
export function createPdfProcess(memoryMb: number): PdfReader {
  return new PdfProcess(memoryMb)
}

class PdfProcess implements PdfReader {
  readonly #memoryMb: number
  #child: PdfChild | undefined
  #last: Promise<unknown> = Promise.resolve()
  /** Files that are read or wait. */
  #wanted = 0
  #stopIdling: () => void = () => undefined

  constructor(memoryMb: number) {
    this.#memoryMb = memoryMb
  }

  read(body: Uint8Array, bounds: PdfBounds, signal: AbortSignal): Promise<PdfContent> {
    this.#wanted++
    this.#stopIdling()
    const reading = this.#last.then(() => this.#read(body, bounds, signal))
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

  async #read(body: Uint8Array, bounds: PdfBounds, signal: AbortSignal): Promise<PdfContent> {
    for (;;) {
      signal.throwIfAborted()
      if (this.#child?.isUsable !== true) this.#child = new PdfChild(this.#memoryMb)
      const isFresh = this.#child.asked === 0
      try {
        return await askInTime(this.#child, { body, bounds, signal })
      } catch (error) {
        // What earlier files have left is no fault of this one.
        const mayBeLeftovers = error instanceof PdfError && error.problem === 'memory' && !isFresh
        if (!mayBeLeftovers) throw error
      }
    }
  }

  #rest(): void {
    if (--this.#wanted > 0) return
    this.#stopIdling = ringAfter(systemClock, IDLE_MS, () => void this.#child?.end())
  }
}

interface Question {
  readonly body: Uint8Array
  readonly bounds: PdfBounds
  readonly signal: AbortSignal
}

/** Asks the process, and ends it when time is over or nobody wants the answer. */
async function askInTime(child: PdfChild, { body, bounds, signal }: Question): Promise<PdfContent> {
  const { timeoutMs, maxPages } = bounds
  let reason: unknown
  const stop = (why: unknown): void => {
    reason ??= why
    void child.end()
  }
  const onAbort = (): void => stop(signal.reason)
  const silence = ringAfter(systemClock, timeoutMs, () => {
    stop(new PdfError('time', `takes longer than ${timeoutMs} ms to read`))
  })
  signal.addEventListener('abort', onAbort, { once: true })
  try {
    return await child.ask(body, maxPages)
  } catch (error) {
    throw reason ?? error
  } finally {
    silence()
    signal.removeEventListener('abort', onAbort)
  }
}
