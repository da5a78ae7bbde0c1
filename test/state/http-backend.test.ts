import { createHash } from 'node:crypto'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { HttpBackendOptions } from '../../src/state/http-backend.ts'
import { putRecord, type StateError } from '../../src/state/state.ts'
import { updateState } from '../../src/state/update-state.ts'
import { aState, aSubmittedRecord } from '../support/a-record.ts'
import { FakeClock } from '../support/fake-clock.ts'
import { startLoopbackProxy } from '../support/loopback-proxy.ts'
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
const second = { ...aState(aSubmittedRecord()), serial: 4 }
const threeTimes = <Fault>(fault: Fault): Fault[] => [fault, fault, fault]

describe('the record on an HTTP server', () => {
  it('is empty before the first write, and then contains the last write', async () => {
    const backend = open()
    expect(await backend.read()).toEqual({ state: undefined, token: null })
    const token = await backend.compareAndSwap(null, first)
    expect(await open().read()).toEqual({ state: first, token })
    const next = await open().compareAndSwap(token, second)
    expect(await backend.read()).toEqual({ state: second, token: next })
  })

  it("is written between lock and unlock, with the lock's id and a digest of its bytes", async () => {
    await open().compareAndSwap(null, first)
    expect(server.methods()).toEqual(['LOCK', 'GET', 'POST', 'UNLOCK'])
    const [lock, , write, unlock] = server.requests
    const { ID } = JSON.parse(lock!.body) as { ID: string }
    expect(ID).toMatch(/^[0-9a-f-]{36}$/)
    expect(write!.path).toBe(`/state?ID=${ID}`)
    expect(write!.headers['content-md5']).toBe(createHash('md5').update(write!.body).digest('base64'))
    expect(JSON.parse(unlock!.body)).toMatchObject({ ID })
    expect(server.requests.map(({ headers }) => headers['content-type'])).toEqual([
      'application/json',
      undefined,
      'application/json',
      'application/json',
    ])
    expect(server.lock).toBeUndefined()
  })

  it('is written with the methods of GitLab', async () => {
    const lockAddress = `${server.address()}/lock`
    const backend = open({
      lockAddress,
      lockMethod: 'POST',
      unlockMethod: 'DELETE',
      username: 'ci',
      password: 'p:w',
    })
    server.credentials = 'ci:p:w'
    await backend.compareAndSwap(null, first)
    expect(server.requests.map((request) => `${request.method} ${request.path.split('?')[0]}`)).toEqual([
      'POST /state/lock',
      'GET /state',
      'POST /state',
      'DELETE /state/lock',
    ])
    expect((await backend.read()).state).toEqual(first)
  })

  it('is not overwritten by a writer that has not read it, and is not left locked', async () => {
    const token = await open().compareAndSwap(null, first)
    expect((await stateErrorOf(open().compareAndSwap(null, second))).code).toBe('conflict')
    await open().compareAndSwap(token, second)
    expect((await stateErrorOf(open().compareAndSwap(token, first))).code).toBe('conflict')
    expect([server.lock, JSON.parse(server.state!)]).toEqual([undefined, second])
  })

  it('accepts the records of many simultaneous writers', async () => {
    const crawls = Array.from({ length: 8 }, (_, index) => `crawl-${index}`)
    const add = (crawl: string) => (records: Parameters<typeof putRecord>[0]) =>
      putRecord(records, aSubmittedRecord({ crawl }))
    await Promise.all(
      crawls.map((crawl) => updateState(open({ lockWaitMs: Infinity }), add(crawl), { clock })),
    )
    expect((await open().read()).state?.records.map((record) => record.crawl)).toEqual(crawls)
  })
})

describe('a user without a password', () => {
  it('is sent to the server with an empty password', async () => {
    server.credentials = 'team:'
    await open({ username: 'team' }).compareAndSwap(null, first)
    expect(await open({ username: 'team' }).read()).toMatchObject({ state: first })
  })
})

it('a password that equals a word of the record does not change the record', async () => {
  const state = { ...aState(aSubmittedRecord({ crawl: 'hunter2' })), serial: 1 }
  server.state = JSON.stringify(state)
  expect(await open({ username: 'u', password: 'hunter2' }).read()).toMatchObject({ state })
})

