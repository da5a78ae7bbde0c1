/**
 * Input: one task per page.
 * Output: outcomes in batches, whose documents are already in segment files.
 * Must not know frontiers, limits, delays or clients.
 */
import { rmSync } from 'node:fs'
import path from 'node:path'
import { setImmediate } from 'node:timers'
import { needsBrowser } from '../../request/page-settings.ts'
import type { MemoryBudget } from '../body/memory-budget.ts'
import { movable } from '../body/body.ts'
import { createFileReader } from '../file/file-process.ts'
import { type FileReader, serveReader } from '../file/file.ts'
import { createBodyShare } from '../http/receive-body.ts'
import { createAddressGuard } from '../http/address-policy.ts'
import type { CrawlCookies } from '../http/crawl-cookies.ts'
import { type FetchedPage, PageFetcher } from '../http/http.ts'
import { USER_AGENT } from '../http/user-agent.ts'
import { fetchPage } from '../page/page-task.ts'
import type { ResolvedSettings } from '../settings/settings.ts'
import { DROPPED, unknownFailure, fetchTask, fullDiskEvent } from './engine-task.ts'
import type { EngineJob, EngineOutcome, EngineTask } from './engine-task.ts'
import type { ProgramStart, ThreadCommand, ThreadReport } from './page-program.ts'
import { MessageChannel, Worker } from 'node:worker_threads'
import { callAfter, systemClock } from '../../util/clock.ts'
import { systemFaultOf } from '../../util/message-of.ts'

/** A job, and its means in this thread. */
interface OpenJob {
  readonly job: EngineJob
  /** Returns the number of another segment of the job, for a thread that gets its first page. */
  readonly newSegment: () => number
  /** Takes the cookies of answers. */
  readonly cookies: CrawlCookies
}

interface Running {
  readonly task: EngineTask
  /** Ends the fetch of its page, and frees the memory of the answer. */
  drop?: () => void
  /** The thread that reads it after the fetch. */
  thread?: PageThread
}

/**
 * Fetches pages in the calling thread and reads them in several others, which need no HTTP client. They start with the first job
 * and end soon after the last one, because their memory is needed for its results. With `workers: 0` the calling thread reads pages too. A thread that dies is replaced, and its pages fail in a way that may be
 * retried.
 */
