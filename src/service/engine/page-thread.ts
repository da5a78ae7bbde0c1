import { MessageChannel, Worker } from 'node:worker_threads'
import { ringAfter, systemClock } from '../../util/clock.ts'
import { serveReader, type FileReader } from '../file/file.ts'
import type { ResolvedSettings } from '../settings/settings.ts'
import type { EngineJob } from './engine.ts'
import type { PageSettings, WorkerCommand, WorkerReport, WorkerStart } from './worker-message.ts'

export interface ThreadListener {
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

export class PageThread {
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
export function startWorker(
  settings: ResolvedSettings,
  files: FileReader,
  listener: ThreadListener,
): ThreadPort {
  const { port1, port2 } = new MessageChannel()
  serveReader(port1, files)
  const workerData: WorkerStart = { settings: pageSettings(settings), files: port2 }
  // scripts/bundle.mjs writes it there.
  const worker = new Worker(new URL('../service/page-worker.js', import.meta.url), {
    workerData,
    transferList: [port2],
    resourceLimits: { maxOldGenerationSizeMb: settings.limits.workerHeapMb },
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
export function startHere(
  settings: ResolvedSettings,
  files: FileReader,
  { onReport }: ThreadListener,
): ThreadPort {
  const program = import('./serve-pages.ts').then(({ servePages }) =>
    servePages(pageSettings(settings), { clock: settings.clock, files, report: onReport }),
  )
  return {
    send: (command) => void program.then((run) => run(command)),
    close: async () => (await program)({ type: 'end' }),
  }
}

function pageSettings({ model, browser, limits }: ResolvedSettings): PageSettings {
  const { pageBytes, textBytes, pageTags, fullDiskMs } = limits
  return { model, browser, pageBytes, textBytes, pageTags, fullDiskMs }
}
