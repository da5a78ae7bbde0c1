import type { DoneEvent } from '../apply/apply-event.ts'
import { addMissedPages, heldResult, jobProblems, recordResult } from '../apply/job-result.ts'
import { pageProblems } from '../apply/page-problems.ts'
import { type PageReview, reviewPages, type ReviewSettings } from '../apply/review-pages.ts'
import { compareManifests, type Changes, countsOf } from '../changes/changes.ts'
import type { CrawlClient } from '../client/client.ts'
import { ClientError } from '../client/crawl-client.ts'
import { type Manifest, ManifestError, type ManifestPage } from '../manifest/manifest.ts'
import type { RecordedJob } from '../plan/last-job.ts'
import type { ManifestStore } from '../state/manifest-store.ts'
import { changeRecord, StateError } from '../state/state.ts'
import type { ChangeCounts, JobRecord, JobResult, PreviousJob, StateBackend } from '../state/state.ts'
import { updateState } from '../state/update-state.ts'
import type { Clock } from '../util/clock.ts'
import { given } from '../util/json.ts'
import { assert } from '../util/invariant.ts'
import { takenBackText, unlinkedTexts } from '../protocol/job-texts.ts'
import type { AskSite } from './ask-pages.ts'
import { headOf, manifestOf, type OwnChecks } from './job-manifest.ts'
import { KeptJobs } from './kept-jobs.ts'

export interface CheckedJob {
  readonly manifest: Manifest
  /** Why its pages are not published; empty if they may be. */
  readonly problems: readonly string[]
  /** The same, without those of pages that were published before. */
  readonly heldBack: readonly string[]
  /** Absent if nothing was published before. */
  readonly changes?: ChangeCounts
}

interface CheckDeps {
  readonly client: () => Promise<CrawlClient>
  /** Returns a recorded job of a crawl. */
  readonly jobOf: (job: string, crawl: string) => Promise<RecordedJob | undefined>
  readonly settingsOf: (job: string, crawl: string) => Promise<ReviewSettings>
  /** Asks the site about pages that nothing links to any more. Absent for a service that may charge for it. */
  readonly ask?: AskSite | undefined
  readonly backend: StateBackend
  readonly clock: Clock
}

/** Checks completed jobs by their pages, and keeps a manifest of each. */
export class JobChecks {
  readonly store: ManifestStore
  readonly kept: KeptJobs
  /** What changed with each checked job, by its id. A crawl's first job is left out. */
  readonly changes = new Map<string, Changes>()
  /** Reviews of jobs whose pages were read a moment ago, until their manifests are made. */
  readonly reviews = new Map<string, PageReview>()
  /** Whether the pages of a job were published or held back, by its id. Absent for jobs of other runs. */
  readonly published = new Map<string, boolean>()
  /** Why the jobs that were checked are not published. */
  readonly #problems = new Map<string, readonly string[]>()
  readonly #deps: CheckDeps

  constructor(store: ManifestStore, deps: CheckDeps) {
    this.store = store
    this.kept = new KeptJobs(store, deps.client)
    this.#deps = deps
  }

