import { expect, it } from 'vitest'
import { eventsOf } from '../../src/util/events-of.ts'

it('gives everything in order, also what is told while the reader waits', async () => {
  const seen: number[] = []
  let go = (): void => {}
  const asked = new Promise<void>((resolve) => (go = resolve))
  const events = eventsOf<number>(async (emit) => {
    emit(1)
    emit(2)
    await asked
    emit(3)
  })
  for await (const value of events) {
    seen.push(value)
    if (value === 2) queueMicrotask(go)
  }
  expect(seen).toEqual([1, 2, 3])
})

it('fails the reader after what was told before the error', async () => {
  const events = eventsOf<number>((emit) => {
    emit(1)
    return Promise.reject(new Error('broken'))
  })
  const seen: number[] = []
  await expect(
    (async () => {
      for await (const value of events) seen.push(value)
    })(),
  ).rejects.toThrow('broken')
  expect(seen).toEqual([1])
})
