/**
 * Input: a project, an environment, and the dependencies that the program provides.
 * Output: plans, submissions, followed jobs and pages, for commands and other programs.
 * Must not know arguments, terminals or exit statuses.
 */
import type { ApplyEvent, DoneEvent } from '../apply/apply-event.ts'
import type { PageReview, ReviewSettings } from '../apply/review-pages.ts'
import type { WaitTarget } from '../apply/wait-for-jobs.ts'
import { ClientError } from '../client/crawl-client.ts'
import { headCommit } from '../git/git.ts'
import { refuseTrackedLinks } from '../git/tracked-link.ts'
import type { LoadedProject } from '../load/load.ts'
import { ManifestError } from '../manifest/manifest.ts'
import { lastJob, recordedJob, type RecordedJob } from '../plan/last-job.ts'
import { makePlan, type PausedJobs } from '../plan/make-plan.ts'
import type { Plan } from '../plan/plan.ts'
import type { PageDocument } from '../protocol/crawl-status.ts'
import type { WrittenPages } from '../render/page-counts-text.ts'
import { type JobRecord, mayRun, type PreviousJob, type StateBackend, StateError } from '../state/state.ts'
import { assert } from '../util/invariant.ts'
import { embeddedRefusals } from './embedded-refusals.ts'
import { type CompletedJob, JobManifests, type CheckedJob } from './job-manifests.ts'
import type { StagedPages } from './staged-pages.ts'
import { openBackend, openManifests } from './open-backend.ts'
import type { OpenedService } from './open-service.ts'
import type { WriteOptions } from './page-writer.ts'
import { keepPending, readPending, recordPending, remindOfPending } from './pending-outcomes.ts'
import type { PendingOutcomes } from './pending-outcomes.ts'
import { selectNames } from './select-names.ts'
import type { SessionDependencies } from './session-dependencies.ts'
import type { FollowSettings, PlanSettings, SubmitSettings } from './session-settings.ts'
import { projectLocks, type WithProjectLock } from './project-locks.ts'

/**
 * A project with its record of submissions and its service. Implements `plan`, `apply` and `wait` without arguments, output and
 * exit statuses. The service is opened when it is first needed, and belongs to the session until `close`.
 */
export class Session {
  readonly project: LoadedProject
  readonly backend: StateBackend
  /** Runs an action while no other process writes pages, or delivers a feed, of this project. */
  readonly withLock: WithProjectLock
  readonly #deps: SessionDependencies
  /** As last read; other processes may have written since. */
  #records: readonly JobRecord[] | undefined
  #service: Promise<OpenedService> | undefined
  #staged: StagedPages | undefined
  #manifests: JobManifests | undefined
  /** Reviews of jobs whose pages were read a moment ago, until their manifests are made. */
  readonly #reviews = new Map<string, PageReview>()
  /** Why the jobs that were checked are not published. */
  readonly #problems = new Map<string, readonly string[]>()

  /** @throws {StateError | EnvironmentError} for a place of the record that cannot be used */
  constructor(project: LoadedProject, deps: SessionDependencies) {
    this.project = project
    this.backend = openBackend(deps, project)
    this.#deps = deps
    this.withLock = projectLocks(project.root, deps)
  }