export class PageEngine {
  readonly #settings: ResolvedSettings
  readonly #budget: MemoryBudget
  readonly #report: (outcomes: readonly EngineOutcome[]) => void
  readonly #fetcher: PageFetcher
  readonly #guard: ReturnType<typeof createAddressGuard>
  readonly #files: FileReader
  /** Holds files that are too large for memory. */
  readonly #directory: string
  readonly #threads: PageThread[] = []
  /** Threads that have been told to end. */
  readonly #ending = new Set<Promise<void>>()
  #cancelEnd: (() => void) | undefined
  readonly #jobs = new Map<string, OpenJob>()
  readonly #running = new Map<number, Running>()
  #lastTask = 0
  /** Outcomes of this turn of the event loop that no thread has to read. */
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
    this.#guard = createAddressGuard(clock)
    this.#files = createFileReader(limits.fileMb)
    this.#directory = path.resolve(dataDirectory, 'bodies')
    // A killed service may have left files there.
    this.#clearFiles()
    // robots.txt and sitemaps have a client of their own, so that they need not wait for pages of the same site.
    this.#fetcher = new PageFetcher({ clock, userAgent: USER_AGENT, connections })
  }

  /** Adds a job; a second call changes its scope. */
  openJob(open: OpenJob): void {
    const { job } = open
    this.#jobs.set(job.id, open)
    this.#cancelEnd?.()
    this.#startThreads()
    for (const thread of this.#threads) if (thread.segments.has(job.id)) sendJob(thread, open)
  }

  /** Starts a task of an open job, and returns its number. */
  start(work: Omit<EngineTask, 'id'>): number {
    const task = { ...work, id: ++this.#lastTask }
    const open = this.#jobs.get(task.job)
    if (open === undefined) return task.id
    const running = { task }
    this.#running.set(task.id, running)
    if (task.cached !== undefined) void this.#give(running, open)
    else if (needsBrowser(open.job.scrape)) this.#run(running, open)
    else void this.#fetch(running, open)
    return task.id
  }

  /** Ends a task early. Its outcome is not reported. */
  abort(task: number): void {
    this.#forget(task)?.port.send({ type: 'abort', task })
  }

  /** Forgets a job and closes its segments. */
  closeJob(id: string): void {
    this.#jobs.delete(id)
    for (const { segments, port } of this.#threads)
      if (segments.delete(id)) port.send({ type: 'close', job: id })
    this.#cancelEnd?.()
    if (this.#jobs.size === 0) this.#cancelEnd = callAfter(systemClock, IDLE_MS, () => this.#endThreads())
  }

  /** Why finished pages wait for disk space; undefined if they do not. */
  get fullDisk(): string | undefined {
    return this.#threads.find(({ fullDisk }) => fullDisk !== undefined)?.fullDisk
  }

  async close(): Promise<void> {
    this.#closing = true
    this.#cancelEnd?.()
    for (const { drop } of this.#running.values()) drop?.()
    this.#endThreads()
    await Promise.all([this.#fetcher.close(), ...this.#ending])
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

  #endThreads(): void {
    for (const { port } of this.#threads.splice(0)) {
      const ending = port.close().finally(() => this.#ending.delete(ending))
      this.#ending.add(ending)
    }
  }

  #newThread(): PageThread {
    const start = this.#settings.workers === 0 ? startHere : startWorker
    const port = start(this.#settings, this.#files, {
      onReport: (report) => this.#receive(thread, report),
      onError: (error) => {
        thread.error = error
        const text = `A worker thread ended: ${error.stack ?? error.message}`
        this.#settings.log({ type: 'fault', error: text })
      },
      onExit: () => {
        if (this.#threads.includes(thread)) this.#failPagesOf(thread)
      },
    })
    const thread: PageThread = {
      port,
      segments: new Map(),
      tasks: new Map(),
      fullDisk: undefined,
      error: undefined,
    }
    return thread
  }

  /** Lets a thread take the page from the cache, if the crawl may connect to its address. */
  async #give(running: Running, open: OpenJob): Promise<void> {
    const { task } = running
    const refused = await this.#guard(task.url, open.job.addressPolicy)
    if (this.#running.get(task.id) !== running) return
    if (refused === undefined) this.#run(running, open)
    else this.#endUnread({ ...refused, task: task.id, job: task.job })
  }

  #run(running: Running, open: OpenJob): void {
    this.#assign(running, open)?.port.send({ type: 'run', task: running.task })
  }

  /** Fetches a page. Then a thread reads it, or its outcome is reported. */
  async #fetch(running: Running, { job, cookies }: OpenJob): Promise<void> {
    const { task } = running
    const { limits } = this.#settings
    const share = createBodyShare(this.#budget, job.id, this.#directory)
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
      running.drop = share.release
      if (got.kind === 'page') this.#read(running, got)
      else this.#endUnread({ ...got, task: task.id, job: job.id })
    } catch (error) {
      if (!signal.aborted) this.#endUnread({ ...unknownFailure(error), task: task.id, job: job.id })
    }
  }

  /** Reports all outcomes of one turn together, because their rows are written together. */
  #endUnread(outcome: EngineOutcome): void {
    this.#running.get(outcome.task)?.drop?.()
    this.#unread.push(outcome)
    if (this.#unread.length === 1) setImmediate(() => this.#end(this.#unread.splice(0)))
  }

  /** Lets a thread read the answer to a task. */
  #read(running: Running, fetched: FetchedPage): void {
    const { task } = running
    const open = this.#jobs.get(task.job)
    if (open === undefined) return void this.#forget(task.id)
    const [body, transfer] = movable(fetched.body)
    this.#assign(running, open)?.port.send({ type: 'read', task, page: { ...fetched, body } }, transfer)
  }

  /** Returns a thread for a task, after it was sent the job. */
  #assign(running: Running, open: OpenJob): PageThread | undefined {
    this.#startThreads()
    // One browser is enough, so one thread has all pages that need it.
    const [thread] = needsBrowser(open.job.scrape)
      ? this.#threads
      : this.#threads.toSorted((a, b) => a.tasks.size - b.tasks.size)
    if (thread === undefined) return undefined
    if (!thread.segments.has(open.job.id)) sendJob(thread, open)
    thread.tasks.set(running.task.id, running)
    running.thread = thread
    return thread
  }

  #receive(thread: PageThread, report: ThreadReport): void {
    switch (report.type) {
      case 'full-disk':
        if (report.reason !== undefined && this.fullDisk === undefined)
          this.#settings.log(fullDiskEvent(report.reason))
        thread.fullDisk = report.reason
        return
      case 'needs-fetch': {
        const running = thread.tasks.get(report.task)
        const open = running && this.#jobs.get(running.task.job)
        thread.tasks.delete(report.task)
        if (running !== undefined && open !== undefined) void this.#fetch(running, open)
        return
      }
      case 'outcomes':
        this.#end(report.outcomes.filter(({ task }) => thread.tasks.has(task)))
    }
  }

  #end(outcomes: readonly EngineOutcome[]): void {
    for (const { task } of outcomes) this.#forget(task)
    this.#report(outcomes)
  }

  /** Removes a thread that has ended, and fails its pages. Only the next page starts another: perhaps no thread can live. */
  #failPagesOf(thread: PageThread): void {
    this.#threads.splice(this.#threads.indexOf(thread), 1)
    const failure = unknownFailure(
      systemFaultOf(thread.error) ?? 'The thread that was reading the page ended.',
    )
    const tasks = Array.from(thread.tasks.values(), ({ task }) => task)
    this.#end(tasks.map(({ id, job }) => ({ ...failure, retryable: true, task: id, job })))
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
  readonly onReport: (report: ThreadReport) => void
  /** Called before `onExit` if the thread ends with an error. */
  readonly onError: (error: Error) => void
  readonly onExit: () => void
}

