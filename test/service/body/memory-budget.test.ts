import { setImmediate } from 'node:timers/promises'
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { MemoryBudget, type BudgetShare } from '../../../src/service/body/memory-budget.ts'

const NEVER = new AbortController().signal

/** Asks for bytes, and notes the name of the share that got them. */
function ask(share: BudgetShare, bytes: number, got: (name: string) => void, name = ''): AbortController {
  const stop = new AbortController()
  share.grow(bytes, stop.signal).then(
    () => got(name),
    () => undefined,
  )
  return stop
}

it('free bytes go to the owner with the least, and then to its oldest share', async () => {
  const budget = new MemoryBudget(10)
  const order: string[] = []
  const got = (name: string): void => void order.push(name)
  const first = budget.open('a')
  await first.grow(4, NEVER)
  const second = budget.open('a')
  await second.grow(6, NEVER)
  const third = budget.open('a')
  ask(third, 2, got, 'third of a')
  ask(second, 2, got, 'second of a')
  ask(budget.open('b'), 2, got, 'first of b')
  await setImmediate()
  expect(order).toEqual([])
  first.release()
  await setImmediate()
  // The oldest holder gets its bytes first, then b, which holds none.
  expect(order).toEqual(['second of a', 'first of b'])
  second.release()
  await setImmediate()
  expect(order).toEqual(['second of a', 'first of b', 'third of a'])
})

it('a request above the budget waits until it is the oldest, and is not overtaken', async () => {
  const budget = new MemoryBudget(10)
  const order: string[] = []
  const release = await budget.take(1, NEVER)
  void budget.take(100, NEVER).then(() => order.push('large'))
  void budget.take(1, NEVER).then(() => order.push('small'))
  await setImmediate()
  expect(order).toEqual([])
  release()
  await setImmediate()
  expect(order).toEqual(['large'])
})

interface Member {
  readonly share: BudgetShare
  readonly owner: string
  held: number
  wanted: number
  stop: AbortController | undefined
}

it('the total never exceeds the budget by more than one share, and a holder can continue', async () => {
  const step = fc.record({
    who: fc.nat(7),
    bytes: fc.integer({ min: 1, max: 12 }),
    act: fc.constantFrom('grow', 'grow', 'grow', 'release', 'abort'),
  })
  await fc.assert(
    fc.asyncProperty(fc.array(step, { maxLength: 60 }), async (steps) => {
      const most = 20
      const budget = new MemoryBudget(most)
      const inside = new Map<number, Member>()
      const holdsBounds = (): void => {
        const held = [...inside.values()].map((member) => member.held)
        const sum = held.reduce((total, bytes) => total + bytes, 0)
        expect(sum).toBeLessThanOrEqual(most + Math.max(0, ...held))
      }
      const grow = (member: Member, bytes: number): void => {
        member.wanted = bytes
        member.stop = ask(member.share, bytes, () => {
          member.held += bytes
          member.wanted = 0
          holdsBounds()
        })
      }
      for (const { who, bytes, act } of steps) {
        const member = inside.get(who)
        if (act === 'grow' && (member === undefined || member.wanted === 0)) {
          const owner = `job ${who % 3}`
          const grown = member ?? { share: budget.open(owner), owner, held: 0, wanted: 0, stop: undefined }
          inside.set(who, grown)
          grow(grown, bytes)
        } else if (act !== 'grow' && member !== undefined) {
          if (act === 'abort') member.stop?.abort()
          member.share.release()
          inside.delete(who)
        }
        await setImmediate()
      }
      // At least one holder can always go on, however the memory is divided.
      while (inside.size > 0) {
        const done = [...inside].filter(([, member]) => member.wanted === 0)
        expect(done.length).toBeGreaterThan(0)
        for (const [who, member] of done) {
          member.share.release()
          inside.delete(who)
        }
        await setImmediate()
      }
      await budget.take(most, NEVER)
    }),
    { numRuns: 200 },
  )
})
