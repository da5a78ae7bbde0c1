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

  it('is recorded even if the intent was removed', () => {
    expect(settle(undefined, started)).toMatchObject({ phase: 'submitted', job: 'job-1', crawl: 'docs' })
  })

  it('replaces a doubt, and also an assumption if the job did start', () => {
    expect(settle(aDoubtfulRecord(), started)).toMatchObject({ phase: 'submitted', job: 'job-1' })
    expect(settle(aDoubtfulRecord(), failed)).toMatchObject({ phase: 'failed' })
    expect(settle({ ...aFailedRecord(), assumed: 'no trace of it' }, started)).toMatchObject({
      phase: 'submitted',
    })
  })

  it('never replaces a known outcome by a doubt or a failure', () => {
    const known = aSubmittedRecord()
    expect(settle(known, doubt)).toBe(known)
    expect(settle(known, failed)).toBe(known)
    const refused = aFailedRecord()
    expect(settle(refused, doubt)).toBe(refused)
  })

  it('changes nothing if it is already recorded', () => {
    const record = { ...aSubmittedRecord(), job: 'job-1' }
    expect(settle(record, started)).toBe(record)
  })
})

describe('the outcome of an attempt that was followed by another one', () => {
  const next = aSubmittingRecord({ attempt: '00000000-0000-4000-8000-000000000002' })

  it('is kept as the previous job if it started one', () => {
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

  it('does not replace a later job', () => {
    const { job, url, fingerprint, request } = aSubmittedRecord()
    const later = { ...next, previous: { job, url, at: '2026-12-01T00:00:00.000Z', fingerprint, request } }
    expect(settle(later, started)).toBe(later)
  })

  it('replaces a job that started at the same time or earlier', () => {
    const { job, url, at, fingerprint, request } = aSubmittedRecord()
    const earlier = { ...next, previous: { job, url, at, fingerprint, request } }
    expect(settle(earlier, started)).toMatchObject({ ...next, previous: { job: 'job-1' } })
  })

  it('changes nothing if it started no job', () => {
    expect(settle(next, failed)).toBe(next)
  })
})
