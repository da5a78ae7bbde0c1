import { ringAfter, type Clock } from './clock.ts'

/** Calls back once, at the earliest of the times that were set. */
export interface Alarm {
  /** Milliseconds since the epoch; Infinity asks for nothing. */
  setFor(at: number): void
  cancel(): void
}

/** Returns an alarm that is not set. */
export function createAlarm(clock: Clock, ring: () => void): Alarm {
  let current: { at: number; silence: () => void } | undefined
  const cancel = (): void => {
    current?.silence()
    current = undefined
  }
  return {
    cancel,
    setFor: (at) => {
      if (at === Infinity || (current !== undefined && current.at <= at)) return
      cancel()
      const silence = ringAfter(clock, Math.max(1, at - clock.now()), () => {
        current = undefined
        ring()
      })
      current = { at, silence }
    },
  }
}
