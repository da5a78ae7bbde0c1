import type { JobStatus } from '../../protocol/crawl-status.ts'
import { hostOf } from '../http/origin-of.ts'
import { type AddressPolicy, policyFor } from '../http/address-policy.ts'
import { type EngineOutcome, senderOfVisit } from '../engine/engine-task.ts'
import type { JobRecord } from '../store/records.ts'
import type { Store } from '../store/store.ts'
import { AdaptiveCap } from './adaptive-cap.ts'
import { type CrawlContext, engineJob, sendingSettings, siteOptions } from './crawl-context.ts'
import { createCrawlParts, type CrawlParts } from './crawl-parts.ts'
import type { JobEnd } from './job-recorder.ts'
import { PageOutcomes } from './page-outcomes.ts'
import type { RobotsRules } from '../site/robots.ts'
import { createRobotsCache } from '../site/site.ts'
import type { ScheduledJob, StartAnswer } from './scheduler.ts'
import { seedCrawl } from './seed-crawl.ts'
import { type ActiveVisit, retryDelayMs, type Visit } from './visits.ts'
import { allowManyListeners } from '../../util/allow-many-listeners.ts'
import { isMachineFault, messageOf } from '../../util/message-of.ts'

/** The difference of two readings of a millisecond clock may be 1 ms too small. */
const CLOCK_MARGIN_MS = 1
const LONGEST_CRAWL_DELAY_MS = 60_000
/** With doubled waits between them, idle connections have been closed before. */
const MOST_MACHINE_FAULTS = 5
/** Scrapes of a job at once if it does not ask for more: each connection takes 0.1 MiB, and hardly any site is faster with more. */
const MOST_AT_ONCE = 160

/** The state of a job. It starts pages only while it is running. */
type RunState = 'seeding' | 'running' | 'stopping' | 'ended'

/**
 * One running job. `seed` finds its first pages. `tryStart` gives the engine the next page when limit, delay, concurrency, host and
 * robots.txt allow it. `settle` gets the outcomes of the engine. It knows nothing of clients or other jobs.
 */
export class CrawlRun implements ScheduledJob {
  readonly record: JobRecord
  readonly store: Store
  readonly #context: CrawlContext
  readonly #parts: CrawlParts
  readonly #outcomes: PageOutcomes
  /** The visits in progress, by their tasks. */
  readonly #active = new Map<number, ActiveVisit>()
  readonly #leaving = new AbortController()
  readonly #delayMs: number
  readonly #adaptive: AdaptiveCap
  #addressPolicy: AddressPolicy = 'public'
  #state: RunState = 'seeding'
  /** Whether sitemaps are still read, perhaps while pages are crawled. */
  #isSeeding = true
  /** The end of the job, even if it is not on disk yet. If it never gets there, the job resumes at the next start. */
  end: JobEnd | undefined
  #notBefore = 0
  /** Faults of this machine in a row, while only one page was fetched at a time. */
  #machineFaults = 0
  #whenIdle: (() => void) | undefined

