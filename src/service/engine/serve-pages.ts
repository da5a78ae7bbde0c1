import { type Clock, systemClock } from '../../util/clock.ts'
import { asBuffer } from '../../util/sealed-file.ts'
import type { FileReader } from '../file/file.ts'
import { createLanguageModel } from '../model/model.ts'
import { LinkCache } from '../page-links/link-cache.ts'
import { PageReader } from '../page/page.ts'
import { createPageRunner, type PageSettings, type WorkerCommand, type WorkerReport } from './page-runner.ts'
import { isFullDisk } from '../../util/has-code.ts'
import { messageOf } from '../../util/message-of.ts'
import { type EngineOutcome, NOT_STORED } from './engine.ts'

interface PageTools {
  readonly clock: Clock
  readonly files: FileReader
  readonly report: (message: WorkerReport) => void
}

/** Returns the program of a page thread: it runs the commands of the engine and reports outcomes in batches. */
export function servePages(
  settings: PageSettings,
  { clock, files, report }: PageTools,
): (command: WorkerCommand) => Promise<void> {
  const { model, browser, limits } = settings
  const batches = new OutcomeBatches({
    save: () => runner.save(),
    send: (outcomes) => report({ type: 'outcomes', outcomes }),
    fullDiskMs: limits.fullDiskMs,
    onFullDisk: (reason) => report({ type: 'full-disk', reason }),
  })
  const runner = createPageRunner({
    reader: new PageReader({ clock, browser, links: new LinkCache(), reading: limits, files }),
    maxBytes: limits.pageBytes,
    model: model === undefined ? undefined : createLanguageModel(model),
    report: (outcome) => {
      if (outcome.kind === 'needs-fetch') report({ type: 'outcomes', outcomes: [outcome] })
      else batches.add(outcome)
    },
  })
  return async (command) => {
    switch (command.type) {
      case 'open':
        return runner.openJob(command.job)
      case 'run':
        return runner.run(command.task)
      case 'read': {
        const { body } = command.page
        const own = body instanceof Uint8Array ? asBuffer(body) : body
        return runner.run(command.task, { ...command.page, body: own })
      }
      case 'abort':
        return runner.abort(command.task)
      case 'close':
        return runner.closeJob(command.job)
      case 'end':
        return runner.close()
    }
  }
}

interface BatchOptions {
  /** Writes the documents of all outcomes so far to disk. */
  readonly save: () => Promise<void>
  readonly send: (outcomes: readonly EngineOutcome[]) => void
  readonly fullDiskMs: number
  /** Called with the reason when a save begins to wait for a full disk, and with undefined when that ends. */
  readonly onFullDisk: (reason: string | undefined) => void
}

const RETRY_MS = 200

/**
 * Sends outcomes after their documents are on disk, so that no row refers to bytes that a power failure could lose. One
 * save runs at a time, and later outcomes wait for the next one. While the disk is full, nothing is sent: the pages
 * count as in progress, so no others start, and none is fetched twice.
 */
export class OutcomeBatches {
  readonly #options: BatchOptions
  #waiting: EngineOutcome[] = []
  #isSaving = false

  constructor(options: BatchOptions) {
    this.#options = options
  }

  add(outcome: EngineOutcome): void {
    this.#waiting.push(outcome)
    if (!this.#isSaving) void this.#sendAll()
  }

  /** Never rejects. */
  async #sendAll(): Promise<void> {
    this.#isSaving = true
    while (this.#waiting.length > 0) {
      const batch = this.#waiting
      this.#waiting = []
      const problem = await this.#save()
      this.#options.send(problem === undefined ? batch : batch.map((outcome) => unstored(outcome, problem)))
    }
    this.#isSaving = false
  }

  /** Saves, and tries again while the disk is full. Returns the error of a save that failed. */
  async #save(): Promise<unknown> {
    const { save, fullDiskMs, onFullDisk } = this.#options
    let isWaiting = false
    try {
      for (let waited = 0; ; waited += RETRY_MS) {
        try {
          return await save()
        } catch (error) {
          if (!isFullDisk(error) || waited >= fullDiskMs) return error
          if (!isWaiting) onFullDisk(messageOf(error))
          isWaiting = true
        }
        await systemClock.sleep(Math.min(RETRY_MS, fullDiskMs - waited))
      }
    } finally {
      if (isWaiting) onFullDisk(undefined)
    }
  }
}

function unstored(outcome: EngineOutcome, problem: unknown): EngineOutcome {
  if (outcome.kind !== 'page') return outcome
  const { task, job } = outcome
  const error = `The page could not be stored: ${messageOf(problem)}`
  // Another fetch would not help.
  return { task, job, kind: 'failure', code: NOT_STORED, error, retryable: false }
}
