import type { StartOutcome } from '../client/crawl-client.ts'
import { type JobRecord, recordBase } from '../state/recorded-state.ts'

/** The recorded outcome of an attempt. */
export type Settlement =
  | { readonly phase: 'submitted'; readonly job: string; readonly url: string; readonly assumed?: string }
  | { readonly phase: 'failed'; readonly error: string; readonly assumed?: string }
  | { readonly phase: 'in-doubt'; readonly error: string }

/** Returns the part of a start's outcome to record; `redact` removes secrets from the service's messages. */
export function settlementOf(outcome: StartOutcome, redact: (text: string) => string): Settlement {
  switch (outcome.kind) {
    case 'started':
      return { phase: 'submitted', job: outcome.job, url: redact(outcome.url) }
    case 'refused':
      return { phase: 'failed', error: redact(outcome.message) }
    case 'in-doubt':
      return { phase: 'in-doubt', error: redact(outcome.message) }
  }
}

/** Returns the record of an attempt with its outcome. */
export function settledRecord(record: JobRecord, settlement: Settlement): JobRecord {
  return { ...recordBase(record), ...settlement }
}

/**
 * Returns a crawl's record with the outcome of the attempt that `intent` began. A known job is never replaced by a doubt.
 * If a later attempt has begun meanwhile, a job that started is kept as the previous job of that attempt.
 */
export function settleAttempt(
  record: JobRecord | undefined,
  intent: JobRecord,
  settlement: Settlement,
): JobRecord {
  if (record === undefined) return settledRecord(intent, settlement)
  if (record.attempt !== intent.attempt) return keepAsPrevious(record, intent, settlement)
  if (isSame(record, settlement)) return record
  if (record.phase === 'submitted' && settlement.phase !== 'submitted') return record
  if (record.phase === 'failed' && settlement.phase === 'in-doubt') return record
  return settledRecord(record, settlement)
}

function isSame(record: JobRecord, settlement: Settlement): boolean {
  if (record.phase !== settlement.phase) return false
  return record.phase !== 'submitted' || settlement.phase !== 'submitted' || record.job === settlement.job
}

function keepAsPrevious(record: JobRecord, intent: JobRecord, settlement: Settlement): JobRecord {
  if (settlement.phase !== 'submitted') return record
  const { job, url } = settlement
  const { at, fingerprint, request } = intent
  if (record.previous !== undefined && (record.previous.job === job || record.previous.at > at)) return record
  return { ...record, previous: { job, url, at, fingerprint, request } }
}
