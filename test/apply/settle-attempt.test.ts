import { describe, expect, it } from 'vitest'
import { settleAttempt, type Settlement } from '../../src/apply/record-changes.ts'
import type { JobRecord } from '../../src/state/state.ts'
import { aDoubtfulRecord, aFailedRecord, aSubmittedRecord, aSubmittingRecord } from '../support/a-record.ts'

const started: Settlement = { phase: 'submitted', job: 'job-1', url: 'https://api.example/v2/crawl/job-1' }
const failed: Settlement = { phase: 'failed', error: 'HTTP 402' }
const doubt: Settlement = { phase: 'in-doubt', error: 'reset' }
const intent = aSubmittingRecord()

function settle(record: JobRecord | undefined, settlement: Settlement): JobRecord | undefined {
  return settleAttempt(record, intent, settlement)
}

describe('the outcome of an attempt', () => {
  it.each([started, failed, doubt])('is recorded on its intent: %j', (settlement) => {
    expect(settle(intent, settlement)).toEqual({ ...intent, ...settlement })
  })

  it('is recorded although somebody removed the intent', () => {
    expect(settle(undefined, started)).toMatchObject({ phase: 'submitted', job: 'job-1', crawl: 'docs' })
  })

  it('replaces a doubt by what is known, also an assumption by the job that did start', () => {
    expect(settle(aDoubtfulRecord(), started)).toMatchObject({ phase: 'submitted', job: 'job-1' })
    expect(settle(aDoubtfulRecord(), failed)).toMatchObject({ phase: 'failed' })
    expect(settle({ ...aFailedRecord(), assumed: 'no trace of it' }, started)).toMatchObject({
      phase: 'submitted',
    })
  })

  it('never replaces what is known by less', () => {
    const known = aSubmittedRecord()
    expect(settle(known, doubt)).toBe(known)
    expect(settle(known, failed)).toBe(known)
    const refused = aFailedRecord()
    expect(settle(refused, doubt)).toBe(refused)
  })

  it('changes nothing when it is already recorded, so that its result stays', () => {
    const record = { ...aSubmittedRecord(), job: 'job-1' }
    expect(settle(record, started)).toBe(record)
  })
})

describe('the outcome of an attempt that another one has followed', () => {
  const next = aSubmittingRecord({ attempt: '00000000-0000-4000-8000-000000000002' })

  it('is kept as the job before when it started one', () => {
    expect(settle(next, started)).toEqual({
      ...next,
      previous: {
        job: 'job-1',
        url: 'https://api.example/v2/crawl/job-1',
        at: intent.at,
        fingerprint: intent.fingerprint,
        request: intent.request,
      },
    })
  })

  it('does not take the place of a later job', () => {
    const { job, url, fingerprint, request } = aSubmittedRecord()
    const later = { ...next, previous: { job, url, at: '2026-12-01T00:00:00.000Z', fingerprint, request } }
    expect(settle(later, started)).toBe(later)
  })

  it('takes the place of a job that began no later', () => {
    const { job, url, at, fingerprint, request } = aSubmittedRecord()
    const earlier = { ...next, previous: { job, url, at, fingerprint, request } }
    expect(settle(earlier, started)).toMatchObject({ ...next, previous: { job: 'job-1' } })
  })

  it('changes nothing when it started nothing', () => {
    expect(settle(next, failed)).toBe(next)
  })
})