  constructor(context: CrawlContext, store: Store, record: JobRecord) {
    const { request } = record
    this.record = record
    this.store = store
    this.#context = context
    this.#delayMs = (request.delay ?? 0) * 1000
    const { concurrency } = context.settings
    const { maxConcurrency: first } = request
    this.#adaptive = new AdaptiveCap(Math.min(concurrency, first ?? MOST_AT_ONCE), first)
    const robots = createRobotsCache({
      ignore: request.ignoreRobotsTxt,
      fetchRules: (url) => this.#fetchRules(url),
      known: () => context.wake(),
    })
    // Each site that the crawl reaches adds one listener.
    allowManyListeners(this.#leaving.signal)
    this.#parts = createCrawlParts(context, store, { record, robots })
    this.#outcomes = new PageOutcomes(this.#parts, () => this.#moved())
  }

  get inFlight(): number {
    return this.#active.size
  }

  /** Pages of the result, and known pages that may still get into it. */
  get counts(): { readonly completed: number; readonly total: number } {
    const { completed, inFlight, waiting } = this.#parts.frontier.counts
    return { completed, total: completed + inFlight + waiting }
  }

  /** Says how long the site of the next page asked to wait, if it did. */
  get waits(): string | undefined {
    const { frontier, waiting } = this.#parts
    const next = frontier.peek() ?? waiting.first
    return next && this.#context.hostGate.waitText(hostOf(next.url), this.#context.settings.clock.now())
  }

  /** Reads robots.txt and the sitemaps, then lets pages start. Resolves when that is done; never rejects. */
  async seed(): Promise<void> {
    const { record, store } = this
    const { root } = this.#outcomes
    try {
      this.#addressPolicy = await policyFor(root, this.#context.settings)
      if (this.#state !== 'seeding') return
      // Threads start while the site is asked for its rules.
      this.#openJob()
      const seeding = await seedCrawl({
        context: this.#context,
        record,
        siteOptions: siteOptions(record.request, root, this.#addressPolicy),
        isSitemap: this.#outcomes.isSitemap,
        robots: this.#parts.robots,
        signal: this.#leaving.signal,
        startPages: () => this.#startPages(),
        admit: (urls, via) =>
          store.record(() =>
            this.#outcomes.admit(urls, { depth: 0, via, holder: via === 'link' ? root : undefined }),
          ),
      })
      if ((this.#state !== 'seeding' && this.#state !== 'running') || root !== this.#outcomes.root) return
      if (seeding !== undefined) store.jobs.setSeeded(record.number, seeding)
      this.#isSeeding = false
      this.#state = 'running'
    } catch (error) {
      if (this.#state === 'seeding') this.#failSeeding(error)
      else if (this.#state === 'running') this.fail(messageOf(error))
    }
    this.endIfDone()
  }

  /** Starts the next page, if one may start now. */
  tryStart(now: number): StartAnswer {
    try {
      return this.#startNext(now)
    } catch (error) {
      const reason = messageOf(error)
      this.#context.settings.log({ type: 'fault', error: `The next page could not be read: ${reason}` })
      this.fail(`The next page could not be read: ${reason}`)
      return 'later'
    }
  }

  #startNext(now: number): StartAnswer {
    if (this.#state !== 'running' || this.inFlight >= (this.#delayMs > 0 ? 1 : this.#adaptive.atOnce))
      return 'later'
    // Pages could not be stored.
    if (this.store.diskFailure !== undefined || this.#context.engine.fullDisk !== undefined) return 'later'
    const { frontier, waiting } = this.#parts
    const waitMs = (visit: Visit): number => this.#waitMs(visit, now)
    const next = waiting.take(now, waitMs)
    if (typeof next !== 'number') return this.#begin(next, now)
    const page = waiting.isFull ? undefined : frontier.take()
    if (page === undefined) return next === Infinity ? 'later' : next
    const visit = { page, url: page.url, hops: [], senders: [], attempt: 1 }
    if (waitMs(visit) === 0) return this.#begin(visit, now)
    waiting.park(visit, now)
    return 'started'
  }

  /** Returns the milliseconds until a visit may start: Infinity until its robots.txt, or another page of its host, has come. */
  #waitMs(visit: Visit, now: number): number {
    const { robots, cache } = this.#parts
    const allowed = this.#isAllowed(visit)
    if (allowed === undefined) robots.ask(visit.url)
    if (allowed !== true) return allowed === false ? 0 : Infinity
    const wait = Math.max(0, this.#notBefore - now, this.#context.hostGate.waitMs(hostOf(visit.url), now))
    const isCached = wait > 0 && cache?.find(this.#asked(visit), now) !== undefined
    return isCached ? 0 : wait
  }

  /** Returns the request for a visit, and who sends it now: cookies may change until another time. */
  #asked({ url }: Pick<Visit, 'url'>) {
    const asked = { url, cookie: this.#parts.cookies.sentTo(url) }
    const settings = sendingSettings(this.record.request, this.#addressPolicy)
    return { ...asked, sender: senderOfVisit(settings, asked) }
  }

  #isAllowed({ page, url }: Visit): boolean | undefined {
    return (page.isAllowedByRobots && url === page.url) || this.#parts.robots.allowed(url)
  }

  #begin(visit: Visit, now: number): StartAnswer {
    if (this.#isAllowed(visit) === true) this.#start(visit, now)
    else this.#deny(visit)
    return 'started'
  }

  #start({ page, url, hops, senders, attempt }: Visit, now: number): void {
    const { cache, tracker } = this.#parts
    const { engine, hostGate, settings } = this.#context
    const asked = this.#asked({ url })
    const { cookie, sender } = asked
    const cached = cache?.find(asked, now)
    const host = cached === undefined ? hostOf(url) : undefined
    const id = engine.start({
      job: this.record.id,
      url,
      sourceUrl: page.url,
      depth: page.depth,
      via: page.via,
      holder: page.holder,
      lastAttempt: attempt >= settings.limits.attempts,
      cookie,
      cached,
      stored: cached === undefined ? cache?.findOld(asked) : undefined,
      previous: tracker?.find({ url: page.url, senders: [...senders, sender] }),
    })
    this.#active.set(id, { page, url, hops, senders, sender, attempt, host, startedAt: now })
    if (host !== undefined) hostGate.begin(host)
  }

  /** Ends a page that robots.txt forbids, or whose robots.txt cannot be fetched. */
  #deny({ page, url }: Visit): void {
    const unreachable = this.#parts.robots.unreachable(url)
    if (unreachable === undefined) this.#context.observer?.met({ ...page, url }, 'robots')
    else if (isMachineFault(unreachable.error)) return this.fail(unreachable.error)
    this.store.record(() => {
      if (unreachable !== undefined) return this.#outcomes.failed(page, unreachable.code, unreachable.error)
      this.#parts.recorder.forbidden(url, undefined)
      this.#outcomes.drop(page)
    })
    this.endIfDone()
  }

  /** Records outcomes. Call `endIfDone` after it. */
  settle(outcomes: Iterable<EngineOutcome>): void {
    let lost: string | undefined
    this.store.record(() => {
      for (const outcome of outcomes) {
        this.#settle(outcome)
        if (outcome.kind === 'not-stored') lost = outcome.error
        else if (this.#machineFaults > MOST_MACHINE_FAULTS && outcome.kind === 'failure') lost = outcome.error
      }
      // An outcome is recorded with the cookies that came with it or before it.
      this.store.cookies.keep(this.record.number, this.#parts.cookies.takeChanges())
      this.#parts.recorder.recordCounts()
    })
    // The next pages could not be stored either. A job that stops leaves them to the next start of the service.
    if (lost !== undefined && this.#state !== 'stopping') this.fail(lost)
  }

  #settle(outcome: EngineOutcome): void {
    const now = this.#context.settings.clock.now()
    const visit = this.#endVisit(outcome.task, now)
    if (visit === undefined) return
    const isRefused = outcome.kind === 'failure' && outcome.retryable
    if (visit.host !== undefined) {
      if (this.#delayMs > 0) this.#notBefore = now + this.#delayMs + CLOCK_MARGIN_MS
      if (isRefused) this.#adaptive.refused(now, this.inFlight)
      else this.#adaptive.answered(now - visit.startedAt, now)
    }
    if (outcome.kind === 'page') this.#machineFaults = 0
    switch (outcome.kind) {
      case 'page':
        return this.#outcomes.scraped(visit, outcome)
      case 'redirect':
        return this.#outcomes.redirected(visit, outcome)
      case 'cache-lost':
        return this.#outcomes.cacheLost(visit)
      case 'failure':
        // The page waits in the store for the next start of the service.
        if (isRefused && this.#state === 'stopping') return
        if (isMachineFault(outcome.error)) return this.#retryLater(visit, now)
        return this.#outcomes.failedAttempt(visit, outcome)
      case 'not-stored':
      // `settle` ends the job.
    }
  }

  /** Repeats a visit that failed because of this machine, which is no attempt: fewer connections may be enough. */
  #retryLater(visit: ActiveVisit, now: number): void {
    if (this.#adaptive.atOnce === 1) this.#machineFaults++
    this.#parts.waiting.retry(visit, now + retryDelayMs(Math.max(1, this.#machineFaults), undefined))
  }

  /** Ends the job when nothing is left to do. Call it after outcomes were recorded. */
  endIfDone(): void {
    const { frontier, waiting } = this.#parts
    const isBusy = this.inFlight + waiting.size > 0
    const mayEnd = this.#state === 'running' && !this.#isSeeding && this.store.diskFailure === undefined
    if (mayEnd && !isBusy && frontier.peek() === undefined) {
      const failure = frontier.counts.completed === 0 ? this.#outcomes.startFailure : undefined
      this.#finish(failure === undefined ? 'completed' : 'failed', failure)
    }
    if (this.inFlight === 0) this.#whenIdle?.()
    this.#context.changed(this.record.id)
  }

  cancel(): void {
    this.#dropVisits()
    this.#finish('cancelled')
    this.#context.changed(this.record.id)
  }

  /** Ends the job because the service cannot go on with it. */
  fail(reason: string): void {
    this.#dropVisits()
    this.store.freeReserve()
    this.#finish('failed', reason)
    this.store.catchUp()
    this.#context.changed(this.record.id)
  }

  /** Starts nothing more. Resolves when no page is in flight, at the latest when `signal` aborts. */
  async stop(signal: AbortSignal): Promise<void> {
    if (this.#state !== 'ended') this.#state = 'stopping'
    this.#leaving.abort()
    if (this.inFlight > 0) {
      await new Promise<void>((resolve) => {
        this.#whenIdle = resolve
        signal.addEventListener('abort', () => resolve(), { once: true })
      })
    }
    this.#dropVisits()
  }

  /** Reads the sitemaps of the host that the start URL redirects to, like those of the first one. */
  #moved(): void {
    this.#openJob()
    // A job that stops reads them after its next start.
    if (this.#state !== 'running') return
    this.#state = 'seeding'
    this.#isSeeding = true
    void this.seed().then(this.#context.wake)
  }

  #startPages(): void {
    if (this.#state !== 'seeding') return
    this.#state = 'running'
    this.#context.wake()
  }

  #failSeeding(error: unknown): void {
    const message = messageOf(error)
    this.store.record(() => {
      const { code = 'UNKNOWN_ERROR' } = this.#parts.robots.unreachable(this.#outcomes.root) ?? {}
      this.#parts.recorder.failure(this.record.url, code, message)
      this.#finish('failed', message)
    })
  }

  /** Fetches the robots.txt of an origin, and keeps the delay that it asks for between pages of its host. */
  async #fetchRules(url: string): Promise<RobotsRules> {
    const { ignoreRobotsTxt, robotsUserAgent = '' } = this.record.request
    const site = siteOptions(this.record.request, url, this.#addressPolicy)
    const rules = await this.#context.site.robots(site, this.#leaving.signal)
    const delayMs = Math.min((rules.crawlDelay ?? 0) * 1000, LONGEST_CRAWL_DELAY_MS)
    if (!ignoreRobotsTxt) this.#context.hostGate.setDelay(hostOf(url), robotsUserAgent, delayMs)
    return rules
  }

  #openJob(): void {
    const { engine, observer } = this.#context
    const place = { root: this.#outcomes.root, addressPolicy: this.#addressPolicy }
    engine.openJob({
      job: engineJob(this.record, this.store, observer, place),
      newSegment: () => this.store.newSegment(this.record.number),
      cookies: this.#parts.cookies,
    })
  }

  #finish(status: JobStatus, error?: string): void {
    if (this.#state === 'ended') return
    this.#leaving.abort()
    this.store.record(() => {
      const urlsLeft = this.#parts.frontier.counts.left
      this.end = this.#parts.recorder.ended({ status, error, urlsLeft })
    })
    this.#state = 'ended'
    this.#context.engine.closeJob(this.record.id)
  }

  /** Ends the visit of a task and returns it; undefined if it was dropped before. */
  #endVisit(task: number, now: number): ActiveVisit | undefined {
    const visit = this.#active.get(task)
    this.#active.delete(task)
    if (visit?.host !== undefined) this.#context.hostGate.end(visit.host, now)
    return visit
  }

  #dropVisits(): void {
    for (const task of this.#active.keys()) {
      this.#context.engine.abort(task)
      this.#endVisit(task, this.#context.settings.clock.now())
    }
  }
}
