import { MessageChannel, Worker } from 'node:worker_threads'
import { needsBrowser } from '../../request/page-settings.ts'
import type { Room } from '../../util/byte-room.ts'
import { ringAfter, systemClock } from '../../util/clock.ts'
import type { SealedFolder } from '../../util/sealed-folder.ts'
import type { ReadingBounds } from '../content/bounded-text.ts'
import { serveReader } from '../file/file-port.ts'
import type { FileReader } from '../file/file-reader.ts'
import type { ServiceEvent } from '../settings/service-event.ts'
import type { BrowserSettings, ModelSettings } from '../settings/settings.ts'
import {
  fullDiskEvent,
  type Engine,
  type EngineJob,
  type EngineOutcome,
  type EngineTask,
  type ThreadTime,
} from './engine.ts'
import { serveRoom } from './room-port.ts'
import { isForMany, ThreadNeed } from './thread-need.ts'
import type { WorkerCommand, WorkerReport, WorkerStart } from './worker-message.ts'

export interface WorkerEngineOptions {
  /** At most. */
  readonly threads: number
  /** Whether so many were asked for: they start with the first pages, needed or not. */
  readonly areThreadsAsked: boolean
  readonly maxBytes: number
  /** Milliseconds that finished pages wait for a full disk. */
  readonly fullDiskMs: number
  readonly reading: ReadingBounds
  /** MiB of one thread: a page that needs more ends its thread, but not the service. */
  readonly heapMb: number
  /** Connections of one thread to one origin. */
  readonly connections: number
  readonly model: ModelSettings | undefined
  readonly browser: BrowserSettings | false
  /** Holds what is kept of pages, in all threads. */
  readonly room: Room
  /** Each thread has one of its own in it. */
  readonly folder: SealedFolder
  /** Shared by all threads; closed with the engine. */
  readonly files: FileReader
  readonly report: (outcomes: readonly EngineOutcome[]) => void
  readonly log: (event: ServiceEvent) => void
}

/**
 * Returns an engine of several threads. A thread that dies is replaced, and its pages fail in a way that may be retried.
 */
export function createWorkerEngine(options: WorkerEngineOptions): Engine {
  return new WorkerEngine(options)
}

/**
 * Pages become garbage soon. With room for some dozens of them, collecting it costs less. V8 splits this into halves of
 * 8 MB.
 */
const YOUNG_HEAP_MB = 24

/** A thread that is busy with one page for longer than this is ended; what it stored is on the disk. */
const CLOSE_PATIENCE_MS = 3000

const TASKS_BEFORE_GROWTH = 8

interface Thread {
  worker: Worker
  readonly folder: SealedFolder
  readonly tasks: Set<number>
  /** Jobs whose rules this thread has been told. */
  readonly jobs: Set<string>
  commands: WorkerCommand[]
  /** Why its pages wait for room on the disk. */
  fullDisk: string | undefined
}

class WorkerEngine implements Engine {
  readonly #options: WorkerEngineOptions
  /** Starts the first thread with the first job, while robots.txt and sitemaps are read. */
  readonly #threads: Thread[] = []
  readonly #jobs = new Map<string, EngineJob>()
  readonly #threadOf = new Map<number, Thread>()
  readonly #need = new ThreadNeed()
  #finished = 0
  #closing = false

  constructor(options: WorkerEngineOptions) {
    this.#options = options
  }

