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
  const timer = new AbortController()
  let onAbort = (): void => undefined
  const aborted = new Promise<never>((_, reject) => {
    onAbort = () => {
      deadline.abort(signal?.reason)
      reject(signal?.reason)
    }
  })
  signal?.addEventListener('abort', onAbort, { once: true })
  const late = clock.sleep(ms, timer.signal).then(
    (): typeof LATE => {
      deadline.abort(LATE)
      return LATE
    },
    // The timer was stopped: there is an answer already.
    (): typeof LATE => LATE,
  )
  try {
    return await Promise.race([work(deadline.signal), late, aborted])
  } catch (error) {
    signal?.throwIfAborted()
    if (deadline.signal.aborted) return LATE
    throw error
  } finally {
    // With a reason, because the default one is an exception whose stack is recorded, for every page.
    timer.abort(LATE)
    signal?.removeEventListener('abort', onAbort)
    // Nobody waits for it any longer, and that it may still fail is no news.
    aborted.catch(() => undefined)
  }
}
