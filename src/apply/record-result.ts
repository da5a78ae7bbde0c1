import { findRecord, putRecord } from '../state/job-records.ts'
import type { JobRecord, JobResult } from '../state/recorded-state.ts'

/** Returns the records with the last known result of `job`, whether it is the crawl's last job or the one before. */
export function recordResult(
  records: readonly JobRecord[],
  crawl: string,
  job: string,
  result: JobResult,
): readonly JobRecord[] {
  const record = findRecord(records, crawl)
  if (record?.phase === 'submitted' && record.job === job) {
    return isNews(record.result, result) ? putRecord(records, { ...record, result }) : records
  }
  const previous = record?.previous
  if (record === undefined || previous?.job !== job || !isNews(previous.result, result)) return records
  return putRecord(records, { ...record, previous: { ...previous, result } })
}

/** Tells whether a result is news. A new time of asking alone is not, because a write may be a push. */
function isNews(known: JobResult | undefined, result: JobResult): boolean {
  return (
    known?.status !== result.status ||
    known.completed !== result.completed ||
    known.total !== result.total ||
    known.creditsUsed !== result.creditsUsed ||
    known.error !== result.error ||
    known.warning !== result.warning ||
    known.failed !== result.failed ||
    known.blocked !== result.blocked ||
    known.fromCache !== result.fromCache
  )
}
