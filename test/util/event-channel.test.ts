import { expect, it } from 'vitest'
import { createEventChannel } from '../../src/util/event-channel.ts'

it('gives everything in order, also what is pushed while the reader waits', async () => {
  const channel = createEventChannel<number>()
  const seen: number[] = []
  const reader = (async () => {
    for await (const value of channel) {
      seen.push(value)
      if (value === 2) queueMicrotask(() => channel.push(3))
      if (value === 3) channel.end()
    }
  })()
  channel.push(1)
  channel.push(2)
  await reader
  expect(seen).toEqual([1, 2, 3])
})

it('fails the reader after what was pushed before the error', async () => {
  const channel = createEventChannel<number>()
  channel.push(1)
  channel.end(new Error('broken'))
  const seen: number[] = []
  await expect(
    (async () => {
      for await (const value of channel) seen.push(value)
    })(),
  ).rejects.toThrow('broken')
  expect(seen).toEqual([1])
})
