import { setImmediate } from 'node:timers/promises'
import { MessageChannel } from 'node:worker_threads'
import { expect, it } from 'vitest'
import { createRemoteRoom, serveRoom } from '../../../src/service/engine/room-port.ts'
import { ByteRoom } from '../../../src/util/byte-room.ts'

const NEVER = new AbortController().signal

it('shares a room among threads, and has back what one held that ended', async () => {
  const room = new ByteRoom(10)
  const threads = [new MessageChannel(), new MessageChannel()] as const
  const [one, other] = threads.map(({ port1, port2 }) => {
    serveRoom(port1, room)
    return createRemoteRoom(port2)
  })
  if (one === undefined || other === undefined) throw new Error('two were made')
  await one.open('a').grow(10, NEVER)
  const late = other.open('b')
  const stop = new AbortController()
  const given = late.grow(5, stop.signal)
  stop.abort(new Error('enough'))
  await expect(given).rejects.toThrow('enough')
  late.leave()
  const order: string[] = []
  const waiting = other.open('b').grow(5, NEVER)
  void waiting.then(() => order.push('other'))
  for (let turn = 0; turn < 20; turn++) await setImmediate()
  expect(order).toEqual([])
  threads[0].port2.close()
  await waiting
  threads[1].port2.close()
})
