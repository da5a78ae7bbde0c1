/**
 * Input: checked requests, and outcomes from the engine.
 * Output: tasks for the engine, and the record of each job.
 * Must not know HTTP, or how a page is read.
 */
import { randomUUID } from 'node:crypto'
import { EventEmitter, once } from 'node:events'
import type { PageEngine } from '../engine/engine.ts'
import { type EngineOutcome, fullDiskEvent } from '../engine/engine-task.ts'
import { HostGate } from '../site/host-gate.ts'
import type { JobSearch } from '../store/job-store.ts'
import type { JobRecord } from '../store/records.ts'
import type { Store } from '../store/store.ts'
import { type CrawlContext, textForLog } from './crawl-context.ts'
import type { EffectiveRequest } from '../../request/page-settings.ts'
import { CrawlRun } from './crawl-run.ts'
import type { JobEnd } from './job-recorder.ts'
import { createScheduler, type Scheduler } from './scheduler.ts'
import { groupBy } from '../../util/group-by.ts'
import { given } from '../../util/json.ts'
import { messageOf } from '../../util/message-of.ts'

/** A job: its record, where it is kept, and its progress while it runs. */
export interface FoundJob {
  readonly record: JobRecord
  readonly store: Store
  /** Progress of an unfinished job. */
  readonly counts: { readonly completed: number; readonly total: number } | undefined
  /** Why it fetches nothing, or slowly, until something changes. */
  readonly waits?: string | undefined
}

/** A job to start. */
interface NewJob extends Pick<JobRecord, 'request'> {
  readonly name?: string | undefined
  /** The URL that scope is relative to; by default the start URL. */
  readonly root?: string | undefined
}

export interface JobsOptions extends Pick<CrawlContext, 'settings' | 'site' | 'notify' | 'observer'> {
  readonly durable: Store
  /** Keeps the jobs that must leave no data. */
  readonly volatile: Store
  /** Called when events may wait for delivery. */
  readonly deliver: () => void
}

const DAY_MS = 86_400_000
const SWEEP_MS = 60_000
/** The wait between two tries of a full disk. */
const DISK_CHECK_MS = 200
/** Repeated submission keys are recognised for this time. */
const SUBMISSION_MS = 30 * DAY_MS
/** The last scrape of a page is kept for this time, for comparison. */
const TRACKED_MS = 90 * DAY_MS

/** All jobs of the service, running and waiting. */
export class Jobs {
  readonly #options: JobsOptions
  readonly #scheduler: Scheduler
  readonly #context: CrawlContext
  readonly #running = new Map<string, CrawlRun>()
  readonly #queued: { record: JobRecord; store: Store }[] = []
  /** Emits the id of each job that has changed. */
  readonly #changes = new EventEmitter().setMaxListeners(0)
  /** The ends of jobs that are not on disk yet. */
  readonly #ends = new Map<string, JobEnd>()
  readonly #closing = new AbortController()
  #lastSuccessAt: number | undefined

