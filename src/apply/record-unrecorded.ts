import { findRecord } from '../state/job-records.ts'
import type { JobRecord } from '../state/recorded-state.ts'
import { settleAttempt, type Settlement } from './settle-attempt.ts'

/**
 * Returns the records with outcomes that could not be stored when they were known. Each settles its own attempt and
 * nothing else: what was found out meanwhile and is surer stays, and so does every later attempt.
 */
export function recordUnrecorded(
  records: readonly JobRecord[],
  unrecorded: readonly JobRecord[],
): readonly JobRecord[] {
  return unrecorded.reduce((now, record) => {
    const settlement = settlementOf(record)
    // A crawl that was forgotten meanwhile stays forgotten.
    if (settlement === undefined || findRecord(now, record.crawl)?.phase === 'forgotten') return now
    return settleAttempt(now, record, settlement)
  }, records)
}

function settlementOf(record: JobRecord): Settlement | undefined {
  switch (record.phase) {
    case 'submitted':
      return { phase: 'submitted', job: record.job, url: record.url }
    case 'failed':
    case 'in-doubt':
      return { phase: record.phase, error: record.error }
    case 'submitting':
    case 'forgotten':
      return undefined
  }
}
