import { ClientError, type PagesOptions } from '../client/crawl-client.ts'
import type { CrawlClient } from '../client/client.ts'
import { type Expected, recordedJob } from '../plan/last-job.ts'
import { createRecorder } from '../state/update-state.ts'
import type { JobRecord, JobResult, StateBackend } from '../state/state.ts'
import { type Clock, formatDuration, fromTimeText, stopwatch, toIsoTime } from '../util/clock.ts'
import { allowManyListeners } from '../util/allow-many-listeners.ts'
import { eventsOf } from './events-of.ts'
import type { JsonObject } from '../util/json.ts'
import { shellQuote } from '../util/shell-quote.ts'
import { oneLine } from '../util/text.ts'
import { pausedText } from '../protocol/job-texts.ts'
import type { ApplyEvent, DoneEvent } from './apply-event.ts'
import {
  addMissedPages,
  heldResult,
  jobProblems,
  jobResultOf,
  recordResult,
  serviceProblem,
} from './job-result.ts'
import type { MissedPages } from './job-result.ts'
import { EarlyReview, type ReadPages } from './early-review.ts'
import { isReviewedFor, type PageReview, type ReviewSettings } from './review-pages.ts'

export interface WaitTarget extends ReviewSettings, Expected {
  readonly crawl: string
  readonly job: string
  /** As recorded, with secrets as references. */
  readonly request: JsonObject
  /** ISO 8601. */
  readonly startedAt: string
  readonly known: JobResult | undefined
}

export interface WaitDeps {
  readonly backend: StateBackend
  readonly client: CrawlClient
  readonly clock: Clock
  readonly signal?: AbortSignal
  /** Reads the pages of an ended job instead of the client. */
  readonly readPages?: ((target: WaitTarget, more?: PagesOptions['more']) => Promise<PageReview>) | undefined
  /** Whether `readPages` also reads the pages of a job while it runs, so that nobody waits for that at its end. */
  readonly readsWhileRunning?: boolean
  /** Gets the review of an ended job whose pages were read for its result. */
  readonly onReview?: (job: string, review: PageReview) => void
  /** Checks an ended job by its pages, before its result is recorded. */
  readonly checkPages?: (done: DoneEvent) => Promise<DoneEvent>
  /** Resolves when a job has ended, if the service reports that. The job's pause then ends and it is checked at once. */
  readonly ended?: ((job: string) => Promise<void>) | undefined
  /** Tells whether the service ends with this process, and with it the work on unfinished jobs. */
  readonly pausesWithUs?: () => boolean
  /** The longest time between two checks of a job, in milliseconds; with many jobs it is longer. Default 10 s. */
  readonly slowestPollMs?: number
  /** Give up after this many milliseconds; without it wait until the jobs end. */
  readonly timeoutMs?: number
  readonly random?: () => number
}

const FIRST_POLL_MS = 250
const SLOWEST_POLL_MS = 10_000
/** The smallest plan of the real service allows 500 status requests a minute. */
const POLL_SHARE_MS = 150
/** Pages of a running job that are read. More take memory that the crawl needs, and are read when it has ended. */
const MOST_READ_EARLY = 20_000
/** Failures in a row before giving up; each follows five attempts of the client. */
const MOST_FAILURES = 10

/** Returns the last job of each record, with what its crawl expects. */
export function waitTargets(
  records: readonly JobRecord[],
  crawls: readonly { readonly name: string; readonly expect?: JsonObject | undefined }[],
): WaitTarget[] {
  const expectations = new Map(crawls.map(({ name, expect }) => [name, expect]))
  return records.flatMap((record) => {
    const last = recordedJob(record)
    if (last === undefined || record.phase === 'forgotten') return []
    const { crawl, before } = last
    const { job, at, result, request } = last.job
    const startUrl = typeof request['url'] === 'string' ? request['url'] : ''
    const expect = expectations.get(crawl)
    return [{ crawl, job, request, startedAt: at, known: result, startUrl, expect, before }]
  })
}

/**
 * Follows every target to its end. Yields `progress` when something changed and one `done` each, and records results.
 * @throws {StateError} after the last `done`, when results could not be recorded
 */
