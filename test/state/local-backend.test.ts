import { mkdir, mkdtemp, readdir, readFile, rm, utimes, writeFile } from 'node:fs/promises'
import { hostname, tmpdir } from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { withFileLock } from '../../src/state/shared-file.ts'
import { openLocalBackend } from '../../src/state/local-backend.ts'
import { StateError, type StateBackend } from '../../src/state/state.ts'
import { systemClock } from '../../src/util/clock.ts'
import { aState, aSubmittedRecord } from '../support/a-record.ts'
import { FakeClock } from '../support/fake-clock.ts'

let directory: string
let file: string
let backend: StateBackend

beforeEach(async () => {
  directory = await mkdtemp(path.join(tmpdir(), 'local-'))
  file = path.join(directory, 'state/local.json')
  backend = openLocalBackend({ directory, environment: 'local', clock: systemClock })
})

afterEach(async () => rm(directory, { recursive: true }))

async function codeOf(promise: Promise<unknown>): Promise<string | undefined> {
  const error = await promise.then(
    () => undefined,
    (reason: unknown) => reason,
  )
  return error instanceof StateError ? error.code : String(error)
}

describe('the local record', () => {
  it('is empty before the first write', async () => {
    expect(await backend.read()).toEqual({ state: undefined, token: null })
  })

  it('contains the last write', async () => {
    const first = await backend.compareAndSwap(null, aState())
    const second = await backend.compareAndSwap(first, aState(aSubmittedRecord()))
    expect(await backend.read()).toEqual({ state: aState(aSubmittedRecord()), token: second })
  })

  it('leaves no draft files', async () => {
    await backend.compareAndSwap(null, aState())
    await writeFile(`${file}.00000000-0000-4000-8000-000000000001.draft`, 'left by a killed writer')
    await backend.compareAndSwap((await backend.read()).token, aState(aSubmittedRecord()))
    expect((await readdir(path.dirname(file))).toSorted()).toEqual(['history', 'local.json'])
  })

  it('is not overwritten by a writer that has not read it', async () => {
    const first = await backend.compareAndSwap(null, aState())
    expect(await codeOf(backend.compareAndSwap(null, aState()))).toBe('conflict')
    await backend.compareAndSwap(first, aState(aSubmittedRecord()))
    expect(await codeOf(backend.compareAndSwap(first, aState()))).toBe('conflict')
    expect((await backend.read()).state).toEqual(aState(aSubmittedRecord()))
  })

  it('accepts one of many simultaneous writes', async () => {
    const writers = Array.from({ length: 8 }, (_, index) =>
      aState(aSubmittedRecord({ crawl: `crawl-${index}` })),
    )
    const outcomes = await Promise.allSettled(writers.map((state) => backend.compareAndSwap(null, state)))
    expect(outcomes.filter((outcome) => outcome.status === 'fulfilled')).toHaveLength(1)
  })

  it('separates environments, even if their names look like paths', async () => {
    const names = ['local', 'local.json', '../x', 'a/b', '.', '..']
    for (const environment of names) {
      const other = openLocalBackend({ directory, environment, clock: systemClock })
      await other.compareAndSwap(null, { ...aState(), environment })
    }
    for (const environment of names) {
      const other = openLocalBackend({ directory, environment, clock: systemClock })
      expect((await other.read()).state?.environment).toBe(environment)
    }
    expect(await readdir(path.dirname(file))).toHaveLength(names.length)
    expect(await readdir(directory)).toEqual(['state'])
  })

  it('is written again after its directory was removed', async () => {
    await backend.compareAndSwap(null, aState())
    await rm(path.dirname(file), { recursive: true })
    expect(await backend.read()).toEqual({ state: undefined, token: null })
    const token = await backend.compareAndSwap(null, aState())
    expect(await backend.read()).toEqual({ state: aState(), token })
  })

  it('is reported as unreadable, and is not changed', async () => {
    await mkdir(path.dirname(file))
    await writeFile(file, '{"formatVersion": 1, "rec')
    expect(await codeOf(backend.read())).toBe('unreadable')
    expect(await readFile(file, 'utf8')).toBe('{"formatVersion": 1, "rec')
  })

  it('is reported as unavailable if the disk refuses', async () => {
    await writeFile(path.join(directory, 'state'), 'a file where a directory belongs')
    expect(await codeOf(backend.compareAndSwap(null, aState()))).toBe('unavailable')
    expect(await codeOf(backend.read())).toBe('unavailable')
    await expect(backend.read()).rejects.toMatchObject({
      isLasting: true,
      message: expect.stringMatching(/local\.json cannot be read: .*ENOTDIR.*\.$/),
    })
    await expect(backend.compareAndSwap(null, aState())).rejects.toMatchObject({
      message: expect.stringMatching(/local\.json cannot be written: /),
    })
  })

  it('may be tried again if a directory is in its place', async () => {
    await mkdir(file, { recursive: true })
    await expect(backend.read()).rejects.toMatchObject({ code: 'unavailable', isLasting: false })
  })

  it('has the name of its caller, and prepares its directory once, at the first write', async () => {
    let prepared = 0
    const beforeWrite = () => void prepared++
    const named = openLocalBackend({
      directory,
      environment: 'local',
      clock: systemClock,
      label: 'here',
      beforeWrite,
    })
    expect([named.environment, named.description, backend.description]).toEqual(['local', 'here', file])
    await named.read()
    await named.fold?.()
    expect([prepared, await readdir(directory)]).toEqual([0, []])
    const token = await named.compareAndSwap(null, aState())
    await named.compareAndSwap(token, aState(aSubmittedRecord()))
    expect(prepared).toBe(1)
    await expect(named.compareAndSwap(token, aState())).rejects.toThrow(
      'here was changed by another run in the meantime.',
    )
  })

  it('knows when each of its states was written', async () => {
    const token = await backend.compareAndSwap(null, aState())
    await utimes(file, 1000, 1000.5)
    await backend.compareAndSwap((await backend.read()).token ?? token, {
      ...aState(aSubmittedRecord()),
      serial: 4,
    })
    await utimes(file, 2000, 2000.25)
    expect((await backend.history?.(9))?.map(({ at, state }) => [at, state.serial])).toEqual([
      ['1970-01-01T00:33:20.250Z', 4],
      ['1970-01-01T00:16:40.500Z', 3],
    ])
  })

  it('does not touch the files of other environments and of users', async () => {
    await backend.compareAndSwap(null, aState())
    const id = '00000000-0000-4000-8000-000000000001'
    const others = [`local.json.${id}.draft.old`, `other.json.${id}.draft`, 'local.json.bak', `${id}.draft`]
    for (const name of others) await writeFile(path.join(path.dirname(file), name), '')
    for (const rest of [id, `lock.${id}`, `lock.${id}.draft`, `lock.${id}.${id}.draft`])
      await writeFile(`${file}.${rest}`, '')
    await backend.compareAndSwap((await backend.read()).token, aState(aSubmittedRecord()))
    expect((await readdir(path.dirname(file))).toSorted()).toEqual(
      [...others, 'history', 'local.json'].toSorted(),
    )
  })
})

