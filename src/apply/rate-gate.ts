import { stopwatch, type Clock } from '../util/clock.ts'

/** Limits how many submissions run at once, and pauses all of them when the service reports too many requests. */
export type RateGate = ReturnType<typeof createRateGate>

/** No known service refuses this many. A killed run leaves at most twice as many in doubt: sent, or waiting to be recorded. */
const FIRST = 4
const MOST = 16

/**
 * Returns a gate for `parallelism` submissions at once. Without a number it begins with 4 and doubles them (to 16) while the
 * service accepts all. It halves them when the service reports too many requests, and then adds one in each round.
 */
export function createRateGate(clock: Clock, parallelism: number | undefined) {
  const most = Math.max(1, parallelism ?? MOST)
  let width = parallelism === undefined ? FIRST : most
  let wasTooWide = false
  let running = 0
  const elapsed = stopwatch(clock)
  let openAtMs = 0
  /**
   * Waiting submissions in order; the first `begun` of them have started. Removing each from the array would take quadratic time.
   */
  const waiting: (() => void)[] = []
  let begun = 0
  return {
    async enter(): Promise<void> {
      if (running >= Math.floor(width)) return new Promise((resolve) => waiting.push(resolve))
      running += 1
    },
    /** Lets the next one begin. If the service accepted the one that ends, more may run at once. */
    leave(isTaken: boolean): void {
      running -= 1
      if (isTaken) width = Math.min(most, width + (wasTooWide ? 1 / width : 1))
      while (begun < waiting.length && running < Math.floor(width)) {
        running += 1
        waiting[begun++]?.()
      }
    },
    close(ms: number): void {
      openAtMs = Math.max(openAtMs, elapsed() + ms)
      if (parallelism !== undefined) return
      wasTooWide = true
      width = Math.max(1, width / 2)
    },
    /** Resolves to true when submissions may go on; to false when the signal is aborted. */
    async pass(signal: AbortSignal): Promise<boolean> {
      for (let waitMs = openAtMs - elapsed(); waitMs > 0 && !signal.aborted; waitMs = openAtMs - elapsed()) {
        await clock.sleep(waitMs, signal).catch((error: unknown) => {
          if (!signal.aborted) throw error
        })
      }
      return !signal.aborted
    },
  }
}
