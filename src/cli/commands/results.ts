import { sayAbout } from '../output/terminal.ts'
import type { Cli, CliOf } from '../arguments/command.ts'
import { addMissedPages, jobResultOf, serviceProblem } from '../../apply/job-result.ts'
import type { PageReview } from '../../apply/review-pages.ts'
import { ClientError } from '../../client/crawl-client.ts'
import type { CrawlClient } from '../../client/client.ts'
import type { PageDocument } from '../../protocol/crawl-status.ts'
import { ManifestError } from '../../manifest/manifest.ts'
import { deliverFeed } from '../project/deliver-feed.ts'
import type { RecordedJob } from '../../plan/last-job.ts'
import { renderPageLine } from '../../render/render-page.ts'
import { writtenText } from '../../render/page-counts-text.ts'
import { endText, heldBackText, pausedText, STATUS_WORDS } from '../../protocol/job-texts.ts'
import { shellQuote } from '../../util/shell-quote.ts'
import { oneLine, plural } from '../../util/text.ts'
import { exitStatus, type ExitStatus, UsageError } from '../process/failures.ts'
import { askResult } from '../../session/read-jobs.ts'
import { jobsOf, type OpenedRecord, openRecord, sayUnrecorded } from '../project/open-record.ts'
import type { Session } from '../../session/session.ts'
import { readOutput, type PageOutput } from '../arguments/page-output.ts'
import { assert } from '../../util/invariant.ts'
import { hasPages, writePages } from '../../session/page-writer.ts'
import { mayRun } from '../../state/state.ts'

export async function run(cli: CliOf<'results'>): Promise<ExitStatus> {
  const { options } = cli
  const output = readOutput(cli)
  const format = options.text('format') ?? 'text'
  if (output !== undefined && format !== 'text')
    throw new UsageError(
      `"--output" writes pages as files, and "--format ${format}" prints them: use only one.`,
    )
  const opened = await openRecord(cli)
  const id = options.text('job')
  if (id !== undefined) return earlierJob(cli, opened, id, output)
  const jobs = jobsOf(opened)
  sayUnrecorded(cli, opened, jobs, 'No results')
  if (jobs.length === 0) {
    if (format === 'json') cli.stdout.write('{"formatVersion":1,"crawls":[]}\n')
    return exitStatus.ok
  }
  const { session } = opened
  try {
    await session.followRenames(output?.directory)
    const { client, running } = await session.service({ isIdle: true })
    const source: Source = { session, client, isPaused: running !== undefined }
    return output === undefined
      ? await printAll(cli, format, source, jobs)
      : await writeAll(cli, { ...source, output }, jobs)
  } finally {
    await session.close()
  }
}

/** Prints an earlier job of one crawl, or publishes it again. */
async function earlierJob(
  cli: Cli,
  { session, crawls }: OpenedRecord,
  id: string,
  output: PageOutput | undefined,
): Promise<ExitStatus> {
  const [crawl, ...others] = crawls
  if (crawl === undefined || others.length > 0)
    throw new UsageError('"--job" is a job of one crawl: name the crawl, as in "results docs --job ID".')
  const { name } = crawl
  try {
    const last = await session.keptJob(id, name)
    if (last === undefined) throw new UsageError(await unknownJobText(session, name, id))
    const { client, running } = await session.service({ isIdle: true })
    const source = { session, client, isPaused: running !== undefined }
    if (output === undefined) return await printAll(cli, cli.options.text('format') ?? 'text', source, [last])
    const stored = await (await session.checks()).store.find(name, id)
    if (stored?.isHeld === true && !output.isForced) {
      sayAbout(cli, name, `job ${id} was held back. Pages written before ${STAY}`)
      return exitStatus.crawl
    }
    let status: ExitStatus = exitStatus.ok
    const reason = await missingReason(cli, name, async () => {
      if (!(await writeArrived(cli, { ...source, output }, last))) status = exitStatus.crawl
    })
    if (reason !== undefined) return exitStatus.external
    if (status !== exitStatus.ok) return status
    const manifest = await (await session.checks()).publishAgain(name, id)
    sayAbout(cli, name, `job ${id} is published again; later ones are taken back`)
    const again = { record: last, manifest }
    return (await deliverFeed(cli, { session, output, names: new Set([name]), again })).status
  } finally {
    await session.close()
  }
}