/** Carries commands to the program that reads pages. */
interface ThreadPort {
  /** @param transfer memory to move to the thread */
  send(command: ThreadCommand, transfer?: ArrayBuffer[]): void
  /** Stops the program. Resolves when it has stopped. */
  close(): Promise<void>
}

/** A thread that still reads a page after this time is stopped; its stored pages are on disk. */
const CLOSE_TIMEOUT_MS = 3000

/** How long threads wait for another job. Starting one takes a tenth of this. */
const IDLE_MS = 1000

interface PageThread {
  readonly port: ThreadPort
  /** Its segment of each job that it was sent. */
  readonly segments: Map<string, number>
  /** Tasks that are in progress or waiting in the thread. */
  readonly tasks: Map<number, Running>
  /** Why its pages wait for disk space. */
  fullDisk: string | undefined
  /** The error that ended it. */
  error: Error | undefined
}

/** Sends a thread a job, or new rules of a job. */
function sendJob({ segments, port }: PageThread, { job, newSegment }: OpenJob): void {
  const segment = segments.get(job.id) ?? newSegment()
  segments.set(job.id, segment)
  port.send({ type: 'open', job, segment })
}

/**
 * Memory for new objects of a thread, in MiB. With half of it, a crawl of links takes a quarter more CPU on Node 26, because a
 * page is copied while it is read. With twice as much it takes a fifth less, and 100,000 pages take 309 MiB instead of 293.
 */
const YOUNG_MB = 12

/** Starts a worker thread. A page that needs more than its heap ends the thread, but not the service. */
function startWorker(settings: ResolvedSettings, files: FileReader, listener: ThreadListener): ThreadPort {
  const { port1, port2 } = new MessageChannel()
  serveReader(port1, files)
  const { model, browser, limits } = settings
  const workerData: ProgramStart = { settings: { model, browser, limits }, files: port2 }
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
      worker.postMessage({ type: 'end' } satisfies ThreadCommand)
      await ended
      cancelTimer()
    },
  }
}

/** Starts the program in the calling thread. */
function startHere(settings: ResolvedSettings, files: FileReader, { onReport }: ThreadListener): ThreadPort {
  const program = import('./page-program.ts').then(({ createPageProgram }) =>
    createPageProgram(settings, { clock: settings.clock, files, report: onReport }),
  )
  return {
    send: (command) => void program.then((run) => run(command)),
    close: async () => (await program)({ type: 'end' }),
  }
}
