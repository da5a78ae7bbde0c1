import { needsBrowser } from '../../request/page-settings.ts'
import type { MemoryBudget } from '../../util/memory-budget.ts'
import { DiskFullRetry } from '../../util/disk-full-retry.ts'
import type { SealedFolder } from '../../util/sealed-folder.ts'
import type { FetchedPage } from '../http/fetch-page.ts'
import type { PageSource } from '../page/page-source.ts'
import type { ServiceEvent } from '../settings/service-event.ts'
import {
  fullDiskEvent,
  type Engine,
  type EngineJob,
  type EngineOutcome,
  type EngineTask,
  type ThreadTime,
} from './engine.ts'
import { handOver } from './handed-page.ts'
import { PageFetches } from './page-fetches.ts'
import { PageThread, type PageThreadOptions, type ThreadListener } from './page-thread.ts'
import { isForMany, ThreadNeed } from './thread-need.ts'
import type { WorkerReport } from './worker-message.ts'

export interface WorkerEngineOptions extends PageThreadOptions {
  /** At most. */
  readonly threads: number
  /** Whether so many were asked for: they start with the first pages, needed or not. */
  readonly areThreadsAsked: boolean
  /** That this process has. */
  readonly cores: number
  /** Closed with the engine. */
  readonly source: PageSource
  /** Holds what is kept of pages, in all threads. */
  readonly budget: MemoryBudget
  /** Where bodies are that are too large to stand in memory. */
  readonly folder: SealedFolder
  readonly report: (outcomes: readonly EngineOutcome[]) => void
  readonly log: (event: ServiceEvent) => void
}

/**
 * Returns an engine that fetches in the calling thread and reads in several others. A thread that dies is replaced, and
 * its pages fail in a way that may be retried.
 */
export function createWorkerEngine(options: WorkerEngineOptions): Engine {
  return new WorkerEngine(options)
}

const TASKS_BEFORE_GROWTH = 8

interface Running {
  readonly task: EngineTask
  /** That reads it, once it is fetched. */
  thread: PageThread | undefined
}

class WorkerEngine implements Engine {
  readonly #options: WorkerEngineOptions
  /** Starts the first thread with the first job, while robots.txt and sitemaps are read. */
  readonly #threads: PageThread[] = []
  readonly #jobs = new Map<string, EngineJob>()
  readonly #running = new Map<number, Running>()
  readonly #need: ThreadNeed
  readonly #fetches: PageFetches
  /** Why bodies wait for room on the disk. */
  #fullDisk: string | undefined
  #finished = 0
  #closing = false

