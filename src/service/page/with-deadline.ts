import type { Clock } from '../../util/clock.ts'

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
  const onAbort = (): void => deadline.abort(signal?.reason)
  signal?.addEventListener('abort', onAbort, { once: true })
  const late = clock.sleep(ms, deadline.signal).then((): typeof LATE => {
    deadline.abort(LATE)
    return LATE
  })
  try {
    return await Promise.race([work(deadline.signal), late])
  } catch (error) {
    signal?.throwIfAborted()
    if (deadline.signal.aborted) return LATE
    throw error
  } finally {
    // Stops the timer. With a reason, because the default one is an exception whose stack is recorded, for every page.
    deadline.abort(LATE)
    signal?.removeEventListener('abort', onAbort)
  }
}
