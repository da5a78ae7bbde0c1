import path from 'node:path'
import { chooseStyle, sayAbout } from '../output/terminal.ts'
import type { Cli, CliOf } from '../arguments/command.ts'
import { hasChanges } from '../../changes/changes.ts'
import {
  type ChangesView,
  renderChangesJson,
  renderChangesMarkdown,
  renderChangesNdjson,
  renderChangesText,
} from '../../render/render-changes.ts'
import { type PageTexts, renderChangesHtml } from '../../render/render-changes-html.ts'
import {
  type PageDifference,
  renderPageDifferenceJson,
  renderPageDifferenceText,
} from '../../render/render-page-difference.ts'
import { namedUrl } from '../../lint/run-scope-tests.ts'
import { pageDifference } from '../../session/page-difference.ts'
import { readSince, type Since } from '../../session/since.ts'
import type { Session } from '../../session/session.ts'
import { wantsFormat, writeReports } from '../output/output.ts'
import { exitStatus, type ExitStatus, UsageError } from '../process/failures.ts'
import { askResult } from '../../session/read-jobs.ts'
import { type OpenedRecord, openRecord } from '../project/open-record.ts'
import { serviceProblem } from '../../apply/job-result.ts'
import { ClientError } from '../../client/crawl-client.ts'
import { ManifestError, manifestKey } from '../../manifest/manifest.ts'
import { lastJob, resultBefore } from '../../plan/last-job.ts'
import { mayRun } from '../../state/state.ts'
import { endText } from '../../protocol/job-texts.ts'

export async function run(cli: CliOf<'changes'>): Promise<ExitStatus> {
  const { options } = cli
  refuseWithoutDiff(options)
  const opened = await openRecord(cli)
  const since = options.text('since')
  try {
    const views: Read[] = []
    const from = since === undefined ? undefined : readSince(since, cli.clock)
    for (const crawl of opened.crawls) views.push(await readChanges(cli, opened.session, crawl, from))
    if (options.has('--diff')) return await showDifference(cli, opened, views)
    const texts: Texts = wantsFormat(options, 'html') ? await readTexts(cli, opened, views) : new Map()
    const environment = opened.session.backend.environment
    writeReports(cli, {
      text: () => renderChangesText(views, chooseStyle(cli, 'stdout')),
      json: () => renderChangesJson(environment, views),
      ndjson: () => renderChangesNdjson(views),
      markdown: () => renderChangesMarkdown(views),
      html: () =>
        renderChangesHtml(views, {
          environment,
          textsOf: (crawl, url) => texts.get(`${crawl}\n${url}`) ?? {},
        }),
    })
    if (views.some(({ isFailure }) => isFailure)) return exitStatus.external
    const isDetailed = options.flag('detailed-exitcode')
    const isChanged = views.some((view) => 'changes' in view && hasChanges(view.changes))
    return isDetailed && isChanged ? exitStatus.changes : exitStatus.ok
  } finally {
    await opened.session.close()
  }
}

/** Refuses formats that `--diff` does not have, and options that only it has. */
function refuseWithoutDiff(options: CliOf<'changes'>['options']): void {
  if (!options.has('--diff')) {
    if (options.has('--output'))
      throw new UsageError('"--output" is only used with "--diff".', 'Leave it out, or write --diff URL.')
    return
  }
  const formats = [
    options.text('format') ?? 'text',
    ...options.list('report').map((report) => report.split('=')[0] ?? ''),
  ]
  const other = formats.find((format) => format !== 'text' && format !== 'json')
  if (other !== undefined) throw new UsageError(`"--diff" has no format "${other}".`, 'Write text or json.')
}

/** Shows the difference of one page, in each of the crawls that have it. */
async function showDifference(cli: Cli, { session }: OpenedRecord, views: readonly Read[]) {
  const { options, cwd } = cli
  const typed = options.text('diff') ?? ''
  const directory = options.text('output')
  const { kept } = await session.checks()
  const found: PageDifference[] = []
  for (const view of views) {
    if ('because' in view) {
      sayAbout(cli, view.name, view.because)
      continue
    }
    const pages = directory === undefined ? undefined : path.resolve(cwd, directory)
    const urlOf = (start: string): string => namedUrl(typed, start)
    const difference = await pageDifference(kept, view.changes, urlOf, pages)
    if (difference !== undefined) found.push(difference)
  }
  if (views.some(({ isFailure }) => isFailure)) return exitStatus.external
  const compared = views.filter((view) => 'changes' in view)
  if (found.length === 0 && compared.length > 0)
    throw new UsageError(
      `No page "${typed}" in the compared jobs.`,
      'crawlform changes lists the pages that changed.',
    )
  const style = chooseStyle(cli, 'stdout')
  writeReports(cli, {
    text: () => found.map((one) => renderPageDifferenceText(one, style)).join('\n'),
    json: () => renderPageDifferenceJson(session.backend.environment, found),
  })
  const isHere = found.every(({ before, after }) => before.text !== undefined && after.text !== undefined)
  if (!isHere) return exitStatus.external
  return options.flag('detailed-exitcode') && found.some(({ isChanged }) => isChanged)
    ? exitStatus.changes
    : exitStatus.ok
}