describe('the lock of a record on a server', () => {
  it.each([423, 409])(
    'is waited for if another process holds it, then reported (HTTP %i)',
    async (status) => {
      server.lockedStatus = status
      server.lock = aLock({ Created: '2027-01-15T08:00:00.000Z' })
      const backend = open()
      const notices: string[] = []
      backend.notice = (line) => notices.push(line)
      const error = await stateErrorOf(backend.compareAndSwap(null, first))
      expect(error.code).toBe('locked')
      expect(notices).toEqual([expect.stringMatching(/^Waiting for http.*, locked by ann@laptop since /)])
      expect(error.message).toContain('is locked by ann@laptop since 2027-01-15T08:00:00.000Z (lock lock-1)')
      expect(server.state).toBeUndefined()
    },
  )

  it('is released only by its own id, also with the methods of GitLab', async () => {
    for (const change of [{}, { lockAddress: `${server.address()}/lock`, unlockMethod: 'DELETE' as const }]) {
      server.lock = aLock()
      const error = await stateErrorOf(open(change).unlock!('lock-2'))
      expect([error.code, error.message]).toEqual(['locked', expect.stringContaining('by ann@laptop since')])
      await open(change).unlock!('lock-1')
      expect(server.lock).toBeUndefined()
    }
  })

  it('is reported with the command that releases it', async () => {
    server.lock = aLock()
    expect((await stateErrorOf(open().compareAndSwap(null, first))).message).toContain(
      'run crawlform state unlock lock-1 --env local, or wait until it is a quarter of an hour old.',
    )
    server.lock = aLock({ Operation: 'OperationTypeApply' })
    expect((await stateErrorOf(open().compareAndSwap(null, first))).message).toMatch(/--env local\.$/)
  })

  it('without a holder is reported with the advice to unlock on the server', async () => {
    server.faults.push(...Array.from({ length: 99 }, () => ({ method: 'LOCK', answer: 423 })))
    const { message } = await stateErrorOf(open({ lockWaitMs: 0 }).compareAndSwap(null, first))
    const advice = 'If nothing is running there any longer, unlock it on the server.'
    expect(message).toContain(advice)
    server.faults.length = 0
    server.lock = {} as { ID: string }
    expect((await stateErrorOf(open({ lockWaitMs: 0 }).compareAndSwap(null, first))).message).toContain(
      advice,
    )
  })

  it('of a killed crawlform is broken after a quarter of an hour', async () => {
    server.lock = aLock({ Created: new Date(clock.now() - 15 * 60_000 - 1).toISOString() })
    await open().compareAndSwap(null, first)
    expect(JSON.parse(server.state!)).toEqual(first)
  })

  it.each([new Date(1_800_000_000_000 - 15 * 60_000).toISOString(), '', 'soon'])(
    'of a crawlform that may still run is not broken: %j',
    async (Created) => {
      server.lock = aLock({ Created })
      expect((await stateErrorOf(open({ lockWaitMs: 0 }).compareAndSwap(null, first))).code).toBe('locked')
      expect(server.lock).toMatchObject({ Created })
    },
  )

  it('is reported without a password that its holder may have written into it', async () => {
    server.lock = aLock({ Who: 'hunter2@laptop' })
    const backend = open({ lockWaitMs: 0, username: 'u', password: 'hunter2' })
    const { message } = await stateErrorOf(backend.compareAndSwap(null, first))
    expect(message).toContain('is locked by (the password)@laptop since')
  })

  it.each([
    [404, undefined],
    [423, 'locked'],
    [409, 'locked'],
    [405, 'unavailable'],
    [500, 'unavailable'],
  ])('counts as released, or not, by the answer to unlock: HTTP %i', async (answer, code) => {
    server.lock = aLock()
    server.faults.push({ method: 'UNLOCK', answer })
    const told = await open().unlock!('lock-1').catch((error: StateError) => error.code)
    expect(told).toBe(code)
  })

  it.each([
    [403, ['LOCK']],
    [500, ['LOCK', 'UNLOCK']],
    [503, ['LOCK', 'UNLOCK']],
  ])('is released after a failed request only if it may be held: HTTP %i', async (answer, methods) => {
    server.faults.push({ method: 'LOCK', answer })
    await stateErrorOf(open().compareAndSwap(null, first))
    expect(server.methods()).toEqual(methods)
  })

  it('of another program is never broken', async () => {
    server.lock = aLock({ Created: '2020-01-01T00:00:00.000Z', Operation: 'OperationTypeApply' })
    expect((await stateErrorOf(open().compareAndSwap(null, first))).code).toBe('locked')
  })

  it.each([423, 409])('that was broken meanwhile prevents the write: HTTP %i', async (answer) => {
    server.faults.push({ method: 'POST', answer })
    expect((await stateErrorOf(open().compareAndSwap(null, first))).code).toBe('conflict')
    expect(server.state).toBeUndefined()
  })

  it('that its holder kept too long prevents the write', async () => {
    server.onRequest = (method) => method === 'GET' && clock.advance(16 * 60_000)
    expect((await stateErrorOf(open().compareAndSwap(null, first))).code).toBe('conflict')
    expect(server.methods()).not.toContain('POST')
  })

  it('is released if the answer to the request is lost', async () => {
    server.faults.push({ method: 'LOCK', answer: 'cut' })
    expect((await stateErrorOf(open().compareAndSwap(null, first))).code).toBe('unavailable')
    expect(server.lock).toBeUndefined()
  })

  it('is released even if the server fails at first', async () => {
    server.faults.push({ method: 'UNLOCK', answer: 500 }, { method: 'UNLOCK', answer: 'cut' })
    await open().compareAndSwap(null, first)
    expect(server.lock).toBeUndefined()
  })
})

