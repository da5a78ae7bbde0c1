import type { JobStatus } from '../../protocol/crawl-status.ts'
import { compileScope } from '../../scope/compile-scope.ts'
import {
  CACHE_LOST,
  type CachedPage,
  type EngineOutcome,
  type ScrapeFailure,
  type ScrapedPage,
} from '../engine/engine.ts'
import { createFrontier, type FoundUrl, type Frontier, type FrontierPage } from '../frontier/frontier.ts'
import type { JobRecord } from '../store/job-record.ts'
import type { Store } from '../store/open-store.ts'
import { createChangeTracker, type ChangeTracker } from './change-tracker.ts'
import type { CrawlContext } from './crawl-context.ts'
import { engineJob } from './engine-job.ts'
import { type Flight, Flights } from './flights.ts'
import { JobLedger } from './job-ledger.ts'
import { requestScope } from './request-scope.ts'
import { restorePages } from './restore-pages.ts'
import { createResultCache, noCache, type ResultCache } from './result-cache.ts'
import { RetryList, retryDelayMs } from './retry-list.ts'
import { createRobotsBook, type RobotsBook } from './robots-book.ts'
import type { Lane, StartAnswer } from './scheduler.ts'
import { siteOptions } from './site-options.ts'
import { seedCrawl, UnreachableSite } from './seed-crawl.ts'
import type { RobotsRules, SiteOptions } from './site-reader.ts'
import { firstVisit, nextHop, type Visit } from './visit.ts'

/** Two readings of a millisecond clock may lie up to one nearer together than what they measure. */
const CLOCK_MARGIN_MS = 1
/** Origins whose robots.txt is asked for at once, for one job. */
const MOST_PARKED = 32
const NOT_IN_RESULT = 'The patterns of the crawl keep its start URL out of the result.'

/**
 * One running job. In: its record, and the outcomes of its pages. Out: scrapes, started when limit, delay, concurrency,
 * host and robots.txt allow, and rows that say what became of every page. Knows nothing of clients or of other jobs.
 */
export class CrawlRun implements Lane {
  readonly record: JobRecord
  readonly store: Store
  readonly #context: CrawlContext
  readonly #robots: RobotsBook
  readonly #frontier: Frontier
  readonly #ledger: JobLedger
  readonly #cache: ResultCache
  readonly #tracker: ChangeTracker | undefined
  readonly #flights: Flights
  readonly #retries = new RetryList()
  readonly #leaving = new AbortController()
  readonly #delayMs: number
  #addressPolicy: SiteOptions['addressPolicy'] = 'public'
  #robotsSource: RobotsRules['source']
  #root: string
  #state: 'seeding' | 'running' | 'stopping' | 'ended' = 'seeding'
  #notBefore = 0
  #parked = 0
  #startFailure: string | undefined
  #whenIdle: (() => void) | undefined

  constructor(context: CrawlContext, store: Store, record: JobRecord) {
    const { request } = record
    this.record = record
    this.store = store
    this.#context = context
    this.#flights = new Flights(context)
    this.#root = record.root
    this.#ledger = new JobLedger(context, store, record)
    this.#delayMs = (request.delay ?? 0) * 1000
    this.#robots = createRobotsBook({
      ignore: request.ignoreRobotsTxt,
      fetchRules: (url) => context.site.robots(this.#siteOptions(url), this.#leaving.signal),
    })
    this.#frontier = createFrontier(
      {
        scope: compileScope(requestScope(request, this.#root)),
        allowed: (url) => this.#robots.allowed(url),
        spareUrls: context.settings.limits.spareUrls,
        maxUrls: context.settings.limits.knownUrls,
      },
      { completed: record.completed, pages: restorePages(store.pages, record.number) },
    )
    this.#tracker = createChangeTracker(store.tracked, request)
    const caches = !store.volatile && context.settings.cacheTtlMs > 0 && this.#tracker === undefined
    this.#cache = caches ? createResultCache(store.cache, request) : noCache
  }

  get inFlight(): number {
    return this.#flights.size
  }

