import { rm } from 'node:fs/promises'
import path from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { assumeOutcome, type KeyPolicy } from '../../src/apply/reconcile-attempts.ts'
import type { JobRecord, StateBackend } from '../../src/state/state.ts'
import { aDoubtfulRecord, aSubmittedRecord, aSubmittingRecord } from '../support/a-record.ts'
import { ApplyStand } from '../support/apply-stand.ts'
import type { FaultyCrawlService, FaultyJob } from '../support/faulty-crawl-service.ts'

const ATTEMPT = '00000000-0000-4000-8000-000000000001'

let stand: ApplyStand
let service: FaultyCrawlService
let backend: StateBackend

beforeEach(async () => {
  stand = await ApplyStand.open()
  ;({ service, backend } = stand)
})

afterEach(() => stand.close())

const record: ApplyStand['record'] = (...records) => stand.record(...records)

function reconcile(
  keyPolicy: KeyPolicy,
  names?: readonly string[],
  secrets = () => undefined as string | undefined,
) {
  return stand.reconcile({ keyPolicy, secrets }, names)
}

async function recorded(): Promise<JobRecord> {
  const [first] = await stand.records()
  return first!
}

function running(change: Partial<FaultyJob> = {}): FaultyJob {
  const job: FaultyJob = {
    id: `job-${service.jobs.length + 1}`,
    attempt: ATTEMPT,
    body: { url: 'https://example.com/' },
    createdAt: '2026-11-01T00:00:01.000Z',
    status: 'scraping',
    completed: 0,
    total: 0,
    ...change,
  }
  service.jobs.push(job)
  return job
}

describe('with a service that replays the answer of a known key', () => {
  it.each([aSubmittingRecord(), aDoubtfulRecord()])(
    'finds the job that was started: $phase',
    async (unsettled) => {
      running()
      await record(unsettled)
      expect(await reconcile('replayed')).toEqual([
        { name: 'docs', verdict: 'started', job: 'job-1', because: 'sent again with the same key' },
      ])
      expect(await recorded()).toMatchObject({ phase: 'submitted', job: 'job-1', attempt: ATTEMPT })
      expect(service.jobs).toHaveLength(1)
    },
  )

  it('starts the job that was not started, with the recorded request', async () => {
    await record(aSubmittingRecord({ request: { limit: 5 } }))
    expect(await reconcile('replayed')).toMatchObject([{ verdict: 'started' }])
    expect(service.jobs).toMatchObject([
      { attempt: ATTEMPT, body: { url: 'https://example.com/', limit: 5 } },
    ])
  })

  it('records an invalid request as not started', async () => {
    await record(aSubmittingRecord())
    service.faults.push('400')
    expect(await reconcile('replayed')).toMatchObject([
      { verdict: 'not-started', because: 'HTTP 400: planned 400' },
    ])
    expect(await recorded()).toMatchObject({ phase: 'failed', error: 'HTTP 400: planned 400' })
  })

  it.each(['401', '402', '429', '500', 'reset-before-headers'] as const)(
    'stays in doubt after %s',
    async (fault) => {
      const unsettled = aDoubtfulRecord()
      await record(unsettled)
      service.faults.push(fault)
      expect(await reconcile('replayed')).toMatchObject([{ verdict: 'undecided' }])
      expect(await recorded()).toEqual(unsettled)
    },
  )

  it('fills in the secrets again, and sends nothing if one is missing', async () => {
    await record(aSubmittingRecord({ request: { prompt: '${secret:P}' } }))
    expect(await reconcile('replayed')).toMatchObject([
      { verdict: 'undecided', because: 'the environment has no value for P' },
    ])
    expect(service.requests).toEqual([])
    await reconcile('replayed', undefined, () => 'the value')
    expect(service.jobs[0]!.body).toMatchObject({ prompt: 'the value' })
    expect(JSON.stringify(await recorded())).not.toContain('the value')
  })
})