describe('a proxy', () => {
  it('from the environment is used for the server, but not for loopback addresses', async () => {
    const proxy = await startLoopbackProxy()
    try {
      const settings = { httpProxy: proxy.url }
      const address = server.address().replace('127.0.0.1', 'state.test')
      const far = open({ proxy: settings, address, lockAddress: address })
      const token = await far.compareAndSwap(null, first)
      expect(await far.read()).toEqual({ state: first, token })
      const targets = proxy.seen.map((line) => line.replace(/\?ID=.*/, ''))
      expect(targets).toEqual(
        ['LOCK', 'GET', 'POST', 'UNLOCK', 'GET'].map((method) => `${method} ${address}`),
      )
      expect(server.methods()).toEqual(['LOCK', 'GET', 'POST', 'UNLOCK', 'GET'])
      const asked = proxy.seen.length
      await open({ proxy: settings }).read()
      const excluded = { ...settings, noProxy: '.test' }
      const straight = open({ proxy: excluded, address, lockAddress: address })
      expect((await stateErrorOf(straight.read())).message).toContain('could not be reached')
      expect(proxy.seen).toHaveLength(asked)
    } finally {
      await proxy.close()
    }
  })

  it('that is only in the process environment is not used', async () => {
    vi.stubEnv('HTTP_PROXY', 'http://127.0.0.1:9')
    try {
      expect(await open().read()).toEqual({ state: undefined, token: null })
    } finally {
      vi.unstubAllEnvs()
    }
  })

  it('that refuses is reported, and an invalid address is not repeated', async () => {
    const proxy = await startLoopbackProxy()
    proxy.refuses = true
    const address = server.address().replace('127.0.0.1', 'state.test')
    const refused = open({ proxy: { httpProxy: proxy.url }, address, lockAddress: address })
    expect((await stateErrorOf(refused.read())).message).toContain('407')
    await proxy.close()
    expect(() =>
      open({ proxy: { httpProxy: 'u:hunter2@proxy:99999' }, address, lockAddress: address }),
    ).toThrow('HTTP_PROXY is not the address of a proxy. Write one like http://proxy.example.com:3128.')
  })
})