  /** @param makeEngine returns the engine, whose outcomes go to `report` */
  constructor(
    options: JobsOptions,
    makeEngine: (report: (outcomes: readonly EngineOutcome[]) => void) => PageEngine,
  ) {
    const { settings, site, notify, observer } = options
    this.#options = options
    this.#scheduler = createScheduler(settings.concurrency, settings.clock)
    this.#context = {
      settings,
      site,
      notify,
      observer,
      engine: makeEngine((outcomes) => this.#receive(outcomes)),
      hostGate: new HostGate(settings.hostConcurrency),
      wake: () => this.#scheduler.wake(),
      changed: (jobId) => this.#changed(jobId),
    }
    options.durable.onDiskFailure(() => void this.#waitForDisk(options.durable))
  }

  /** Continues the jobs that an earlier process left unfinished, in order, and regularly removes expired ones. */
  resume(): void {
    for (const record of this.#options.durable.jobs.unfinished()) {
      this.#options.settings.log({ type: 'job-resumed', job: record.id, url: record.url })
      this.#queued.push({ record, store: this.#options.durable })
    }
    this.#startQueued()
    void this.#sweepUntilClosed()
  }

  get full(): boolean {
    return this.#running.size + this.#queued.length >= this.#options.settings.limits.unfinishedJobs
  }

  /** Pages of all jobs: being scraped, and waiting; and when one last got into a result. */
  get load(): { readonly inFlight: number; readonly waiting: number; readonly lastSuccessAt?: number } {
    const runs = [...this.#running.values()]
    const inFlight = runs.reduce((sum, run) => sum + run.inFlight, 0)
    const left = runs.reduce((sum, { counts }) => sum + counts.total - counts.completed, 0)
    const waiting = Math.max(0, left - inFlight)
    return given({ inFlight, waiting, lastSuccessAt: this.#lastSuccessAt })
  }

  storeFor(request: EffectiveRequest): Store {
    return request.zeroDataRetention ? this.#options.volatile : this.#options.durable
  }

  /**
   * Records a new job, calls `alongside` in the same transaction, and starts the job when it is its turn. Returns the result of
   * `alongside`.
   * @throws {ServiceError} `disk-unwritable` when it cannot be recorded
   */
  add<T>({ request, name, root }: NewJob, alongside: (record: JobRecord, store: Store) => T): T {
    const { settings } = this.#options
    const store = this.storeFor(request)
    const createdAt = settings.clock.now()
    const expiresAt = createdAt + settings.resultsTtlMs
    const { record, result } = store.transaction(() => {
      const record = store.jobs.insert({ id: randomUUID(), name, root, request, createdAt, expiresAt })
      const result = alongside(record, store)
      this.#options.notify(store, record, { type: 'started' })
      return { record, result }
    })
    settings.log({ type: 'job-started', job: record.id, url: textForLog(store, record.url) })
    this.#queued.push({ record, store })
    this.#startQueued()
    this.#options.deliver()
    return result
  }

  /** Continues a job that an earlier process has left, if none has done so. */
  continue(id: string): void {
    const found = this.#running.has(id) || this.isWaiting(id) ? undefined : this.find(id)
    if (found?.record.status !== 'scraping') return
    this.#queued.push({ record: found.record, store: found.store })
    this.#startQueued()
  }

  find(id: string): FoundJob | undefined {
    const { durable, volatile } = this.#options
    for (const store of [durable, volatile]) {
      const kept = store.jobs.find(id)
      if (kept === undefined) continue
      const record = this.#withEnd(kept)
      if (record.status !== 'scraping') {
        // Removed at the next sweep, but gone from now on.
        const isExpired = record.expiresAt <= this.#options.settings.clock.now()
        return isExpired ? undefined : { record, store, counts: undefined }
      }
      const run = this.#running.get(id)
      const known = run?.counts ?? pausedCounts(record, store)
      // Pages whose rows are kept cannot be read yet.
      const counts = store.diskFailure === undefined ? known : { ...known, completed: record.completed }
      const fullDisk = store.diskFailure?.reason ?? this.#context.engine.fullDisk
      const full = `the disk of the crawl service is full (${fullDisk}); free some space`
      return { record, store, counts, waits: fullDisk === undefined ? run?.waits : full }
    }
    return undefined
  }

  /** Returns part of the jobs that have not expired and fit `search`, newest first, and how many there are. */
  recent({ skip, count }: { readonly skip: number; readonly count: number }, search?: JobSearch) {
    const now = this.#options.settings.clock.now()
    const stores = [this.#options.durable, this.#options.volatile]
    const ids = stores
      .flatMap((store) => store.jobs.recent(now, skip + count, search))
      .toSorted((a, b) => b.createdAt - a.createdAt)
      .slice(skip, skip + count)
    return {
      jobs: ids.flatMap(({ id }) => this.find(id) ?? []),
      total: stores.reduce((sum, store) => sum + store.jobs.count(now, search), 0),
    }
  }

  /** Tells how many jobs run, and how many wait for one of them to end. */
  get unfinished(): { readonly running: number; readonly waiting: number } {
    return { running: this.#running.size, waiting: this.#queued.length }
  }

  isWaiting(id: string): boolean {
    return this.#queued.some(({ record }) => record.id === id)
  }

  /** Jobs that are not finished, oldest first. */
  active(): JobRecord[] {
    const { durable, volatile } = this.#options
    return [...durable.jobs.unfinished(), ...volatile.jobs.unfinished()]
      .filter((record) => this.#withEnd(record).status === 'scraping')
      .toSorted((a, b) => a.createdAt - b.createdAt)
  }

  /** Ends a job that is not finished; its pages so far stay. */
  cancel(id: string): void {
    const place = this.#queued.findIndex(({ record }) => record.id === id)
    const [waiting] = place < 0 ? [] : this.#queued.splice(place, 1)
    const run =
      waiting === undefined
        ? this.#running.get(id)
        : new CrawlRun(this.#context, waiting.store, waiting.record)
    if (run === undefined) return
    run.cancel()
    this.#noteEnd(run)
  }

  /** Calls back after every change of a job until the returned function is called. */
  watch(id: string, listener: () => void): () => void {
    this.#changes.on(id, listener)
    return () => void this.#changes.off(id, listener)
  }

  /** Resolves when a job has ended, at once if it does not run. @throws the signal's reason when it is aborted */
  async whenEnded(id: string, signal?: AbortSignal): Promise<void> {
    signal?.throwIfAborted()
    while (this.find(id)?.record.status === 'scraping')
      await once(this.#changes, id, { signal }).catch(() => signal?.throwIfAborted())
  }

  /** Starts nothing more, and waits for the pages in flight until `signal` aborts; the rest resumes later. */
  async close(signal: AbortSignal): Promise<void> {
    this.#closing.abort()
    this.#scheduler.close()
    await Promise.all([...this.#running.values()].map((run) => run.stop(signal)))
    await this.#context.engine.close()
  }

  #startQueued(): void {
    while (this.#running.size < this.#options.settings.limits.runningJobs) {
      const [next] = this.#queued
      if (next === undefined || next.store.diskFailure !== undefined || this.#closing.signal.aborted) return
      this.#queued.shift()
      const run = new CrawlRun(this.#context, next.store, next.record)
      this.#running.set(next.record.id, run)
      this.#scheduler.add(run)
      void run.seed()
    }
  }

  #receive(outcomes: readonly EngineOutcome[]): void {
    const batches = groupBy(outcomes, ({ job }) => this.#running.get(job))
    for (const [run, batch] of batches) if (run !== undefined) this.#record(run, batch)
    if (outcomes.some(({ kind }) => kind === 'page')) this.#lastSuccessAt = this.#options.settings.clock.now()
    for (const run of batches.keys()) run?.endIfDone()
    this.#scheduler.wake()
  }

  /** Records outcomes. A job whose outcomes cannot be recorded cannot go on. */
  #record(run: CrawlRun, batch: readonly EngineOutcome[]): void {
    try {
      run.settle(batch)
    } catch (error) {
      const reason = messageOf(error)
      this.#options.settings.log({ type: 'fault', error: `Outcomes could not be recorded: ${reason}` })
      run.fail(`The results could not be recorded: ${reason}`)
    }
  }

  #changed(id: string): void {
    const run = this.#running.get(id)
    if (run?.end !== undefined) {
      this.#noteEnd(run)
      this.#running.delete(id)
      this.#scheduler.remove(run)
      this.#startQueued()
    }
    this.#changes.emit(id)
    this.#options.deliver()
    this.#scheduler.wake()
  }

  /** Pauses all jobs while the disk takes no rows. Fails them when that will not pass, or takes too long. */
  async #waitForDisk(store: Store): Promise<void> {
    const { clock, limits, log } = this.#options.settings
    const { signal } = this.#closing
    const beganAt = clock.now()
    if (store.diskFailure?.isTemporary === true) log(fullDiskEvent(store.diskFailure.reason))
    // The record in progress has to finish first.
    await Promise.resolve()
    while (store.diskFailure !== undefined && !signal.aborted) {
      const { reason, isTemporary } = store.diskFailure
      const isLost = !isTemporary || clock.now() - beganAt >= limits.fullDiskMs
      if (isLost) this.#failAll(store, `The results could not be recorded: ${reason}`)
      await clock.sleep(isLost ? SWEEP_MS : DISK_CHECK_MS, signal).catch(() => undefined)
      store.catchUp()
    }
    this.#ends.clear()
    for (const run of this.#running.values()) run.endIfDone()
    this.#startQueued()
    this.#scheduler.wake()
    this.#options.deliver()
  }

  #failAll(store: Store, error: string): void {
    for (const run of this.#running.values()) if (run.store === store) run.fail(error)
    for (const [id, end] of this.#ends)
      if (end.status === 'completed') this.#ends.set(id, { ...end, status: 'failed', error })
  }

  #noteEnd({ record, store, end }: CrawlRun): void {
    if (store.diskFailure !== undefined && end !== undefined) this.#ends.set(record.id, end)
  }

  /** Returns a record with an end that is not in its row yet. A success is reported only after it is on disk. */
  #withEnd(record: JobRecord): JobRecord {
    const end = this.#ends.get(record.id)
    return end === undefined || end.status === 'completed' ? record : { ...record, ...end }
  }

  async #sweepUntilClosed(): Promise<void> {
    const { clock } = this.#options.settings
    const { signal } = this.#closing
    while (!signal.aborted) {
      try {
        this.#sweep()
      } catch (error) {
        // A full disk, say. The next sweep tries again.
        const reason = messageOf(error)
        this.#options.settings.log({ type: 'fault', error: `Old data could not be removed: ${reason}` })
      }
      await clock.sleep(SWEEP_MS, signal).catch(() => undefined)
    }
  }

  #sweep(): void {
    const { clock, cacheTtlMs, limits } = this.#options.settings
    const now = clock.now()
    for (const store of [this.#options.durable, this.#options.volatile]) {
      for (const job of store.jobs.expired(now)) store.transaction(() => store.jobs.remove(job))
      store.jobs.forgetSubmissions(now - SUBMISSION_MS)
      store.cache.trim(now - cacheTtlMs, limits.cachedPages)
      store.tracked.trim(now - TRACKED_MS)
      store.sweepSegments()
    }
  }
}

/** Returns the counts of an unfinished job that does not run. */
function pausedCounts({ number, completed, request }: JobRecord, store: Store) {
  const places = Math.max(0, request.limit - completed)
  return { completed, total: completed + Math.min(places, store.pages.countWaiting(number)) }
}