async function unknownJobText(session: Session, crawl: string, id: string): Promise<string> {
  const jobs = await (await session.checks()).store.jobs(crawl)
  const known = jobs.map(({ job, at, isHeld }) => `${job} of ${at}${isHeld ? ' (held back)' : ''}`)
  const list = known.length === 0 ? '' : ` These are: ${known.join(', ')}.`
  return `No job "${id}" of ${crawl} is kept.${list}`
}

interface Source {
  readonly session: Session
  readonly client: CrawlClient
  /** No process runs the service's jobs. */
  readonly isPaused: boolean
}

interface WrittenSource extends Source {
  readonly output: PageOutput
}

/** Writes the results of each job as files, and the feed. Returns the exit status. */
async function writeAll(cli: Cli, source: WrittenSource, jobs: readonly RecordedJob[]): Promise<ExitStatus> {
  const { session, output } = source
  let status: ExitStatus = exitStatus.ok
  const names = new Set<string>()
  for (const last of jobs) {
    const reason = await missingReason(cli, last.crawl, async () => {
      if (!(await writeOne(cli, source, last))) status = exitStatus.crawl
    })
    if (reason === undefined) names.add(last.crawl)
    else status = exitStatus.external
  }
  const fed = await deliverFeed(cli, { session, output, names })
  return status === exitStatus.ok ? fed.status : status
}

const STAY = 'stay as they are; --force writes these anyway.'

/**
 * Writes the results of a job. Never replaces earlier pages with a partial or empty result, or with pages that are held back:
 * then it reports why and returns false.
 */
async function writeOne(cli: Cli, source: WrittenSource, last: RecordedJob): Promise<boolean> {
  const { session, client, output } = source
  const { crawl, job } = last
  const result =
    mayRun(job) && output.feed === undefined ? (await askResult(cli, client, job)).result : job.result
  const isDone = result?.status === 'completed'
  const isPartial = (result?.completed ?? 0) > 0 && !output.isForced && hasPages(output.directory, crawl)
  if (!isDone && (output.feed !== undefined || isPartial)) {
    const end = endText(crawl, result === undefined ? {} : { result })
    const rest = output.feed === undefined ? STAY : 'and the feed stay as they are.'
    sayAbout(cli, crawl, `the last job ${end}. Pages written before ${rest}`)
    return false
  }
  const checks = await session.checks()
  const checked = isDone ? await checks.checkRecorded({ ...last, job: { ...job, result } }) : undefined
  const { problems } = checked ?? { problems: [] }
  const written = await checks.publish({ crawl, job: job.job, problems }, output, () =>
    writeArrived(cli, source, last),
  )
  if (written !== undefined) return written
  sayAbout(cli, crawl, `${heldBackText(problems).replace(/\.$/, '')}. Pages written before ${STAY}`)
  return false
}

/** Writes the results that a job has so far, and reports its state. Returns false for a job that ended without any. */
async function writeArrived(cli: Cli, source: WrittenSource, last: RecordedJob): Promise<boolean> {
  const { session, output } = source
  const { crawl, job } = last
  const { pages, review } = await session.readResults({ crawl, job: job.job })
  const first = await pages.next()
  if (first.done === true && (review.end?.status !== 'completed' || review.failedPages.length > 0)) {
    await reportState(cli, source, last, { review, count: 0 })
    sayAbout(cli, crawl, 'nothing was written; pages of earlier jobs were kept')
    return review.end?.status === 'scraping'
  }
  const read = { crawl, startUrl: review.settings.startUrl, pages: all(first, pages), review }
  const { directory } = output
  const written = await session.withLock('pages', () => writePages(directory, read, output))
  cli.stdout.say(writtenText(crawl, written, directory))
  await reportState(cli, source, last, { review, count: written.pages })
  return true
}

