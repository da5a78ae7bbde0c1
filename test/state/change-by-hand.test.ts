import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { recordUnrecorded } from '../../src/apply/record-changes.ts'
import { openLocalBackend } from '../../src/state/local-backend.ts'
import { copyState, moveRecord } from '../../src/state/move-record.ts'
import type { StateBackend } from '../../src/state/state.ts'
import { formatUnrecorded, parseUnrecorded } from '../../src/state/parse-state.ts'
import { systemClock } from '../../src/util/clock.ts'
import {
  aDoubtfulRecord,
  aFailedRecord,
  aState,
  aSubmittedRecord,
  aSubmittingRecord,
} from '../support/a-record.ts'

let directory: string

beforeEach(async () => {
  directory = await mkdtemp(path.join(tmpdir(), 'hand-'))
})

afterEach(async () => rm(directory, { recursive: true }))

const open = (name: string): StateBackend =>
  openLocalBackend({ directory: path.join(directory, name), environment: 'local', clock: systemClock })

describe('moving a record', () => {
  const records = [aSubmittedRecord({ crawl: 'a' }), aSubmittedRecord({ crawl: 'c' })]

  it('gives a renamed crawl its old submission', () => {
    expect(moveRecord(records, 'a', 'd')).toEqual([records[1], { ...records[0], crawl: 'd' }])
    expect(
      moveRecord([...records, { ...aSubmittingRecord({ crawl: 'd' }), phase: 'forgotten' }], 'a', 'd'),
    ).toHaveLength(2)
  })

  it('never loses a record', () => {
    expect(() => moveRecord(records, 'x', 'd')).toThrow('"x" is not recorded')
    expect(() => moveRecord(records, 'a', 'c')).toThrow('"c" is already recorded')
    expect(() => moveRecord(records, 'a', 'a')).toThrow('"a" is the name that the record has.')
    expect(() => moveRecord([aDoubtfulRecord()], 'docs', 'd')).toThrow(
      'Settle it first: crawlform state reconcile docs',
    )
    expect(() => moveRecord([aSubmittingRecord()], 'docs', 'd')).toThrow('Settle it first')
    expect(moveRecord([aFailedRecord()], 'docs', 'd')).toEqual([aFailedRecord({ crawl: 'd' })])
  })
})

describe('copying a record to another backend', () => {
  it('keeps its lineage and its serial', async () => {
    const [from, to] = [open('from'), open('to')]
    await from.compareAndSwap(null, aState(aSubmittedRecord()))
    await copyState(from, to)
    expect((await to.read()).state).toEqual(aState(aSubmittedRecord()))
  })

  it('updates an older copy, and changes nothing else', async () => {
    const [from, to] = [open('from'), open('to')]
    await expect(copyState(from, to)).rejects.toThrow('Nothing is recorded')
    const token = await from.compareAndSwap(null, aState())
    await copyState(from, to)
    await expect(copyState(from, to)).resolves.toMatchObject({ isChanged: false })
    await from.compareAndSwap(token, { ...aState(aSubmittedRecord()), serial: 9 })
    await copyState(from, to)
    expect((await to.read()).state?.serial).toBe(9)
    const other = open('other')
    await other.compareAndSwap(null, { ...aState(), lineage: 'another' })
    await expect(copyState(from, other)).rejects.toThrow('holds another record')
    // The other way round the copy is the older one now.
    await to.compareAndSwap((await to.read()).token, { ...aState(aSubmittedRecord()), serial: 10 })
    await expect(copyState(from, to)).rejects.toThrow(
      'holds a newer state of this record already (serial 10)',
    )
  })

  it('loses no submission if both copies were written to', async () => {
    const [from, to] = [open('from'), open('to')]
    const [a, b] = [aSubmittedRecord({ crawl: 'a' }), aSubmittedRecord({ crawl: 'b' })]
    const later = {
      attempt: '00000000-0000-4000-8000-000000000002',
      at: '2026-11-02T00:00:00.000Z',
    }
    await to.compareAndSwap(null, aState(a, { ...b, ...later }))
    let token = await from.compareAndSwap(null, { ...aState(a, b), serial: 9 })
    await expect(copyState(from, to)).rejects.toThrow('does not know: "b"')
    token = await from.compareAndSwap(token, { ...aState({ ...b, ...later }), serial: 10 })
    await expect(copyState(from, to)).rejects.toThrow('does not know: "a"')
    await from.compareAndSwap(token, { ...aState({ ...a, ...later }, { ...b, ...later }), serial: 11 })
    expect(await copyState(from, to)).toMatchObject({ isChanged: true })
  })
})

