import { expect, it } from 'vitest'
import { systemClock } from '../../src/util/clock.ts'

it('sleeps longer than a timer can be set for, and no longer than it is left', async () => {
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
