import { changeRecord, type JobRecord } from '../state/recorded-state.ts'
import { settleAttempt, type Settlement } from './settle-attempt.ts'

/**
 * Returns the records with outcomes that could not be stored when they became known. Each settles only its own attempt: later
 * attempts and more certain outcomes found since stay.
 */
export function recordUnrecorded(
  records: readonly JobRecord[],
  unrecorded: readonly JobRecord[],
): readonly JobRecord[] {
  return unrecorded.reduce((now, record) => {
    const settlement = settlementOf(record)
    if (settlement === undefined) return now
    return changeRecord(now, record.crawl, (known) =>
      // A crawl that was forgotten meanwhile stays forgotten.
      known?.phase === 'forgotten' ? known : settleAttempt(known, record, settlement),
    )
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
