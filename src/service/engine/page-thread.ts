import { setImmediate } from 'node:timers'
import { MessageChannel, type MessagePort, Worker } from 'node:worker_threads'
import { ringAfter, systemClock } from '../../util/clock.ts'
import { serveReader } from '../file/file-port.ts'
import type { FileReader } from '../file/file-reader.ts'
import type { ReadingBounds } from '../content/bounded-text.ts'
import type { BrowserSettings, ModelSettings } from '../settings/settings.ts'
import type { EngineJob, ThreadTime } from './engine.ts'
import type { WorkerCall, WorkerCommand, WorkerReport, WorkerStart } from './worker-message.ts'

export interface PageThreadOptions {
  readonly maxBytes: number
  /** Milliseconds that finished pages wait for a full disk. */
  readonly fullDiskMs: number
  readonly reading: ReadingBounds
  /** MiB of one thread: a page that needs more ends its thread, but not the service. */
  readonly heapMb: number
  readonly model: ModelSettings | undefined
  readonly browser: BrowserSettings | false
  /** Shared by all threads. */
  readonly files: FileReader
}

export interface ThreadListener {
  readonly heard: (thread: PageThread, news: WorkerReport) => void
  /** The thread has ended with an error. */
  readonly failed: (error: Error) => void
  readonly ended: (thread: PageThread) => void
  /** Pages that each thread can expect, as far as is known now. */
  readonly underWay: () => number
}

/**
 * Pages become garbage soon. With room for some dozens of them, collecting it costs less. V8 splits this into halves of
 * 8 MB.
 */
const YOUNG_HEAP_MB = 24

/** A thread that is busy with one page for longer than this is ended; what it stored is on the disk. */
const CLOSE_PATIENCE_MS = 3000

/** A thread that reads pages. In: commands. Out: what it reports. */
export class PageThread {
  /** What it works on, and what waits for it. */
  readonly tasks = new Set<number>()
  /** Why its pages wait for room on the disk. */
  fullDisk: string | undefined
  readonly #listener: ThreadListener
  readonly #worker: Worker
  readonly #commands: MessagePort
  /** Jobs whose rules it has been told. */
  readonly #jobs = new Set<string>()
  #isCalled = false

  constructor(options: PageThreadOptions, listener: ThreadListener) {
    this.#listener = listener
    const { port1, port2 } = new MessageChannel()
    this.#commands = port1
    this.#worker = newWorker(options, port2)
    this.#worker.on('message', (news: WorkerReport) => listener.heard(this, news))
    this.#worker.on('error', listener.failed)
    this.#worker.on('exit', () => listener.ended(this))
  }

  get time(): ThreadTime {
    return this.#worker.performance.eventLoopUtilization()
  }

  knows(job: string): boolean {
    return this.#jobs.has(job)
  }

  /** Tells it of a job, or of a job's new rules. */
  tellOf({ newSegment, ...job }: EngineJob): void {
    const isKnown = this.#jobs.has(job.id)
    this.#jobs.add(job.id)
    this.send({ type: 'open', job: { ...job, segment: isKnown ? undefined : newSegment() } })
  }

  /** Has it forget a job. */
  closeJob(id: string): void {
    if (this.#jobs.delete(id)) this.send({ type: 'close', job: id })
  }

  /**
   * Tells it what to do, when it comes to it. It is called once in a turn of the event loop.
   * @param transfer what is handed over with it
   */
  send(command: WorkerCommand, transfer: ArrayBuffer[] = []): void {
    this.#commands.postMessage(command, transfer)
    if (this.#isCalled) return
    this.#isCalled = true
    setImmediate(() => {
      this.#isCalled = false
      this.#call({ type: 'more', underWay: this.#listener.underWay() })
    })
  }

  /** Ends it. Resolves when it has ended. */
  async close(): Promise<void> {
    const ended = new Promise((resolve) => this.#worker.once('exit', resolve))
    const silence = ringAfter(systemClock, CLOSE_PATIENCE_MS, () => void this.#worker.terminate())
    this.#call({ type: 'end' })
    await ended
    silence()
  }

  #call(call: WorkerCall): void {
    this.#worker.postMessage(call)
  }
}

function newWorker({ files, heapMb, ...told }: PageThreadOptions, commands: MessagePort): Worker {
  const { port1, port2 } = new MessageChannel()
  serveReader(port1, files)
  const { maxBytes, fullDiskMs, reading, model, browser } = told
  const workerData: WorkerStart = { maxBytes, fullDiskMs, reading, model, browser, files: port2, commands }
  // scripts/bundle.mjs writes it there.
  return new Worker(new URL('../service/page-worker.js', import.meta.url), {
    workerData,
    transferList: [port2, commands],
    resourceLimits: { maxOldGenerationSizeMb: heapMb, maxYoungGenerationSizeMb: YOUNG_HEAP_MB },
  })
}
