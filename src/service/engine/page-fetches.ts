import { setImmediate } from 'node:timers'
import type { MemoryBudget } from '../../util/memory-budget.ts'
import { BodyShare } from '../http/body-share.ts'
import type { FetchedPage } from '../http/http.ts'
import type { PageSource } from '../page/page-source.ts'
import { DROPPED, failureOf, fetchTask } from './engine.ts'
import type { EngineJob, EngineOutcome, EngineTask } from './engine.ts'

export interface PageFetchesOptions {
  readonly source: PageSource
  readonly maxBytes: number
  /** Counts the memory of answers until they have been read. */
  readonly budget: MemoryBudget
  /** For files that are too large for memory. */
  readonly directory: string
  /** Takes an answer to read. */
  readonly read: (task: EngineTask, page: FetchedPage) => void
  /** Takes outcomes of tasks that have nothing to read. */
  readonly report: (outcomes: readonly EngineOutcome[]) => void
}

interface Fetch {
  readonly controller: AbortController
  readonly share: BodyShare
}

/**
 * Fetches pages for the threads that read them. The memory of an answer counts until `remove` reports that it was read.
 * Only one thread fetches, so that the others need not compile the HTTP client. In a crawl of links alone,
 * fetching was a fifth of the work of a reading thread.
 */
export class PageFetches {
  readonly #options: PageFetchesOptions
  readonly #fetches = new Map<number, Fetch>()
  #ended: EngineOutcome[] = []

  constructor(options: PageFetchesOptions) {
    this.#options = options
  }

  /** Starts a fetch. It ends with a call of `read` or `report`, unless the task was removed before. */
  start(task: EngineTask, job: EngineJob): void {
    const { budget, directory } = this.#options
    const share = new BodyShare(budget, job.id, directory)
    const fetch = { controller: new AbortController(), share }
    this.#fetches.set(task.id, fetch)
    void this.#run(task, job, fetch)
  }

  /** Removes a task, whether or not its answer has arrived. */
  remove(task: number): void {
    const fetch = this.#fetches.get(task)
    this.#fetches.delete(task)
    fetch?.controller.abort(DROPPED)
    fetch?.share.release()
  }

  closeJob(id: string): void {
    this.#options.source.forget(id)
  }

  /** Removes all tasks and closes their connections. */
  async close(): Promise<void> {
    for (const task of this.#fetches.keys()) this.remove(task)
    await this.#options.source.close()
  }

  async #run(task: EngineTask, job: EngineJob, { controller, share }: Fetch): Promise<void> {
    const { source, maxBytes, read } = this.#options
    try {
      const got = await source.fetch(fetchTask(task, job, maxBytes), share, controller.signal)
      if (controller.signal.aborted) return
      if (got.kind === 'page') read(task, got)
      else this.#end({ ...got, task: task.id, job: job.id })
    } catch (error) {
      if (!controller.signal.aborted) this.#end({ ...failureOf(error), task: task.id, job: job.id })
    }
  }

  /** Reports all outcomes of one turn together, because their rows are written together. */
  #end(outcome: EngineOutcome): void {
    this.remove(outcome.task)
    this.#ended.push(outcome)
    if (this.#ended.length > 1) return
    setImmediate(() => {
      const outcomes = this.#ended
      this.#ended = []
      this.#options.report(outcomes)
    })
  }
}
