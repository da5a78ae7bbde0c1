import type { JobRecord, JobResult } from '../state/recorded-state.ts'

/**
 * Returns a crawl's record with the last known result of `job`, which is the crawl's last job or the one before. Returns the
 * same record if nothing changed.
 */
export function recordResult(
  record: JobRecord | undefined,
  job: string,
  result: JobResult,
): JobRecord | undefined {
  if (record?.phase === 'submitted' && record.job === job) {
    return isNews(record.result, result) ? { ...record, result } : record
  }
  const previous = record?.previous
  if (record === undefined || previous?.job !== job || !isNews(previous.result, result)) return record
  return { ...record, previous: { ...previous, result } }
}

/** Returns whether a result has changed. A new time of the check alone does not count, because a write may be a push. */
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
    known.fromCache !== result.fromCache ||
    known.stoppedAtLimit !== result.stoppedAtLimit ||
    known.urlsLeft !== result.urlsLeft ||
    JSON.stringify(known.sitemaps) !== JSON.stringify(result.sitemaps) ||
    JSON.stringify(known.summary) !== JSON.stringify(result.summary)
  )
}
