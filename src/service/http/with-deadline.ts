import { ringAfter, type Clock } from '../../util/clock.ts'

/** The answer of work that did not end in time. */
export const LATE = Symbol('late')

/**
 * Gives work an amount of time. Its signal is aborted when the time is over, or when the caller's is; then nobody waits for
 * it any longer. Answers LATE in the first case.
 * @throws the caller's reason in the second, and what the work throws before
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
    const silence = ringAfter(clock, ms, () => {
      stop(LATE)
      resolve(LATE)
    })
    signal?.addEventListener('abort', onAbort, { once: true })
    const end = (): void => {
      silence()
      signal?.removeEventListener('abort', onAbort)
    }
    work(deadline.signal).finally(end).then(resolve, reject)
  })
}