describe('a problem of the server', () => {
  it.each([
    ['GET', 307, 'unavailable', 'HTTP 307. Write the address that it redirects to.'],
    ['GET', 500, 'unavailable', 'HTTP 500'],
    ['GET', 401, 'unavailable', 'Check username and password'],
    ['LOCK', 405, 'unavailable', 'Check lockMethod'],
    ['LOCK', 404, 'unavailable', 'Check the addresses'],
    ['POST', 500, 'unavailable', 'HTTP 500'],
    [
      'POST',
      413,
      'unavailable',
      'HTTP 413. The record is larger than this server or a proxy before it accepts',
    ],
    ['POST', 412, 'unavailable', 'HTTP 412. The server wants conditions (If-Match)'],
    ['POST', 428, 'unavailable', 'HTTP 428. The server wants conditions (If-Match)'],
    ['POST', 300, 'unavailable', 'HTTP 300. Write the address that it redirects to.'],
    ['GET', 403, 'unavailable', 'HTTP 403. Check username and password'],
    ['POST', 404, 'unavailable', 'HTTP 404. Check the addresses'],
    ['GET', 407, 'unavailable', 'HTTP 407. Check user name and password in HTTP_PROXY'],
    ['POST', 'cut', 'unavailable', 'could not be reached'],
  ] as const)('is explained: %s answered %s', async (method, answer, code, words) => {
    server.faults.push(...threeTimes({ method, answer }))
    const error = await stateErrorOf(open({ username: 'u', password: 'hunter2' }).compareAndSwap(null, first))
    expect([error.code, error.message]).toEqual([code, expect.stringContaining(words)])
    expect(error.message).not.toContain('hunter2')
    expect(server.lock).toBeUndefined()
  })

  it('has no advice if none is known', async () => {
    server.faults.push(...threeTimes({ method: 'GET', answer: 400 }))
    expect((await stateErrorOf(open().read())).message).toMatch(/ was refused: HTTP 400\.$/)
  })

  it('is resolved if the answer of a write is lost, because the writer finds its own write', async () => {
    server.faults.push({ method: 'POST', answer: 'cut' })
    const add = (records: Parameters<typeof putRecord>[0]) =>
      records.length > 0 ? records : putRecord(records, aSubmittedRecord())
    await updateState(open(), add, { clock })
    expect((await open().read()).state?.serial).toBe(1)
    expect(server.methods().filter((method) => method === 'POST')).toHaveLength(1)
  })

  it('is reported if the state is not JSON', async () => {
    server.state = '<html>'
    expect((await stateErrorOf(open().read())).code).toBe('unreadable')
  })

  it.each([
    ['GET', 500, false],
    ['GET', 400, false],
    ['GET', 401, true],
    ['GET', 399, true],
    ['LOCK', 405, true],
    ['POST', 412, true],
    ['POST', 413, true],
    ['POST', 428, true],
  ] as const)('is marked as lasting or temporary: %s answered %i', async (method, answer, isLasting) => {
    server.faults.push(...threeTimes({ method, answer }))
    expect(await stateErrorOf(open().compareAndSwap(null, first))).toMatchObject({ isLasting })
    expect(server.methods().filter((it) => it === method)).toHaveLength(
      method === 'GET' && !isLasting ? 3 : 1,
    )
  })

  it.each([502, 429, 'cut'] as const)('is not reported if the third read succeeds: %s', async (answer) => {
    server.faults.push({ method: 'GET', answer }, { method: 'GET', answer })
    expect(await open().read()).toEqual({ state: undefined, token: null })
  })

  it.each([204, 200])('is not reported for an empty answer, which is no record: HTTP %i', async (answer) => {
    server.faults.push({ method: 'GET', answer })
    expect(await open().read()).toEqual({ state: undefined, token: null })
  })

  it.each([
    'ftp://example.com/',
    'nonsense',
    'https://u:hunter2@example.com/',
    'https://:hunter2@example.com/',
    'https://hunter2@example.com/',
  ])('is reported without credentials for the address %s', (address) => {
    let message = ''
    try {
      open({ address })
    } catch (error) {
      message = String(error)
    }
    expect(message).toContain('An address of the state backend "http"')
    expect(message).not.toContain('hunter2')
  })
})
