import { ringAfter, type Clock } from '../../util/clock.ts'

/** The result of work that did not end in time. */
export const LATE = Symbol('late')

/** The time limit of some work. */
export interface Deadline {
  /** Aborted when the time is over or the caller's signal is aborted. */
  readonly signal: AbortSignal
  /** Waits for `waiting` without counting the time. One wait at a time. */
  readonly pauseFor: <T>(waiting: Promise<T>) => Promise<T>
}

/**
 * Limits the time of some work, and resolves with LATE when it is over. Does not wait for work that has been aborted.
 * @throws the caller's reason, and the error of the work
 */
export function withDeadline<T>(
  clock: Clock,
  ms: number,
  signal: AbortSignal | undefined,
  work: (deadline: Deadline) => Promise<T>,
): Promise<T | typeof LATE> {
  return new Promise((resolve, reject) => {
    if (signal?.aborted === true) return reject(signal.reason)
    const over = new AbortController()
    let leftMs = ms
    let startedAt = 0
    let cancelTimer: () => void
    let hasEnded = false
    const startTimer = (): void => {
      startedAt = clock.now()
      cancelTimer = ringAfter(clock, leftMs, () => {
        stop(LATE)
        resolve(LATE)
      })
    }
    const end = (): void => {
      hasEnded = true
      cancelTimer()
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
    const pauseFor = async <W>(waiting: Promise<W>): Promise<W> => {
      cancelTimer()
      // The system's clock may have been set back or forward since the start.
      leftMs = Math.min(leftMs, Math.max(0, leftMs - (clock.now() - startedAt)))
      try {
        return await waiting
      } finally {
        if (!hasEnded) startTimer()
      }
    }
    startTimer()
    signal?.addEventListener('abort', onAbort, { once: true })
    work({ signal: over.signal, pauseFor }).then(
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
