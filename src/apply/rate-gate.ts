import { stopwatch, type Clock } from '../util/clock.ts'

/** Limits how many submissions run at once, and stops all of them when the service says that it is asked too often. */
export interface RateGate {
  /** Resolves when one more may begin. */
  enter(): Promise<void>
  /** Lets the next one begin. More may run at once when the service took the one that ends. */
  leave(isTaken: boolean): void
  close(ms: number): void
  /** Resolves when submissions may go on; rejects with the signal's reason. */
  pass(signal: AbortSignal): Promise<void>
}

/**
 * No service is known to refuse this many. A killed run leaves at most twice as many crawls in doubt as run at once: those
 * that were sent, and those whose answers wait to be recorded.
 */
const FIRST = 4
const MOST = 16

/**
 * Returns a gate for `parallelism` submissions at once. Without a number it begins with 4, doubles them while the service
 * takes all (to 16), halves them when it is asked too often, and then adds one in each round.
 */
export function createRateGate(clock: Clock, parallelism: number | undefined): RateGate {
  const most = Math.max(1, parallelism ?? MOST)
  let width = parallelism === undefined ? FIRST : most
  let wasTooWide = false
  let running = 0
  const elapsed = stopwatch(clock)
  let openAtMs = 0
  /** Whoever has waited, in order; the first `begun` of them are inside. Taking them out would cost each the number of the others. */
  const waiting: (() => void)[] = []
  let begun = 0
  return {
    async enter() {
      if (running >= Math.floor(width)) return new Promise((resolve) => waiting.push(resolve))
      running += 1
    },
    leave(isTaken) {
      running -= 1
      if (isTaken) width = Math.min(most, width + (wasTooWide ? 1 / width : 1))
      while (begun < waiting.length && running < Math.floor(width)) {
        running += 1
        waiting[begun++]?.()
      }
    },
    close(ms) {
      openAtMs = Math.max(openAtMs, elapsed() + ms)
      if (parallelism !== undefined) return
      wasTooWide = true
      width = Math.max(1, width / 2)
    },
    async pass(signal) {
      for (let waitMs = openAtMs - elapsed(); waitMs > 0; waitMs = openAtMs - elapsed()) {
        await clock.sleep(waitMs, signal)
      }
    },
  }
}
