import { callAfter, type Clock } from './clock.ts'

export const LATE = Symbol('late')

export interface Deadline {
  /** Aborted when the time is over or the caller's signal is aborted. */
  readonly signal: AbortSignal
  /** Waits for `waiting` without counting the time. One wait at a time. */
  readonly pauseFor: <T>(waiting: Promise<T>) => Promise<T>
}

/** Resolves with LATE when the time is over, without waiting for the aborted work. @throws the caller's reason */
export async function withDeadline<T>(
  clock: Clock,
  ms: number,
  signal: AbortSignal | undefined,
  work: (deadline: Deadline) => Promise<T>,
): Promise<T | typeof LATE> {
  signal?.throwIfAborted()
  const over = new AbortController()
  const onAbort = (): void => over.abort(signal?.reason)
  let leftMs = ms
  let startedAt = 0
  let cancelTimer = (): void => undefined
  let hasEnded = false
  const startTimer = (): void => {
    startedAt = clock.now()
    cancelTimer = callAfter(clock, leftMs, () => over.abort(LATE))
  }
  const pauseFor = async <W>(waiting: Promise<W>): Promise<W> => {
    cancelTimer()
    // The system's clock may have been set back or forward since the start.
    leftMs = Math.min(leftMs, Math.max(0, leftMs - (clock.now() - startedAt)))
    return waiting.finally(() => hasEnded || startTimer())
  }
  const stopped = new Promise<typeof LATE>((resolve, reject) => {
    over.signal.addEventListener('abort', () => {
      if (over.signal.reason === LATE) resolve(LATE)
      else reject(over.signal.reason)
    })
  })
  signal?.addEventListener('abort', onAbort, { once: true })
  startTimer()
  try {
    return await Promise.race([stopped, work({ signal: over.signal, pauseFor })])
  } finally {
    hasEnded = true
    cancelTimer()
    signal?.removeEventListener('abort', onAbort)
  }
}
