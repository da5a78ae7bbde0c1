import { needsBrowser } from '../../request/page-settings.ts'
import type { MemoryBudget } from '../../util/memory-budget.ts'
import { DiskFullRetry } from '../../util/disk-full-retry.ts'
import type { SealedFolder } from '../../util/sealed-folder.ts'
import type { FetchedPage } from '../http/http.ts'
import type { PageSource } from '../page/page-source.ts'
import type { ServiceEvent } from '../settings/service-event.ts'
import { fullDiskEvent, type Engine, type EngineJob, type EngineOutcome, type EngineTask } from './engine.ts'
import { handOver } from './handed-page.ts'
import { PageFetches } from './page-fetches.ts'
import { PageThread, type PageThreadOptions, type ThreadListener } from './page-thread.ts'
import type { WorkerReport } from './worker-message.ts'

export interface WorkerEngineOptions extends PageThreadOptions {
  readonly threads: number
  /** Closed with the engine. */
  readonly source: PageSource
  /** Limits the memory for bodies of all threads. */
  readonly budget: MemoryBudget
  /** Holds bodies that are too large for memory. */
  readonly folder: SealedFolder
  readonly report: (outcomes: readonly EngineOutcome[]) => void
  readonly log: (event: ServiceEvent) => void
}

/**
 * Returns an engine that fetches in the calling thread and reads in several others, which start with the first job. A
 * thread that dies is replaced, and its pages fail in a way that may be retried.
 */
export function createWorkerEngine(options: WorkerEngineOptions): Engine {
  return new WorkerEngine(options)
}

interface Running {
  readonly task: EngineTask
  /** The thread that reads it after the fetch. */
  thread: PageThread | undefined
}

class WorkerEngine implements Engine {
  readonly #options: WorkerEngineOptions
  readonly #threads: PageThread[] = []
  readonly #jobs = new Map<string, EngineJob>()
  readonly #running = new Map<number, Running>()
  readonly #fetches: PageFetches
  /** Why bodies wait for room on the disk. */
  #fullDisk: string | undefined
  #closing = false

  constructor(options: WorkerEngineOptions) {
    this.#options = options
    const { source, budget, maxBytes, folder, fullDiskMs } = options
    const disk = new DiskFullRetry({
      fullDiskMs,
      onFullDisk: (reason) => {
        this.#logFullDisk(reason)
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

  openJob(job: EngineJob): void {
    this.#jobs.set(job.id, job)
    this.#startThreads()
    for (const thread of this.#threads) if (thread.knows(job.id)) thread.openJob(job)
  }

  start(task: EngineTask): void {
    const job = this.#jobs.get(task.job)
    if (job === undefined) return
    this.#running.set(task.id, { task, thread: undefined })
    if (task.cached === undefined && !needsBrowser(job.scrape)) this.#fetches.start(task, job)
    else this.#give(task, job)?.send({ type: 'run', task })
  }

  abort(task: number): void {
    this.#forget(task)?.send({ type: 'abort', task })
  }

  closeJob(id: string): void {
    this.#jobs.delete(id)
    this.#fetches.closeJob(id)
    for (const thread of this.#threads) thread.closeJob(id)
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

  /** Starts the threads that are missing. */
  #startThreads(): void {
    while (this.#threads.length < this.#options.threads && !this.#closing)
      this.#threads.push(this.#newThread())
  }

  #newThread(): PageThread {
    const listener: ThreadListener = {
      heard: (thread, news) => this.#hear(thread, news),
      failed: (error) =>
        this.#options.log({ type: 'fault', error: `A worker thread ended: ${error.stack ?? error.message}` }),
      ended: (thread) => {
        if (!this.#closing) this.#drop(thread)
      },
    }
    return new PageThread(this.#options, listener)
  }

  /** Sends an answer that was fetched to a thread. */
  #read(task: EngineTask, fetched: FetchedPage): void {
    const job = this.#jobs.get(task.job)
    if (job === undefined) return void this.#forget(task.id)
    const { page, transfer } = handOver(fetched)
    this.#give(task, job)?.send({ type: 'read', task, page }, transfer)
  }

  /** Returns the thread that is to work on a task, and that knows its job. */
  #give(task: EngineTask, job: EngineJob): PageThread | undefined {
    this.#startThreads()
    // One browser is enough, so one thread has all pages that need it.
    const [thread] = needsBrowser(job.scrape)
      ? this.#threads
      : this.#threads.toSorted((a, b) => a.tasks.size - b.tasks.size)
    const running = this.#running.get(task.id)
    if (thread === undefined || running === undefined) return undefined
    if (!thread.knows(job.id)) thread.openJob(job)
    thread.tasks.add(task.id)
    running.thread = thread
    return thread
  }

  #hear(thread: PageThread, news: WorkerReport): void {
    if (news.type === 'full-disk') {
      this.#logFullDisk(news.reason)
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

  /** Fetches a page that the browser of a thread would not show but save. */
  #fetchUnshown(thread: PageThread, id: number): void {
    thread.tasks.delete(id)
    const { task } = this.#running.get(id) ?? {}
    const job = task && this.#jobs.get(task.job)
    if (task !== undefined && job !== undefined) this.#fetches.start(task, job)
  }

  #report(outcomes: readonly EngineOutcome[]): void {
    for (const { task } of outcomes) this.#forget(task)
    this.#options.report(outcomes)
  }

  #logFullDisk(reason: string | undefined): void {
    if (reason !== undefined && this.fullDisk === undefined) this.#options.log(fullDiskEvent(reason))
  }

  /** The next page starts another thread. Starting it here could go on forever when no thread can live. */
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

  /** Forgets a task and its answer. Returns the thread that works on it. */
  #forget(id: number): PageThread | undefined {
    this.#fetches.leave(id)
    const thread = this.#running.get(id)?.thread
    thread?.tasks.delete(id)
    this.#running.delete(id)
    return thread
  }
}