  /** Pages of the result, and pages known so far that may still come into it. */
  get counts(): { readonly completed: number; readonly total: number } {
    const { completed, inFlight, waiting } = this.#frontier.counts
    return { completed, total: completed + inFlight + waiting }
  }

  /** Reads robots.txt and the sitemaps, then lets pages start. Resolves when that is done; never rejects. */
  async seed(): Promise<void> {
    const { record, store } = this
    try {
      this.#addressPolicy = await this.#context.site.addressPolicy(this.#root)
      if (this.#state !== 'seeding') return
      // Threads start while the site is asked for its rules; then they are told of them.
      this.#openJob()
      if (!record.request.ignoreRobotsTxt) {
        this.#robotsSource = (await this.#robots.learn(record.url)).source
        this.#openJob()
      }
      await seedCrawl({
        request: record.request,
        seeded: record.seeded,
        site: this.#context.site,
        siteOptions: this.#siteOptions(record.url),
        hostGate: this.#context.hostGate,
        robots: this.#robots,
        limits: this.#context.settings.limits,
        clock: this.#context.settings.clock,
        signal: this.#leaving.signal,
        admit: (found) => this.#admitAll(found),
      })
      if (this.#state !== 'seeding') return
      store.jobs.setSeeded(record.number)
      this.#state = 'running'
    } catch (error) {
      if (this.#state === 'seeding') this.#failSeeding(error)
    }
    this.settled()
  }

  tryStart(now: number): StartAnswer {
    if (this.#state !== 'running' || this.inFlight >= this.#cap()) return 'later'
    const retry = this.#retries.soonest()
    const due = retry !== undefined && retry.dueAt <= now ? retry : undefined
    const next = due === undefined ? this.#frontier.peek() : undefined
    const visit = due ?? (next && firstVisit(next))
    if (visit === undefined) return retry === undefined ? 'later' : retry.dueAt - now
    const allowed = this.#robots.allowed(visit.url)
    if (allowed === undefined) return this.#park(visit, due !== undefined)
    const cached = allowed && visit.hops.length === 0 ? this.#cache.find(visit.url, now) : undefined
    const { host } = new URL(visit.url)
    if (allowed && cached === undefined) {
      const wait = Math.max(this.#notBefore - now, this.#context.hostGate.waitMs(host, now))
      if (wait > 0) return wait === Infinity ? 'later' : wait
    }
    if (due === undefined) this.#frontier.take()
    else this.#retries.takeSoonest()
    if (allowed) this.#start({ ...visit, host: cached === undefined ? host : undefined }, cached)
    else this.#deny(visit)
    return 'started'
  }

  /** Records outcomes. The caller holds a transaction, and calls `settled` after it. */
  settle(outcomes: Iterable<EngineOutcome>): void {
    for (const outcome of outcomes) this.#settle(outcome)
    this.#ledger.recordCounts()
  }

  #settle(outcome: EngineOutcome): void {
    const now = this.#context.settings.clock.now()
    const flight = this.#flights.end(outcome.task, now)
    if (flight === undefined) return
    if (flight.host !== undefined && this.#delayMs > 0) {
      this.#notBefore = now + this.#delayMs + CLOCK_MARGIN_MS
    }
    if (outcome.ok) this.#scraped(flight.page, outcome)
    else if (outcome.redirect !== undefined) this.#redirected(flight, outcome.redirect)
    else this.#failedAttempt(flight, outcome)
  }

  /** To be called after outcomes were recorded: ends the job when nothing is left to do. */
  settled(): void {
    if (this.#state === 'running' && this.inFlight + this.#retries.length + this.#parked === 0) {
      if (this.#frontier.peek() === undefined) this.#endByItself()
    }
    if (this.inFlight === 0) this.#whenIdle?.()
    this.#context.changed(this.record.id)
  }

  /** Ends the job at once; pages in flight are dropped. */
  cancel(): void {
    this.#dropFlights()
    this.#end('cancelled')
    this.#context.changed(this.record.id)
  }

  /** Ends the job because the service cannot go on with it. */
  fail(reason: string): void {
    this.#dropFlights()
    try {
      this.#end('failed', reason)
    } catch {
      // What cannot be recorded now is taken up again by the next start of the service.
      this.#state = 'stopping'
    }
    this.#context.changed(this.record.id)
  }

  /** Starts nothing more and resolves when no page is in flight, at the latest when `signal` aborts. */
  async stop(signal: AbortSignal): Promise<void> {
    if (this.#state !== 'ended') this.#state = 'stopping'
    this.#leaving.abort()
    if (this.inFlight > 0) {
      await new Promise<void>((resolve) => {
        this.#whenIdle = resolve
        signal.addEventListener('abort', () => resolve(), { once: true })
      })
    }
    this.#dropFlights()
  }

  #failSeeding(error: unknown): void {
    const message = error instanceof Error ? error.message : String(error)
    this.store.transaction(() => {
      const code = error instanceof UnreachableSite ? error.code : 'UNKNOWN_ERROR'
      this.#ledger.failure(this.record.url, code, message)
      this.#end('failed', message)
    })
  }

  #siteOptions(url: string): SiteOptions {
    return siteOptions(this.record.request, url, this.#addressPolicy)
  }

  #cap(): number {
    const { concurrency } = this.#context.settings
    return this.#delayMs > 0 ? 1 : Math.min(this.record.request.maxConcurrency ?? concurrency, concurrency)
  }

  #openJob(): void {
    const { engine, observe } = this.#context
    const policy = { addressPolicy: this.#addressPolicy, robots: this.#robotsSource }
    const job = engineJob(this.record, this.store, { root: this.#root, ...policy })
    engine.openJob({ ...job, reportAll: observe !== undefined })
  }

  #admitAll(found: Iterable<FoundUrl>): 'more' | 'full' {
    let full = false
    this.store.transaction(() => {
      for (const url of found) {
        if (this.#admit(url) === 'limit') full = true
      }
    })
    return full ? 'full' : 'more'
  }

  #admit(found: FoundUrl): string | undefined {
    const answer = this.#frontier.admit(found)
    this.#context.observe?.(found, typeof answer === 'string' ? answer : 'admitted')
    if (typeof answer === 'string') {
      if (answer === 'robots') this.#ledger.blocked(found.url)
      return answer
    }
    this.#ledger.admitted(answer)
    return undefined
  }

  /** Sets a visit aside until the robots.txt of its origin is known, so that other origins' pages need not wait. */
  #park(visit: Visit, isRetry: boolean): StartAnswer {
    if (this.#parked >= MOST_PARKED) return 'later'
    if (isRetry) this.#retries.takeSoonest()
    else this.#frontier.take()
    this.#parked++
    const goOn = (): void => {
      this.#parked--
      this.#retries.add({ ...visit, dueAt: this.#context.settings.clock.now() })
      this.#context.poke()
    }
    this.#robots.learn(visit.url).then(goOn, () => undefined)
    return 'started'
  }

  #start(flight: Flight, cached: CachedPage | undefined): void {
    const id = this.#context.nextTask()
    const { url, depth, via, holder } = flight.page
    this.#flights.begin(id, flight)
    this.#context.engine.start({
      id,
      job: this.record.id,
      url: flight.url,
      sourceUrl: url,
      depth,
      via,
      holder,
      lastAttempt: flight.attempt >= this.#context.settings.limits.attempts,
      cached,
      previous: this.#tracker?.find(url),
    })
  }

  #deny({ page, url }: Visit): void {
    const unreachable = this.#robots.unreachable(url)
    if (unreachable === undefined) this.#context.observe?.({ ...page, url }, 'robots')
    this.store.transaction(() => {
      if (unreachable !== undefined) return this.#failed(page, unreachable.code, unreachable.error)
      this.#ledger.blocked(url)
      this.#drop(page)
    })
    this.settled()
  }

  #drop(page: FrontierPage, finalUrl?: string): void {
    this.#frontier.settle(page, 'uncounted')
    this.#ledger.dropped(page, finalUrl)
  }

