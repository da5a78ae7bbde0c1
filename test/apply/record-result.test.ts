import { describe, expect, it } from 'vitest'
import { recordResult } from '../../src/apply/job-result.ts'
import type { JobResult, PreviousJob } from '../../src/state/state.ts'
import { aFailedRecord, aResult, aSubmittedRecord } from '../support/a-record.ts'

const known: JobResult = {
  ...aResult('completed', 3),
  error: 'e',
  warning: 'w',
  failed: 1,
  blocked: 2,
  fromCache: 1,
}

function previousOf({ job, url, at, fingerprint, request, result }: ReturnType<typeof aSubmittedRecord>) {
  const previous: PreviousJob = { job, url, at, fingerprint, request }
  return result === undefined ? previous : { ...previous, result }
}

describe.each([
  [
    'the last job of a crawl',
    (result?: JobResult) => aSubmittedRecord(result === undefined ? {} : { result }),
  ],
  [
    'the job before a failed attempt',
    (result?: JobResult) => ({
      ...aFailedRecord(),
      previous: previousOf(aSubmittedRecord(result === undefined ? {} : { result })),
    }),
  ],
  [
    'the job before the last one',
    (result?: JobResult) => ({
      ...aSubmittedRecord(),
      job: 'job-2',
      previous: previousOf(aSubmittedRecord(result === undefined ? {} : { result })),
    }),
  ],
])('the result of %s', (_what, recordWith) => {
  const { job } = aSubmittedRecord()

  it('is recorded', () => {
    expect(recordResult(recordWith(), job, known)).toEqual(recordWith(known))
  })

  it('does not change if only the time of the request is new', () => {
    const record = recordWith(known)
    expect(recordResult(record, job, { ...known, at: '2027-01-01T00:00:00.000Z' })).toBe(record)
  })

  it.each([
    { status: 'failed' as const },
    { completed: 4 },
    { total: 4 },
    { creditsUsed: 4 },
    { error: 'f' },
    { warning: 'v' },
    { failed: 2 },
    { blocked: 3 },
    { fromCache: 2 },
  ])('changes with %j', (change) => {
    const news = { ...known, ...change }
    expect(recordResult(recordWith(known), job, news)).toEqual(recordWith(news))
  })

  it('is recorded only for the right job', () => {
    const record = recordWith()
    expect(recordResult(record, 'job-9', known)).toBe(record)
    expect(recordResult(undefined, job, known)).toBeUndefined()
  })
})