  /**
   * Compares the selected crawls with the record.
   * @throws {UnknownNameError} for a name or glob that finds nothing
   */
  async plan({ names = [], among, rerun = false }: PlanSettings = {}): Promise<Plan> {
    const { root, environment, crawls, project } = this.project
    const { state } = await this.backend.read()
    this.#records = state?.records ?? []
    remindOfPending(this.#deps, root, environment.name)
    const all = [...crawls.map(({ name }) => name), ...this.#records.map(({ crawl }) => crawl)]
    const remembered = this.#records.filter(({ phase }) => phase !== 'forgotten')
    const offered = [...crawls.map(({ name }) => name), ...remembered.map(({ crawl }) => crawl)]
    const selected = new Set(
      [...selectNames(names, all, { offered, declared: this.project.resolved })].filter(
        (name) => among?.has(name) !== false,
      ),
    )
    const planned = remembered.filter(({ crawl }) => selected.has(crawl))
    const jobs = planned.flatMap((record) => lastJob(record) ?? []).filter(mayRun)
    return makePlan({
      environment: environment.name,
      crawls: crawls.filter(({ name }) => selected.has(name)),
      recorded: state,
      nowMs: this.#deps.clock.now(),
      budgetPages: project.budget?.pages,
      budgetCredits: project.budget?.credits,
      rerun,
      paused: jobs.length === 0 ? new Map() : await this.#pausedJobs(jobs),
      lacking: await embeddedRefusals(this.#deps, environment, crawls),
      revalidates: environment.service === 'embedded',
      unselected: all.filter((name) => !selected.has(name)),
    })
  }

  async #pausedJobs(jobs: readonly PreviousJob[]): Promise<PausedJobs> {
    const { pausedJobs } = await import('./open-service.ts')
    return pausedJobs(this.#deps, this.project, { jobs, records: this.#records ?? [] })
  }

  /**
   * Submits what `plan` says and records it. Outcomes that cannot be recorded are kept on this disk and reported to `notice`.
   * @throws {EnvironmentError} when a setting of the environment has no value
   */
  async *submit(plan: Plan, settings: SubmitSettings = {}): AsyncGenerator<ApplyEvent> {
    const { env, clock } = this.#deps
    const { root } = this.project
    const { client } = await this.service()
    const unrecorded: JobRecord[] = []
    try {
      const { applyPlan } = await import('../apply/apply.ts')
      for await (const event of applyPlan(plan, {
        ...settings,
        backend: this.backend,
        client,
        clock,
        secrets: (name) => env[name],
        requestOf: (name) => this.project.resolved.find((crawl) => crawl.name === name)?.request,
        commit: headCommit(env, root),
        newAttempt: () => crypto.randomUUID(),
      })) {
        if (event.type === 'unrecorded') unrecorded.push(event.record)
        yield event
      }
    } finally {
      if (unrecorded.length > 0)
        keepPending(this.#deps, root, { environment: plan.environment, records: unrecorded })
    }
  }

  /** Returns the jobs of the plan's crawls that are not known to have ended, from this run or an earlier one. */
  async openJobs({ changes }: Plan): Promise<readonly WaitTarget[]> {
    const planned = changes.filter((change) => change.action !== 'forget')
    const names = new Set(planned.map(({ name }) => name))
    const records = (await this.records()).filter(({ crawl }) => names.has(crawl))
    const { waitTargets } = await import('../apply/wait-for-jobs.ts')
    return waitTargets(records, planned).filter(({ known }) => mayRun({ result: known }))
  }

  /**
   * Follows `jobs` to their ends and records their results.
   * @throws {StateError} after the last `done`, when results could not be recorded
   * @throws {TrackedLinkError} when the directory of `pages` is below a link that git tracks
   */
  async *follow(
    jobs: readonly WaitTarget[],
    { timeoutMs, pages, ...others }: FollowSettings = {},
  ): AsyncGenerator<ApplyEvent> {
    if (pages !== undefined) refuseTrackedLinks(this.#deps.env, pages.directory)
    const { client, running } = await this.service()
    const kept =
      pages &&
      new (await import('./staged-pages.ts')).StagedPages({
        ...pages,
        read: (job) => client.pages(job, { signal: others.signal }),
        withLock: (act) => this.withLock('pages', act),
      })
    this.#staged = kept
    const { waitForJobs } = await import('../apply/wait-for-jobs.ts')
    try {
      const events = waitForJobs(jobs, {
        ...others,
        backend: this.backend,
        client,
        ended: running && ((job) => running.ended(job)),
        pausesWithUs: running !== undefined,
        isBorrowed: running === undefined && this.project.environment.baseUrl === undefined,
        clock: this.#deps.clock,
        onReview: (job, review) => this.#reviews.set(job, review),
        checkPages: (event) => this.#withPageProblems(event),
        readPages: kept && ((target) => kept.review(target)),
        // The embedded service has few other clients, so it may be polled more often.
        ...(this.project.environment.baseUrl === undefined ? { slowestPollMs: 1000 } : {}),
        ...(timeoutMs === undefined ? {} : { timeoutMs }),
      })
      yield* events
    } finally {
      await kept?.close()
    }
  }

  get manifests(): JobManifests {
    return (this.#manifests ??= new JobManifests(openManifests(this.#deps, this.project)))
  }

  /**
   * Checks the pages of a completed job by its crawl's `expect`, and stores their manifest.
   * @throws {ManifestError | StateError | ClientError}
   */
  async check(
    crawl: string,
    job: PreviousJob,
    done: Pick<CompletedJob, 'problems' | 'failedPages'>,
  ): Promise<CheckedJob> {
    const { result } = job
    assert(result?.status === 'completed', 'only completed jobs are checked')
    const settings = await this.reviewSettings(job.job, crawl)
    const { expect } = settings
    const known = this.#reviews.get(job.job)?.results
    this.#reviews.delete(job.job)
    const checked = await this.manifests.check({ ...done, crawl, job, result, expect }, async () => {
      if (known !== undefined) return known
      const { client } = await this.service()
      const { reviewPages } = await import('../apply/review-pages.ts')
      return (await reviewPages(client.pages(job.job), settings)).results ?? []
    })
    this.#problems.set(job.job, checked.problems)
    return checked
  }

  /** Returns the last jobs of these crawls that have completed. */
  async completed(names: ReadonlySet<string>): Promise<readonly RecordedJob[]> {
    const jobs = (await this.records()).flatMap((record) => recordedJob(record) ?? [])
    return jobs.filter(({ crawl, job }) => names.has(crawl) && job.result?.status === 'completed')
  }

  /**
   * Checks a completed job of the record, with the pages that it missed, unless this session has checked it.
   * @throws {ManifestError | StateError | ClientError}
   */
  async checkRecorded({ crawl, job, before }: RecordedJob): Promise<CheckedJob> {
    assert(job.result !== undefined, 'only completed jobs are checked')
    const manifest = this.isChecked(job.job) ? await this.manifests.read(crawl, job.job) : undefined
    if (manifest !== undefined) return { manifest, problems: this.#problems.get(job.job) ?? [] }
    const settings = await this.reviewSettings(job.job, crawl)
    const { client } = await this.service()
    const { addMissedPages } = await import('../apply/missed-pages.ts')
    const { result, failedPages } = await addMissedPages(job.result, job.job, {
      client,
      ...settings,
      onReview: (review) => this.#reviews.set(job.job, review),
    })
    const { jobProblems } = await import('../apply/job-problems.ts')
    const problems = jobProblems(result, { expect: settings.expect, before })
    const missed = failedPages === undefined ? {} : { failedPages }
    return this.check(crawl, { ...job, result }, { problems, ...missed })
  }

  /** Returns whether this session has checked the pages of a job. Without that they cannot be published. */
  isChecked(job: string): boolean {
    return this.#problems.has(job)
  }

  /** Returns why the pages of a completed job are held back, from what is stored; empty if they are not. */
  async heldBack({ crawl, job, before }: RecordedJob): Promise<readonly string[]> {
    const expect = this.project.resolved.find(({ name }) => name === crawl)?.expect
    const { result } = job
    if (result?.status !== 'completed') return []
    const { jobProblems } = await import('../apply/job-problems.ts')
    const problems = jobProblems(result, { expect, before })
    // Without "expect", only a job without its start page is held back.
    if (expect === undefined && problems.length === 0) return []
    const stored = await this.manifests.store.find(crawl, job.job)
    if (stored?.isHeld !== true) return []
    return (await this.manifests.check({ crawl, job, result, expect, problems }, async () => [])).problems
  }

  /** Adds what `expect` says about the pages of a completed job. A manifest that cannot be kept is a problem too. */
  async #withPageProblems(event: DoneEvent): Promise<DoneEvent> {
    const { crawl, job: id, result, problems, failedPages } = event
    if (result.status !== 'completed') return event
    const known = await this.#findJob(id, crawl)
    if (known === undefined) return event
    try {
      const done = { problems, ...(failedPages === undefined ? {} : { failedPages }) }
      const checked = await this.check(crawl, { ...known.job, result }, done)
      const { changes, problems: found } = checked
      if (changes === undefined) return { ...event, problems: found }
      return { ...event, problems: found, result: { ...result, summary: { ...result.summary, changes } } }
    } catch (error) {
      if (error instanceof ManifestError || error instanceof StateError)
        return { ...event, problems: [...problems, error.message] }
      // The service no longer has the pages. Commands that need them report that.
      if (error instanceof ClientError) return event
      throw error
    }
  }

  /** Yields the pages of a job that are results, as they are now: without those that were answered with 4xx or 5xx. */
  async *pages(job: string, options: { readonly signal?: AbortSignal } = {}): AsyncGenerator<PageDocument> {
    const { client } = await this.service()
    const { PageReview, resultPages } = await import('../apply/review-pages.ts')
    const review = new PageReview(await this.reviewSettings(job))
    yield* resultPages(client.pages(job, options), review)
  }

  /**
   * Writes the results of a crawl's job below `directory`, as `apply --output` does. Returns how many there were. Pages of
   * another host than the job's start URL are in folders of their hosts.
   * @throws {TrackedLinkError} when `directory` is below a link that git tracks
   */
  async writePages(
    directory: string,
    job: { readonly crawl: string; readonly job: string },
    options: WriteOptions & { readonly signal?: AbortSignal } = {},
  ): Promise<WrittenPages> {
    refuseTrackedLinks(this.#deps.env, directory)
    return this.withLock('pages', () => this.#writePages(directory, job, options))
  }

  async #writePages(
    directory: string,
    { crawl, job }: { readonly crawl: string; readonly job: string },
    { signal, ...options }: WriteOptions & { readonly signal?: AbortSignal },
  ): Promise<WrittenPages> {
    const written = await this.#staged?.finish(directory, job, options)
    if (written !== undefined) return written
    const { client } = await this.service()
    const { PageReview, resultPages } = await import('../apply/review-pages.ts')
    const settings = await this.reviewSettings(job, crawl)
    const review = new PageReview(settings)
    const pages = resultPages(client.pages(job, { signal }), review)
    const { writePages } = await import('./page-writer.ts')
    return writePages(directory, { crawl, startUrl: settings.startUrl, pages, review }, options)
  }

  /** Returns the start URL of a job, because the file may have changed since, and the `expect` of its crawl. */
  async reviewSettings(job: string, crawl?: string): Promise<ReviewSettings> {
    const known = await this.#findJob(job, crawl)
    const declared = this.project.resolved.find(({ name }) => name === (known?.crawl ?? crawl))
    const url = known?.job.request['url'] ?? declared?.request.url
    return { startUrl: typeof url === 'string' ? url : '', expect: declared?.expect }
  }

  /** Returns a job with its crawl; one of `crawl` only, if that is given. */
  async #findJob(id: string, crawl?: string) {
    // One read, which may go over a network, serves all jobs begun before.
    return jobIn(this.#records ?? [], id, crawl) ?? jobIn(await this.records(), id, crawl)
  }

  /** Reads the records of all crawls. */
  async records(): Promise<readonly JobRecord[]> {
    const { state } = await this.backend.read()
    this.#records = state?.records ?? []
    return this.#records
  }

  /** Returns outcomes that earlier runs knew and could not record. */
  keptOutcomes(): readonly PendingOutcomes[] {
    return readPending(this.project.root, this.backend.environment)
  }

  recordPending(): Promise<readonly PendingOutcomes[]> {
    return recordPending(this.#deps, this.project.root, this.backend)
  }

  /**
   * Returns the service, started or connected to at the first call. The session closes it. Started with `isIdle`, it leaves its
   * jobs paused.
   * @throws {EnvironmentError} when a setting of the environment has no value
   */
  service(options: { readonly isIdle?: boolean } = {}): Promise<Omit<OpenedService, 'close'>> {
    return (this.#service ??= this.#openService(options))
  }

  /** Releases the service. A service in this process ends; its jobs continue when a call next needs it. */
  async close(): Promise<void> {
    const opened = this.#service
    this.#service = undefined
    const service = await opened?.catch(() => undefined)
    await service?.close()
  }

  async #openService(options: { readonly isIdle?: boolean }): Promise<OpenedService> {
    const { openService } = await import('./open-service.ts')
    return openService(this.#deps, this.project, {
      ...options,
      records: this.#records ?? (await this.records()),
    })
  }
}

function jobIn(records: readonly JobRecord[], id: string, crawl: string | undefined) {
  for (const record of records) {
    if (crawl !== undefined && record.crawl !== crawl) continue
    const job = [lastJob(record), record.previous].find((one) => one?.job === id)
    if (job !== undefined) return { crawl: record.crawl, job }
  }
  return undefined
}
