import { appendFile, mkdtemp, readdir, readFile, rm, stat, truncate, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import fc from 'fast-check'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { createRecorder } from '../../src/state/update-state.ts'
import { openLocalBackend } from '../../src/state/local-backend.ts'
import { changeBetween, findRecord, putRecord, withChange } from '../../src/state/state.ts'
import type { JobRecord, RecordedState, StateBackend, StateError, StateToken } from '../../src/state/state.ts'
import { systemClock } from '../../src/util/clock.ts'
import { compareText } from '../../src/util/text.ts'
import { sha256 } from '../../src/util/sha256.ts'
import { aState, aSubmittedRecord } from '../support/a-record.ts'

let directory: string
let file: string
let journal: string

beforeEach(async () => {
  directory = await mkdtemp(path.join(tmpdir(), 'journal-'))
  file = path.join(directory, 'state/local.json')
  journal = path.join(directory, 'state/local.journal')
})

afterEach(async () => rm(directory, { recursive: true }))

const open = (): StateBackend => openLocalBackend({ directory, environment: 'local', clock: systemClock })

const named = (crawl: string, job = `job-${crawl}`): JobRecord => ({ ...aSubmittedRecord({ crawl }), job })

/** `state` with `records` changed, as one write more. */
function after(state: RecordedState, ...records: JobRecord[]): RecordedState {
  return { ...state, serial: state.serial + 1, records: records.reduce(putRecord, [...state.records]) }
}

/** Appends what makes `next` of `before`, which has the token. */
function append(
  backend: StateBackend,
  token: StateToken,
  before: RecordedState,
  next: RecordedState,
): Promise<StateToken> {
  return backend.append!(token!, { serial: next.serial, ...changeBetween(before.records, next.records) })
}

/** Appends what `names` say to an empty record, one write a name; answers every state on the way. */
async function appendAll(names: readonly string[]): Promise<RecordedState[]> {
  const backend = open()
  const states = [aState()]
  let token = await backend.compareAndSwap(null, aState())
  for (const name of names) {
    const next = after(states.at(-1)!, named(name))
    token = await append(backend, token, states.at(-1)!, next)
    states.push(next)
  }
  return states
}

describe('an appended write', () => {
  it('is read by every backend, and moves into the state when it is folded', async () => {
    const states = await appendAll(['b', 'a', 'c'])
    const before = await readFile(file, 'utf8')
    expect((await open().read()).state).toEqual(states.at(-1))
    expect(await readFile(file, 'utf8')).toBe(before)
    await open().fold!()
    expect((await open().read()).state).toEqual(states.at(-1))
    expect((await readdir(path.dirname(file))).toSorted()).toEqual(['history', 'local.json'])
    expect(await readFile(file, 'utf8')).toContain('job-c')
  })

  it('is not overwritten by a writer that has not read it', async () => {
    await appendAll(['a'])
    const { token, state } = await open().read()
    await append(open(), token, state!, after(state!, named('b')))
    await expect(append(open(), token, state!, after(state!, named('c')))).rejects.toMatchObject({
      code: 'conflict',
    })
    await expect(open().compareAndSwap(token, aState())).rejects.toMatchObject({ code: 'conflict' })
    expect((await open().read()).state?.records.map(({ crawl }) => crawl)).toEqual(['a', 'b'])
  })

  it('takes space for its change only, however large the record is', async () => {
    const many = Array.from({ length: 200 }, (_, index) => named(`crawl-${index}`))
    const backend = open()
    const first = { ...aState(), records: many.toSorted((a, b) => compareText(a.crawl, b.crawl)) }
    const token = await backend.compareAndSwap(null, first)
    await append(backend, token, first, after(first, named('crawl-7', 'another')))
    expect((await stat(journal)).size).toBeLessThan((await stat(file)).size / 50)
  })

  it('that was cut at any byte counts as not written, and the next one replaces it', async () => {
    const states = await appendAll(['a', 'b'])
    const whole = await readFile(journal)
    const firstEnd = whole.indexOf(10) + 1
    for (const length of [0, 1, 63, 64, 65, firstEnd - 1, firstEnd, firstEnd + 1, whole.length - 1]) {
      await truncate(journal, 0)
      await appendFile(journal, whole.subarray(0, length))
      const { state, token } = await open().read()
      expect(state).toEqual(states[length < firstEnd ? 0 : 1])
      const next = after(state!, named('c'))
      await append(open(), token, state!, next)
      expect((await open().read()).state).toEqual(next)
    }
  })

  it('counts once if the journal was folded but not removed', async () => {
    const states = await appendAll(['a', 'b'])
    const left = await readFile(journal)
    await open().fold!()
    await writeFile(journal, left)
    const { state, token } = await open().read()
    expect(state).toEqual(states.at(-1))
    await append(open(), token, state!, after(state!, named('c')))
    expect((await open().read()).state?.records.map(({ crawl }) => crawl)).toEqual(['a', 'b', 'c'])
  })

  it('that is damaged or of another state is reported, and nothing is changed', async () => {
    await appendAll(['a', 'b'])
    const lines = await readFile(journal, 'utf8')
    const unreadable = { code: 'unreadable', message: expect.stringContaining('its journal is damaged') }
    for (const damage of [lines.replace('job-a', 'job-x'), lines.slice(lines.indexOf('\n') + 1)]) {
      await writeFile(journal, damage)
      await expect(open().read()).rejects.toMatchObject(unreadable)
      await expect(open().compareAndSwap(null, aState())).rejects.toMatchObject(unreadable)
      expect(await readFile(journal, 'utf8')).toBe(damage)
    }
    await rm(file)
    await expect(open().read()).rejects.toMatchObject({
      code: 'unreadable',
      message: expect.stringContaining('its journal local.journal is there'),
    })
  })
})

/** The line that a writer would have written with this content. */
const sealed = (content: string) => `${sha256(content)} ${content}\n`

describe('a line of the journal', () => {
  it.each(['[]', 'null', '{}'])('that contains %s is reported as damaged', async (content) => {
    await appendAll([])
    await writeFile(journal, sealed(content))
    await expect(open().read()).rejects.toMatchObject({ code: 'unreadable' })
  })

  it('with a member of the wrong type is reported as damaged', async () => {
    await appendAll([])
    const { token: after } = await open().read()
    const right = { after, serial: 4, set: [], removed: [] }
    for (const wrong of [{ after: 4 }, { serial: '4' }, { removed: {} }, { removed: 'a' }, { set: null }]) {
      await writeFile(journal, sealed(JSON.stringify({ ...right, ...wrong })))
      await expect(open().read()).rejects.toMatchObject({ code: 'unreadable' })
    }
    await writeFile(journal, sealed(JSON.stringify(right)))
    expect((await open().read()).state?.serial).toBe(4)
  })

  it('of a later state is reported, and of an older state is ignored', async () => {
    await appendAll(['a', 'b'])
    const left = await readFile(journal)
    const { serial } = (await open().read()).state!
    for (const [now, isOld] of [
      [serial, true],
      [serial - 1, false],
    ] as const) {
      await rm(journal)
      const { state, token } = await open().read()
      await open().compareAndSwap(token, { ...state!, serial: now })
      await writeFile(journal, left)
      const outcome = await open()
        .read()
        .then(
          ({ state: read }) => read?.serial,
          (error: StateError) => error.code,
        )
      expect(outcome).toBe(isOld ? now : 'unreadable')
    }
  })

  it('of another writer is seen by a backend that has read before', async () => {
    const [mine, other] = [open(), open()]
    const token = await mine.compareAndSwap(null, aState())
    const next = after(aState(), named('a'))
    await append(other, token, aState(), next)
    expect((await mine.read()).state).toEqual(next)
    const last = after(next, named('b'))
    await append(mine, (await mine.read()).token, next, last)
    expect((await other.read()).state).toEqual(last)
    await other.fold!()
    expect((await mine.read()).state).toEqual(last)
    expect(await mine.history!(9)).toHaveLength(2)
    await mine.fold!()
    expect(await mine.history!(9)).toHaveLength(2)
  })
})

describe('the local record', () => {
  it('is the sum of its writes by any writer in any way', async () => {
    const step = fc.record({
      way: fc.constantFrom('append', 'compareAndSwap', 'fold', 'reopen'),
      who: fc.nat(1),
      crawl: fc.constantFrom('a', 'b', 'c', 'd'),
      job: fc.nat(9),
      remove: fc.boolean(),
    })
    await fc.assert(
      fc.asyncProperty(fc.array(step, { maxLength: 15 }), async (steps) => {
        await rm(path.dirname(file), { recursive: true, force: true })
        const writers = [open(), open()]
        let expected: RecordedState | undefined
        for (const { way, who, crawl, job, remove } of steps) {
          const writer = writers[who]!
          const { state, token } = await writer.read()
          expect(state).toEqual(expected)
          if (way === 'fold') await writer.fold!()
          else if (way === 'reopen') writers[who] = open()
          else {
            const now = state ?? aState()
            const left = {
              ...now,
              serial: now.serial + 1,
              records: now.records.filter((one) => one.crawl !== crawl),
            }
            expected = remove ? left : after(now, named(crawl, `job-${job}`))
            if (way === 'append' && token !== null) await append(writer, token, now, expected)
            else await writer.compareAndSwap(token, expected)
          }
        }
        expect((await open().read()).state).toEqual(expected)
      }),
      { numRuns: 25 },
    )
  })

  it('keeps every state of its history, in less than four times its size', async () => {
    const backend = open()
    const records = Array.from({ length: 100 }, (_, index) => named(`crawl-${1000 + index}`))
    let state: RecordedState = { ...aState(), records }
    let token = await backend.compareAndSwap(null, state)
    const jobs = []
    for (let run = 0; run < 20; run++) {
      // Every record changes in every run.
      state = {
        ...state,
        serial: state.serial + 1,
        records: records.map((one) => named(one.crawl, `run-${run}`)),
      }
      token = await backend.compareAndSwap(token, state)
      jobs.unshift(`run-${run}`)
    }
    const history = await backend.history!(1000)
    const told = history.map((entry) => {
      const record = findRecord(entry.state.records, 'crawl-1050')
      return record?.phase === 'submitted' ? record.job : undefined
    })
    expect(told.length).toBeGreaterThan(4)
    expect(told).toEqual(jobs.slice(0, told.length))
    const past = path.join(directory, 'state/history/local')
    const sizes = await Promise.all(
      (await readdir(past)).map(async (name) => (await stat(path.join(past, name))).size),
    )
    const kept = sizes.reduce((sum, size) => sum + size, 0)
    expect(kept).toBeLessThan(4 * (await stat(file)).size)
  })

  it('includes writes in the journal, and the state before them, in its history', async () => {
    await appendAll(['a', 'b'])
    const history = await open().history!(10)
    expect(history.map(({ state }) => state.records.map(({ crawl }) => crawl))).toEqual([['a', 'b'], []])
  })
})

describe('a change of records', () => {
  const someRecords = fc
    .uniqueArray(fc.record({ crawl: fc.string({ maxLength: 3 }), job: fc.nat(3) }), {
      selector: ({ crawl }) => crawl,
      maxLength: 12,
    })
    .map((list) =>
      list.toSorted((a, b) => compareText(a.crawl, b.crawl)).map(({ crawl, job }) => named(crawl, `${job}`)),
    )

  it('turns the old records into the new ones', () => {
    fc.assert(
      fc.property(someRecords, someRecords, fc.array(fc.boolean()), (before, others, kept) => {
        // Some records stay the objects that they are.
        const after = [...before.filter((_, index) => kept[index] === true), ...others]
        const unique = [...new Map(after.map((record) => [record.crawl, record])).values()]
        const sorted = unique.toSorted((a, b) => compareText(a.crawl, b.crawl))
        const change = changeBetween(before, sorted)
        expect(withChange(before, change)).toEqual(sorted)
        expect(change.set.some((record) => before.includes(record))).toBe(false)
      }),
    )
  })
})

describe('a recorder', () => {
  it('leaves no journal when it is closed', async () => {
    await appendAll([])
    const recorder = createRecorder(open(), { clock: systemClock })
    await Promise.all(['x', 'y', 'z'].map((crawl) => recorder.update(crawl, () => named(crawl))))
    expect(await readdir(path.dirname(file))).toContain('local.journal')
    await recorder.close()
    expect(await readdir(path.dirname(file))).not.toContain('local.journal')
    expect((await open().read()).state?.records.map(({ crawl }) => crawl)).toEqual(['x', 'y', 'z'])
  })
})
