import type { Clock } from '../util/clock.ts'

/** Holds all submissions back after the service has told one of them that it is asked too often. */
export interface RateGate {
  close(ms: number): void
  /** Resolves when nothing holds back any more; rejects with the signal's reason. */
  pass(signal: AbortSignal): Promise<void>
}

export function createRateGate(clock: Clock): RateGate {
  let openAtMs = 0
  return {
    close(ms) {
      openAtMs = Math.max(openAtMs, clock.now() + ms)
    },
    async pass(signal) {
      for (let waitMs = openAtMs - clock.now(); waitMs > 0; waitMs = openAtMs - clock.now()) {
        await clock.sleep(waitMs, signal)
      }
    },
  }
}
