import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { HttpBackendOptions } from '../../src/state/http-backend.ts'
import { aState } from '../support/a-record.ts'
import { FakeClock } from '../support/fake-clock.ts'
import { aLockOf, httpRecord } from '../support/http-record.ts'
import { stateErrorOf } from '../support/state-error-of.ts'
import { TerraformStateServer } from '../support/terraform-state-server.ts'

let server: TerraformStateServer
let clock: FakeClock

beforeEach(async () => {
  server = await new TerraformStateServer().listen()
  clock = new FakeClock({ skipSleeps: true })
})

afterEach(async () => server.close())

const open = (change: Partial<HttpBackendOptions> = {}) => httpRecord(server, clock, change)
const aLock = (change: object = {}) => aLockOf(clock, change)

const first = aState()
describe('the holder of a lock', () => {
  async function told(lock: object): Promise<string> {
    server.lock = lock as { ID: string }
    return (await stateErrorOf(open({ lockWaitMs: 0 }).compareAndSwap(null, first))).message
  }

  it('is described as far as the server names it', async () => {
    expect(await told({ ID: 'x' })).toContain(' is locked by an unknown process (lock x). Wait for it. If ')
    expect(await told({ ID: 'x', Who: 7, Created: null })).toContain(
      ' is locked by an unknown process (lock x). ',
    )
    expect(await told({ ID: 'x', Who: 'ann' })).toContain(' is locked by ann (lock x). ')
    expect(await told({ ID: 7, Who: 'ann' })).toContain(' is locked by an unknown process. ')
    expect(await told(['x'])).toContain(' is locked by an unknown process. ')
  })

  it('is described in one short line, whatever it wrote', async () => {
    expect(await told({ ID: 'x', Who: `${'y'.repeat(400)}` })).toContain(
      ` is locked by ${'y'.repeat(300)}. Wait`,
    )
    expect(await told({ ID: 'x', Who: 'a\u001B[31mb' })).not.toContain('\u001B')
  })

  it('is waited for with growing pauses, for half a minute', async () => {
    server.lock = aLock()
    const start = clock.now()
    await stateErrorOf(open().compareAndSwap(null, first))
    expect(clock.slept.slice(0, 7)).toEqual([100, 200, 400, 800, 1600, 2000, 2000])
    expect(clock.slept.every((ms) => ms <= 2000)).toBe(true)
    expect(clock.now() - start).toBe(31_100)
  })

  it('is waited for no longer than asked', async () => {
    server.lock = aLock()
    const backend = open({ lockWaitMs: 3100 })
    const notices: string[] = []
    backend.notice = (line) => notices.push(line)
    await stateErrorOf(backend.compareAndSwap(null, first))
    expect([clock.slept, notices]).toEqual([[100, 200, 400, 800, 1600], []])
  })

  it('is reported after a wait of five seconds', async () => {
    server.lock = aLock()
    server.onRequest = (method) => method === 'LOCK' && clock.advance(5000)
    const backend = open({ lockWaitMs: 6000 })
    const notices: string[] = []
    backend.notice = (line) => notices.push(line)
    await stateErrorOf(backend.compareAndSwap(null, first))
    expect([notices.length, clock.slept]).toEqual([1, [100]])
  })

  it('names itself with its process', async () => {
    await open().compareAndSwap(null, first)
    expect(JSON.parse(server.requests[0]!.body)).toEqual({
      ID: expect.any(String),
      Operation: 'crawlform',
      Info: '',
      Who: expect.stringMatching(new RegExp(`^.+@.+ \\(process ${process.pid}\\)$`)),
      Version: '1',
      Created: new Date(clock.now()).toISOString(),
      Path: '',
    })
  })
})

it('a lock of a killed process is broken, even if its clock was a day ahead', async () => {
  server.lock = aLock({ Created: new Date(clock.now() + 86_400_000).toISOString() })
  await open({ lockWaitMs: 0 }).compareAndSwap(null, first)
  expect(server.state).toBeDefined()
})

it('the addresses and methods of a server are those of the configuration', async () => {
  const backend = open({ updateMethod: 'PUT', unlockAddress: `${server.address()}/other` })
  expect(backend.environment).toBe('local')
  expect(backend.description).toBe(server.address())
  await backend.compareAndSwap(null, first)
  expect(server.requests.map(({ method, path }) => `${method} ${path.split('?')[0]}`)).toEqual([
    'LOCK /state',
    'GET /state',
    'PUT /state',
    'UNLOCK /state/other',
  ])
  expect(new Set(server.requests.map(({ headers }) => headers['user-agent']))).toEqual(
    new Set(['crawlform/test']),
  )
  expect(server.requests.every(({ headers }) => headers.authorization === undefined)).toBe(true)
})

it('the description of a record has no query, and no secret of the caller', async () => {
  const address = `${server.address()}?token=x`
  const backend = open({ address, redact: (text) => text.replaceAll('state', '(secret)') })
  expect(backend.description).toBe(server.address().replace('state', '(secret)'))
})

describe('a lock that is not released', () => {
  const STAYS =
    /^The lock stays: unlocking http:.* run crawlform state unlock [\w-]{36} --env local, or wait /

  /** Returns the notices of one write. */
  async function noticesOf(): Promise<string[]> {
    const notices: string[] = []
    const backend = open()
    backend.notice = (line) => notices.push(line)
    await backend.compareAndSwap(null, first)
    return notices
  }

  it('is tried three times, and the written record is kept', async () => {
    server.faults.push(...[500, 503, 500].map((answer) => ({ method: 'UNLOCK', answer })))
    const notices = await noticesOf()
    expect(notices).toEqual([expect.stringMatching(STAYS)])
    expect(notices[0]).toContain('HTTP 500.')
    expect(server.methods()).toEqual(['LOCK', 'GET', 'POST', 'UNLOCK', 'UNLOCK', 'UNLOCK'])
    expect(clock.slept).toEqual([200, 400])
    expect(JSON.parse(server.state!)).toEqual(first)
  })

  it.each([
    [403, ['UNLOCK']],
    [405, ['UNLOCK']],
    [400, ['UNLOCK', 'UNLOCK', 'UNLOCK']],
    [429, ['UNLOCK', 'UNLOCK', 'UNLOCK']],
  ] as const)('is reported with the command that removes it: HTTP %i', async (answer, asked) => {
    server.faults.push(...asked.map((method) => ({ method, answer })))
    expect(await noticesOf()).toEqual([expect.stringMatching(STAYS)])
    expect(server.methods().filter((method) => method === 'UNLOCK')).toEqual(asked)
    expect(server.lock).toBeDefined()
  })

  it('counts as released if the server does not know it', async () => {
    server.faults.push({ method: 'UNLOCK', answer: 404 })
    expect(await noticesOf()).toEqual([])
    expect([server.methods().length, clock.slept]).toEqual([4, []])
  })
})
