import { setImmediate } from 'node:timers/promises'
import { MessageChannel } from 'node:worker_threads'
import { expect, it, onTestFinished } from 'vitest'
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

it('has Node warn of nothing, however many wait, and goes on when they no longer do', async () => {
  const warnings: Error[] = []
  const warn = (warning: Error): void => void warnings.push(warning)
  process.on('warning', warn)
  onTestFinished(() => void process.off('warning', warn))
  const channel = new MessageChannel()
  serveRoom(channel.port1, new ByteRoom(10))
  const room = createRemoteRoom(channel.port2)
  const first = room.open('a')
  await first.grow(10, NEVER)
  const stops = Array.from({ length: 30 }, () => new AbortController())
  const shares = stops.map(() => room.open('a'))
  const waiting = stops.map(({ signal }, index) => shares[index]?.grow(10, signal))
  const last = room.open('b').grow(10, NEVER)
  for (const stop of stops) stop.abort(new Error('enough'))
  for (const given of waiting) await expect(given).rejects.toThrow('enough')
  for (const share of [...shares, first]) share.leave()
  await last
  expect(warnings).toEqual([])
  channel.port2.close()
})
