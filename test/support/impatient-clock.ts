import { systemClock, type Clock } from '../../src/util/clock.ts'

/** The deadline of an exchange, unless its client has another. */
const DEADLINE_MS = 120_000

/**
 * A clock on which deadlines never come and all other sleeps are over at once. `slept` gets these, and `deadlines` the ways to
 * make those come that were neither reached nor taken back.
 */
export function impatientClock(
  {
    now = () => systemClock.now(),
    slept = [],
  }: { readonly now?: () => number; readonly slept?: number[] } = {},
  deadlines: Set<() => void> = new Set(),
): Clock {
  return {
    now,
    sleep: (ms, signal) => {
      if (ms !== DEADLINE_MS || signal === undefined) {
        slept.push(ms)
        return Promise.resolve()
      }
      return new Promise((resolve, reject) => {
        deadlines.add(resolve)
        signal.addEventListener('abort', () => {
          deadlines.delete(resolve)
          reject(signal.reason)
        })
      })
    },
  }
}
