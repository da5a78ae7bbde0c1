import type { Clock } from '../../util/clock.ts'

/** The time over which pages per second are measured. */
const WINDOW_MS = 20_000

interface Sample {
  readonly at: number
  readonly completed: number
}

/** Measures the speed of jobs between two views of them. */
export interface Speeds {
  /** Returns pages per second of the last seconds; at the first view, the average since `startedAt`. */
  measure(job: string, completed: number, startedAt: number): number
  forget(job: string): void
}

export function createSpeeds(clock: Clock): Speeds {
  const samples = new Map<string, Sample[]>()
  return {
    measure: (job, completed, startedAt) => {
      const now = clock.now()
      const seen = (samples.get(job) ?? []).filter(({ at }) => at <= now)
      // The newest of the old ones is where the window begins.
      const old = seen.findLastIndex(({ at }) => at < now - WINDOW_MS)
      const kept = seen.slice(Math.max(0, old))
      if (kept.at(-1)?.at !== now) kept.push({ at: now, completed })
      samples.set(job, kept)
      const [first] = kept
      const from = first === undefined || first.at === now ? { at: startedAt, completed: 0 } : first
      return perSecond(completed - from.completed, now - from.at)
    },
    forget: (job) => void samples.delete(job),
  }
}

/** Returns a rate, and 0 for no time at all. */
export function perSecond(count: number, milliseconds: number): number {
  return milliseconds <= 0 ? 0 : (count * 1000) / milliseconds
}