  openJob(job: EngineJob): void {
    this.#jobs.set(job.id, job)
    if (this.#threads.length === 0) this.#threads.push(this.#newThread())
    for (const thread of this.#threads) {
      if (thread.jobs.has(job.id)) this.#tellOfJob(thread, job)
    }
  }

  start(task: EngineTask, waiting: number): void {
    const job = this.#jobs.get(task.job)
    if (job === undefined) return
    this.#grow(waiting)
    // One browser is enough: everything that needs it goes to one thread.
    const [thread] = needsBrowser(job.scrape)
      ? this.#threads
      : this.#threads.toSorted((a, b) => a.tasks.size - b.tasks.size)
    if (thread === undefined) return
    if (!thread.jobs.has(job.id)) this.#tellOfJob(thread, job)
    thread.tasks.add(task.id)
    this.#threadOf.set(task.id, thread)
    this.#send(thread, { type: 'run', task })
  }

  abort(task: number): void {
    const thread = this.#threadOf.get(task)
    if (thread === undefined) return
    this.#forget(thread, task)
    this.#send(thread, { type: 'abort', task })
  }

  closeJob(id: string): void {
    this.#jobs.delete(id)
    for (const thread of this.#threads) {
      if (thread.jobs.delete(id)) this.#send(thread, { type: 'close', job: id })
    }
  }

  threadTime(): ThreadTime {
    const times = this.#threads.map(({ worker }) => worker.performance.eventLoopUtilization())
    return {
      active: times.reduce((sum, { active }) => sum + active, 0),
      idle: times.reduce((sum, { idle }) => sum + idle, 0),
    }
  }

  get fullDisk(): string | undefined {
    return this.#threads.find(({ fullDisk }) => fullDisk !== undefined)?.fullDisk
  }

  async close(): Promise<void> {
    this.#closing = true
    await Promise.all(
      this.#threads.map(async (thread) => {
        const ended = new Promise((resolve) => thread.worker.once('exit', resolve))
        const silence = ringAfter(systemClock, CLOSE_PATIENCE_MS, () => void thread.worker.terminate())
        this.#send(thread, { type: 'end' })
        await ended
        silence()
      }),
    )
    await this.#options.files.close()
    this.#options.folder.clear()
  }

  /** Starts a further thread if there is enough to do. */
  #grow(waiting: number): void {
    const threads = this.#threads.length
    if (threads >= this.#options.threads) return
    if (this.#threads.some(({ tasks }) => tasks.size < TASKS_BEFORE_GROWTH)) return
    const finished = this.#finished
    const isNeeded = this.#options.areThreadsAsked
      ? isForMany({ threads, finished, waiting })
      : this.#need.isMet({ threads, time: this.threadTime(), finished, waiting })
    if (isNeeded) this.#threads.push(this.#newThread())
  }

  #newThread(): Thread {
    const folder = this.#options.folder.inner(String(this.#threads.length))
    const thread: Thread = {
      worker: this.#newWorker(folder),
      folder,
      tasks: new Set(),
      jobs: new Set(),
      commands: [],
      fullDisk: undefined,
    }
    this.#listen(thread)
    return thread
  }

  #newWorker(folder: SealedFolder): Worker {
    const { maxBytes, fullDiskMs, reading, connections, model, browser } = this.#options
    const files = new MessageChannel()
    serveReader(files.port1, this.#options.files)
    const room = new MessageChannel()
    serveRoom(room.port1, this.#options.room)
    const workerData: WorkerStart = {
      maxBytes,
      fullDiskMs,
      reading,
      connections,
      model,
      browser,
      files: files.port2,
      room: room.port2,
      folder: folder.directory,
    }
    // Where scripts/bundle-service.mjs writes it.
    return new Worker(new URL('./worker/page-worker.cjs', import.meta.url), {
      workerData,
      transferList: [files.port2, room.port2],
      resourceLimits: {
        maxOldGenerationSizeMb: this.#options.heapMb,
        maxYoungGenerationSizeMb: YOUNG_HEAP_MB,
      },
    })
  }

  #listen(thread: Thread): void {
    thread.worker.on('message', (news: WorkerReport) => {
      if (news.type === 'full-disk') return this.#hearOfDisk(thread, news.reason)
      const known = news.outcomes.filter(({ task }) => thread.tasks.has(task))
      for (const { task } of known) this.#forget(thread, task)
      this.#finished += known.length
      this.#options.report(known)
    })
    thread.worker.on('error', (error) => {
      this.#options.log({ type: 'fault', error: `A worker thread ended: ${error.stack ?? error.message}` })
    })
    thread.worker.on('exit', () => {
      if (!this.#closing) this.#replace(thread)
    })
  }

  #hearOfDisk(thread: Thread, reason: string | undefined): void {
    if (reason !== undefined && this.fullDisk === undefined) this.#options.log(fullDiskEvent(reason))
    thread.fullDisk = reason
  }

  #replace(thread: Thread): void {
    const lost = [...thread.tasks]
    for (const task of lost) this.#forget(thread, task)
    thread.jobs.clear()
    thread.commands = []
    thread.fullDisk = undefined
    // Nobody else knows what it has left there.
    thread.folder.clear()
    thread.worker = this.#newWorker(thread.folder)
    this.#listen(thread)
    const error = 'The thread that read the page ended.'
    this.#options.report(
      lost.map((task) => ({ task, kind: 'failure', code: 'UNKNOWN_ERROR', error, retryable: true })),
    )
  }

  #tellOfJob(thread: Thread, job: EngineJob): void {
    const { newSegment, ...rest } = job
    const isKnown = thread.jobs.has(job.id)
    thread.jobs.add(job.id)
    this.#send(thread, { type: 'open', job: { ...rest, segment: isKnown ? undefined : newSegment() } })
  }

  #send(thread: Thread, command: WorkerCommand): void {
    thread.commands.push(command)
    if (thread.commands.length > 1) return
    // Everything ordered in one turn is one message.
    queueMicrotask(() => {
      const { commands } = thread
      thread.commands = []
      if (commands.length > 0) thread.worker.postMessage(commands)
    })
  }

  #forget(thread: Thread, task: number): void {
    thread.tasks.delete(task)
    this.#threadOf.delete(task)
  }
}