  /** Where a page redirects to is asked for like any other page: politely, if allowed, and only if it is news. */
  #redirected(flight: Flight, target: string): void {
    const next = nextHop(flight, target)
    if (typeof next === 'string') return this.#failed(flight.page, 'SCRAPE_SITE_ERROR', next)
    // Two addresses that lead to one page give one result: the other address comes to nothing, silently.
    if (!this.#frontier.claim(flight.page, target)) return this.#drop(flight.page, target)
    this.#retries.add({ ...next, dueAt: this.#context.settings.clock.now() })
  }

  #failedAttempt({ host, ...visit }: Flight, failure: ScrapeFailure): void {
    const { clock, limits } = this.#context.settings
    const { page, attempt } = visit
    // It waits in the store, and the next start of the service tries it again.
    if (failure.retryable && this.#state === 'stopping') return
    if (failure.code === CACHE_LOST) {
      this.#cache.remove(page.url)
      this.#retries.add({ ...visit, dueAt: clock.now() })
      return
    }
    if (failure.retryable && attempt < limits.attempts && this.#state === 'running') {
      const dueAt = clock.now() + retryDelayMs(attempt, failure.retryAfterMs)
      if (failure.retryAfterMs !== undefined && host !== undefined) this.#context.hostGate.pause(host, dueAt)
      this.#retries.add({ ...visit, attempt: attempt + 1, dueAt })
      return
    }
    this.#failed(page, failure.code, failure.error)
  }