type Texts = ReadonlyMap<string, PageTexts>

type Crawl = OpenedRecord['crawls'][number]

/** A comparison, or why there is nothing to compare; `isFailure` if the comparison failed. */
type Read = ChangesView & { readonly isFailure?: true }

/** Compares the last completed job of a crawl. Reads pages from the service only if no manifest is stored. */
async function readChanges(cli: Cli, session: Session, crawl: Crawl, since?: Since): Promise<Read> {
  const { name } = crawl
  const failed = (because: string): Read => ({ name, because, isFailure: true })
  try {
    const after = await lastManifest(cli, session, crawl)
    if (after === undefined) return { name, because: 'no completed job is recorded' }
    const changes = await (await session.checks()).kept.compare(after, since)
    const last = crawl.record && lastJob(crawl.record)
    const heldBack = last?.job === changes?.after.job ? last?.result?.heldBack : undefined
    if (changes !== undefined) return { name, changes, heldBack }
    if (since?.kind !== 'job')
      return { name, because: 'no earlier job is known, so changes are shown after the next one' }
    const write = 'write a job, a date such as 2026-01-31, or an age such as 7d'
    return failed(`no earlier job "${since.job}" is known; ${write}`)
  } catch (error) {
    if (!(error instanceof ClientError) && !(error instanceof ManifestError)) throw error
    return failed(serviceProblem(error, name))
  }
}

/** Returns the manifest of the last completed job of a crawl. Asks the service about a job whose end is not recorded. */
async function lastManifest(cli: Cli, session: Session, { name, record }: Crawl) {
  const last = record === undefined ? undefined : lastJob(record)
  if (record === undefined || last === undefined) return undefined
  const checks = await session.checks()
  const known = mayRun(last)
    ? { ...last, ...(await askResult(cli, (await session.service()).client, last)) }
    : last
  const done = [known, record.previous].find((job) => job?.result?.status === 'completed')
  const [stored] = done === undefined ? await checks.store.jobs(name) : []
  if (done === undefined && stored === undefined) return undefined
  if (done !== known) sayAbout(cli, name, `the last job ${endText(name, known)}. This is the one before:`)
  if (done === undefined) return stored && checks.store.read(stored)
  // A manifest that is not stored is made from the job's pages.
  const before = resultBefore(record, done.job)
  return (
    (await checks.kept.manifest(name, done.job)) ??
    (await checks.checkRecorded({ crawl: name, job: done, before })).manifest
  )
}

/** Returns the texts of the changed pages in both jobs, by crawl and URL. Texts that a service no longer has are left out. */
async function readTexts(cli: Cli, { session }: OpenedRecord, views: readonly ChangesView[]): Promise<Texts> {
  const texts = new Map<string, PageTexts>()
  const checks = await session.checks()
  for (const view of views) {
    if (!('changes' in view) || view.changes.changed.length === 0) continue
    const { changes, name: crawl } = view
    const after = await checks.kept.manifest(crawl, changes.after.job)
    if (after === undefined) continue
    // The earlier job may have delivered a page under another spelling.
    const urls = new Map(changes.changed.map(({ url }) => [manifestKey(after, url), url]))
    for (const side of ['before', 'after'] as const) {
      const job = await checks.kept.manifest(crawl, changes[side].job)
      if (job === undefined) continue
      try {
        for await (const page of await checks.kept.pages({ crawl, job })) {
          const url = urls.get(manifestKey(after, page.metadata.url))
          if (url === undefined) continue
          const key = `${crawl}\n${url}`
          texts.set(key, { ...texts.get(key), [side]: page.markdown ?? page.html ?? page.rawHtml })
        }
      } catch (error) {
        if (!(error instanceof ClientError)) throw error
        sayAbout(cli, crawl, error.message)
      }
    }
  }
  return texts
}
