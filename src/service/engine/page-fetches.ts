import { setImmediate } from 'node:timers'
import type { MemoryBudget } from '../../util/memory-budget.ts'
import type { BodyFolder } from '../http/body-file.ts'
import { BodyShare } from '../http/body-share.ts'
import type { FetchedPage } from '../http/http.ts'
import type { PageSource } from '../page/page-source.ts'
import { DROPPED, failureOf, type EngineJob, type EngineOutcome, type EngineTask } from './engine.ts'

export interface PageFetchesOptions {
  readonly source: PageSource
  readonly maxBytes: number
  /** Holds what is kept of answers until they have been read. */
  readonly budget: MemoryBudget
  readonly folder: BodyFolder
  /** Takes an answer that is to be read. */
  readonly read: (task: EngineTask, page: FetchedPage) => void
  /** Takes what became of tasks of which nothing is to be read. */
  readonly report: (outcomes: readonly EngineOutcome[]) => void
}

interface Fetch {
  readonly controller: AbortController
  readonly share: BodyShare
}

/**
 * Fetches pages for threads that read them. What is kept of an answer counts until `leave` says that it has been read. All
 * answers come into one thread, because each further one that fetches has to learn the HTTP client anew: of a crawl for
 * links alone fetching was a fifth of what a thread that reads had to do.
 */
export class PageFetches {
  readonly #options: PageFetchesOptions
  readonly #fetches = new Map<number, Fetch>()
  #ended: EngineOutcome[] = []

  constructor(options: PageFetchesOptions) {
    this.#options = options
  }

  /** Starts a fetch; at the end of it `read` or `report` is called, unless the task has been left before. */
  start(task: EngineTask, job: EngineJob): void {
    const { budget, folder } = this.#options
    const fetch = { controller: new AbortController(), share: new BodyShare(budget, job.id, folder) }
    this.#fetches.set(task.id, fetch)
    void this.#run(task, job, fetch)
  }

  /** Forgets a task, whether its answer is there or not. */
  leave(task: number): void {
    const fetch = this.#fetches.get(task)
    this.#fetches.delete(task)
    fetch?.controller.abort(DROPPED)
    fetch?.share.release()
  }

  /** Forgets the cookies of a job. */
  closeJob(id: string): void {
    this.#options.source.forget(id)
  }

  /** Forgets all tasks, and drops their connections. */
  async close(): Promise<void> {
    for (const task of this.#fetches.keys()) this.leave(task)
    await this.#options.source.close()
  }

  async #run(task: EngineTask, job: EngineJob, { controller, share }: Fetch): Promise<void> {
    const { source, maxBytes, read } = this.#options
    const { scrape, headersOrigin, addressPolicy } = job
    try {
      const got = await source.fetch(
        { url: task.url, scrape, headersOrigin, addressPolicy, maxBytes, owner: job.id },
        share,
        controller.signal,
      )
      if (controller.signal.aborted) return
      if (got.kind === 'page') read(task, got)
      else this.#end({ ...got, task: task.id })
    } catch (error) {
      if (!controller.signal.aborted) this.#end({ ...failureOf(error), task: task.id })
    }
  }

  /** Reports outcomes of one turn together, as their rows are written together. */
  #end(outcome: EngineOutcome): void {
    this.leave(outcome.task)
    this.#ended.push(outcome)
    if (this.#ended.length > 1) return
    setImmediate(() => {
      const outcomes = this.#ended
      this.#ended = []
      this.#options.report(outcomes)
    })
  }
}
