import type { JobRecord, JobResult } from '../state/recorded-state.ts'
import { canonicalJson } from '../util/canonical-json.ts'
import type { JsonObject } from '../util/json.ts'

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
  return known === undefined || textOf(known) !== textOf(result)
}

function textOf(result: JobResult): string {
  // A result is plain JSON.
  return canonicalJson({ ...result, at: '' } as unknown as JsonObject)
}
