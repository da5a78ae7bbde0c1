import { describe, expect, it } from 'vitest'
import { recordResult } from '../../src/apply/record-result.ts'
import type { JobResult, PreviousJob } from '../../src/state/recorded-state.ts'
import { aDoubtfulRecord, aFailedRecord, aResult, aSubmittedRecord } from '../support/a-record.ts'

const known: JobResult = {
  ...aResult('completed', 3),
  error: 'e',
  warning: 'w',
  failed: 1,
  blocked: 2,
  fromCache: 1,
}
const others = [aFailedRecord({ crawl: 'a' }), aDoubtfulRecord({ crawl: 'z' })] as const

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
  const listOf = (result?: JobResult) => [others[0], recordWith(result), others[1]]

  it('is recorded in its place', () => {
    expect(recordResult(listOf(), 'docs', job, known)).toEqual(listOf(known))
  })

  it('is no news when only the time of asking is new', () => {
    const records = listOf(known)
    expect(recordResult(records, 'docs', job, { ...known, at: '2027-01-01T00:00:00.000Z' })).toBe(records)
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
  ])('is news with %j', (change) => {
    const news = { ...known, ...change }
    expect(recordResult(listOf(known), 'docs', job, news)).toEqual(listOf(news))
  })

  it('is not recorded for another job or another crawl', () => {
    const records = listOf()
    expect(recordResult(records, 'docs', 'job-9', known)).toBe(records)
    expect(recordResult(records, 'docs-2', job, known)).toBe(records)
    expect(recordResult(records, 'a', job, known)).toBe(records)
  })
})