export function waitForJobs(targets: readonly WaitTarget[], deps: WaitDeps): AsyncGenerator<ApplyEvent> {
  return eventsOf(async (emit) => {
    if (deps.signal !== undefined) allowManyListeners(deps.signal)
    const recorder = createRecorder(deps.backend, deps)
    const slowestMs = Math.max(deps.slowestPollMs ?? SLOWEST_POLL_MS, targets.length * POLL_SHARE_MS)
    const followed = targets.map(async (target) => {
      const poll = new JobPoll(target, deps, slowestMs)
      const ended = await poll.follow(emit)
      const done = (await deps.checkPages?.(ended)) ?? ended
      emit(done)
      const isSettled = poll.answered || !isSameList(target.known?.heldBack, done.result.heldBack)
      if (isSettled)
        await recorder.update(target.crawl, (record) => recordResult(record, target.job, done.result))
    })
    await Promise.allSettled(followed)
    await recorder.close()
    await Promise.all(followed)
  })
}

function isSameList(one: readonly string[] = [], other: readonly string[] = []): boolean {
  return JSON.stringify(one) === JSON.stringify(other)
}

class JobPoll {
  readonly #target: WaitTarget
  readonly #deps: WaitDeps
  readonly #slowestMs: number
  /** The service has reported a change to record. */
  answered = false
  #result: JobResult
  #missed: Partial<MissedPages> = {}
  #last: JobResult | undefined
  /** The service's reason why the job waits, as last reported. */
  #waits: { readonly because?: string | undefined; readonly isReported: boolean } = { isReported: false }
  #failures = 0
  #early: EarlyReview | undefined
  /** Aborted when the service reports that the job has ended: the next pause then ends at once. */
  #over = new AbortController()

  constructor(target: WaitTarget, deps: WaitDeps, slowestMs: number) {
    this.#target = target
    this.#deps = deps
    this.#slowestMs = slowestMs
    const at = toIsoTime(deps.clock.now())
    this.#result = target.known ?? { status: 'scraping', completed: 0, total: 0, creditsUsed: 0, at }
  }

  async follow(emit: (event: ApplyEvent) => void): Promise<DoneEvent> {
    try {
      return await this.#follow(emit)
    } finally {
      await this.#early?.stop()
    }
  }

