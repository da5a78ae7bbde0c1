import { setImmediate } from 'node:timers/promises'
import { describe, expect, it } from 'vitest'
import { mayRun, putRecord, recordBase, StateError, withChange } from '../../src/state/state.ts'
import type { JobRecord, RecordedState, StateBackend, StateStep, StateToken } from '../../src/state/state.ts'
import { createRecorder, updateState } from '../../src/state/update-state.ts'
import { aFailedRecord, aResult, aState, aSubmittedRecord } from '../support/a-record.ts'
import { FakeClock } from '../support/fake-clock.ts'

/** Keeps one state in memory and fails as told: before the write, or after it as a lost answer. */
class MemoryBackend implements StateBackend {
  readonly environment = 'local'
  readonly description = 'memory'
  readonly notices: string[] = []
  readonly notice = (line: string) => void this.notices.push(line)
  readonly failures: ('conflict' | 'unavailable' | 'lost' | 'locked' | 'lasting')[] = []
  state: RecordedState | undefined
  reads = 0
  writes = 0

  async read() {
    this.reads += 1
    return { state: this.state, token: this.token }
  }

  async compareAndSwap(expected: StateToken, next: RecordedState) {
    const failure = this.failures.shift()
    if (failure === 'conflict' || failure === 'unavailable' || failure === 'locked')
      throw new StateError(failure, failure)
    if (failure === 'lasting') throw new StateError('unavailable', failure, { isLasting: true })
    if (expected !== this.token) throw new StateError('conflict', 'real conflict')
    this.state = next
    this.writes += 1
    if (failure === 'lost') throw new StateError('unavailable', 'the answer was lost')
    return this.token
  }

  private get token(): StateToken {
    return this.state === undefined ? null : String(this.state.serial)
  }
}

const clock = new FakeClock({ skipSleeps: true })
const random = () => 0.5
const put = (crawl: string) => (record: JobRecord | undefined) => record ?? aSubmittedRecord({ crawl })
const add = (crawl: string) => (records: RecordedState['records']) =>
  records.some((record) => record.crawl === crawl) ? records : putRecord(records, aSubmittedRecord({ crawl }))

describe('an update of the state', () => {
  it('starts a lineage with the first record, and counts the writes', async () => {
    const backend = new MemoryBackend()
    await updateState(backend, add('a'), { clock })
    const { lineage } = backend.state!
    await updateState(backend, add('b'), { clock })
    expect(backend.state).toMatchObject({ lineage, serial: 2, environment: 'local' })
    expect(lineage).toMatch(/^[\da-f-]{36}$/)
    expect(backend.state?.records.map((record) => record.crawl)).toEqual(['a', 'b'])
  })

  it('writes nothing if there is nothing to record', async () => {
    const backend = new MemoryBackend()
    await updateState(backend, (records) => records, { clock })
    expect(backend.writes).toBe(0)
  })

  it('repeats the change on a state that another process has written', async () => {
    const backend = new MemoryBackend()
    const seen: number[] = []
    await updateState(
      backend,
      (records) => {
        seen.push(records.length)
        // Another process writes between this one's read and its write.
        if (seen.length === 1) backend.state = aState(aSubmittedRecord({ crawl: 'b' }))
        return add('c')(records)
      },
      { clock, random },
    )
    expect(seen).toEqual([0, 1])
    expect(backend.state?.records.map((record) => record.crawl)).toEqual(['b', 'c'])
  })

  it('waits longer after each failure, and shorter after a conflict', async () => {
    const ownClock = new FakeClock({ skipSleeps: true })
    const backend = new MemoryBackend()
    backend.failures.push('unavailable', 'unavailable', 'conflict', 'conflict', 'unavailable')
    await updateState(backend, add('a'), { clock: ownClock, random })
    expect(ownClock.slept).toEqual([450, 1350, 20, 40, 4050])
  })

  it('survives conflicts, failures, and writes whose answer is lost', async () => {
    const backend = new MemoryBackend()
    backend.failures.push('conflict', 'unavailable', 'conflict', 'lost', 'conflict')
    await updateState(backend, add('a'), { clock, random })
    await updateState(backend, add('b'), { clock, random })
    expect(backend.state?.records.map((record) => record.crawl)).toEqual(['a', 'b'])
    expect(backend.writes).toBe(2)
  })

  it('gives up after a number of attempts', async () => {
    for (const [failure, tries] of [
      ['conflict', 40],
      ['unavailable', 4],
      ['locked', 1],
    ] as const) {
      const backend = new MemoryBackend()
      backend.failures.push(...Array.from({ length: 100 }, () => failure))
      await expect(updateState(backend, add('a'), { clock, random })).rejects.toMatchObject({ code: failure })
      expect([failure, backend.reads]).toEqual([failure, tries])
    }
  })

  it('waits at most a second between two conflicts', async () => {
    const ownClock = new FakeClock({ skipSleeps: true })
    const backend = new MemoryBackend()
    backend.failures.push(...Array.from({ length: 8 }, () => 'conflict' as const))
    await updateState(backend, add('a'), { clock: ownClock, random: () => 1 })
    expect(ownClock.slept).toEqual([40, 80, 160, 320, 640, 1000, 1000, 1000])
  })

  it('does not repeat a change that throws, whatever the error is', async () => {
    const backend = new MemoryBackend()
    const refuse = () => {
      throw Object.assign(new Error('no'), { code: 'conflict' })
    }
    await expect(updateState(backend, refuse, { clock, random })).rejects.toThrow('no')
    expect(backend.reads).toBe(1)
  })

  it('reports the reason before its own sentence', async () => {
    const backend = new MemoryBackend()
    let isFirst = true
    const change = (records: RecordedState['records']) => {
      if (!isFirst) return records
      isFirst = false
      throw new StateError('unavailable', 'state.example.com is away.')
    }
    await updateState(backend, change, { clock, random })
    expect(backend.notices).toEqual(['state.example.com is away. Trying again, 2 of 4.'])
  })

  it('waits a random time between half of its pause and all of it', async () => {
    const slept = []
    for (const chance of [0, 1]) {
      const ownClock = new FakeClock({ skipSleeps: true })
      const backend = new MemoryBackend()
      backend.failures.push('unavailable')
      await updateState(backend, add('a'), { clock: ownClock, random: () => chance })
      slept.push(...ownClock.slept)
    }
    expect(slept).toEqual([300, 600])
  })

  it('reports why it tries again, and each reason once', async () => {
    const backend = new MemoryBackend()
    backend.failures.push('conflict', 'unavailable', 'unavailable', 'lost')
    await updateState(backend, add('a'), { clock, random })
    expect(backend.notices).toEqual([
      'unavailable. Trying again, 2 of 4.',
      'Trying again, 3 of 4.',
      'the answer was lost. Trying again, 4 of 4.',
    ])
  })

  it('gives up at once after a lasting failure', async () => {
    const backend = new MemoryBackend()
    backend.failures.push('lasting')
    await expect(updateState(backend, add('a'), { clock, random })).rejects.toThrow('lasting')
    expect([backend.reads, backend.writes]).toEqual([1, 0])
  })
})

