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
import { readSince, type Since } from '../../session/job-manifests.ts'
import { wantsFormat, writeReports } from '../output/output.ts'
import { exitStatus, type ExitStatus } from '../process/exit-status.ts'
import { askResult, type OpenedRecord, openRecord } from '../project/open-record.ts'
import { ClientError } from '../../client/client-error.ts'
import type { CrawlClient } from '../../client/client.ts'
import { type Manifest, ManifestError } from '../../manifest/manifest.ts'
import { lastJob, resultBefore } from '../../plan/last-job.ts'
import { type JobRecord, mayRun } from '../../state/recorded-state.ts'
import { endText } from '../../util/job-texts.ts'

export async function run(cli: CliOf<'changes'>): Promise<ExitStatus> {
  const { options } = cli
  const opened = await openRecord(cli)
  const since = options.text('since')
  const reader = new ChangesReader(cli, opened)
  try {
    const views: ChangesView[] = []
    for (const { name } of opened.crawls)
      views.push(await reader.read(name, since === undefined ? undefined : readSince(since, cli.clock)))
    const texts = wantsFormat(options, 'html') ? await reader.textsOf(views) : new Map<string, PageTexts>()
    const environment = opened.loaded.environment.name
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
    if (reader.hasFailed) return exitStatus.world
    const isDetailed = options.flag('detailed-exitcode') === true
    const isChanged = views.some((view) => 'changes' in view && hasChanges(view.changes))
    return isDetailed && isChanged ? exitStatus.changes : exitStatus.ok
  } finally {
    await opened.session.close()
  }
}

/** Reads manifests from where they are stored, and pages from the service if it is needed. */
export class ChangesReader {
  /** A comparison could not be made. */
  hasFailed = false
  readonly #cli: Cli
  readonly #opened: OpenedRecord

  constructor(cli: Cli, opened: OpenedRecord) {
    this.#cli = cli
    this.#opened = opened
  }

  async read(name: string, since: Since | undefined): Promise<ChangesView> {
    try {
      const { session, crawls } = this.#opened
      const after = await this.#lastManifest(name, crawls.find((crawl) => crawl.name === name)?.record)
      if (after === undefined) return { name, because: 'no completed job is recorded' }
      const changes = await session.manifests.compare(after, since)
      if (changes !== undefined) return { name, changes }
      if (since?.kind === 'job') {
        this.hasFailed = true
        return {
          name,
          because: `no earlier job "${since.job}" is known; write a job, a date such as 2026-01-31, or an age such as 7d`,
        }
      }
      return { name, because: 'no earlier job is known, so changes are shown after the next one' }
    } catch (error) {
      if (!(error instanceof ClientError) && !(error instanceof ManifestError)) throw error
      this.hasFailed = true
      return { name, because: error.message }
    }
  }

  /** Returns the texts of the changed pages in both jobs, by crawl and URL. Texts that a service no longer has are left out. */
  async textsOf(views: readonly ChangesView[]): Promise<ReadonlyMap<string, PageTexts>> {
    const texts = new Map<string, PageTexts>()
    for (const view of views) {
      if (!('changes' in view) || view.changes.changed.length === 0) continue
      const { changes, name } = view
      const urls = new Set(changes.changed.map(({ url }) => url))
      for (const side of ['before', 'after'] as const) {
        try {
          for await (const page of (await this.#client()).pages(changes[side].job)) {
            const { url } = page.metadata
            if (!urls.has(url)) continue
            const key = `${name}\n${url}`
            texts.set(key, { ...texts.get(key), [side]: page.markdown })
          }
        } catch (error) {
          if (!(error instanceof ClientError)) throw error
          sayAbout(this.#cli, name, error.message)
        }
      }
    }
    return texts
  }

  /** Returns the manifest of the last completed job of a crawl. A job whose end is not recorded is asked about. */
  async #lastManifest(name: string, record: JobRecord | undefined): Promise<Manifest | undefined> {
    const last = record === undefined ? undefined : lastJob(record)
    if (record === undefined || last === undefined) return undefined
    const { session } = this.#opened
    const { manifests } = session
    const known = mayRun(last)
      ? { ...last, result: await askResult(this.#cli, await this.#client(), last) }
      : last
    const done = [known, record.previous].find((job) => job?.result?.status === 'completed')
    const [stored] = done === undefined ? await manifests.store.jobs(name) : []
    if (done === undefined && stored === undefined) return undefined
    if (done !== known)
      sayAbout(this.#cli, name, `the last job ${endText(name, known)}. This is the one before:`)
    if (done === undefined) return stored && manifests.store.read(stored)
    // A manifest that is not stored is made from the job's pages.
    return (
      (await manifests.read(name, done.job)) ??
      (await session.judgeRecorded(name, done, resultBefore(record, done.job))).manifest
    )
  }

  async #client(): Promise<CrawlClient> {
    return (await this.#opened.session.service()).client
  }
}