  /**
   * Checks the pages of a completed job by its crawl's `expect`, and stores their manifest. A manifest that is stored already is
   * checked again, because `expect` may have changed.
   * @throws {ManifestError | StateError | ClientError}
   */
  async check(crawl: string, job: PreviousJob, done: OwnChecks): Promise<CheckedJob> {
    const { result } = job
    assert(result?.status === 'completed', 'only completed jobs are checked')
    const settings = await this.#deps.settingsOf(job.job, crawl)
    const review = this.reviews.get(job.job)
    this.reviews.delete(job.job)
    const readPages = async (): Promise<PageReview> =>
      review?.results === undefined
        ? await reviewPages(await this.kept.pages({ crawl, job }), settings)
        : review
    const jobs = await this.store.jobs(crawl)
    const known = jobs.find((stored) => stored.job === job.job)
    const stored = known && (await this.store.read(known))
    const head = stored ?? headOf(crawl, job, settings.ignore)
    const published = await this.kept.publishedBefore(job, jobs)
    const before = await this.kept.comparable(published, head)
    // Later comparisons have the same answer, although the texts are gone.
    if (before !== undefined && before !== published) await this.store.keep(before, { isHeld: false })
    const { ask } = this.#deps
    const manifest = stored ?? (await manifestOf({ head, result }, await readPages(), { done, before, ask }))
    const changes = before && compareManifests(before, manifest)
    if (changes !== undefined) this.changes.set(job.job, changes)
    const problems = [...done.problems, ...pageProblems(settings.expect, manifest, changes, before)]
    // Pages that were once published stay published, whatever is expected later.
    const isHeld = problems.length > 0 && known?.isHeld !== false
    const heldBack = isHeld ? problems : []
    const counts = given({ changes: changes && countsOf(changes) })
    const run = { job: job.job, at: job.at, result: heldResult(result, heldBack), ...counts }
    if (known?.isHeld !== isHeld) await this.store.keep(manifest, { isHeld, run })
    this.#problems.set(job.job, problems)
    return { manifest, problems, heldBack, ...counts }
  }

  /**
   * Checks a completed job of the record, with the pages that it missed, unless it has been checked.
   * @throws {ManifestError | StateError | ClientError}
   */
  async checkRecorded({ crawl, job, before }: RecordedJob): Promise<CheckedJob> {
    assert(job.result !== undefined, 'only completed jobs are checked')
    const problems = this.#problems.get(job.job)
    const manifest = problems && (await this.kept.manifest(crawl, job.job))
    if (problems !== undefined && manifest !== undefined) return { manifest, problems, heldBack: problems }
    const settings = await this.#deps.settingsOf(job.job, crawl)
    const { result, ...missed } = await addMissedPages(job.result, job.job, {
      client: await this.#deps.client(),
      ...settings,
      before,
      readPages: async () => reviewPages(await this.kept.pages({ crawl, job }), settings),
      onReview: (review) => this.reviews.set(job.job, review),
    })
    const found = jobProblems(result, { expect: settings.expect, before })
    const checked = await this.check(crawl, { ...job, result }, { ...missed, problems: found })
    await this.#hold(crawl, job.job, checked.heldBack)
    return checked
  }

  /** Returns whether the pages of a job were checked. Without that they cannot be published. */
  isChecked(job: string): boolean {
    return this.#problems.has(job)
  }

  /**
   * Adds the unmet expectations about the pages of a completed job. A manifest that cannot be stored is a problem too. The job is
   * held back unless it is forced.
   */
  async withPageProblems(
    event: DoneEvent,
    { isForced = false }: { readonly isForced?: boolean } = {},
  ): Promise<DoneEvent> {
    const { crawl, job: id } = event
    const known = event.result.status === 'scraping' ? undefined : await this.#deps.jobOf(id, crawl)
    if (known === undefined) return event
    try {
      if (event.result.status !== 'completed') {
        await this.store.addRun(crawl, { job: id, at: known.job.at, result: event.result })
        return event
      }
      const own = { ...known.job, result: event.result }
      const { manifest, changes, problems, heldBack } = await this.check(crawl, own, event)
      const held = isForced ? [] : heldBack
      await this.#tellService(id, held)
      const result = heldResult(event.result, held)
      const { expect } = await this.#deps.settingsOf(id, crawl)
      const guards = ['maxRemoved', 'maxChanged'].filter((name) => expect?.[name] !== undefined).join(', ')
      const isBlind = changes === undefined && guards !== '' && known.before?.status === 'completed'
      const notes = [
        isBlind ? `Not checked, because no earlier published pages are known here: ${guards}.` : '',
        this.kept.renewalNote(crawl),
        ...unlinkedTexts(unlinkedIn(manifest)),
      ]
      const noted = notes.reduce(withNote, result)
      const failedPages = await this.kept.knownFailures(crawl, own, event.failedPages)
      const checked = { ...event, problems, failedPages }
      if (changes === undefined) return { ...checked, result: noted }
      return { ...checked, result: { ...noted, summary: { ...noted.summary, changes } } }
    } catch (error) {
      if (error instanceof ManifestError || error instanceof StateError)
        return { ...event, problems: [...event.problems, error.message] }
      // The service no longer has the pages. Commands that need them report that.
      if (error instanceof ClientError) return event
      throw error
    }
  }

