import { ringAfter, type Clock } from '../../util/clock.ts'

/** The answer of work that did not end in time. */
export const LATE = Symbol('late')

/**
 * Limits the time of some work. Its signal is aborted when the time is over or the caller's signal is; then nobody
 * waits for the work any longer. Returns LATE when time is over.
 * @throws the caller's reason, and what the work throws
 */
export async function withDeadline<T>(
  clock: Clock,
  ms: number,
  signal: AbortSignal | undefined,
  work: (deadline: AbortSignal) => Promise<T>,
): Promise<T | typeof LATE> {
  signal?.throwIfAborted()
  const deadline = new AbortController()
  return new Promise((resolve, reject) => {
    const stop = (reason: unknown): void => {
      end()
      deadline.abort(reason)
    }
    const onAbort = (): void => {
      stop(signal?.reason)
      reject(signal?.reason)
    }
    const cancel = ringAfter(clock, ms, () => {
      stop(LATE)
      resolve(LATE)
    })
    signal?.addEventListener('abort', onAbort, { once: true })
    const end = (): void => {
      cancel()
      signal?.removeEventListener('abort', onAbort)
    }
    work(deadline.signal).finally(end).then(resolve, reject)
  })
}