describe('with a service that refuses a known key', () => {
  beforeEach(() => {
    service.keyPolicy = 'conflict'
  })

  it('starts the job if its request had never arrived', async () => {
    await record(aSubmittingRecord())
    expect(await reconcile('refused')).toMatchObject([{ verdict: 'started' }])
    expect(service.jobs).toHaveLength(1)
  })

  it('stays in doubt after a request that is now invalid', async () => {
    await record(aDoubtfulRecord())
    service.faults.push('400')
    expect(await reconcile('refused')).toMatchObject([{ verdict: 'undecided' }])
  })

  it('looks for the job among the running ones if the key is known', async () => {
    running()
    service.faults.push('409')
    await record(aDoubtfulRecord())
    expect(await reconcile('refused')).toEqual([
      { name: 'docs', verdict: 'started', job: 'job-1', because: 'the only running job that matches' },
    ])
    expect(await recorded()).toMatchObject({ phase: 'submitted', url: `${service.baseUrl}/v2/crawl/job-1` })
  })
})

describe('with a service that may not know keys', () => {
  it('sends the attempt no second time', async () => {
    await record(aDoubtfulRecord())
    expect(await reconcile('unknown')).toMatchObject([{ verdict: 'undecided' }])
    expect(service.requests.map((request) => request.method)).toEqual(['GET'])
  })

  it.each([
    ['another start URL', { body: { url: 'https://example.org/' } }],
    ['another limit', { body: { url: 'https://example.com/', limit: 6 } }],
    ['been started long before', { createdAt: '2026-10-31T23:57:59.000Z' }],
    ['been started long after', { createdAt: '2026-11-01T00:20:01.000Z' }],
    ['ended', { status: 'completed' as const }],
  ])('ignores a job that has %s', async (_what, change) => {
    running(change)
    await record(aDoubtfulRecord({ request: { limit: 5 } }))
    expect(await reconcile('unknown')).toMatchObject([{ verdict: 'undecided' }])
  })

  it.each([
    ['two minutes before it, as the clock of a service may be behind', '2026-10-31T23:58:00.000Z', true],
    ['longer before it', '2026-10-31T23:57:59.999Z', false],
    ['as late as a busy service is asked', '2026-11-01T00:20:00.000Z', true],
    ['later', '2026-11-01T00:20:00.001Z', false],
    ['at a time that cannot be read', 'today', true],
  ])('accepts a job that started %s: %s', async (_, createdAt, isTaken) => {
    await record(aDoubtfulRecord())
    running({ createdAt })
    const [result] = await reconcile('unknown')
    expect(result?.verdict).toBe(isTaken ? 'started' : 'undecided')
  })

  it.each([
    ['https://exa mple.com/', 'https://exa mple.com/', true],
    ['https://exa mple.com/', 'https://exa mple.org/', false],
    ['https://example.com/', 'https://exa mple.com/', false],
    ['example.com/?to=https://example.org/', 'http://example.com/?to=https://example.org/', true],
    ['HTTPS://Example.com', 'https://example.com/', true],
    ['https://example.com/?key=***', 'https://example.com/?key=abc', true],
    ['https://example.com/?key=***&n=1', 'https://example.com/?key=abc&n=2', false],
    ['https://example.com/?key=***&n=1', 'https://example.com/?key=abc&n=12', false],
    ['https://example.com/?key=***&key=***&key=***', 'https://example.com/?key=a&key=b', false],
    ['https://example.com/?key=***&key=***&key=***', 'https://example.com/?key=a&key=b&key=c', true],
    ['https://example.com/***/', 'https://example.com/', false],
  ])(
    'compares addresses literally, completed, and around secrets: %s with %s',
    async (sent, told, isTaken) => {
      await record(aDoubtfulRecord({ request: { url: sent } }))
      running({ body: { url: told } })
      const [result] = await reconcile('unknown')
      expect(result?.verdict).toBe(isTaken ? 'started' : 'undecided')
    },
  )

  it('ignores a job that belongs to another record', async () => {
    running()
    await record(aDoubtfulRecord(), { ...aSubmittedRecord({ crawl: 'other' }), job: 'job-1' })
    expect(await reconcile('unknown')).toMatchObject([{ name: 'docs', verdict: 'undecided' }])
  })

  it('names all jobs that match, and chooses none', async () => {
    running()
    running()
    await record(aDoubtfulRecord())
    expect(await reconcile('unknown')).toMatchObject([
      { verdict: 'undecided', candidates: ['job-1', 'job-2'] },
    ])
    expect((await recorded()).phase).toBe('in-doubt')
  })

  it('says why the service cannot be asked', async () => {
    service.answers.push(401)
    await record(aDoubtfulRecord())
    expect((await reconcile('unknown'))[0]!.because).toContain('HTTP 401')
  })
})

