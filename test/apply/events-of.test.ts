import { expect, it } from 'vitest'
import { eventsOf } from '../../src/apply/events-of.ts'

it('eventsOf yields all events in order, also those sent while the reader waits', async () => {
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

it('eventsOf throws the error after the events before it', async () => {
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
