import { setImmediate } from 'node:timers/promises'
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { ByteRoom, type RoomShare } from '../../src/util/byte-room.ts'

const NEVER = new AbortController().signal

/** Asks for bytes, and notes the name of who got them. */
function ask(share: RoomShare, bytes: number, got: (name: string) => void, name = ''): AbortController {
  const stop = new AbortController()
  share.grow(bytes, stop.signal).then(
    () => got(name),
    () => undefined,
  )
  return stop
}

it('gives room to who holds least, and of one owner to who came first', async () => {
  const room = new ByteRoom(10)
  const order: string[] = []
  const got = (name: string): void => void order.push(name)
  const first = room.open('a')
  await first.grow(4, NEVER)
  const second = room.open('a')
  await second.grow(6, NEVER)
  const third = room.open('a')
  ask(third, 2, got, 'third of a')
  ask(second, 2, got, 'second of a')
  ask(room.open('b'), 2, got, 'first of b')
  await setImmediate()
  expect(order).toEqual([])
  first.leave()
  await setImmediate()
  // Who came first of all has what it asks for; then b, which has nothing.
  expect(order).toEqual(['second of a', 'first of b'])
  second.leave()
  await setImmediate()
  expect(order).toEqual(['second of a', 'first of b', 'third of a'])
})

it('lets who wants more than there is wait until it came first of all, and nobody overtake it', async () => {
  const room = new ByteRoom(10)
  const order: string[] = []
  const leave = await room.take(1, NEVER)
  void room.take(100, NEVER).then(() => order.push('large'))
  void room.take(1, NEVER).then(() => order.push('small'))
  await setImmediate()
  expect(order).toEqual([])
  leave()
  await setImmediate()
  expect(order).toEqual(['large'])
})

interface Member {
  readonly share: RoomShare
  readonly owner: string
  held: number
  wanted: number
  stop: AbortController | undefined
}

it('never holds more than the room and one share, and lets everybody in as others leave', async () => {
  const step = fc.record({
    who: fc.nat(7),
    bytes: fc.integer({ min: 1, max: 12 }),
    act: fc.constantFrom('grow', 'grow', 'grow', 'leave', 'abort'),
  })
  await fc.assert(
    fc.asyncProperty(fc.array(step, { maxLength: 60 }), async (steps) => {
      const most = 20
      const room = new ByteRoom(most)
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
          const grown = member ?? { share: room.open(owner), owner, held: 0, wanted: 0, stop: undefined }
          inside.set(who, grown)
          grow(grown, bytes)
        } else if (act !== 'grow' && member !== undefined) {
          if (act === 'abort') member.stop?.abort()
          member.share.leave()
          inside.delete(who)
        }
        await setImmediate()
      }
      // Somebody can always go on, whoever has how much: who waits for nothing ends.
      while (inside.size > 0) {
        const done = [...inside].filter(([, member]) => member.wanted === 0)
        expect(done.length).toBeGreaterThan(0)
        for (const [who, member] of done) {
          member.share.leave()
          inside.delete(who)
        }
        await setImmediate()
      }
      await room.take(most, NEVER)
    }),
    { numRuns: 200 },
  )
})