describe('outcomes that could not be stored', () => {
  it('are read back from their file', () => {
    const unrecorded = {
      environment: 'local',
      records: [aFailedRecord({ crawl: 'a' }), aSubmittedRecord({ crawl: 'b' })],
    }
    expect(parseUnrecorded(formatUnrecorded(unrecorded), 'errored-state.json')).toEqual(unrecorded)
    expect(formatUnrecorded({ environment: 'local', records: [] })).toBe(
      '{\n  "formatVersion": 1,\n  "environment": "local",\n  "records": []\n}\n',
    )
  })

  it.each(['', '[]', '{"formatVersion":1,"records":[{}]}', '{"formatVersion":2}'])(
    'are not invented from %j',
    (text) => {
      expect(() => parseUnrecorded(text, 'errored-state.json')).toThrow('errored-state.json')
    },
  )

  it('settle their attempts', () => {
    const known = [aSubmittedRecord({ crawl: 'a' }), aFailedRecord({ crawl: 'b' })]
    const doubtful = [aSubmittingRecord({ crawl: 'a' }), aSubmittingRecord({ crawl: 'b' })]
    expect(recordUnrecorded(doubtful, known)).toEqual(known)
    expect(recordUnrecorded(known, known)).toBe(known)
  })

  it('do not undo later events', () => {
    const later = aSubmittedRecord({ attempt: '00000000-0000-4000-8000-000000000002' })
    expect(recordUnrecorded([later], [aFailedRecord()])).toEqual([later])
    const forgotten = { ...aSubmittingRecord(), phase: 'forgotten' as const }
    expect(recordUnrecorded([forgotten], [aSubmittedRecord()])).toEqual([forgotten])
  })
})

describe('the history of the local record', () => {
  it('contains the stored states, newest first, at most a hundred', async () => {
    const backend = open('kept')
    let token: string | null = null
    for (let serial = 1; serial <= 103; serial++)
      token = await backend.compareAndSwap(token, { ...aState(), serial })
    const history = await backend.history?.(1000)
    expect(history?.map((entry) => entry.state.serial)).toEqual(
      Array.from({ length: 100 }, (_, index) => 103 - index),
    )
    expect(await backend.history?.(2)).toHaveLength(2)
    expect(await open('empty').history?.(5)).toEqual([])
  })

  it('has one file per step, and ignores other files next to them', async () => {
    const backend = open('steps')
    let token: string | null = null
    for (let serial = 8; serial <= 10; serial++)
      token = await backend.compareAndSwap(token, { ...aState(), serial })
    const past = path.join(directory, 'steps/state/history/local')
    expect((await readdir(past)).toSorted()).toEqual(['0000000008.back.json', '0000000009.back.json'])
    for (const name of ['x0000000009.back.json', '0000000009.back.json.old', '9.back.json', 'notes'])
      await writeFile(path.join(past, name), 'mine')
    expect((await backend.history?.(9))?.map(({ state }) => state.serial)).toEqual([10, 9, 8])
    await backend.compareAndSwap(token, { ...aState(), serial: 11 })
    expect(await readdir(past)).toHaveLength(7)
  })

  it('ends at a missing step, and reads no more steps than asked', async () => {
    const backend = open('short')
    let token: string | null = null
    for (let serial = 1; serial <= 5; serial++)
      token = await backend.compareAndSwap(token, { ...aState(), serial })
    const steps = (await readdir(directory, { recursive: true }))
      .filter((name) => name.endsWith('.back.json'))
      .toSorted()
    await writeFile(path.join(directory, steps[0]!), 'damaged')
    expect((await backend.history?.(4))?.map(({ state }) => state.serial)).toEqual([5, 4, 3, 2])
    await rm(path.join(directory, steps[2]!))
    await writeFile(path.join(directory, steps[0]!), await readFile(path.join(directory, steps[1]!), 'utf8'))
    expect((await backend.history?.(5))?.map(({ state }) => state.serial)).toEqual([5, 4])
  })

  it.each([
    '{}',
    '[]',
    '{"from":2,"to":1,"at":"2026-11-21T00:00:00.000Z"}',
    '{"from":2,"to":"1","set":[],"removed":[]}',
    '{"from":2,"to":1,"set":[],"removed":[]}',
    '{"from":2,"to":"1","at":"2026-11-21T00:00:00.000Z","set":[],"removed":[]}',
    '{"from":"2","to":1,"at":"2026-11-21T00:00:00.000Z","set":[],"removed":[]}',
    '{"from":2,"to":1,"at":"2026-11-21T00:00:00.000Z","set":[],"removed":{}}',
  ])('that contains %s is reported as damaged', async (step) => {
    const backend = open('hurt')
    const token = await backend.compareAndSwap(null, { ...aState(), serial: 1 })
    await backend.compareAndSwap(token, { ...aState(), serial: 2 })
    const names = await readdir(directory, { recursive: true })
    const name = names.find((one) => one.endsWith('.back.json'))
    await writeFile(path.join(directory, name!), step)
    await expect(backend.history?.(5)).rejects.toMatchObject({
      code: 'unreadable',
      message: expect.stringContaining('its history is damaged'),
    })
  })
})