it('has no results if nothing is recorded', async () => {
  expect(await reconcile('unknown')).toEqual([])
})

it('accepts the job of a key even if another record has it', async () => {
  await record(aDoubtfulRecord(), { ...aSubmittedRecord({ crawl: 'other' }), job: running().id })
  expect(await reconcile('replayed')).toMatchObject([{ verdict: 'started', job: 'job-1' }])
  expect(await recorded()).toMatchObject({ phase: 'submitted', job: 'job-1' })
})

it('continues if the record was removed meanwhile', async () => {
  await record(aDoubtfulRecord())
  const { state, token } = await backend.read()
  await rm(path.join(stand.directory, 'state', 'local.json'))
  const read = backend.read.bind(backend)
  let reads = 0
  backend.read = () => (reads++ === 0 ? Promise.resolve({ state, token }) : read())
  running()
  expect(await reconcile('unknown')).toMatchObject([{ verdict: 'started', job: 'job-1' }])
})

it('reads the record as often for many attempts as for a few', async () => {
  const names = Array.from({ length: 12 }, (_, index) => `crawl-${String(index).padStart(2, '0')}`)
  await record(...names.map((crawl, index) => aDoubtfulRecord({ crawl, request: { limit: index + 1 } })))
  names.forEach((_, index) => running({ body: { url: 'https://example.com/', limit: index + 1 } }))
  const read = backend.read.bind(backend)
  let reads = 0
  backend.read = () => (reads++, read())
  const results = await reconcile('unknown')
  expect(results.map(({ name, job }) => [name, job])).toEqual(
    names.map((name, index) => [name, `job-${index + 1}`]),
  )
  expect(reads).toBeLessThanOrEqual(2)
})

it('ignores a job that was just recorded by another run or for another crawl', async () => {
  const [other, twin] = [aDoubtfulRecord({ crawl: 'other' }), aDoubtfulRecord({ crawl: 'twin' })]
  await record(aDoubtfulRecord(), other, twin)
  running()
  service.answers.push((_request, response) => {
    const mine = { ...aSubmittedRecord({ crawl: 'other' }), job: 'job-1' }
    void record(aDoubtfulRecord(), mine, twin).then(() => {
      service.answers.push((_again, second) => second.end(JSON.stringify({ crawls: [listed] })))
      response.end(JSON.stringify({ crawls: [listed] }))
    })
  })
  const listed = { id: 'job-1', teamId: '', url: 'https://example.com/', created_at: '', options: {} }
  expect(await reconcile('unknown')).toMatchObject([
    { name: 'docs', verdict: 'undecided' },
    { name: 'other', verdict: 'undecided' },
    { name: 'twin', verdict: 'undecided' },
  ])
  const { state } = await backend.read()
  expect(state?.records.map(({ crawl, phase }) => [crawl, phase])).toEqual([
    ['docs', 'in-doubt'],
    ['other', 'submitted'],
    ['twin', 'in-doubt'],
  ])
})

it('does not touch settled and unselected crawls', async () => {
  await record(
    aSubmittedRecord({ crawl: 'a' }),
    aDoubtfulRecord({ crawl: 'b' }),
    aDoubtfulRecord({ crawl: 'c' }),
  )
  expect((await reconcile('unknown', ['a', 'c'])).map((result) => result.name)).toEqual(['c'])
})

describe('an assumption', () => {
  const why = 'seen in the dashboard'

  it('settles an attempt with its job and its reason', () => {
    const records = [aDoubtfulRecord()]
    expect(assumeOutcome(records, 'docs', { outcome: 'started', job: 'job-9', why })).toMatchObject([
      { phase: 'submitted', job: 'job-9', assumed: why },
    ])
    expect(assumeOutcome(records, 'docs', { outcome: 'started', why })).toMatchObject([
      { phase: 'submitted', job: 'unknown', url: '' },
    ])
    expect(assumeOutcome(records, 'docs', { outcome: 'not-started', why })).toMatchObject([
      { phase: 'failed', error: 'assumed not to have been started: seen in the dashboard', assumed: why },
    ])
  })

  it('changes nothing for a known outcome', () => {
    const records = [aSubmittedRecord()]
    expect(assumeOutcome(records, 'docs', { outcome: 'not-started', why })).toBe(records)
    expect(assumeOutcome(records, 'other', { outcome: 'not-started', why })).toBe(records)
  })
})
