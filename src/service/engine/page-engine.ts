import { rmSync } from 'node:fs'
import path from 'node:path'
import { setImmediate } from 'node:timers'
import { needsBrowser } from '../../request/page-settings.ts'
import type { MemoryBudget } from '../../util/memory-budget.ts'
import { movable } from '../../util/sealed-file.ts'
import { createFileReader } from '../file/file-process.ts'
import { type FileReader, serveReader } from '../file/file.ts'
import { createBodyShare } from '../http/receive-body.ts'
import { CrawlCookies } from '../http/crawl-cookies.ts'
import { type FetchedPage, PageFetcher } from '../http/http.ts'
import { USER_AGENT } from '../http/user-agent.ts'
import { fetchPage } from '../page/page-task.ts'
import type { ResolvedSettings } from '../settings/settings.ts'
import { DROPPED, failureOf, fetchTask, fullDiskEvent } from './engine.ts'
import type { EngineJob, EngineOutcome, EngineTask } from './engine.ts'
import type { WorkerCommand, WorkerReport, WorkerStart } from './page-runner.ts'
import { MessageChannel, Worker } from 'node:worker_threads'
import { callAfter, systemClock } from '../../util/clock.ts'

interface Running {
  readonly task: EngineTask
  /** Ends the fetch of its page, and frees the memory of the answer. */
  drop?: () => void
  /** The thread that reads it after the fetch. */
  thread?: PageThread
}

/**
 * Fetches pages in the calling thread and reads them in several others, which start with the first job. So the others need
 * not compile the HTTP client; in a crawl of links alone, fetching was a fifth of the work of a reading thread. With
 * `workers: 0` the calling thread reads pages too. A thread that dies is replaced, and its pages fail in a way that may be
 * retried.
 */
export class PageEngine {
  readonly #settings: ResolvedSettings
  readonly #budget: MemoryBudget
  readonly #report: (outcomes: readonly EngineOutcome[]) => void
  readonly #fetcher: PageFetcher
  readonly #files: FileReader
  /** Holds files that are too large for memory. */
  readonly #directory: string
  readonly #threads: PageThread[] = []
  readonly #jobs = new Map<string, EngineJob>()
  /** Each job has its own cookies. */
  readonly #cookies = new Map<string, CrawlCookies>()
  readonly #running = new Map<number, Running>()
  /** Outcomes of this turn that have nothing to read. */
  readonly #unread: EngineOutcome[] = []
  #closing = false

  /** @param budget limits the memory of answers until they have been read */
  constructor(
    settings: ResolvedSettings,
    budget: MemoryBudget,
    report: (outcomes: readonly EngineOutcome[]) => void,
  ) {
    const { clock, concurrency: connections, dataDirectory, limits } = settings
    this.#settings = settings
    this.#budget = budget
    this.#report = report
    this.#files = createFileReader(limits.fileMb)
    this.#directory = path.resolve(dataDirectory, 'bodies')
    // A killed service may have left files there.
    this.#clearFiles()
    // robots.txt and sitemaps have a client of their own, so that they need not wait for pages of the same site.
    this.#fetcher = new PageFetcher({ clock, userAgent: USER_AGENT, connections })
  }

