import { rmSync } from 'node:fs'
import path from 'node:path'
import { needsBrowser } from '../../request/page-settings.ts'
import type { MemoryBudget } from '../../util/memory-budget.ts'
import { movable } from '../../util/sealed-file.ts'
import { createFileReader } from '../file/file-process.ts'
import { type FileReader, serveReader } from '../file/file.ts'
import { type FetchedPage, PageFetcher } from '../http/http.ts'
import { USER_AGENT } from '../http/user-agent.ts'
import { PageSource } from '../page/page-source.ts'
import type { ResolvedSettings } from '../settings/settings.ts'
import { type EngineJob, type EngineOutcome, type EngineTask, fullDiskEvent } from './engine.ts'
import { PageFetches } from './page-fetches.ts'
import type { WorkerCommand, WorkerReport, WorkerStart } from './worker-message.ts'
import { MessageChannel, Worker } from 'node:worker_threads'
import { ringAfter, systemClock } from '../../util/clock.ts'

interface Running {
  readonly task: EngineTask
  /** The thread that reads it after the fetch. */
  thread: PageThread | undefined
}

/**
 * Fetches pages in the calling thread and reads them in several others, which start with the first job. With `workers: 0`
 * the calling thread reads them too. A thread that dies is replaced, and its pages fail in a way that may be retried.
 */
export class PageEngine {
  readonly #settings: ResolvedSettings
  readonly #report: (outcomes: readonly EngineOutcome[]) => void
  readonly #files: FileReader
  /** Holds files that are too large for memory. */
  readonly #directory: string
  readonly #threads: PageThread[] = []
  readonly #jobs = new Map<string, EngineJob>()
  readonly #running = new Map<number, Running>()
  readonly #fetches: PageFetches
  #closing = false

  /** @param budget limits the memory for bodies of all threads */
  constructor(
    settings: ResolvedSettings,
    budget: MemoryBudget,
    report: (outcomes: readonly EngineOutcome[]) => void,
  ) {
    const { clock, concurrency: connections, dataDirectory, limits } = settings
    this.#settings = settings
    this.#report = report
    this.#files = createFileReader(limits.fileMb)
    this.#directory = path.resolve(dataDirectory, 'bodies')
    // A killed service may have left files there.
    this.#clearFiles()
    // robots.txt and sitemaps have a client of their own, so that they need not wait for pages of the same site.
    const fetcher = new PageFetcher({ clock, userAgent: USER_AGENT, connections })
    this.#fetches = new PageFetches({
      source: new PageSource(fetcher, limits),
      budget,
      directory: this.#directory,
      maxBytes: limits.pageBytes,
      read: (task, page) => this.#sendAnswer(task, page),
      report: (outcomes) => this.#end(outcomes),
    })
  }

  /** Adds a job; a second call changes its scope. */
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
    else this.#assign(task, job)?.port.send({ type: 'run', task })
  }

  /** Ends a task early. Its outcome is not reported. */
  abort(task: number): void {
    this.#forget(task)?.port.send({ type: 'abort', task })
  }

  /** Forgets a job and closes its segments. */
  closeJob(id: string): void {
    this.#jobs.delete(id)
    this.#fetches.closeJob(id)
    for (const thread of this.#threads) thread.closeJob(id)
  }

  /** Why finished pages wait for disk space; undefined if none does. */
  get fullDisk(): string | undefined {
    return this.#threads.find(({ fullDisk }) => fullDisk !== undefined)?.fullDisk
  }

  async close(): Promise<void> {
    this.#closing = true
    await Promise.all([this.#fetches.close(), ...this.#threads.map((thread) => thread.port.close())])
    await this.#files.close()
    this.#clearFiles()
  }

  #clearFiles(): void {
    rmSync(this.#directory, { recursive: true, force: true })
  }

  #startThreads(): void {
    while (this.#threads.length < Math.max(1, this.#settings.workers) && !this.#closing)
      this.#threads.push(this.#newThread())
  }

  #newThread(): PageThread {
    const start = this.#settings.workers === 0 ? startHere : startWorker
    const thread: PageThread = new PageThread(
      start(this.#settings, this.#files, {
        onReport: (message) => this.#receive(thread, message),
        onError: (error) =>
          this.#settings.log({
            type: 'fault',
            error: `A worker thread ended: ${error.stack ?? error.message}`,
          }),
        onExit: () => {
          if (!this.#closing) this.#failPagesOf(thread)
        },
      }),
    )
    return thread
  }

  /** Sends an answer that was fetched to a thread. */
  #sendAnswer(task: EngineTask, fetched: FetchedPage): void {
    const job = this.#jobs.get(task.job)
    if (job === undefined) return void this.#forget(task.id)
    const [body, transfer] = movable(fetched.body)
    this.#assign(task, job)?.port.send({ type: 'read', task, page: { ...fetched, body } }, transfer)
  }

  /** Returns a thread for a task, after it was sent the job. */
  #assign(task: EngineTask, job: EngineJob): PageThread | undefined {
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

  #receive(thread: PageThread, message: WorkerReport): void {
    if (message.type === 'full-disk') {
      if (message.reason !== undefined && this.fullDisk === undefined)
        this.#settings.log(fullDiskEvent(message.reason))
      thread.fullDisk = message.reason
      return
    }
    const known = message.outcomes.filter(({ task }) => thread.tasks.has(task))
    const ended: EngineOutcome[] = []
    for (const outcome of known) {
      if (outcome.kind === 'needs-fetch') this.#fetchPage(thread, outcome.task)
      else ended.push(outcome)
    }
    this.#end(ended)
  }

  /** Fetches a page that the browser of a thread would not show but save. */
  #fetchPage(thread: PageThread, id: number): void {
    thread.tasks.delete(id)
    const { task } = this.#running.get(id) ?? {}
    const job = task && this.#jobs.get(task.job)
    if (task !== undefined && job !== undefined) this.#fetches.start(task, job)
  }

  #end(outcomes: readonly EngineOutcome[]): void {
    for (const { task } of outcomes) this.#forget(task)
    this.#report(outcomes)
  }

  /**
   * Removes a thread that has ended, and fails its pages. The next page starts another one: here, that could go on forever when no
   * thread can live.
   */
  #failPagesOf(thread: PageThread): void {
    this.#threads.splice(this.#threads.indexOf(thread), 1)
    const failure = {
      kind: 'failure',
      code: 'UNKNOWN_ERROR',
      error: 'The thread that was reading the page ended.',
      retryable: true,
    } as const
    this.#end(
      [...thread.tasks].flatMap((task) => {
        const job = this.#running.get(task)?.task.job
        return job === undefined ? [] : [{ task, job, ...failure }]
      }),
    )
  }

  /** Forgets a task and its answer. Returns the thread that works on it. */
  #forget(id: number): PageThread | undefined {
    this.#fetches.remove(id)
    const thread = this.#running.get(id)?.thread
    thread?.tasks.delete(id)
    this.#running.delete(id)
    return thread
  }
}

