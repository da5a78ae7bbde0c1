import { MessageChannel, Worker } from 'node:worker_threads'
import { ringAfter, systemClock } from '../../util/clock.ts'
import { serveReader } from '../file/file-port.ts'
import type { FileReader } from '../file/file.ts'
import type { ReadingBounds } from '../content/bounded-text.ts'
import type { BrowserSettings, ModelSettings } from '../settings/settings.ts'
import type { EngineJob } from './engine.ts'
import type { WorkerCommand, WorkerReport, WorkerStart } from './worker-message.ts'

export interface PageThreadOptions {
  readonly maxBytes: number
  /** Milliseconds that finished pages wait for a full disk. */
  readonly fullDiskMs: number
  readonly reading: ReadingBounds
  /** MiB of one thread. A page that needs more ends its thread, but not the service. */
  readonly heapMb: number
  readonly model: ModelSettings | undefined
  readonly browser: BrowserSettings | false
  /** Shared by all threads. */
  readonly files: FileReader
}

export interface ThreadListener {
  readonly heard: (thread: PageThread, news: WorkerReport) => void
  /** Called when the thread ends with an error. */
  readonly failed: (error: Error) => void
  readonly ended: (thread: PageThread) => void
}

/** A thread that reads one page for longer than this is stopped; its stored pages are on disk. */
const CLOSE_PATIENCE_MS = 3000

/** A thread that reads pages. */
export class PageThread {
  /** Tasks that are in progress or waiting in the thread. */
  readonly tasks = new Set<number>()
  /** Why its pages wait for disk space. */
  fullDisk: string | undefined
  readonly #worker: Worker
  /** Jobs that were sent to it. */
  readonly #jobs = new Set<string>()

  constructor(options: PageThreadOptions, listener: ThreadListener) {
    this.#worker = newWorker(options)
    this.#worker.on('message', (news: WorkerReport) => listener.heard(this, news))
    this.#worker.on('error', listener.failed)
    this.#worker.on('exit', () => listener.ended(this))
  }

  knows(job: string): boolean {
    return this.#jobs.has(job)
  }

  /** Sends it a job, or new rules of a job. */
  openJob({ newSegment, ...job }: EngineJob): void {
    const isKnown = this.#jobs.has(job.id)
    this.#jobs.add(job.id)
    this.send({ type: 'open', job: { ...job, segment: isKnown ? undefined : newSegment() } })
  }

  /** Removes a job from it. */
  closeJob(id: string): void {
    if (this.#jobs.delete(id)) this.send({ type: 'close', job: id })
  }

  /** @param transfer memory to move to the thread */
  send(command: WorkerCommand, transfer: ArrayBuffer[] = []): void {
    this.#worker.postMessage(command, transfer)
  }

  /** Stops it. Resolves when it has stopped. */
  async close(): Promise<void> {
    const ended = new Promise((resolve) => this.#worker.once('exit', resolve))
    const silence = ringAfter(systemClock, CLOSE_PATIENCE_MS, () => void this.#worker.terminate())
    this.send({ type: 'end' })
    await ended
    silence()
  }
}

function newWorker({ files, heapMb, ...options }: PageThreadOptions): Worker {
  const { port1, port2 } = new MessageChannel()
  serveReader(port1, files)
  const { maxBytes, fullDiskMs, reading, model, browser } = options
  const workerData: WorkerStart = { maxBytes, fullDiskMs, reading, model, browser, files: port2 }
  // scripts/bundle.mjs writes it there.
  return new Worker(new URL('../service/page-worker.js', import.meta.url), {
    workerData,
    transferList: [port2],
    resourceLimits: { maxOldGenerationSizeMb: heapMb },
  })
}
