import { addMissedPages, heldResult, jobProblems, jobResultOf, serviceProblem } from '../apply/job-result.ts'
import type { CrawlClient } from '../client/client.ts'
import { ClientError } from '../client/crawl-client.ts'
import type { FailedPage } from '../apply/review-pages.ts'
import { ManifestError } from '../manifest/manifest.ts'
import { resultBefore } from '../plan/last-job.ts'
import type { JobView } from '../render/render-jobs.ts'
import { type JobRecord, type JobResult, mayRun, type PreviousJob, StateError } from '../state/state.ts'
import { type Clock, fromTimeText } from '../util/clock.ts'
import { given } from '../util/json.ts'
import { progressText } from '../protocol/job-texts.ts'
import { oneLine } from '../util/text.ts'
import type { Session } from './session.ts'

/** A selected crawl, with its record if it has one. */
export interface SelectedCrawl {
  readonly name: string
  readonly record: JobRecord | undefined
}

interface ReadSettings {
  readonly clock: Clock
  /** Uses only what is recorded, and asks no service. */
  readonly isOffline: boolean
}

/** Returns the last job of each crawl. Asks the service about jobs without a recorded end, and about those with failed pages. */
export async function readJobs(
  session: Session,
  crawls: readonly SelectedCrawl[],
  { clock, isOffline }: ReadSettings,
): Promise<readonly JobView[]> {
  const asks = !isOffline && crawls.some(({ record }) => mustAskService(record))
  const service = asks ? await session.service({ isIdle: true }) : undefined
  const views: JobView[] = []
  for (const { name, record } of crawls) {
    const mustAsk = service !== undefined && mustAskService(record)
    views.push(mustAsk ? await ask(session, service, { name, record, clock }) : given({ name, record }))
  }
  return views
}

type Submitted = Extract<JobRecord, { phase: 'submitted' }>

/** Returns whether the service must be asked: the job has no recorded end, or some of its pages may be missing. */
function mustAskService(record: JobRecord | undefined): record is Submitted {
  if (record?.phase !== 'submitted') return false
  return mayRun(record) || record.result?.failed !== 0 || record.result.blocked !== 0
}

async function ask(
  session: Session,
  { client, running }: Awaited<ReturnType<Session['service']>>,
  { name, record, clock }: { readonly name: string; readonly record: Submitted; readonly clock: Clock },
): Promise<JobView> {
  try {
    const known = mayRun(record) ? undefined : record.result
    const now = known === undefined ? await askResult({ clock }, client, record) : { result: known }
    const settings = await session.reviewSettings(record.job, name)
    const { result: ended, ...missed } = await addMissedPages(now.result, record.job, { client, ...settings })
    const expected = { expect: settings.expect, before: resultBefore(record, record.job) }
    // Nobody has waited for it, so its pages are neither published nor held back yet.
    const result = known === undefined ? heldResult(ended, jobProblems(ended, expected)) : ended
    const failedPages = await knownFailures(session, { name, record }, missed.failedPages)
    return {
      ...now,
      name,
      record,
      result,
      ...missed,
      failedPages,
      isPaused: running !== undefined && mayRun({ result }),
    }
  } catch (error) {
    if (!(error instanceof ClientError)) throw error
    return { name, record, problem: serviceProblem(error, name) }
  }
}

/** Returns failed pages with whether they failed before. A manifest that cannot be used hides none of them. */
async function knownFailures(
  session: Session,
  { name, record }: { readonly name: string; readonly record: Submitted },
  failed: readonly FailedPage[] = [],
): Promise<readonly FailedPage[]> {
  if (failed.length === 0) return failed
  try {
    return await (await session.checks()).kept.knownFailures(name, record, failed)
  } catch (error) {
    if (error instanceof ManifestError || error instanceof StateError) return failed
    throw error
  }
}

/** How far a running job is. */
export interface JobProgress {
  readonly name: string
  /** Pages that were delivered so far. */
  readonly completed: number
  /** `120 of 400 known pages; the site asks to wait` */
  readonly text: string
}

/** A page of a running job. */
export interface NewPage {
  readonly url: string
  readonly status: number
  readonly title?: string
}

/** A running job with its newest pages, the last one first, or why nothing is known of it. */
export type LiveJob =
  | (JobProgress & { readonly pages: readonly NewPage[] })
  | { readonly name: string; readonly problem: string }

/** The newest pages of jobs, by job, with the number of pages that it had then. */
export type NewestPages = Map<string, { readonly completed: number; readonly pages: readonly NewPage[] }>

/** Newest pages that are read of a running job. */
const MOST_NEW = 10

/** Returns how far the jobs of these crawls are that still run, as the service says. */
export async function readProgress(
  session: Session,
  crawls: readonly SelectedCrawl[],
  { clock, newest }: { readonly clock: Clock; readonly newest: NewestPages },
): Promise<readonly LiveJob[]> {
  const running = crawls.flatMap(({ name, record }) =>
    record?.phase === 'submitted' && mayRun(record) ? [{ name, record }] : [],
  )
  if (running.length === 0) return []
  const { client, running: idle } = await session.service({ isIdle: true })
  // A service in this process runs no job.
  if (idle !== undefined) return []
  const found: LiveJob[] = []
  for (const { name, record } of running) {
    try {
      const { result, waitsBecause } = await askResult({ clock }, client, record)
      if (result.status !== 'scraping') continue
      const pages = await newestPages(client, record.job, { completed: result.completed, newest })
      found.push({ ...progressOf(name, result, waitsBecause), pages })
    } catch (error) {
      if (!(error instanceof ClientError)) throw error
      found.push({ name, problem: serviceProblem(error, name) })
    }
  }
  return found
}

/** Returns the newest pages of a job, which are asked for only when there are more than before. */
async function newestPages(
  client: CrawlClient,
  job: string,
  { completed, newest }: { readonly completed: number; readonly newest: NewestPages },
): Promise<readonly NewPage[]> {
  const known = newest.get(job)
  if (known?.completed === completed) return known.pages
  const part = { skip: Math.max(0, completed - MOST_NEW), most: MOST_NEW }
  const { data } = completed === 0 ? { data: [] } : await client.status(job, { part })
  const pages = data.slice(0, MOST_NEW).map(({ metadata: { url, statusCode: status, title } }) => ({
    url,
    status,
    ...given({ title: title === undefined ? undefined : oneLine(title) }),
  }))
  newest.set(job, { completed, pages: pages.toReversed() })
  return pages.toReversed()
}

export function progressOf(
  name: string,
  { completed, total }: JobResult,
  waitsBecause: string | undefined,
): JobProgress {
  const waits = waitsBecause === undefined ? '' : `; waits: ${waitsBecause}`
  return { name, completed, text: progressText({ completed, total }) + waits }
}

/** Asks the service for the result of a job as it is now, and why it waits. */
export async function askResult(
  { clock }: { readonly clock: Clock },
  client: CrawlClient,
  { job, at, request }: Pick<PreviousJob, 'job' | 'at' | 'request'>,
): Promise<{ readonly result: JobResult; readonly waitsBecause: string | undefined }> {
  const answer = await client.status(job, { startedAtMs: fromTimeText(at) })
  return { result: jobResultOf(answer, request, clock.now()), waitsBecause: answer.waitsBecause }
}
