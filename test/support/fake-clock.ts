import { systemClock, type Clock } from '../../src/util/clock.ts'

/** A clock that moves only when told, or at once past every sleep when `skipSleeps` is on. */
export class FakeClock implements Clock {
  /** Milliseconds asked for by every sleep, in order. */
  readonly slept: number[] = []
  private nowMs: number
  private readonly skipSleeps: boolean
  private readonly sleepers = new Set<{ readonly wakeMs: number; readonly wake: () => void }>()

  constructor(options: { nowMs?: number; skipSleeps?: boolean } = {}) {
    this.nowMs = options.nowMs ?? 1_800_000_000_000
    this.skipSleeps = options.skipSleeps ?? false
  }

  now(): number {
    return this.nowMs
  }

  /** How many sleeps have not ended. */
  get sleeping(): number {
    return this.sleepers.size
  }

  sleep(ms: number, signal?: AbortSignal): Promise<void> {
    if (signal?.aborted) return Promise.reject(signal.reason)
    this.slept.push(ms)
    if (this.skipSleeps) {
      this.nowMs += ms
      return Promise.resolve()
    }
    return new Promise((resolve, reject) => {
      const sleeper = {
        wakeMs: this.nowMs + ms,
        wake: () => {
          signal?.removeEventListener('abort', onAbort)
          resolve()
        },
      }
      const onAbort = (): void => {
        this.sleepers.delete(sleeper)
        reject(signal?.reason)
      }
      signal?.addEventListener('abort', onAbort, { once: true })
      this.sleepers.add(sleeper)
    })
  }

  /** Moves time on and wakes everybody whose time has come, earliest first. */
  advance(ms: number): void {
    this.nowMs += ms
    const due = [...this.sleepers].filter((sleeper) => sleeper.wakeMs <= this.nowMs)
    for (const sleeper of due.toSorted((a, b) => a.wakeMs - b.wakeMs)) {
      this.sleepers.delete(sleeper)
      sleeper.wake()
    }
  }
}

/** Real time, but nobody sleeps longer than a millisecond unless it is for a deadline, which never comes. */
export class NapClock implements Clock {
  readonly slept: number[] = []

  now(): number {
    return systemClock.now()
  }

  sleep(ms: number, signal?: AbortSignal): Promise<void> {
    if (ms < DEADLINE_MS) this.slept.push(ms)
    return systemClock.sleep(ms < DEADLINE_MS ? 1 : ms, signal)
  }
}

/** No retry waits as long as the client waits for an answer. */
const DEADLINE_MS = 120_000
