import { expect, it } from 'vitest'
import { LATE, withDeadline } from '../../../src/service/http/with-deadline.ts'
import type { Clock } from '../../../src/util/clock.ts'

/** A clock on which time passes at once, or never. */
function clockThat(passes: boolean): Clock {
  return {
    now: () => 0,
    sleep: (_, signal) =>
      new Promise((resolve, reject) => {
        if (passes) resolve()
        signal?.addEventListener('abort', () => reject(signal.reason))
      }),
  }
}

it('gives the answer of work that ends in time', async () => {
  expect(await withDeadline(clockThat(false), 5, undefined, async () => 'done')).toBe('done')
  await expect(
    withDeadline(clockThat(false), 5, undefined, () => Promise.reject(new Error('own'))),
  ).rejects.toThrow('own')
})

it('stops work that takes too long, and does not wait for it', async () => {
  let given: AbortSignal | undefined
  const answer = await withDeadline(clockThat(true), 5, undefined, (signal) => {
    given = signal
    return new Promise(() => undefined)
  })
  expect(answer).toBe(LATE)
  expect(given?.aborted).toBe(true)
})

it('stops with the reason of the caller', async () => {
  const stop = new AbortController()
  let given: AbortSignal | undefined
  const pending = withDeadline(clockThat(false), 5, stop.signal, (signal) => {
    given = signal
    return new Promise(() => undefined)
  })
  stop.abort(new Error('enough'))
  await expect(pending).rejects.toThrow('enough')
  expect(given?.reason).toEqual(new Error('enough'))
})
