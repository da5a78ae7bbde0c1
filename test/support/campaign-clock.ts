import type { Clock } from '../../src/util/clock.ts'
import type { RandomSource } from './random-source.ts'

/** How long a request waits for its answer, in milliseconds. */
export const TIMEOUT_MS = 30_000

/** Nobody sleeps; an answer is waited for until the service says that it will never come. */
export class CampaignClock implements Clock {
  private nowMs = 1_800_000_000_000
  private readonly deadlines = new Set<() => void>()

  now(): number {
    return this.nowMs
  }

  sleep(ms: number, signal?: AbortSignal): Promise<void> {
    if (signal?.aborted === true) return Promise.reject(signal.reason)
    if (ms !== TIMEOUT_MS) {
      this.nowMs += ms
      return new Promise((resolve) => setImmediate(resolve))
    }
    return new Promise((resolve, reject) => {
      this.deadlines.add(resolve)
      signal?.addEventListener('abort', () => {
        this.deadlines.delete(resolve)
        reject(signal.reason)
      })
    })
  }

  expire(): void {
    this.nowMs += TIMEOUT_MS
    for (const end of this.deadlines) end()
    this.deadlines.clear()
  }
}

/** Milliseconds that clocks are wrong by: seconds, the age of a lock, an hour of daylight saving, a dead battery. */
const LIES = [
  0,
  0,
  2_000,
  -2_000,
  16 * 60_000,
  -16 * 60_000,
  3_600_000,
  -3_600_000,
  20 * 365 * 86_400_000,
  -20 * 365 * 86_400_000,
]

/** A machine's own view of the time, which is wrong, and jumps now and then. */
export function lyingClock(clock: Clock, random: RandomSource): Clock {
  let lie = random.pick(LIES)
  return {
    now: () => {
      if (random.chance(0.01)) lie = random.pick(LIES)
      return clock.now() + lie
    },
    sleep: (ms, signal) => clock.sleep(ms, signal),
  }
}
