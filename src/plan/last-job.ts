import { fillDefaults } from '../request/fill-defaults.ts'
import type { JobRecord, JobResult, PreviousJob } from '../state/recorded-state.ts'
import type { JsonObject } from '../util/json.ts'
import { plural } from '../util/plural.ts'
import { hasUnreadSitemap, stoppedText } from '../util/job-texts.ts'
import { given } from '../util/given.ts'

/** The last job of a crawl, with the result of the job before it. */
export interface RecordedJob {
  readonly crawl: string
  readonly job: PreviousJob
  readonly before: JobResult | undefined
}

/** Returns the last job of a record, as `lastJob` does. */
export function recordedJob(record: JobRecord | undefined): RecordedJob | undefined {
  const job = record && lastJob(record)
  return record && job && { crawl: record.crawl, job, before: resultBefore(record, job.job) }
}

/** Returns the last job that the service certainly started for this crawl, even if later attempts failed. */
export function lastJob(record: JobRecord): PreviousJob | undefined {
  return record.phase === 'submitted' ? ownJob(record) : record.previous
}

/** Returns the result of the job before `job`, which is the record's last one. */
export function resultBefore({ previous }: JobRecord, job: string): JobResult | undefined {
  return previous?.job === job ? undefined : previous?.result
}

export function ownJob(record: JobRecord & { readonly phase: 'submitted' }): PreviousJob {
  const { job, url, at, fingerprint, request, result } = record
  return given({ job, url, at, fingerprint, request, result })
}

/** Returns the most pages that a request asks for. */
export function jobLimit(request: JsonObject): number {
  const { limit } = fillDefaults(request)
  return typeof limit === 'number' ? limit : Infinity
}

/** Returns what a plan must say about the last job although it succeeded, each a clause. */
export function lastJobRemarks(
  { result }: Pick<PreviousJob, 'result'>,
  paused: string | undefined,
): readonly string[] {
  if (paused !== undefined) return [paused]
  const stopped = result === undefined ? undefined : stoppedText(result)
  const { startError, errorPages = 0, keepsErrorPages } = result?.summary ?? {}
  const failed = keepsErrorPages === true ? 0 : errorPages
  const clauses = [
    ...(stopped === undefined ? [] : [(job: string) => `${job} ${stopped}`]),
    ...(hasUnreadSitemap(result) ? [(job: string) => `${job} could not read every sitemap`] : []),
    ...(startError === undefined ? [] : [(job: string) => `the start page of ${job} failed: ${startError}`]),
    ...(failed === 0
      ? []
      : [(job: string) => `${plural(failed, 'page')} of ${job} answered with 4xx or 5xx`]),
  ]
  return clauses.map((clause, index) => clause(index === 0 ? 'the last job' : 'it'))
}
