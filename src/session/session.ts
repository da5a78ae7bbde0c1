/**
 * Input: a project, an environment, and the dependencies that the program provides.
 * Output: plans, submissions, followed jobs and pages, for commands and other programs.
 * Must not know arguments, terminals or exit statuses.
 */
import type { ApplyEvent } from '../apply/apply-event.ts'
import type { PageReview, ReviewSettings } from '../apply/review-pages.ts'
import type { WaitDeps, WaitTarget } from '../apply/wait-for-jobs.ts'
import type { PagesOptions } from '../client/crawl-client.ts'
import { headCommit, refuseTrackedLinks } from '../git/git.ts'
import { type LoadedProject, type LoadOptions, loadProject } from '../load/load.ts'
import { findJob, lastJob, recordedJob, type RecordedJob } from '../plan/last-job.ts'
import { makePlan } from '../plan/make-plan.ts'
import { type Plan, plannedRenamings } from '../plan/plan.ts'
import type { PageDocument } from '../protocol/crawl-status.ts'
import type { WrittenPages } from '../render/page-counts-text.ts'
import { renameRecords, type Renaming, renamingsOf } from '../state/move-record.ts'
import { type JobRecord, mayRun, type StateBackend } from '../state/state.ts'
import { embeddedRefusals } from './embedded-refusals.ts'
import type { UnlinkedPages } from './ask-pages.ts'
import type { JobChecks } from './job-checks.ts'
import type { StagedPages, WriteOptions } from './page-writer.ts'
import { openBackend } from './open-backend.ts'
import type { OpenedService } from './open-service.ts'
import { keepPending, readPending, recordPending, remindOfPending } from './pending-outcomes.ts'
import type { PendingOutcomes } from './pending-outcomes.ts'
import { selectNames } from './select-names.ts'
import type { SessionDependencies } from './session-dependencies.ts'
import { projectLocks, type WithProjectLock } from './project-locks.ts'
import type { ApplyDeps } from '../apply/apply.ts'
import { hasErrors } from '../diagnostics/diagnostic.ts'
import { ProjectError } from './project-error.ts'
import { type Clock, systemClock } from '../util/clock.ts'

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
  #checks: JobChecks | undefined
  readonly #noticed = new Set<string>()
  /** Interrupts questions about pages. */
  #signal: AbortSignal | undefined

  /** @throws {StateError | EnvironmentError} for a place of the record that cannot be used */
  constructor(project: LoadedProject, deps: SessionDependencies) {
    this.project = project
    this.backend = openBackend(deps, project)
    this.#deps = deps
    const onFeedTurn = (): void => this.#checks?.store.refresh()
    this.withLock = projectLocks(project.root, { ...deps, onFeedTurn })
  }

  /**
   * Compares the selected crawls with the record.
   * @throws {UnknownNameError} for a name or glob that finds nothing
   */
  async plan({ names = [], among, rerun = false }: PlanSettings = {}): Promise<Plan> {
    const { root, environment, crawls, project } = this.project
    const { state } = await this.backend.read()
    const renamed = renameRecords(state?.records ?? [], renamingsOf(crawls))
    this.#records = renamed.records
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
    const records = this.#records
    const paused =
      jobs.length === 0
        ? new Map()
        : await (await import('./open-service.ts')).pausedJobs(this.#deps, this.project, { jobs, records })
    return makePlan({
      environment: environment.name,
      crawls: crawls.filter(({ name }) => selected.has(name)),
      recorded: state && { ...state, records: renamed.records },
      renamed: new Map(renamed.made.map(({ from, to }) => [to, from])),
      nowMs: this.#deps.clock.now(),
      budgetPages: project.budget?.pages,
      budgetCredits: project.budget?.credits,
      rerun,
      paused,
      lacking: await embeddedRefusals(this.#deps, environment, crawls),
      revalidates: environment.service === 'embedded',
      unselected: all.filter((name) => !selected.has(name)),
    })
  }

  /**
   * Gives what this machine keeps of renamed crawls their new names, once a run here or in another clone has recorded these:
   * manifests, and page folders in `directory`. Returns the renamings.
   */
  async followRenames(directory?: string): Promise<readonly Renaming[]> {
    const renamings = renamingsOf(this.project.resolved)
    if (renamings.length === 0) return []
    const { followRenames } = await import('./rename-crawls.ts')
    const [records, { store }] = [await this.records(), await this.checks()]
    const { env } = this.#deps
    const notice = (text: string): void => {
      if (!this.#noticed.has(text)) this.#deps.notice(text)
      this.#noticed.add(text)
    }
    return followRenames(renamings, { records, store, directory, env, withLock: this.withLock, notice })
  }

  /** Records crawls under new names, with their manifests. A run that is killed before its end is completed by the next one. */
  async rename(renamings: readonly Renaming[]): Promise<void> {
    if (renamings.length === 0) return
    const { renameCrawls } = await import('./rename-crawls.ts')
    await renameCrawls(renamings, {
      ...this.#deps,
      backend: this.backend,
      store: (await this.checks()).store,
    })
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
    await this.rename(plannedRenamings(plan))
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

  /** Returns the jobs of the plan's crawls without a recorded end, from this run or an earlier one. */
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
    this.#signal = others.signal
    const service = await this.service()
    const { client, running } = service
    const checks = await this.checks()
    checks.kept.pageDirectory = pages?.directory
    const read = ({ crawl, job, startedAt: at, request }: WaitTarget, more?: PagesOptions['more']) =>
      checks.kept.pages({ crawl, job: { job, at, request } }, { signal: others.signal, more })
    const kept =
      pages &&
      new (await import('./page-writer.ts')).StagedPages({
        ...pages,
        read,
        withLock: (act) => this.withLock('pages', act),
      })
    this.#staged = kept
    const { reviewPages } = await import('../apply/review-pages.ts')
    const { waitForJobs } = await import('../apply/wait-for-jobs.ts')
    try {
      yield* waitForJobs(jobs, {
        ...others,
        backend: this.backend,
        client,
        ended: running && ((job) => running.ended(job)),
        pausesWithUs: () => service.running !== undefined,
        clock: this.#deps.clock,
        onReview: (job, review) => checks.reviews.set(job, review),
        checkPages: (event) => checks.withPageProblems(event, pages),
        readPages: async (followed, more) => {
          const target = { ...followed, ignore: this.#ignoreOf(followed.crawl) }
          return (await kept?.review(target, more)) ?? reviewPages(await read(target, more), target)
        },
        // Of several jobs, one is reviewed while the others run.
        readsWhileRunning: running !== undefined && jobs.length === 1,
        // The embedded service has few other clients, so it may be polled more often.
        ...(this.project.environment.baseUrl === undefined ? { slowestPollMs: 1000 } : {}),
        ...(timeoutMs === undefined ? {} : { timeoutMs }),
      })
    } finally {
      await kept?.close()
    }
  }

  /** Returns the checks of jobs, which are loaded when they are first needed. */
  async checks(): Promise<JobChecks> {
    const { JobChecks } = await import('./job-checks.ts')
    const { openManifests } = await import('./open-manifests.ts')
    return (this.#checks ??= new JobChecks(openManifests(this.#deps, this.project), {
      client: async () => (await this.service()).client,
      jobOf: (job, crawl) => this.#findJob(job, crawl),
      settingsOf: (job, crawl) => this.reviewSettings(job, crawl),
      ask: this.project.environment.service === 'embedded' ? (pages) => this.#ask(pages) : undefined,
      backend: this.backend,
      clock: this.#deps.clock,
    }))
  }

  async #ask(pages: UnlinkedPages) {
    const { askPages } = await import('./ask-pages.ts')
    const { client } = await this.service()
    return askPages(pages, { ...this.#deps, client, signal: this.#signal })
  }

  /** Returns the last jobs of these crawls that have completed. */
  async completed(names: ReadonlySet<string>): Promise<readonly RecordedJob[]> {
    const jobs = (await this.records()).flatMap((record) => recordedJob(record) ?? [])
    return jobs.filter(({ crawl, job }) => names.has(crawl) && job.result?.status === 'completed')
  }

  /** Yields the pages of a job that are results, as they are now: without those that were answered with 4xx or 5xx. */
  async *pages(job: string, options: { readonly signal?: AbortSignal } = {}): AsyncGenerator<PageDocument> {
    yield* (await this.readResults({ job }, options)).pages
  }

  /** Returns the same pages, and the review that they pass while they are read. */
  async readResults(
    { job, crawl }: { readonly job: string; readonly crawl?: string },
    options: { readonly signal?: AbortSignal | undefined } = {},
  ): Promise<{ readonly pages: AsyncGenerator<PageDocument>; readonly review: PageReview }> {
    const { client } = await this.service()
    const { PageReview, resultPages } = await import('../apply/review-pages.ts')
    const review = new PageReview(await this.reviewSettings(job, crawl))
    const known = await this.#findJob(job, crawl)
    const pages =
      known === undefined
        ? client.pages(job, options)
        : await (await this.checks()).kept.pages(known, options)
    return { pages: resultPages(pages, review), review }
  }

  /**
   * Writes the results of a crawl's job below `directory`, as `apply --output` does. Returns how many there were. Pages of
   * another host than the job's start URL are in folders of their hosts.
   * @throws {TrackedLinkError} when `directory` is below a link that git tracks
   */
  async writePages(
    directory: string,
    { crawl, job }: { readonly crawl: string; readonly job: string },
    { signal, ...options }: WriteOptions & { readonly signal?: AbortSignal } = {},
  ): Promise<WrittenPages> {
    refuseTrackedLinks(this.#deps.env, directory)
    return this.withLock('pages', async () => {
      const written = await this.#staged?.finish(directory, job, options)
      if (written !== undefined) return written
      const { pages, review } = await this.readResults({ job, crawl }, { signal })
      const { writePages } = await import('./page-writer.ts')
      return writePages(directory, { crawl, startUrl: review.settings.startUrl, pages, review }, options)
    })
  }

  /**
   * Returns the request of a job, because the file may have changed since, the `expect` and noise of its crawl, and the result
   * of the job before.
   */
  async reviewSettings(job: string, crawl?: string): Promise<ReviewSettings & Pick<RecordedJob, 'before'>> {
    const known = await this.#findJob(job, crawl)
    const declared = this.project.resolved.find(({ name }) => name === (known?.crawl ?? crawl))
    const request = known?.job.request ?? declared?.request
    const url = request?.['url']
    const startUrl = typeof url === 'string' ? url : ''
    const ignore = declared && this.#ignoreOf(declared.name)
    return { startUrl, request, expect: declared?.expect, ignore, before: known?.before }
  }

  #ignoreOf(crawl: string): readonly string[] | undefined {
    return this.project.resolved.find(({ name }) => name === crawl)?.ignore
  }

  /** Returns a job with its crawl; one of `crawl` only, if that is given. */
  async #findJob(id: string, crawl?: string) {
    // One read, which may go over a network, serves all jobs begun before.
    return (
      findJob(this.#records ?? [], id, crawl) ??
      findJob(await this.records(), id, crawl) ??
      (crawl === undefined ? undefined : this.keptJob(id, crawl))
    )
  }

  /** Returns an earlier job of a crawl, from its manifest; undefined if that is no longer kept. */
  async keptJob(job: string, crawl: string): Promise<RecordedJob | undefined> {
    const manifest = await (await this.checks()).kept.manifest(crawl, job)
    if (manifest === undefined) return undefined
    const { at, request } = manifest
    return { crawl, job: { job, at, request, url: '', fingerprint: '' }, before: undefined }
  }

  async records(): Promise<readonly JobRecord[]> {
    const { state } = await this.backend.read()
    this.#records = state?.records ?? []
    return this.#records
  }

  /** Returns the outcomes that earlier runs could not record. */
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
    const open = async (): Promise<OpenedService> => {
      const { openService } = await import('./open-service.ts')
      const records = this.#records ?? (await this.records())
      return openService(this.#deps, this.project, { ...options, records })
    }
    return (this.#service ??= open())
  }

  /** Releases the service. A service in this process ends; its jobs continue when a call next needs it. */
  async close(): Promise<void> {
    const opened = this.#service
    this.#service = undefined
    const service = await opened?.catch(() => undefined)
    await service?.close()
  }
}

export interface PlanSettings {
  /** Names and globs; without any, all crawls, and recorded ones that are no longer declared. */
  readonly names?: readonly string[]
  /** Crawls to plan. The plan only knows that the other selected ones exist. */
  readonly among?: ReadonlySet<string> | undefined
  /** Submits the selected crawls again although nothing changed. */
  readonly rerun?: boolean
}

export type SubmitSettings = Pick<ApplyDeps, 'parallelism' | 'failFast' | 'replace' | 'signal'>

export interface FollowSettings extends Pick<WaitDeps, 'signal'> {
  /** Without it, waiting ends when the jobs do. */
  readonly timeoutMs?: number | undefined
  /** The output directory of pages: they are kept next to it when a job ends, and `writePages` moves them into place. */
  readonly pages?: (WriteOptions & { readonly directory: string; readonly isForced?: boolean }) | undefined
}

export interface SessionOptions extends Pick<LoadOptions, 'directory' | 'environment' | 'set'> {
  /** Values for `${env:NAME}` and `${secret:NAME}`, PATH, and the settings of proxies. */
  readonly variables: SessionDependencies['env']
  readonly clock?: Clock
  /** Receives messages about waits and pending outcomes: one or more lines without control characters. */
  readonly notice?: SessionDependencies['notice']
}

/**
 * Opens the project in `directory`, or around it, with the record of its submissions. Nothing is started yet.
 * @throws {ProjectError} when its files have errors
 * @throws {LoadError} when the disk refuses
 */
export function openSession({ variables, clock = systemClock, notice, ...where }: SessionOptions): Session {
  const project = loadProject({ ...where, variables })
  if (hasErrors(project.diagnostics)) throw new ProjectError(project)
  return new Session(project, { env: variables, clock, notice: notice ?? (() => undefined) })
}