  async #follow(emit: (event: ApplyEvent) => void): Promise<DoneEvent> {
    const { clock, signal, readPages, readsWhileRunning = false, timeoutMs = Infinity } = this.#deps
    const { crawl, job } = this.#target
    const elapsed = stopwatch(clock)
    if (this.#result.status !== 'scraping') {
      // The crawl file may have changed since which pages count.
      this.answered = !isReviewedFor(this.#target.expect, this.#result.summary)
      const { failed = 0, blocked = 0 } = this.#result
      // The record has only the numbers of missed pages. Of very many jobs they must do.
      const mayAsk = failed + blocked > 0 && this.#slowestMs <= SLOWEST_POLL_MS
      return this.answered || mayAsk ? await this.#ended() : this.#finished()
    }
    void this.#deps.ended?.(job).then(() => this.#over.abort())
    if (readsWhileRunning && readPages !== undefined)
      this.#early = new EarlyReview((more) => readPages(this.#target, more))
    for (let pauseMs = FIRST_POLL_MS; ; pauseMs = Math.min(pauseMs * 1.5, this.#slowestMs)) {
      const problem = await this.#ask()
      if (problem !== undefined)
        return signal?.aborted === true ? await this.#leave(problem) : this.#done([problem])
      if (this.#result.status !== 'scraping') return await this.#ended()
      if (this.#result.completed < MOST_READ_EARLY) this.#early?.goOn()
      this.#reportWaiting(emit)
      const [last, result] = [this.#last, this.#result]
      if (this.answered && (last?.completed !== result.completed || last.total !== result.total))
        emit({ type: 'progress', crawl, job, result })
      this.#last = result
      if (elapsed() + pauseMs > timeoutMs) {
        const { because } = this.#waits
        const known = because === undefined ? '' : `, as far as known: ${oneLine(because)}`
        return await this.#leave(`still running after ${formatDuration(timeoutMs)}${known}`)
      }
      await this.#pause(pauseMs)
      if (signal?.aborted === true) return await this.#leave('interrupted')
    }
  }

  /** Waits, at most until the job has ended or waiting is interrupted. */
  async #pause(ms: number): Promise<void> {
    const { clock, signal } = this.#deps
    const over = this.#over.signal
    const waking = signal === undefined ? over : AbortSignal.any([signal, over])
    try {
      await clock.sleep(ms, waking)
    } catch (error) {
      if (!waking.aborted) throw error
    }
    // An answer from before the end is asked for again at once, but only once.
    if (over.aborted) this.#over = new AbortController()
  }

  get #follows(): string {
    return `"crawlform wait ${shellQuote(this.#target.crawl)}" follows it`
  }

  /** Checks the job once. Returns why further checks are useless; undefined if they are not. */
  async #ask(): Promise<string | undefined> {
    const { client, clock, signal } = this.#deps
    const options = { startedAtMs: fromTimeText(this.#target.startedAt), signal }
    try {
      const answer = await client.status(this.#target.job, options)
      this.#result = jobResultOf(answer, this.#target.request, clock.now())
      this.#waits = { ...this.#waits, because: answer.waitsBecause }
      this.answered = true
      this.#failures = 0
      return undefined
    } catch (error) {
      if (signal?.aborted === true) return 'interrupted'
      if (!(error instanceof ClientError)) throw error
      // A crawl may take hours, and its service or proxy may fail for a minute.
      if (!['unreachable', 'service-failed', 'rate-limited', 'unreadable'].includes(error.code))
        return serviceProblem(error, this.#target.crawl)
      this.#failures += 1
      this.#waits = { ...this.#waits, because: error.message }
      return this.#failures < MOST_FAILURES ? undefined : `${error.message}; ${this.#follows}`
    }
  }

  /** Reports once that the job waits, and once that it continues. */
  #reportWaiting(emit: (event: ApplyEvent) => void): void {
    const { crawl, job } = this.#target
    const { because, isReported } = this.#waits
    if ((because !== undefined) === isReported) return
    this.#waits = { because, isReported: !isReported }
    emit(
      because === undefined
        ? { type: 'resumed', crawl, job }
        : { type: 'waiting', crawl, job, because: oneLine(because) },
    )
  }

  /** Ends waiting for a job that is not finished. */
  async #leave(why: string): Promise<DoneEvent> {
    const { client, clock, pausesWithUs } = this.#deps
    if (pausesWithUs?.() !== true)
      return this.#done([why === 'interrupted' ? why : `${why}; ${this.#follows}`])
    // Pages may have arrived since the last check, and the service is in this process.
    const answer = await client.status(this.#target.job).catch(() => undefined)
    if (answer !== undefined && answer.status !== 'scraping') return this.#done([why])
    if (answer !== undefined) this.#result = jobResultOf(answer, this.#target.request, clock.now())
    const paused = pausedText(this.#target.crawl, this.#result)
    return { ...this.#done([why === 'interrupted' ? paused : `${why}; ${paused}`]), isPaused: true }
  }

  async #ended(): Promise<DoneEvent> {
    const { job, startUrl, request, expect, before } = this.#target
    const { client, signal, readPages, onReview } = this.#deps
    const { result, ...missed } = await addMissedPages(this.#result, job, {
      client,
      signal,
      startUrl,
      request,
      expect,
      before,
      readPages: readPages && (() => this.#review(() => readPages(this.#target))),
      onReview: (review) => onReview?.(job, review),
    })
    this.#result = result
    this.#missed = missed
    return this.#finished()
  }

  /** Returns the review of all pages of the ended job: the early one if it has all, else a new one. */
  async #review(readPages: ReadPages): Promise<PageReview> {
    // What made it fail, such as a lock, may be gone by now.
    const early = await this.#early?.end().catch(() => undefined)
    return early?.end === undefined || early.end.status === 'scraping' ? readPages() : early
  }

  #finished(): DoneEvent {
    const problems = jobProblems(this.#result, this.#target)
    this.#result = heldResult(this.#result, problems)
    return this.#done(problems)
  }

  #done(problems: readonly string[]): DoneEvent {
    const { crawl, job } = this.#target
    return { type: 'done', crawl, job, result: this.#result, ...this.#missed, problems }
  }
}
