import { sayAbout } from '../output/terminal.ts'
import type { Cli, CliOf } from '../arguments/command.ts'
import { addMissedPages } from '../../apply/missed-pages.ts'
import { serviceProblem } from '../../apply/job-problems.ts'
import { jobResultOf } from '../../apply/job-result.ts'
import { PageReview, resultPages, type ReviewSettings } from '../../apply/review-pages.ts'
import { ClientError } from '../../client/client-error.ts'
import type { CrawlClient } from '../../client/client.ts'
import type { CrawlStatusAnswer, PageDocument } from '../../protocol/crawl-status.ts'
import { ManifestError } from '../../manifest/manifest.ts'
import { deliverFeed } from '../project/deliver-feed.ts'
import { heldBackText } from '../../render/render-changes.ts'
import { renderPageLine } from '../../render/render-page.ts'
import { writtenText } from '../../render/page-counts-text.ts'
import { endText, pausedText, STATUS_WORDS } from '../../util/job-texts.ts'
import { plural } from '../../util/plural.ts'
import { shellQuote } from '../../util/shell-quote.ts'
import { exitStatus, type ExitStatus } from '../process/exit-status.ts'
import {
  askResult,
  jobsOf,
  openRecord,
  type RecordedJob,
  reviewSettingsOf,
  sayUnrecorded,
} from '../project/open-record.ts'
import type { CompletedRecord, Session } from '../../session/session.ts'
import { readOutput, type PageOutput } from '../arguments/page-output.ts'
import { UsageError } from '../process/failures.ts'
import { hasPages, writePages } from '../../session/page-writer.ts'
import { mayRun } from '../../state/recorded-state.ts'

export async function run(cli: CliOf<'results'>): Promise<ExitStatus> {
  const { options } = cli
  const output = readOutput(cli)
  const format = options.text('format') ?? 'text'
  if (output !== undefined && format !== 'text')
    throw new UsageError(
      `"--output" writes pages as files, and "--format ${format}" prints them: use only one.`,
    )
  const opened = await openRecord(cli)
  const jobs = jobsOf(opened)
  const found = jobs.map(({ name }) => name)
  sayUnrecorded(cli, opened, found, 'No results')
  if (jobs.length === 0) {
    if (format === 'json') cli.stdout.write('{"formatVersion":1,"crawls":[]}\n')
    return exitStatus.ok
  }
  const { session } = opened
  const service = await session.service({ isIdle: true })
  try {
    const { client, running } = service
    const isPaused = running !== undefined
    const fetched = jobs.map(({ name, job, before }) => {
      return { name, job, before, settings: reviewSettingsOf(opened, name, job.request), isPaused }
    })
    return output === undefined
      ? await printAll(cli, format, client, fetched)
      : await writeAll(cli, output, session, fetched)
  } finally {
    await session.close()
  }
}

interface FetchedJob extends RecordedJob {
  /** No process runs the service's jobs. */
  readonly isPaused: boolean
  readonly settings: ReviewSettings
}

/**
 * Writes the results of each job as files. Does not change the folder for a job without results that failed, was cancelled,
 * still runs, or has only failed pages. A part of a job does not replace earlier pages. Returns the exit status.
 */
async function writeAll(
  cli: Cli,
  output: PageOutput,
  session: Session,
  jobs: readonly FetchedJob[],
): Promise<ExitStatus> {
  const { client } = await session.service()
  const { directory, links, skipDuplicates } = output
  let status: ExitStatus = exitStatus.ok
  const published = new Map<string, string>()
  const held = new Set<string>()
  for (const fetched of jobs) {
    const { name, job, before, settings } = fetched
    const { startUrl } = settings
    const reason = await missingReason(cli, name, async () => {
      const result = mayRun(job) && output.feed === undefined ? await askResult(cli, client, job) : job.result
      const isDone = result?.status === 'completed'
      const isPartial = (result?.completed ?? 0) > 0 && !output.isForced && hasPages(directory, name)
      if (!isDone && (output.feed !== undefined || isPartial)) {
        const end = endText(name, result === undefined ? {} : { result })
        sayAbout(cli, name, `the last job ${end}. Pages written before and the feed stay as they are.`)
        status = exitStatus.crawl
        return
      }
      const record = { crawl: name, job: { ...job, ...(result && { result }) }, before }
      if (isDone && !(await mayPublish(cli, output, session, record))) {
        status = exitStatus.crawl
        held.add(name)
        return
      }
      const review = new PageReview(settings)
      const arriving = resultPages(client.pages(job.job), review)
      const first = await arriving.next()
      if (first.done === true && (first.value.status !== 'completed' || review.failedPages.length > 0)) {
        await reportState(cli, client, { ...fetched, review, end: first.value, count: 0 })
        sayAbout(cli, name, 'nothing was written; pages of earlier jobs were kept')
        if (first.value.status !== 'scraping') status = exitStatus.crawl
        return
      }
      let end: CrawlStatusAnswer | undefined
      const pages = all(first, arriving, (state) => (end = state))
      const source = { crawl: name, startUrl, pages, review }
      const written = await session.withLock('pages', () =>
        writePages(directory, source, { links, skipDuplicates }),
      )
      published.set(name, job.job)
      cli.stdout.say(writtenText(name, written, directory))
      if (end !== undefined) await reportState(cli, client, { ...fetched, review, end, count: written.pages })
    })
    if (reason !== undefined) status = exitStatus.world
  }
  if (output.feed === undefined) return status
  const fed = await deliverFeed(cli, {
    session,
    output: { ...output, feed: output.feed },
    names: new Set(jobs.map(({ name }) => name)),
    written: published,
    reported: held,
  })
  return status === exitStatus.ok ? fed : status
}

