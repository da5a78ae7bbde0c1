import type { StartOutcome } from '../client/crawl-client.ts'
import { lastJob } from '../plan/last-job.ts'
import type { PlannedChange, SubmittingChange } from '../plan/plan.ts'
import { changeRecord, type JobRecord, type RecordBase, recordBase } from '../state/state.ts'

/** The record has changed since the plan was made; nothing was sent. */
export class StaleChangeError extends Error {
  override readonly name = 'StaleChangeError'
}

/**
 * Returns a crawl's record with the intent to submit `change`, written before anything is sent. If several runs plan the same
 * submission, the first one gets it. For the others, the record has changed since their plan.
 * @throws {StaleChangeError}
 */
export function claimCrawl(
  record: JobRecord | undefined,
  change: SubmittingChange,
  intent: Pick<RecordBase, 'attempt' | 'unkeyed' | 'at'> & { readonly commit: string | undefined },
): JobRecord {
  // A write whose answer was lost has arrived.
  if (record?.attempt === intent.attempt) return record
  assertBasis(record, change)
  const { name: crawl, fingerprint, request } = change
  const fresh = change.action === 'submit' ? undefined : change.fresh
  const previous = record === undefined ? undefined : lastJob(record)
  const base = recordBase({ crawl, fingerprint, request, fresh, ...intent, previous })
  return { ...base, phase: 'submitting' }
}

/**
 * Returns the record of a crawl that is no longer declared, marked as forgotten.
 * @throws {StaleChangeError}
 */
export function forgetCrawl(
  record: JobRecord | undefined,
  change: PlannedChange & { action: 'forget' },
): JobRecord | undefined {
  if (record === undefined || record.phase === 'forgotten') return record
  assertBasis(record, change)
  const base = recordBase({ ...record, previous: lastJob(record) })
  return { ...base, phase: 'forgotten' }
}

function assertBasis(record: JobRecord | undefined, change: PlannedChange): void {
  const { basis, name } = change
  if (record === undefined) {
    if (basis === undefined) return
    throw new StaleChangeError(`the record of "${name}" was removed after the plan was made`)
  }
  if (record.attempt === basis?.attempt && record.phase === basis.phase) return
  throw new StaleChangeError(describeRace(record))
}

function describeRace(record: JobRecord): string {
  switch (record.phase) {
    case 'submitting':
    case 'in-doubt':
      return `another run started to submit it at ${record.at}; its outcome is unknown`
    case 'submitted':
      return `another run submitted it at ${record.at} as job ${record.job}`
    case 'failed':
      return `another run tried to submit it at ${record.at} and failed`
    case 'forgotten':
      return 'it was forgotten after the plan was made'
  }
}

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

export function settledRecord(record: JobRecord, settlement: Settlement): JobRecord {
  return { ...recordBase(record), ...settlement }
}

/**
 * Returns a crawl's record with the outcome of the attempt that `intent` began. A known job is never replaced by a doubt.
 * If a later attempt has begun meanwhile, a job that started is kept as the previous job of that attempt.
 */
export function settleAttempt(record: JobRecord | undefined, intent: JobRecord, settlement: Settlement) {
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

/** Returns the records with outcomes that could not be stored earlier. Later attempts and more certain outcomes stay. */
export function recordUnrecorded(records: readonly JobRecord[], unrecorded: readonly JobRecord[]) {
  return unrecorded.reduce((now, record) => {
    const { phase } = record
    if (phase === 'submitting' || phase === 'forgotten') return now
    const settlement: Settlement =
      phase === 'submitted' ? { phase, job: record.job, url: record.url } : { phase, error: record.error }
    return changeRecord(now, record.crawl, (known) =>
      // A crawl that was forgotten meanwhile stays forgotten.
      known?.phase === 'forgotten' ? known : settleAttempt(known, record, settlement),
    )
  }, records)
}
