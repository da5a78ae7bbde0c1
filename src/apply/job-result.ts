import { jobLimit } from '../plan/last-job.ts'
import type { CrawlStatusAnswer } from '../protocol/crawl-status.ts'
import type { JobRecord, JobResult } from '../state/state.ts'
import { canonicalJson, given, type JsonObject } from '../util/json.ts'
import { toIsoTime } from '../util/clock.ts'
import { oneLine } from '../util/text.ts'
import type { Stopped } from '../util/job-texts.ts'

/** Returns a job's status as its record keeps it. `request` is the recorded one that started the job. */
export function jobResultOf(answer: CrawlStatusAnswer, request: JsonObject, nowMs: number): JobResult {
  const { completed, total, creditsUsed, error, warning, cacheHits } = answer
  // With `success: false` the start failed, and the status may still be another one.
  const status = answer.success ? answer.status : 'failed'
  const at = toIsoTime(nowMs)
  return {
    status,
    completed,
    total,
    creditsUsed,
    at,
    ...given({ error: error && oneLine(error), warning: warning && oneLine(warning), fromCache: cacheHits }),
    ...(status === 'completed' ? stoppedOf(answer, request) : {}),
  }
}

/** Returns whether a limit stopped a completed job. A service that does not count URLs shows it only by as many pages. */
function stoppedOf({ completed, urlsLeft, stoppedAtLimit }: CrawlStatusAnswer, request: JsonObject): Stopped {
  if (urlsLeft !== undefined) {
    if (urlsLeft === 0) return {}
    return given({ stoppedAtLimit, urlsLeft })
  }
  const limit = jobLimit(request)
  return completed > 0 && completed >= limit ? { stoppedAtLimit: limit } : {}
}

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
    return hasChanged(record.result, result) ? { ...record, result } : record
  }
  const previous = record?.previous
  if (record === undefined || previous?.job !== job || !hasChanged(previous.result, result)) return record
  return { ...record, previous: { ...previous, result } }
}

/** Returns whether a result has changed. A new time of the check alone does not count, because a write may be a push. */
function hasChanged(known: JobResult | undefined, result: JobResult): boolean {
  return known === undefined || textOf(known) !== textOf(result)
}

function textOf(result: JobResult): string {
  // A result is plain JSON.
  return canonicalJson({ ...result, at: '' } as unknown as JsonObject)
}