  constructor(options: WorkerEngineOptions) {
    this.#options = options
    const { source, budget, maxBytes, folder, fullDiskMs, cores } = options
    this.#need = new ThreadNeed(cores)
    const disk = new DiskFullRetry({
      fullDiskMs,
      onFullDisk: (reason) => {
        this.#tellOfDisk(reason)
        this.#fullDisk = reason
      },
    })
    this.#fetches = new PageFetches({
      source,
      budget,
      maxBytes,
      folder: { folder, disk },
      read: (task, page) => this.#read(task, page),
      report: (outcomes) => this.#report(outcomes),
    })
  }

  expectJob(): void {
    if (this.#threads.length === 0 && !this.#closing) this.#threads.push(this.#newThread())
  }

  openJob(job: EngineJob): void {
    this.#jobs.set(job.id, job)
    this.expectJob()
    for (const thread of this.#threads) if (thread.knows(job.id)) thread.tellOf(job)
  }

  start(task: EngineTask, waiting: number): void {
    const job = this.#jobs.get(task.job)
    if (job === undefined) return
    this.#grow(waiting)
    this.#running.set(task.id, { task, thread: undefined })
    if (task.cached === undefined && !needsBrowser(job.scrape)) this.#fetches.start(task, job)
    else this.#give(task, job)?.send({ type: 'run', task })
  }

  abort(task: number): void {
    this.#forget(task)?.send({ type: 'abort', task })
  }

  closeJob(id: string): void {
    this.#jobs.delete(id)
    for (const thread of this.#threads) thread.closeJob(id)
  }

  threadTime(): ThreadTime {
    const times = this.#threads.map(({ time }) => time)
    return {
      active: times.reduce((sum, { active }) => sum + active, 0),
      idle: times.reduce((sum, { idle }) => sum + idle, 0),
    }
  }

  get fullDisk(): string | undefined {
    return this.#fullDisk ?? this.#threads.find(({ fullDisk }) => fullDisk !== undefined)?.fullDisk
  }

  async close(): Promise<void> {
    this.#closing = true
    await Promise.all([this.#fetches.close(), ...this.#threads.map((thread) => thread.close())])
    await this.#options.files.close()
    this.#options.folder.clear()
  }

  /** Starts a further thread if there is enough to do. */
  #grow(waiting: number): void {
    const threads = this.#threads.length
    if (threads === 0 || threads >= this.#options.threads) return
    if (this.#running.size < TASKS_BEFORE_GROWTH * threads) return
    const finished = this.#finished
    const isNeeded = this.#options.areThreadsAsked
      ? isForMany({ threads, finished, waiting })
      : this.#need.isMet({ threads, time: this.threadTime(), finished, waiting })
    if (isNeeded) this.#threads.push(this.#newThread())
  }

  #newThread(): PageThread {
    const listener: ThreadListener = {
      heard: (thread, news) => this.#hear(thread, news),
      failed: (error) =>
        this.#options.log({ type: 'fault', error: `A worker thread ended: ${error.stack ?? error.message}` }),
      ended: (thread) => {
        if (!this.#closing) this.#drop(thread)
      },
      underWay: () => Math.ceil(this.#running.size / Math.max(1, this.#threads.length)),
    }
    return new PageThread(this.#options, listener)
  }

  /** Has a thread read an answer that was fetched. */
  #read(task: EngineTask, fetched: FetchedPage): void {
    const job = this.#jobs.get(task.job)
    if (job === undefined) return void this.#forget(task.id)
    const { page, transfer } = handOver(fetched)
    this.#give(task, job)?.send({ type: 'read', task, page }, transfer)
  }

  /** Chooses the thread that works on a task, and tells it of its job. */
  #give(task: EngineTask, job: EngineJob): PageThread | undefined {
    this.expectJob()
    // One browser is enough: everything that needs it goes to one thread.
    const [thread] = needsBrowser(job.scrape)
      ? this.#threads
      : this.#threads.toSorted((a, b) => a.tasks.size - b.tasks.size)
    const running = this.#running.get(task.id)
    if (thread === undefined || running === undefined) return undefined
    if (!thread.knows(job.id)) thread.tellOf(job)
    thread.tasks.add(task.id)
    running.thread = thread
    return thread
  }

  #hear(thread: PageThread, news: WorkerReport): void {
    if (news.type === 'full-disk') {
      this.#tellOfDisk(news.reason)
      thread.fullDisk = news.reason
      return
    }
    const known = news.outcomes.filter(({ task }) => thread.tasks.has(task))
    const ended: EngineOutcome[] = []
    for (const outcome of known) {
      if (outcome.kind === 'unshown') this.#fetchUnshown(thread, outcome.task)
      else ended.push(outcome)
    }
    this.#report(ended)
  }

  /** Fetches what the browser of a thread would save. */
  #fetchUnshown(thread: PageThread, id: number): void {
    thread.tasks.delete(id)
    const { task } = this.#running.get(id) ?? {}
    const job = task && this.#jobs.get(task.job)
    if (task !== undefined && job !== undefined) this.#fetches.start(task, job)
  }

  #report(outcomes: readonly EngineOutcome[]): void {
    for (const { task } of outcomes) this.#forget(task)
    this.#finished += outcomes.length
    this.#options.report(outcomes)
  }

  #tellOfDisk(reason: string | undefined): void {
    if (reason !== undefined && this.fullDisk === undefined) this.#options.log(fullDiskEvent(reason))
  }

  /** Another one is started for the next page: one for none might end as well, and so on without an end. */
  #drop(thread: PageThread): void {
    this.#threads.splice(this.#threads.indexOf(thread), 1)
    const error = 'The thread that read the page ended.'
    this.#report(
      [...thread.tasks].map((task) => ({
        task,
        kind: 'failure',
        code: 'UNKNOWN_ERROR',
        error,
        retryable: true,
      })),
    )
  }

  /** Forgets a task with what is kept of it; returns the thread that works on it. */
  #forget(id: number): PageThread | undefined {
    this.#fetches.leave(id)
    const thread = this.#running.get(id)?.thread
    thread?.tasks.delete(id)
    this.#running.delete(id)
    return thread
  }
}