  /**
   * Publishes an earlier job again, after its pages were written: the manifests of later jobs are withdrawn, and these count as
   * held back. So the next `apply` submits the crawl again, and compares with this job. Returns its manifest.
   * @throws {ManifestError | StateError}
   */
  async publishAgain(crawl: string, job: string): Promise<Manifest> {
    const { store } = this
    const jobs = await store.jobs(crawl)
    const stored = jobs.find((one) => one.job === job)
    assert(stored !== undefined, 'only a job whose manifest is kept is published again')
    const manifest = await store.read(stored)
    const later = jobs.slice(0, jobs.indexOf(stored)).filter(({ isHeld }) => !isHeld)
    for (const one of later) await this.#hold(crawl, one.job, [takenBackText(job)])
    for (const one of later) await store.keep(await store.read(one), { isHeld: true })
    await this.#hold(crawl, job, [])
    if (stored.isHeld) await store.keep(manifest, { isHeld: false })
    this.published.set(job, true)
    return manifest
  }

  /** Records why the pages of a job are not published; without a reason, that they are. */
  async #hold(crawl: string, id: string, heldBack: readonly string[]): Promise<void> {
    const known = (await this.#deps.jobOf(id, crawl))?.job.result
    if (known === undefined || (known.heldBack ?? []).join('\n') === heldBack.join('\n')) return
    await this.#tellService(id, heldBack)
    const hold = (record: JobRecord | undefined) => recordResult(record, id, heldResult(known, heldBack))
    await updateState(this.#deps.backend, (records) => changeRecord(records, crawl, hold), this.#deps)
  }

  /** Lets the pages of crawlform's own service show that a job is held back. The record has it too, so a failure is no problem. */
  async #tellService(job: string, heldBack: readonly string[]): Promise<void> {
    try {
      const client = await this.#deps.client()
      await client.tellHeldBack(job, heldBack)
    } catch (error) {
      if (!(error instanceof ClientError)) throw error
    }
  }

  /**
   * Writes the pages of a completed job and publishes them. With problems it does neither and returns undefined, unless it is
   * forced. Pages are published after they were written, so that a run that fails before that publishes nothing.
   */
  async publish<T>(
    { crawl, job, problems }: Pick<DoneEvent, 'crawl' | 'job' | 'problems'>,
    { isForced }: { readonly isForced: boolean },
    write: () => Promise<T>,
  ): Promise<T | undefined> {
    if (problems.length > 0 && !isForced) {
      this.published.set(job, false)
      return undefined
    }
    const written = await write()
    this.published.set(job, true)
    const known = problems.length === 0 ? undefined : await this.store.find(crawl, job)
    if (known?.isHeld === true) await this.store.keep(await this.store.read(known), { isHeld: false })
    if (problems.length > 0) await this.#hold(crawl, job, [])
    return written
  }
}

function unlinkedIn({ pages }: Manifest): readonly ManifestPage[] {
  const unlinked: ManifestPage[] = []
  for (const page of pages) if (page.missing === 'unlinked') unlinked.push(page)
  return unlinked
}

function withNote(result: JobResult, note: string): JobResult {
  const { warning = '' } = result
  return warning.includes(note) ? result : { ...result, warning: `${warning} ${note}`.trim() }
}