describe('the lock of a local record', () => {
  const lock = () => `${file}.lock`

  /** The lock of a process that lives or has died, on this host or another. */
  async function leaveLock(change: object): Promise<void> {
    const held = await holderOfMyOwn()
    await writeFile(
      lock(),
      JSON.stringify({ ...held, token: '00000000-0000-4000-8000-000000000001', ...change }),
    )
  }

  async function holderOfMyOwn(): Promise<object> {
    await backend.compareAndSwap(null, aState())
    const other = `${file}.other`
    return withFileLock(other, { clock: systemClock, waitMs: 0, environment: 'local' }, async () => {
      return JSON.parse(await readFile(other, 'utf8')) as object
    })
  }

  async function write(): Promise<unknown> {
    const clock = new FakeClock({ skipSleeps: true })
    const other = openLocalBackend({ directory, environment: 'local', clock })
    return other.compareAndSwap((await backend.read()).token, aState(aSubmittedRecord()))
  }

  it('is waited for if a living process holds it, then reported', async () => {
    await leaveLock({ at: '2026-11-21T08:00:00.000Z' })
    const error = await write().catch((reason: unknown) => reason)
    expect(error).toMatchObject({ code: 'locked' })
    const holder = `process ${process.pid} on ${hostname()} since 2026-11-21T08:00:00.000Z`
    expect(String(error)).toContain(`The record is locked by ${holder}`)
    expect(String(error)).toContain(
      'run crawlform state unlock 00000000-0000-4000-8000-000000000001 --env local',
    )
  })

  it('of another host is released only by its id', async () => {
    await leaveLock({ pid: 2 ** 22 + 1, host: 'elsewhere' })
    await expect(backend.unlock?.('00000000-0000-4000-8000-000000000002')).rejects.toMatchObject({
      code: 'locked',
      message: expect.stringContaining('(lock 00000000-0000-4000-8000-000000000001)'),
    })
    await backend.unlock?.('00000000-0000-4000-8000-000000000001')
    await write()
    await backend.unlock?.('00000000-0000-4000-8000-000000000001')
    expect(await readdir(path.dirname(file))).toEqual(['history', 'local.json'])
  })

  it('of a dead process on this host is broken', async () => {
    await leaveLock({ pid: 2 ** 22 + 1 })
    await write()
    expect(await readdir(path.dirname(file))).toEqual(['history', 'local.json'])
  })

  it('of a dead process is broken if another process now has its number', async () => {
    await leaveLock({ started: '1' })
    await write()
    expect((await backend.read()).state).toEqual(aState(aSubmittedRecord()))
  })

  it('is tried again after growing pauses, as long as asked', async () => {
    await leaveLock({})
    const clock = new FakeClock({ skipSleeps: true })
    const other = openLocalBackend({ directory, environment: 'local', clock, lockWaitMs: 1000 })
    expect(await codeOf(other.compareAndSwap((await backend.read()).token, aState()))).toBe('locked')
    expect(clock.slept).toEqual([5, 10, 20, 40, 80, 160, 250, 250, 250])
    const short = new FakeClock({ skipSleeps: true })
    const hasty = openLocalBackend({ directory, environment: 'local', clock: short, lockWaitMs: 75 })
    expect(await codeOf(hasty.compareAndSwap((await backend.read()).token, aState()))).toBe('locked')
    expect(short.slept).toEqual([5, 10, 20, 40])
    await rm(lock())
  })

  it('of another host is never broken', async () => {
    await leaveLock({ pid: 2 ** 22 + 1, host: 'elsewhere' })
    expect(await codeOf(write())).toBe('locked')
  })

  it.each(['', 'null', '{}', '{"pid":4194305}'])('with the content %j is never broken', async (content) => {
    await holderOfMyOwn()
    await writeFile(lock(), content)
    expect(await codeOf(write())).toBe('locked')
  })

  const id = '00000000-0000-4000-8000-000000000001'
  it.each([
    { token: 'x'.repeat(36) },
    { token: `${id}0` },
    { token: `0${id}` },
    { token: 7 },
    { pid: '4194305' },
    { pid: 0 },
    { pid: -4_194_305 },
    { pid: 0.5 },
    { pid: 1e30 },
    { host: 7 },
    { started: 7 },
    { at: 7 },
  ])('of a dead process with the wrong field %j is not broken', async (wrong) => {
    await leaveLock({ pid: 2 ** 22 + 1, ...wrong })
    expect(await codeOf(write())).toBe('locked')
  })

  it('of a living process without its start time is never broken', async () => {
    await leaveLock({ started: '' })
    expect(await codeOf(write())).toBe('locked')
  })

  it('without a holder is reported as such, with the file to delete', async () => {
    await holderOfMyOwn()
    await writeFile(lock(), '{}')
    await expect(write()).rejects.toMatchObject({
      message: `The record is locked by an unknown process. Wait for it; if crawlform is no longer running there, delete ${lock()}.`,
    })
    await expect(backend.unlock?.(id)).rejects.toMatchObject({ code: 'locked' })
  })

  it('of a dead process is broken even if another process died while breaking it', async () => {
    await leaveLock({ pid: 2 ** 22 + 1 })
    const first = JSON.parse(await readFile(lock(), 'utf8')) as { token: string }
    const breaking = `${lock()}.${first.token}`
    await writeFile(breaking, JSON.stringify({ ...first, token: '00000000-0000-4000-8000-000000000002' }))
    await write()
    expect(await readdir(path.dirname(file))).toEqual(['history', 'local.json'])
  })

  it('that replaced a broken lock is kept if a second breaker comes late', async () => {
    await leaveLock({ pid: 2 ** 22 + 1 })
    const dead = JSON.parse(await readFile(lock(), 'utf8')) as { token: string }
    const breaking = `${lock()}.${dead.token}`
    const living = { ...dead, token: '00000000-0000-4000-8000-000000000003', host: 'elsewhere' }
    // Somebody else is breaking the dead lock, and a third one takes the lock before we may.
    await writeFile(
      breaking,
      JSON.stringify({ ...dead, token: '00000000-0000-4000-8000-000000000002', pid: process.pid }),
    )
    let nowMs = 0
    const clock = {
      now: () => nowMs,
      sleep: async (ms: number) => {
        nowMs += ms
        await writeFile(lock(), JSON.stringify(living))
        await rm(breaking, { force: true })
      },
    }
    const late = openLocalBackend({ directory, environment: 'local', clock })
    expect(await codeOf(late.compareAndSwap((await backend.read()).token, aState(aSubmittedRecord())))).toBe(
      'locked',
    )
    expect(JSON.parse(await readFile(lock(), 'utf8'))).toEqual(living)
  })

  it('of a dead process is broken only once by many writers', async () => {
    await leaveLock({ pid: 2 ** 22 + 1 })
    const { token } = await backend.read()
    const outcomes = await Promise.allSettled(
      Array.from({ length: 8 }, (_, index) =>
        openLocalBackend({ directory, environment: 'local', clock: systemClock }).compareAndSwap(
          token,
          aState(aSubmittedRecord({ crawl: `crawl-${index}` })),
        ),
      ),
    )
    expect(outcomes.filter((outcome) => outcome.status === 'fulfilled')).toHaveLength(1)
  })
})
