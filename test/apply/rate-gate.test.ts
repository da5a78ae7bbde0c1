import { expect, it } from 'vitest'
import { createRateGate, type RateGate } from '../../src/apply/rate-gate.ts'
import { FakeClock } from '../support/fake-clock.ts'

/** Counts how many of very many are inside. */
class Crowd {
  inside = 0
  private readonly gate: RateGate

  constructor(gate: RateGate) {
    this.gate = gate
    for (let one = 0; one < 200; one++) void gate.enter().then(() => (this.inside += 1))
  }

  /** So many leave, one after another. Answers how many are inside then. */
  async leave(count: number, isTaken: boolean): Promise<number> {
    for (let one = 0; one < count; one++) {
      this.inside -= 1
      this.gate.leave(isTaken)
      await Promise.resolve()
    }
    await Promise.resolve()
    return this.inside
  }
}

const crowdAt = (parallelism?: number): { gate: RateGate; crowd: Crowd } => {
  const gate = createRateGate(new FakeClock(), parallelism)
  return { gate, crowd: new Crowd(gate) }
}

it('admits 4 at first, and one more after each success, up to 16', async () => {
  const { crowd } = crowdAt()
  expect(await crowd.leave(0, true)).toBe(4)
  expect(await crowd.leave(2, false)).toBe(4)
  expect(await crowd.leave(4, true)).toBe(8)
  expect(await crowd.leave(30, true)).toBe(16)
})

it('admits half as many after a refusal, but at least one, then one more per round', async () => {
  const { gate, crowd } = crowdAt()
  await crowd.leave(30, true)
  gate.close(1000)
  expect(await crowd.leave(8, false)).toBe(8)
  expect(await crowd.leave(9, true)).toBe(9)
  for (let time = 0; time < 9; time++) gate.close(1000)
  expect(await crowd.leave(9, false)).toBe(1)
  expect(await crowd.leave(1, true)).toBe(2)
})

it('admits the given number', async () => {
  const { gate, crowd } = crowdAt(3)
  expect(await crowd.leave(20, true)).toBe(3)
  gate.close(1000)
  expect(await crowd.leave(3, false)).toBe(3)
  expect(await crowdAt(0).crowd.leave(0, true)).toBe(1)
})

it('admits the last one that waits', async () => {
  const gate = createRateGate(new FakeClock(), 1)
  await gate.enter()
  const last = gate.enter()
  gate.leave(true)
  expect(await last).toBeUndefined()
})

it.each([
  [1000, 600],
  [401, 1],
])('waits for the rest of %d ms after 400 ms', async (ms, left) => {
  const clock = new FakeClock({ skipSleeps: true })
  const gate = createRateGate(clock, 1)
  await clock.sleep(50)
  gate.close(ms)
  await clock.sleep(400)
  await gate.pass(new AbortController().signal)
  expect(clock.slept).toEqual([50, 400, left])
})

it('does not wait for years if the clock was set back', async () => {
  const clock = new FakeClock({ skipSleeps: true })
  let lie = 0
  const gate = createRateGate(
    {
      now: () => clock.now() + lie,
      sleep: async (ms) => {
        await clock.sleep(ms)
        lie = -20 * 365 * 86_400_000
      },
    },
    1,
  )
  gate.close(60_000)
  await gate.pass(new AbortController().signal)
  expect(clock.slept).toEqual([60_000, 60_000])
})
