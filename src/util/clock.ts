/** The only source of time, so that tests can move it by hand. */
export interface Clock {
  /** Returns the milliseconds since the Unix epoch. */
  now(): number
  /** Resolves after `ms` milliseconds. Rejects with the signal's reason when it is aborted first. */
  sleep(ms: number, signal?: AbortSignal): Promise<void>
}

/** The longest delay that the runtime's timers take; a longer one fires at once. */
export const LONGEST_TIMER_MS = 2 ** 31 - 1

export const systemClock: Clock = {
  now: () => Date.now(),
  sleep: async (ms, signal) => {
    for (let left = ms; ; left -= LONGEST_TIMER_MS) {
      await sleepOnce(Math.min(left, LONGEST_TIMER_MS), signal)
      if (left <= LONGEST_TIMER_MS) return
    }
  },
}

/** Calls back after `ms` milliseconds unless the returned function is called first. */
export function ringAfter(clock: Clock, ms: number, call: () => void): () => void {
  const cancelled = new AbortController()
  clock.sleep(ms, cancelled.signal).then(
    () => {
      if (!cancelled.signal.aborted) call()
    },
    () => undefined,
  )
  // The default reason would record a stack for each request that ends in time.
  return () => cancelled.abort('cancelled')
}

function sleepOnce(ms: number, signal: AbortSignal | undefined): Promise<void> {
  return new Promise((resolve, reject) => {
    if (signal?.aborted) return reject(signal.reason)
    const onAbort = (): void => {
      clearTimeout(timer)
      reject(signal?.reason)
    }
    const timer = setTimeout(() => {
      signal?.removeEventListener('abort', onAbort)
      resolve()
    }, ms)
    signal?.addEventListener('abort', onAbort, { once: true })
  })
}

/**
 * Returns a function that returns the milliseconds since this call. A clock that is set back subtracts nothing, so waits do not
 * become longer.
 */
export function stopwatch(clock: Clock): () => number {
  let last = clock.now()
  let elapsed = 0
  return () => {
    const now = clock.now()
    elapsed += Math.max(0, now - last)
    last = now
    return elapsed
  }
}

/** Returns the time as ISO 8601 in UTC with milliseconds. Every stored time is written this way. */
export function toIsoTime(epochMs: number): string {
  return new Date(epochMs).toISOString()
}

/**
 * Returns the milliseconds since the epoch of any date text that ECMAScript reads (ISO 8601, RFC 9110); undefined for
 * other text.
 */
export function fromTimeText(text: string): number | undefined {
  const epochMs = Date.parse(text)
  return Number.isNaN(epochMs) ? undefined : epochMs
}
