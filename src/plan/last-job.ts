import { fillDefaults } from '../request/fill-defaults.ts'
import { scopeSettingsWithDefaults } from '../request/page-settings.ts'
import type { ScopeSettings } from '../scope/scope.ts'
import type { JobRecord, JobResult, PreviousJob } from '../state/state.ts'
import { given, type Json, type JsonObject } from '../util/json.ts'
import { plural } from '../util/text.ts'
import { heldBackText, hasUnreadSitemap, stoppedText } from '../protocol/job-texts.ts'

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

/** Returns a job by its id, of any crawl or of one. */
export function findJob(records: readonly JobRecord[], id: string, crawl?: string): RecordedJob | undefined {
  for (const record of records) {
    if (crawl !== undefined && record.crawl !== crawl) continue
    const job = [lastJob(record), record.previous].find((one) => one?.job === id)
    if (job !== undefined) return { crawl: record.crawl, job, before: resultBefore(record, id) }
  }
  return undefined
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

/** Returns what decides which pages are in the scope of a request. */
export function jobScope(request: JsonObject): ScopeSettings {
  return scopeSettingsWithDefaults(request)
}

export interface Expected {
  readonly expect: JsonObject | undefined
  /** The result of the crawl's job before this one. */
  readonly before: JobResult | undefined
}

/** Returns how many pages a limit of `expect` allows: that number, or percent of `whole`. Undefined without a limit. */
export function allowedPages(limit: Json | undefined, whole: number) {
  if (typeof limit === 'number') return { most: limit, text: `at most ${limit}` }
  if (typeof limit !== 'string') return undefined
  return { most: (whole * Number.parseFloat(limit)) / 100, text: `at most ${limit}` }
}

/** Returns why a job has too few pages, if it has. Without `minPages: 0`, one is expected. `maxDrop`: percent of the last job. */
export function tooFewPages(
  { completed, error, summary }: JobResult,
  { expect, before }: Expected,
): readonly string[] {
  const { minPages, maxDrop } = expect ?? {}
  // An unknown host is a typo, even if the crawl expects no pages.
  const isUnknownHost = /\bDNS\b|ENOTFOUND/.test(error ?? '')
  if (completed === 0 && (minPages !== 0 || summary?.startError !== undefined || isUnknownHost))
    return [`no page${error === undefined ? '' : `: ${error}`}`]
  const pages = plural(completed, 'page')
  const problems: string[] = []
  if (typeof minPages === 'number' && completed < minPages)
    problems.push(`${pages}, at least ${minPages} expected`)
  if (typeof maxDrop === 'string' && before?.status === 'completed') {
    const earlier = before.completed
    if (earlier - completed > (allowedPages(maxDrop, earlier)?.most ?? earlier))
      problems.push(`${pages}, down from ${earlier}: a drop of more than ${maxDrop}`)
  }
  return problems
}

/** Returns remarks of a plan on the last job although it succeeded, each a clause. */
export function lastJobRemarks(
  { result }: Pick<PreviousJob, 'result'>,
  { paused, ...expected }: Expected & { readonly paused?: string | undefined },
): readonly string[] {
  if (paused !== undefined) return [paused]
  const stopped = result === undefined ? undefined : stoppedText(result)
  const held = result?.heldBack
  const startError = held === undefined ? result?.summary?.startError : undefined
  const failed = result?.failed ?? 0
  const isStartAll = startError !== undefined && result?.completed === 0
  const few =
    result?.status === 'completed' && !isStartAll && held === undefined ? tooFewPages(result, expected) : []
  const clauses = [
    ...few.map((pages) => (job: string) => `${job} brought ${pages}`),
    ...(held === undefined ? [] : [(job: string) => `${job} was ${heldBackText(held)}`]),
    ...(stopped === undefined ? [] : [(job: string) => `${job} ${stopped}`]),
    ...(hasUnreadSitemap(result) ? [(job: string) => `${job} could not read every sitemap`] : []),
    ...(startError === undefined
      ? []
      : [(job: string) => `${job} could not read its start page: ${startError}`]),
    ...(failed <= (startError === undefined ? 0 : 1)
      ? []
      : [(job: string) => `${job} has ${plural(failed, 'failed page')}`]),
  ]
  return clauses.map((clause, index) => clause(index === 0 ? 'the last job' : 'it'))
}
