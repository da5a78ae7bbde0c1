import { ringAfter, type Clock } from '../../util/clock.ts'
import { Ending, type EndSignal } from '../../util/ending.ts'

/** The answer of work that did not end in time. */
export const LATE = Symbol('late')

/** The time that some work has. */
export interface Deadline {
  /** Aborted when the time is over or the caller's signal is. */
  readonly signal: EndSignal
  /** Waits for what is no fault of the work: the time stands still meanwhile. One wait at a time. */
  readonly standStill: <T>(waiting: Promise<T>) => Promise<T>
}

/**
 * Limits the time of some work. When the time is over or the caller's signal is aborted, nobody waits for the work any
 * longer. Returns LATE when time is over.
 * @throws the caller's reason, and what the work throws
 */
export function withDeadline<T>(
  clock: Clock,
  ms: number,
  signal: EndSignal | undefined,
  work: (deadline: Deadline) => Promise<T>,
): Promise<T | typeof LATE> {
  return new Promise((resolve, reject) => {
    if (signal?.aborted === true) return reject(signal.reason)
    const over = new Ending()
    let leftMs = ms
    let startedAt = 0
    let silence: () => void
    let hasEnded = false
    const start = (): void => {
      startedAt = clock.now()
      silence = ringAfter(clock, leftMs, () => {
        stop(LATE)
        resolve(LATE)
      })
    }
    const end = (): void => {
      hasEnded = true
      silence()
      signal?.removeEventListener('abort', onAbort)
    }
    const stop = (reason: unknown): void => {
      end()
      over.abort(reason)
    }
    const onAbort = (): void => {
      stop(signal?.reason)
      reject(signal?.reason)
    }
    const standStill = async <W>(waiting: Promise<W>): Promise<W> => {
      silence()
      // The system's clock may have been set meanwhile.
      leftMs = Math.min(leftMs, Math.max(0, leftMs - (clock.now() - startedAt)))
      try {
        return await waiting
      } finally {
        if (!hasEnded) start()
      }
    }
    start()
    signal?.addEventListener('abort', onAbort, { once: true })
    work({ signal: over, standStill }).then(
      (result) => {
        end()
        resolve(result)
      },
      (error: unknown) => {
        end()
        reject(error)
      },
    )
  })
}