/** Returns whether the pages of a crawl's last job may be written, and says why not. */
async function mayPublish(
  cli: Cli,
  output: PageOutput,
  session: Session,
  { crawl, job, before }: CompletedRecord,
): Promise<boolean> {
  const { manifest, problems } = await session.checkRecorded(crawl, job, before)
  if (problems.length === 0) return true
  if (output.isForced) {
    await session.manifests.publish(manifest.crawl, manifest.job)
    return true
  }
  const stays = 'Pages written before stay as they are; --force writes these all the same.'
  sayAbout(cli, crawl, `${heldBackText(problems).replace(/\.$/, '')}. ${stays}`)
  return false
}

/** Yields the pages already taken from `pages` and then the rest. Reports the job's state at the end. */
async function* all(
  first: IteratorResult<PageDocument, CrawlStatusAnswer>,
  rest: AsyncGenerator<PageDocument, CrawlStatusAnswer>,
  onEnd: (state: CrawlStatusAnswer) => void,
): AsyncGenerator<PageDocument> {
  let next = first
  while (next.done !== true) {
    yield next.value
    next = await rest.next()
  }
  onEnd(next.value)
}

/** Delivers pages. Returns, and prints on stderr, why some are missing; undefined if all are there. */
async function missingReason(
  cli: Cli,
  name: string,
  deliver: () => Promise<void>,
): Promise<string | undefined> {
  try {
    await deliver()
    return undefined
  } catch (error) {
    if (!(error instanceof ClientError) && !(error instanceof ManifestError)) throw error
    const message = error instanceof ClientError ? serviceProblem(error, name) : error.message
    sayAbout(cli, name, message)
    return message
  }
}

interface Delivered extends FetchedJob {
  readonly review: PageReview
  /** The service's answer with the last page. */
  readonly end: CrawlStatusAnswer
  readonly count: number
}

/** Reports the result of a job that has not completed, has no results, or has failed pages. */
async function reportState(
  cli: Cli,
  client: CrawlClient,
  { name, job, settings, isPaused, review, end, count }: Delivered,
): Promise<void> {
  const say = (text: string): void => sayAbout(cli, name, text)
  const { status } = end
  if (status === 'scraping' && isPaused)
    return say(`${plural(count, 'page')} so far, ${pausedText(name, end)}`)
  if (status === 'scraping' && count > 0)
    return say(`${plural(count, 'page')} so far; the job is still running (${end.completed} of ${end.total})`)
  const { errorPages, keepsErrorPages } = review.summary
  if (status === 'completed' && count > 0) {
    if (errorPages > 0 && keepsErrorPages !== true)
      say(`${plural(errorPages, 'failed page')} left out: see crawlform status ${shellQuote(name)}`)
    return
  }
  const options = { client, review, ...settings }
  const { result } = await addMissedPages(jobResultOf(end, job.request, cli.clock.now()), job.job, options)
  const why = result.error === undefined ? '' : `: ${result.error}`
  const state = status === 'completed' ? '' : `; the job ${STATUS_WORDS[status]}`
  say(`${count === 0 ? 'no pages' : `${plural(count, 'page')}, not all`}${state}${why}`)
}

/** Prints pages as they arrive, because there may be very many. Returns the exit status. */
async function printAll(
  cli: Cli,
  format: string,
  client: CrawlClient,
  jobs: readonly FetchedJob[],
): Promise<ExitStatus> {
  let isWhole = true
  if (format === 'json') cli.stdout.write('{"formatVersion":1,"crawls":[')
  for (const [index, fetched] of jobs.entries()) {
    const { name, job, settings } = fetched
    if (format === 'json') {
      const head = `${JSON.stringify(name)},"job":${JSON.stringify(job.job)},"pages":[`
      cli.stdout.write(`${index === 0 ? '' : ','}\n{"name":${head}`)
    }
    const reason = await missingReason(cli, name, async () => {
      const review = new PageReview(settings)
      const arriving = resultPages(client.pages(job.job), review)
      let count = 0
      let next = await arriving.next()
      for (; next.done !== true; next = await arriving.next())
        cli.stdout.write(pageText(format, name, next.value, count++ === 0))
      await reportState(cli, client, { ...fetched, review, end: next.value, count })
    })
    isWhole &&= reason === undefined
    if (format === 'json')
      cli.stdout.write(`]${reason === undefined ? '' : `,"error":${JSON.stringify(reason)}`}}`)
  }
  if (format === 'json') cli.stdout.write('\n]}\n')
  return isWhole ? exitStatus.ok : exitStatus.world
}

function pageText(format: string, crawl: string, page: PageDocument, first: boolean): string {
  if (format === 'ndjson') return `${JSON.stringify({ crawl, page })}\n`
  if (format === 'json') return `${first ? '' : ','}\n${JSON.stringify(page)}`
  return renderPageLine(crawl, page)
}
