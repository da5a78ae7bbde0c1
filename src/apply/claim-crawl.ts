import { lastJob } from '../plan/last-job.ts'
import type { PlannedChange, SubmittingChange } from '../plan/plan.ts'
import { type JobRecord, recordBase } from '../state/recorded-state.ts'

/** The record has changed since the plan was made; nothing was sent. */
export class StaleChangeError extends Error {
  override readonly name = 'StaleChangeError'
}

export interface Intent {
  readonly attempt: string
  /** The request carries no idempotency key. */
  readonly unkeyed?: true
  /** ISO 8601. */
  readonly at: string
  readonly commit: string | undefined
}

/**
 * Returns a crawl's record with the intent to submit `change`, written before anything is sent. When several runs plan the
 * same submission, one gets it: for the others the record is no longer the one they planned from.
 * @throws {StaleChangeError}
 */
export function claimCrawl(
  record: JobRecord | undefined,
  change: SubmittingChange,
  intent: Intent,
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
 * Returns the record of a crawl that is no longer declared, forgotten.
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