async function* all<T>(first: IteratorResult<T>, rest: AsyncIterable<T>): AsyncGenerator<T> {
  if (first.done !== true) yield first.value
  yield* rest
}

/** Delivers pages. Returns, and prints on stderr, why some are missing; undefined if all are there. */
async function missingReason(cli: Cli, name: string, deliver: () => Promise<void>) {
  try {
    await deliver()
    return undefined
  } catch (error) {
    if (!(error instanceof ClientError) && !(error instanceof ManifestError)) throw error
    const message = serviceProblem(error, name)
    sayAbout(cli, name, message)
    return message
  }
}

/** Reports the result of a job that has not completed, has no results, or has failed pages. All its pages were read. */
async function reportState(
  cli: Cli,
  { client, isPaused }: Source,
  { crawl, job, before }: RecordedJob,
  { review, count }: { readonly review: PageReview; readonly count: number },
): Promise<void> {
  const say = (text: string): void => sayAbout(cli, crawl, text)
  const { end } = review
  assert(end !== undefined, 'the pages of a job end with its state')
  const { status, completed, total, waitsBecause } = end
  const waits = waitsBecause === undefined ? '' : `; ${oneLine(waitsBecause)}`
  if (status === 'scraping' && isPaused)
    return say(`${plural(count, 'page')} so far, ${pausedText(crawl, end)}`)
  if (status === 'scraping' && count > 0)
    return say(`${plural(count, 'page')} so far; the job is still running (${completed} of ${total})${waits}`)
  const { errorPages, keepsErrorPages } = review.summary
  const failed = job.result?.failed ?? (keepsErrorPages === true ? 0 : errorPages)
  if (status === 'completed' && count > 0) {
    if (failed > 0)
      say(`${plural(failed, 'failed page')} left out: see crawlform status ${shellQuote(crawl)}`)
    return
  }
  const now = jobResultOf(end, job.request, cli.clock.now())
  const options = { client, ...review.settings, before, readPages: () => Promise.resolve(review) }
  const { result } = await addMissedPages(now, job.job, options)
  const why = result.error === undefined ? '' : `: ${result.error}`
  const state = status === 'completed' ? '' : `; the job ${STATUS_WORDS[status]}${waits}`
  say(`${count === 0 ? 'no pages' : `${plural(count, 'page')}, not all`}${state}${why}`)
}

/** Prints pages as they arrive, because there may be very many. Returns the exit status: pages that are held back are not good. */
async function printAll(cli: Cli, format: string, source: Source, jobs: readonly RecordedJob[]) {
  let status: ExitStatus = exitStatus.ok
  if (format === 'json') cli.stdout.write('{"formatVersion":1,"crawls":[')
  for (const [index, last] of jobs.entries()) {
    const { crawl: name, job } = last
    if (format === 'json') {
      const head = `${JSON.stringify(name)},"job":${JSON.stringify(job.job)},"pages":[`
      cli.stdout.write(`${index === 0 ? '' : ','}\n{"name":${head}`)
    }
    const reason = await missingReason(cli, name, async () => {
      const { pages, review } = await source.session.readResults({ crawl: name, job: job.job })
      let count = 0
      for await (const page of pages) cli.stdout.write(pageText(format, name, page, count++ === 0))
      await reportState(cli, source, last, { review, count })
    })
    const held = job.result?.heldBack ?? []
    if (held.length > 0) sayAbout(cli, name, heldBackText(held))
    if (reason !== undefined) status = exitStatus.external
    else if (held.length > 0 && status === exitStatus.ok) status = exitStatus.crawl
    if (format === 'json')
      cli.stdout.write(`]${reason === undefined ? '' : `,"error":${JSON.stringify(reason)}`}}`)
  }
  if (format === 'json') cli.stdout.write('\n]}\n')
  return status
}

function pageText(format: string, crawl: string, page: PageDocument, first: boolean): string {
  if (format === 'ndjson') return `${JSON.stringify({ crawl, page })}\n`
  if (format === 'json') return `${first ? '' : ','}\n${JSON.stringify(page)}`
  return renderPageLine(crawl, page)
}
