import { expect, it } from 'vitest'
import {
  fromTimeText,
  parseDuration,
  callAfter,
  stopwatch,
  systemClock,
  toIsoTime,
  type Clock,
} from '../../src/util/clock.ts'

it('a sleep may be longer than a timer allows, and can be aborted', async () => {
  const controller = new AbortController()
  const first = await Promise.race([
    systemClock.sleep(1e10, controller.signal).then(() => 'the long sleep'),
    systemClock.sleep(20).then(() => 'the short one'),
  ])
  expect(first).toBe('the short one')
  const sleeping = systemClock.sleep(1e10, controller.signal)
  controller.abort(new Error('enough'))
  await expect(sleeping).rejects.toThrow('enough')
})

it('a time that is too late for a date is limited to the latest date', () => {
  const text = toIsoTime(Date.now() + (parseDuration('9999999999999999d') ?? 0))
  expect(fromTimeText(text)).toBe(8.64e15)
})

it('a stopwatch continues from its last value if the clock is set back', () => {
  const times = [100, 150, 20, 30, 1000]
  const elapsed = stopwatch({ now: () => times.shift()!, sleep: () => Promise.resolve() })
  expect([elapsed(), elapsed(), elapsed(), elapsed()]).toEqual([50, 50, 60, 1030])
})

/** A clock that knows of no other way than to sleep. */
const sleeper: Clock = {
  now: () => systemClock.now(),
  sleep: (ms, signal) => systemClock.sleep(ms, signal),
}

it.each([
  ['rings', systemClock],
  ['sleeps', sleeper],
])('a clock that %s calls back in time, and not after a cancellation', async (_, clock) => {
  const called: string[] = []
  callAfter(clock, 1e10, () => called.push('late'))()
  callAfter(clock, 1, () => called.push('cancelled'))()
  const cancelLong = callAfter(clock, 1e10, () => called.push('long'))
  await new Promise<void>((resolve) => void callAfter(clock, 20, resolve))
  cancelLong()
  expect(called).toEqual([])
})
