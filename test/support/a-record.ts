import { fingerprintRequest } from '../../src/plan/plan.ts'
import type { JobRecord, JobResult, RecordedState } from '../../src/state/state.ts'
import type { JsonObject } from '../../src/util/json.ts'

const URL = 'https://example.com/'

interface Wish {
  readonly crawl?: string
  readonly request?: JsonObject
  readonly attempt?: string
  readonly at?: string
  readonly result?: JobResult
}

/** What an attempt leaves in every phase. */
function base(wish: Wish) {
  const request = { url: URL, ...wish.request }
  return {
    crawl: wish.crawl ?? 'docs',
    fingerprint: fingerprintRequest(request),
    request,
    attempt: wish.attempt ?? '00000000-0000-4000-8000-000000000001',
    at: wish.at ?? '2026-11-01T00:00:00.000Z',
  }
}

export function aSubmittedRecord(wish: Wish = {}): JobRecord & { phase: 'submitted' } {
  const job = '00000000-0000-7000-8000-00000000000a'
  return {
    ...base(wish),
    phase: 'submitted',
    job,
    url: `https://api.example/v2/crawl/${job}`,
    ...(wish.result === undefined ? {} : { result: wish.result }),
  }
}

export function aFailedRecord(wish: Wish & { error?: string } = {}): JobRecord & { phase: 'failed' } {
  return { ...base(wish), phase: 'failed', error: wish.error ?? 'HTTP 402: Insufficient credits' }
}

export function aSubmittingRecord(wish: Wish = {}): JobRecord & { phase: 'submitting' } {
  return { ...base(wish), phase: 'submitting' }
}

export function aDoubtfulRecord(wish: Wish & { error?: string } = {}): JobRecord & { phase: 'in-doubt' } {
  return { ...base(wish), phase: 'in-doubt', error: wish.error ?? 'the connection was reset' }
}

export function aResult(status: JobResult['status'], completed = 12): JobResult {
  return { status, completed, total: completed, creditsUsed: completed, at: '2026-11-01T00:05:00.000Z' }
}

export function aState(...records: JobRecord[]): RecordedState {
  return {
    formatVersion: 1,
    environment: 'local',
    lineage: '11111111-1111-4111-8111-111111111111',
    serial: 3,
    records: records.toSorted((a, b) => (a.crawl < b.crawl ? -1 : 1)),
  }
}
