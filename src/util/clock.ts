/** The only source of time, so that tests can move it by hand. */
export interface Clock {
  /** Milliseconds since the Unix epoch. */
  now(): number
  /** Resolves after `ms` milliseconds; rejects with the signal's reason when it is aborted first. */
  sleep(ms: number, signal?: AbortSignal): Promise<void>
}

/** The runtime's timers go no further, and ring at once when they are set for more. */
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

/** ISO 8601 in UTC with milliseconds, as every stored time is written. */
export function toIsoTime(epochMs: number): string {
  return new Date(epochMs).toISOString()
}

/** Milliseconds since the epoch of any date text that ECMAScript reads (ISO 8601, RFC 9110); undefined for other text. */
export function fromTimeText(text: string): number | undefined {
  const epochMs = Date.parse(text)
  return Number.isNaN(epochMs) ? undefined : epochMs
}
