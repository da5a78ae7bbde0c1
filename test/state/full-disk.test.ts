import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { openLocalBackend } from '../../src/state/local-backend.ts'
import { systemClock } from '../../src/util/clock.ts'
import { aState, aSubmittedRecord } from '../support/a-record.ts'
import { onDisk } from '../support/campaign-disk.ts'

let directory: string

beforeEach(async () => {
  directory = await mkdtemp(path.join(tmpdir(), 'full-'))
})

afterEach(async () => rm(directory, { recursive: true }))

/** Does something on a disk that takes so many bytes more. */
function onFullDisk<T>(bytesLeft: number, act: () => Promise<T>): Promise<T> {
  const never = new Promise<void>(() => undefined)
  const faults = { stepsLeft: Infinity, bytesLeft, isDead: () => false, die: () => undefined }
  return onDisk({ ...faults, killed: never, onCut: () => undefined }, act)
}

const open = () => openLocalBackend({ directory, environment: 'local', clock: systemClock })
const step = (serial: number) => ({
  serial,
  set: [aSubmittedRecord({ crawl: `c${serial}`, request: { prompt: 'x'.repeat(2000) } })],
  removed: [],
})

// The lock is written first.
it.each([500, 1000])('a full disk takes no part of an appended step: %i bytes are left', async (left) => {
  const backend = open()
  const token = await backend.append!((await backend.compareAndSwap(null, aState()))!, step(4))
  const place = path.join(directory, 'state')
  const before = await readFile(path.join(place, 'local.journal'), 'utf8')
  await onFullDisk(left, async () => {
    await expect(backend.append!(token, step(5))).rejects.toMatchObject({
      code: 'unavailable',
      isLasting: false,
      message: expect.stringContaining('cannot be written: '),
    })
  })
  expect(await readFile(path.join(place, 'local.journal'), 'utf8')).toBe(before)
  expect((await readdir(place)).toSorted()).toEqual(['local.journal', 'local.json'])
  await backend.append!(token, step(5))
  expect((await open().read()).state?.records.map(({ crawl }) => crawl)).toEqual(['c4', 'c5'])
})

it('a full disk keeps the state as it was, and no draft of the next one', async () => {
  const backend = open()
  const token = await backend.compareAndSwap(null, aState())
  const many = Array.from({ length: 20 }, (_, index) => aSubmittedRecord({ crawl: `c${index}` }))
  await onFullDisk(2000, async () => {
    await expect(backend.compareAndSwap(token, aState(...many))).rejects.toMatchObject({
      code: 'unavailable',
    })
  })
  expect(await readdir(path.join(directory, 'state'))).toEqual(['local.json'])
  expect(await open().read()).toEqual({ state: aState(), token })
})
