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
  sleep: (ms, signal) =>
    new Promise((resolve, reject) => {
      signal?.throwIfAborted()
      let timer: NodeJS.Timeout
      const wake = (): void => {
        clearTimeout(timer)
        reject(signal?.reason)
      }
      const wait = (left: number): void => {
        timer = setTimeout(
          () => {
            if (left > LONGEST_TIMER_MS) return wait(left - LONGEST_TIMER_MS)
            signal?.removeEventListener('abort', wake)
            resolve()
          },
          Math.min(left, LONGEST_TIMER_MS),
        )
      }
      signal?.addEventListener('abort', wake)
      wait(ms)
    }),
}

/** Calls back after `ms` milliseconds unless the returned function is called first. */
export function callAfter(clock: Clock, ms: number, call: () => void): () => void {
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

/** Returns a function that returns the milliseconds since this call. A clock that is set back does not make them fewer. */
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

/** Returns the time as ISO 8601 in UTC with milliseconds, as every stored time is written. A later time than a Date can hold is its last one. */
export function toIsoTime(epochMs: number): string {
  return new Date(Math.min(epochMs, 8.64e15)).toISOString()
}

/**
 * Returns the milliseconds since the epoch of any date text that ECMAScript reads (ISO 8601, RFC 9110); undefined for other text.
 */
export function fromTimeText(text: string): number | undefined {
  const epochMs = Date.parse(text)
  return Number.isNaN(epochMs) ? undefined : epochMs
}

/**
 * Returns the milliseconds that a `Retry-After` header asks to wait, counted from `now` (milliseconds since the Unix
 * epoch): seconds or an HTTP date in any of its three forms (RFC 9110 sections 10.2.3 and 5.6.7). Undefined when it says
 * neither; never negative.
 */
export function parseRetryAfter(value: string, now: number): number | undefined {
  const text = value.trim()
  if (/^\d+(?:\.\d+)?$/.test(text)) return Number(text) * 1000
  // Date.parse accepts much else, but an HTTP date begins with the name of a day. The form of asctime is in UTC too.
  if (!/^(?:Mon|Tue|Wed|Thu|Fri|Sat|Sun)/.test(text)) return undefined
  const date = fromTimeText(/ \d{4}$/.test(text) ? `${text} GMT` : text)
  return date === undefined ? undefined : Math.max(0, date - now)
}

/** Calls back once, at the earliest of the times that were set. */
export interface Alarm {
  /** Milliseconds since the epoch; Infinity asks for nothing. */
  setFor(at: number): void
  cancel(): void
}

export function createAlarm(clock: Clock, ring: () => void): Alarm {
  let current: { at: number; cancelTimer: () => void } | undefined
  const cancel = (): void => {
    current?.cancelTimer()
    current = undefined
  }
  return {
    cancel,
    setFor: (at) => {
      if (at === Infinity || (current !== undefined && current.at <= at)) return
      cancel()
      const cancelTimer = callAfter(clock, Math.max(1, at - clock.now()), () => {
        current = undefined
        ring()
      })
      current = { at, cancelTimer }
    },
  }
}

const UNITS: Readonly<Record<string, number>> = {
  w: 604_800_000,
  d: 86_400_000,
  h: 3_600_000,
  m: 60_000,
  s: 1000,
  ms: 1,
}

/** Returns the milliseconds of a duration written like `30s`, `12h`, `7d`, `1d12h`; undefined when it is not one. */
export function parseDuration(text: string): number | undefined {
  if (!/^(?:\d+(?:\.\d+)?(?:ms|[smhdw]))+$/.test(text)) return undefined
  let total = 0
  for (const [, amount, unit = ''] of text.matchAll(/([\d.]+)([a-z]+)/g))
    total += Number(amount) * (UNITS[unit] ?? 0)
  return total
}

/** Returns the shortest exact form that `parseDuration` reads back. Weeks are used only when they come out even. */
export function formatDuration(milliseconds: number): string {
  let rest = Math.max(0, Math.round(milliseconds))
  let text = ''
  for (const [unit, size] of Object.entries(UNITS)) {
    // A user who wrote 7d wants to read 7d.
    if (unit === 'w' && (rest % size !== 0 || rest === size)) continue
    if (rest >= size) text += `${Math.floor(rest / size)}${unit}`
    rest %= size
  }
  return text === '' ? '0s' : text
}