  #failed(page: FrontierPage, code: string, error: string): void {
    this.#drop(page)
    if (page.via === 'start') this.#startFailure = error
    this.#ledger.failure(page.url, code, error)
  }

  #scraped(page: FrontierPage, scraped: ScrapedPage): void {
    const { finalUrl } = scraped
    if (page.via === 'start') this.#followStart(finalUrl)
    if (finalUrl !== page.url && !this.#frontier.claim(page, finalUrl)) return this.#drop(page, finalUrl)
    if (finalUrl !== page.url && this.#robots.allowed(finalUrl) === false) {
      this.#ledger.blocked(finalUrl)
      return this.#drop(page, finalUrl)
    }
    const at = this.#context.settings.clock.now()
    this.#cache.put(page.url, scraped, at)
    this.#tracker?.put(page.url, { ...scraped.document, at })
    this.#frontier.settle(page, page.counts ? 'counted' : 'uncounted')
    this.#ledger.fetched(page, finalUrl)
    if (page.counts) this.#ledger.result(page, scraped.document)
    else this.#ledger.failure(page.url, 'CRAWL_DENIAL', NOT_IN_RESULT)
    if (this.record.request.sitemap === 'only') return
    for (const url of scraped.links) {
      this.#admit({ url, depth: page.depth + 1, via: 'link', holder: finalUrl })
    }
  }

  /** A start URL that redirects to another host takes the crawl with it. */
  #followStart(finalUrl: string): void {
    if (bareHost(finalUrl) === bareHost(this.#root)) return
    this.#root = finalUrl
    this.store.jobs.setRoot(this.record.number, finalUrl)
    this.#frontier.rescope(compileScope(requestScope(this.record.request, finalUrl)))
    this.#openJob()
  }

  #endByItself(): void {
    const { completed } = this.#frontier.counts
    if (completed === 0 && this.#startFailure !== undefined) this.#end('failed', this.#startFailure)
    else this.#end('completed')
  }

  #end(status: JobStatus, error?: string): void {
    if (this.#state === 'ended') return
    this.#leaving.abort()
    this.store.transaction(() => this.#ledger.ended(status, error))
    this.#state = 'ended'
    this.#context.engine.closeJob(this.record.id)
  }

  #dropFlights(): void {
    this.#flights.dropAll(this.#context.settings.clock.now())
  }

  /** True once the job has its final status. */
  get ended(): boolean {
    return this.#state === 'ended'
  }
}

function bareHost(url: string): string {
  return new URL(url).host.replace(/^(?:www\.)+/, '')
}