describe('a recorder', () => {
  it('stores simultaneous changes with one write, and those during it with one more', async () => {
    const backend = new MemoryBackend()
    const recorder = createRecorder(backend, { clock })
    let others: readonly Promise<void>[] = []
    const first = recorder.update('a', (record) => {
      others = ['c', 'd', 'e'].map((crawl) => recorder.update(crawl, put(crawl)))
      return put('a')(record)
    })
    await Promise.all([first, recorder.update('b', put('b'))])
    await Promise.all(others)
    expect(backend.state?.records).toHaveLength(5)
    expect([backend.writes, backend.reads]).toEqual([2, 1])
  })

  it('makes one write at a time', async () => {
    const backend = new MemoryBackend()
    let active = 0
    let most = 0
    const slow: StateBackend = {
      environment: 'local',
      description: 'slow',
      read: () => backend.read(),
      compareAndSwap: async (expected, next) => {
        most = Math.max(most, ++active)
        for (let turn = 0; turn < 5; turn++) await setImmediate()
        active--
        return backend.compareAndSwap(expected, next)
      },
    }
    const recorder = createRecorder(slow, { clock })
    const all = []
    for (const crawl of ['a', 'b', 'c', 'd']) {
      all.push(recorder.update(crawl, put(crawl)))
      await setImmediate()
      await setImmediate()
    }
    await Promise.all(all)
    expect([most, backend.state?.records.length]).toEqual([1, 4])
  })

  it('refuses one change without losing the others of its write', async () => {
    const backend = new MemoryBackend()
    const recorder = createRecorder(backend, { clock })
    const outcomes = await Promise.allSettled([
      recorder.update('a', put('a')),
      recorder.update('b', put('b')),
      recorder.update('z', () => {
        throw new Error('no')
      }),
      recorder.update('c', put('c')),
    ])
    expect(outcomes.map((outcome) => outcome.status)).toEqual([
      'fulfilled',
      'fulfilled',
      'rejected',
      'fulfilled',
    ])
    expect(backend.state?.records.map((record) => record.crawl)).toEqual(['a', 'b', 'c'])
  })

  it('rejects the changes of a failed write, and continues afterwards', async () => {
    const backend = new MemoryBackend()
    const recorder = createRecorder(backend, { clock })
    backend.failures.push('locked')
    await expect(recorder.update('a', put('a'))).rejects.toMatchObject({ code: 'locked' })
    await recorder.update('b', put('b'))
    expect(backend.state?.records.map((record) => record.crawl)).toEqual(['b'])
  })

  it('sees a record that another process has written between its writes', async () => {
    const backend = new MemoryBackend()
    const recorder = createRecorder(backend, { clock })
    await recorder.update('a', put('a'))
    backend.state = { ...aState(aSubmittedRecord({ crawl: 'other' })), serial: 9 }
    await recorder.update('b', put('b'))
    expect(backend.state?.records.map((record) => record.crawl)).toEqual(['b', 'other'])
  })

  it('appends only the changed records to an existing state', async () => {
    const backend = new MemoryBackend()
    const steps: StateStep[] = []
    const appending = Object.assign(backend, {
      append: async (expected: string, step: StateStep) => {
        steps.push(step)
        const state = backend.state ?? aState()
        const records = withChange(state.records, step)
        await backend.compareAndSwap(expected, { ...state, serial: step.serial, records })
        return String(step.serial)
      },
    })
    const recorder = createRecorder(appending, { clock })
    await recorder.update('a', put('a'))
    expect(steps).toEqual([])
    backend.failures.push('conflict', 'unavailable', 'lost')
    for (const crawl of ['b', 'a', 'c']) await recorder.update(crawl, put(crawl))
    const written = steps.map(({ serial, set }) => [serial, ...set.map(({ crawl }) => crawl)])
    expect(written).toEqual([...Array.from({ length: 3 }, () => [2, 'b']), [3, 'c']])
    expect(backend.state?.records.map(({ crawl }) => crawl)).toEqual(['a', 'b', 'c'])
    expect(backend.reads).toBe(4)
  })

  it('writes nothing if the record did not change', async () => {
    const backend = new MemoryBackend()
    const recorder = createRecorder(backend, { clock })
    await recorder.update('a', () => undefined)
    await recorder.update('a', put('a'))
    await recorder.update('a', (record) => record)
    expect([backend.writes, backend.state?.serial]).toEqual([1, 1])
    await recorder.close()
  })

  it('makes simultaneous changes of one crawl one after the other', async () => {
    const backend = new MemoryBackend()
    const recorder = createRecorder(backend, { clock })
    const seen: (string | undefined)[] = []
    const follow = (attempt: string) => (record: JobRecord | undefined) => {
      seen.push(record?.attempt)
      return aSubmittedRecord({ crawl: 'a', attempt })
    }
    await Promise.all([recorder.update('a', follow('1')), recorder.update('a', follow('2'))])
    await recorder.update('a', follow('3'))
    expect(seen).toEqual([undefined, '1', '2'])
    expect(backend.state).toMatchObject({ serial: 2, lineage: expect.any(String), environment: 'local' })
  })

  it('knows the jobs of stored records, of new ones, and of records in the same write', async () => {
    const backend = new MemoryBackend()
    const { job, url, at, fingerprint, request } = aSubmittedRecord()
    const withJob = (crawl: string, id: string): JobRecord => ({ ...aSubmittedRecord({ crawl }), job: id })
    backend.state = aState(withJob('a', 'job-a'), {
      ...aFailedRecord({ crawl: 'b' }),
      previous: { job: 'job-b', url, at, fingerprint, request },
    })
    const recorder = createRecorder(backend, { clock })
    const told: boolean[][] = []
    const ask = (record: JobRecord | undefined, isKnown: (id: string) => boolean) => {
      told.push(['job-a', 'job-b', 'job-c', 'job-d', job].map(isKnown))
      return record
    }
    await recorder.update('x', ask)
    await Promise.all([
      recorder.update('c', () => withJob('c', 'job-c')),
      recorder.update('e', () => withJob('e', 'job-e')),
      recorder.update('x', ask),
    ])
    await recorder.update('d', () => withJob('d', 'job-d'))
    await recorder.update('x', ask)
    expect(told).toEqual([
      [true, true, false, false, false],
      [true, true, true, false, false],
      [true, true, true, true, false],
    ])
  })
})

it('a job may run until it is recorded as ended', () => {
  expect(mayRun({})).toBe(true)
  for (const status of ['scraping', 'completed', 'failed', 'cancelled'] as const)
    expect(mayRun({ result: aResult(status) })).toBe(status === 'scraping')
})

describe('the fields that all phases share', () => {
  it('are taken from a record, without other fields', () => {
    const { job, url, at, fingerprint, request } = aSubmittedRecord()
    const previous = { job, url, at, fingerprint, request }
    const { crawl, attempt } = aFailedRecord()
    const least = { crawl, fingerprint, request, attempt, at: '2026-11-01T00:00:00.000Z' }
    expect(Object.entries(recordBase(aFailedRecord()))).toEqual(Object.entries(least))
    const most = { ...least, unkeyed: true as const, fresh: true as const, commit: 'abc', previous }
    expect(recordBase({ ...aFailedRecord(), ...most })).toEqual(most)
  })
})