interface ThreadListener {
  readonly onReport: (message: WorkerReport) => void
  /** Called before `onExit` if the thread ends with an error. */
  readonly onError: (error: Error) => void
  readonly onExit: () => void
}

/** Carries commands to the program that reads pages. */
interface ThreadPort {
  /** @param transfer memory to move to the thread */
  send(command: WorkerCommand, transfer?: ArrayBuffer[]): void
  /** Stops the program. Resolves when it has stopped. */
  close(): Promise<void>
}

/** A thread that still reads a page after this time is stopped; its stored pages are on disk. */
const CLOSE_TIMEOUT_MS = 3000

class PageThread {
  /** Tasks that are in progress or waiting in the thread. */
  readonly tasks = new Set<number>()
  /** Why its pages wait for disk space. */
  fullDisk: string | undefined
  readonly port: ThreadPort
  readonly #jobs = new Set<string>()

  constructor(port: ThreadPort) {
    this.port = port
  }

  knows(job: string): boolean {
    return this.#jobs.has(job)
  }

  /** Sends it a job, or new rules of a job. */
  openJob({ newSegment, ...job }: EngineJob): void {
    const isKnown = this.#jobs.has(job.id)
    this.#jobs.add(job.id)
    this.port.send({ type: 'open', job: { ...job, segment: isKnown ? undefined : newSegment() } })
  }

  closeJob(id: string): void {
    if (this.#jobs.delete(id)) this.port.send({ type: 'close', job: id })
  }
}

/** Starts a worker thread. A page that needs more than its heap ends the thread, but not the service. */
function startWorker(settings: ResolvedSettings, files: FileReader, listener: ThreadListener): ThreadPort {
  const { port1, port2 } = new MessageChannel()
  serveReader(port1, files)
  const { model, browser, limits } = settings
  const workerData: WorkerStart = { settings: { model, browser, limits }, files: port2 }
  // scripts/bundle.mjs writes it there.
  const worker = new Worker(new URL('../service/page-worker.js', import.meta.url), {
    workerData,
    transferList: [port2],
    resourceLimits: { maxOldGenerationSizeMb: limits.workerHeapMb },
  })
  worker.on('message', listener.onReport)
  worker.on('error', listener.onError)
  worker.on('exit', listener.onExit)
  return {
    send: (command, transfer) => worker.postMessage(command, transfer),
    close: async () => {
      const ended = new Promise((resolve) => worker.once('exit', resolve))
      const silence = ringAfter(systemClock, CLOSE_TIMEOUT_MS, () => void worker.terminate())
      worker.postMessage({ type: 'end' } satisfies WorkerCommand)
      await ended
      silence()
    },
  }
}

/** Runs the program in the calling thread, which loads its code only then. */
function startHere(settings: ResolvedSettings, files: FileReader, { onReport }: ThreadListener): ThreadPort {
  const program = import('./serve-pages.ts').then(({ servePages }) =>
    servePages(settings, { clock: settings.clock, files, report: onReport }),
  )
  return {
    send: (command) => void program.then((run) => run(command)),
    close: async () => (await program)({ type: 'end' }),
  }
}
