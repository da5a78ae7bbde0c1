import type { Clock } from '../../util/clock.ts'
import { hasUnreadSitemap, stoppedText } from '../../util/job-texts.ts'
import { leftover } from '../api/status-answer.ts'
import type { FoundJob, Jobs } from '../job/job.ts'
import type { JobState } from './words.ts'

/** The time over which pages per second are measured. */
const WINDOW_MS = 20_000

/** The shown state of a job at one moment. */
export type JobFacts = ReturnType<JobFactsReader['factsOf']>

/** Reads jobs as pages show them. Measures the speed of running jobs between two views of them. */
export class JobFactsReader {
  readonly jobs: Jobs
  readonly #clock: Clock
  readonly #samples = new Map<string, { readonly at: number; readonly completed: number }[]>()

  constructor(jobs: Jobs, clock: Clock) {
    this.jobs = jobs
    this.#clock = clock
  }

  factsOf({ record, counts, store }: FoundJob) {
    const { id, url, name, status, failed, cached, createdAt } = record
    const completed = counts?.completed ?? record.completed
    const runState = this.jobs.isWaiting(id) ? 'waiting' : 'running'
    const state: JobState = status === 'scraping' ? runState : status
    const lastedMs = (record.finishedAt ?? this.#clock.now()) - createdAt
    const isRunning = state === 'running'
    if (!isRunning) this.#samples.delete(id)
    return {
      id,
      url,
      /** The name of its crawl, or the start URL. */
      title: name ?? url,
      state,
      completed,
      /** Pages known so far: done, running and waiting. */
      total: counts?.total ?? record.completed,
      failed,
      errors: store.pages.countErrors(record.number),
      /** Whether a sitemap was not read completely. */
      lacksSitemap: hasUnreadSitemap(record),
      cached,
      /** A clause that says why the job ended before it had fetched every URL. */
      stopped: stoppedText(leftover(record)),
      perSecond: isRunning ? this.#measure(id, completed, createdAt) : perSecond(completed, lastedMs),
      createdAt,
      lastedMs,
    }
  }

  /** Returns pages per second of the last seconds; at the first view, the average since `startedAt`. */
  #measure(job: string, completed: number, startedAt: number): number {
    const now = this.#clock.now()
    const seen = (this.#samples.get(job) ?? []).filter(({ at }) => at <= now)
    // The window begins at the newest sample before it.
    const old = seen.findLastIndex(({ at }) => at < now - WINDOW_MS)
    const kept = seen.slice(Math.max(0, old))
    if (kept.at(-1)?.at !== now) kept.push({ at: now, completed })
    this.#samples.set(job, kept)
    const [first] = kept
    const from = first === undefined || first.at === now ? { at: startedAt, completed: 0 } : first
    return perSecond(completed - from.completed, now - from.at)
  }
}

/** Returns a rate; 0 if no time has passed. */
function perSecond(count: number, milliseconds: number): number {
  return milliseconds <= 0 ? 0 : (count * 1000) / milliseconds
}
