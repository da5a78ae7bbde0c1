import { setImmediate } from 'node:timers/promises'
import { expect, it, vi } from 'vitest'
import { LATE, withDeadline } from '../../src/util/with-deadline.ts'
import type { Clock } from '../../src/util/clock.ts'
import { FakeClock } from '../support/fake-clock.ts'

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

it('withDeadline returns the result of work that ends in time', async () => {
  expect(await withDeadline(clockThat(false), 5, undefined, async () => 'done')).toBe('done')
  await expect(
    withDeadline(clockThat(false), 5, undefined, () => Promise.reject(new Error('own'))),
  ).rejects.toThrow('own')
})

it('withDeadline aborts work that takes too long, and does not wait for it', async () => {
  let given: AbortSignal | undefined
  const answer = await withDeadline(clockThat(true), 5, undefined, ({ signal }) => {
    given = signal
    return new Promise(() => undefined)
  })
  expect(answer).toBe(LATE)
  expect(given?.aborted).toBe(true)
})

it('withDeadline aborts with the reason of the caller', async () => {
  const stop = new AbortController()
  let given: AbortSignal | undefined
  const pending = withDeadline(clockThat(false), 5, stop.signal, ({ signal }) => {
    given = signal
    return new Promise(() => undefined)
  })
  stop.abort(new Error('enough'))
  await expect(pending).rejects.toThrow('enough')
  expect(given?.reason).toEqual(new Error('enough'))
})

it('withDeadline stops its clock while the work waits for other resources', async () => {
  const clock = new FakeClock()
  const [begin, room] = [gate(), gate()]
  const pending = withDeadline(clock, 100, undefined, async ({ pauseFor }) => {
    await begin.opened
    await pauseFor(room.opened)
    return new Promise<string>(() => undefined)
  })
  const answer = vi.fn<(answer: unknown) => void>()
  void pending.then(answer)
  clock.advance(40)
  begin.open()
  await vi.waitFor(() => expect(clock.sleeping).toBe(0))
  clock.advance(1000)
  room.open()
  await vi.waitFor(() => expect(clock.sleeping).toBe(1))
  clock.advance(59)
  await setImmediate()
  expect(answer).not.toHaveBeenCalled()
  clock.advance(1)
  expect(await pending).toBe(LATE)
})

function gate(): { readonly opened: Promise<void>; readonly open: () => void } {
  let open = (): void => undefined
  const opened = new Promise<void>((resolve) => (open = resolve))
  return { opened, open: () => open() }
}