  /** Adds a job; a second call changes its scope. */
  openJob(job: EngineJob): void {
    this.#jobs.set(job.id, job)
    if (!this.#cookies.has(job.id)) this.#cookies.set(job.id, new CrawlCookies())
    this.#startThreads()
    for (const thread of this.#threads) if (thread.jobs.has(job.id)) sendJob(thread, job)
  }

  start(task: EngineTask): void {
    const job = this.#jobs.get(task.job)
    if (job === undefined) return
    const running = { task }
    this.#running.set(task.id, running)
    if (task.cached === undefined && !needsBrowser(job.scrape)) void this.#fetch(running, job)
    else this.#assign(task, job)?.port.send({ type: 'run', task })
  }

  /** Ends a task early. Its outcome is not reported. */
  abort(task: number): void {
    this.#forget(task)?.port.send({ type: 'abort', task })
  }

  /** Forgets a job and closes its segments. */
  closeJob(id: string): void {
    this.#jobs.delete(id)
    this.#cookies.delete(id)
    for (const { jobs, port } of this.#threads) if (jobs.delete(id)) port.send({ type: 'close', job: id })
  }

  /** Why finished pages wait for disk space; undefined if none does. */
  get fullDisk(): string | undefined {
    return this.#threads.find(({ fullDisk }) => fullDisk !== undefined)?.fullDisk
  }

  async close(): Promise<void> {
    this.#closing = true
    for (const { drop } of this.#running.values()) drop?.()
    await Promise.all([this.#fetcher.close(), ...this.#threads.map((thread) => thread.port.close())])
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
    const port = start(this.#settings, this.#files, {
      onReport: (message) => this.#receive(thread, message),
      onError: (error) =>
        this.#settings.log({
          type: 'fault',
          error: `A worker thread ended: ${error.stack ?? error.message}`,
        }),
      onExit: () => {
        if (!this.#closing) this.#failPagesOf(thread)
      },
    })
    const thread: PageThread = { port, jobs: new Set(), tasks: new Set(), fullDisk: undefined }
    return thread
  }

  /** Fetches a page. Then a thread reads it, or its outcome is reported. */
  async #fetch(running: Running, job: EngineJob): Promise<void> {
    const { task } = running
    const { limits } = this.#settings
    const { id } = job
    const share = createBodyShare(this.#budget, id, this.#directory)
    const cookies = this.#cookies.get(id) ?? new CrawlCookies()
    const controller = new AbortController()
    const { signal } = controller
    running.drop = () => {
      controller.abort(DROPPED)
      share.release()
    }
    const means = { fetcher: this.#fetcher, bounds: limits }
    const wanted = fetchTask(task, job, limits.pageBytes)
    try {
      const got = await fetchPage(wanted, means, { share, cookies }, signal)
      if (signal.aborted) return
      if (got.kind === 'page') this.#sendAnswer(task, got)
      else this.#endUnread({ ...got, task: task.id, job: id })
    } catch (error) {
      if (!signal.aborted) this.#endUnread({ ...failureOf(error), task: task.id, job: id })
    }
  }

  /** Reports all outcomes of one turn together, because their rows are written together. */
  #endUnread(outcome: EngineOutcome): void {
    this.#running.get(outcome.task)?.drop?.()
    this.#unread.push(outcome)
    if (this.#unread.length === 1) setImmediate(() => this.#end(this.#unread.splice(0)))
  }

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
    if (!thread.jobs.has(job.id)) sendJob(thread, job)
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

  #fetchPage(thread: PageThread, id: number): void {
    thread.tasks.delete(id)
    const running = this.#running.get(id)
    const job = running && this.#jobs.get(running.task.job)
    if (running !== undefined && job !== undefined) void this.#fetch(running, job)
  }

  #end(outcomes: readonly EngineOutcome[]): void {
    for (const { task } of outcomes) this.#forget(task)
    this.#report(outcomes)
  }

  /** Removes a thread that has ended, and fails its pages. Only the next page starts another: perhaps no thread can live. */
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
    const { drop, thread } = this.#running.get(id) ?? {}
    drop?.()
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

interface PageThread {
  readonly port: ThreadPort
  /** The jobs that it was sent. */
  readonly jobs: Set<string>
  /** Tasks that are in progress or waiting in the thread. */
  readonly tasks: Set<number>
  /** Why its pages wait for disk space. */
  fullDisk: string | undefined
}

/** Sends a thread a job, or new rules of a job. */
function sendJob({ jobs, port }: PageThread, { newSegment, ...job }: EngineJob): void {
  const segment = jobs.has(job.id) ? undefined : newSegment()
  jobs.add(job.id)
  port.send({ type: 'open', job: { ...job, segment } })
}

/**
 * Memory for new objects of a thread, in MiB. Twice as much, which is V8's own choice, made a crawl 1 % faster, and one of large
 * pages took 15 MiB more.
 */
const YOUNG_MB = 24

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
    resourceLimits: { maxOldGenerationSizeMb: limits.workerHeapMb, maxYoungGenerationSizeMb: YOUNG_MB },
  })
  worker.on('message', listener.onReport)
  worker.on('error', listener.onError)
  worker.on('exit', listener.onExit)
  return {
    send: (command, transfer) => worker.postMessage(command, transfer),
    close: async () => {
      const ended = new Promise((resolve) => worker.once('exit', resolve))
      const cancelTimer = callAfter(systemClock, CLOSE_TIMEOUT_MS, () => void worker.terminate())
      worker.postMessage({ type: 'end' } satisfies WorkerCommand)
      await ended
      cancelTimer()
    },
  }
}

function startHere(settings: ResolvedSettings, files: FileReader, { onReport }: ThreadListener): ThreadPort {
  const program = import('./serve-pages.ts').then(({ servePages }) =>
    servePages(settings, { clock: settings.clock, files, report: onReport }),
  )
  return {
    send: (command) => void program.then((run) => run(command)),
    close: async () => (await program)({ type: 'end' }),
  }
}
