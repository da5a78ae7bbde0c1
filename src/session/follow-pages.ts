import { PageReview } from '../apply/review-pages.ts'
import type { WaitTarget } from '../apply/wait-for-jobs.ts'
import { ClientError } from '../client/client-error.ts'
import type { CrawlClient, FollowedPages, StatusOptions } from '../client/crawl-client.ts'
import type { CrawlStatusAnswer } from '../protocol/crawl-status.ts'
import type { WrittenPages } from '../render/written-pages-text.ts'
import { openPageWriter, type PageWriter, type WriteOptions } from './page-writer.ts'

export interface FollowOptions extends WriteOptions {
  readonly directory: string
  readonly client: CrawlClient
  /** Runs an action while no other process writes pages. `finish` is called within it. */
  readonly alone?: <T>(act: () => Promise<T>) => Promise<T>
}

/** The most pages of all jobs that are partly kept in memory. Above it, no further job is followed. */
const MOST_HELD = 100_000

interface Following {
  readonly reader: FollowedPages
  readonly review: PageReview
  readonly writer: PageWriter
  count: number
  /** All pages have come. */
  isWhole: boolean
}

/**
 * Writes the pages of running jobs next to their crawls' folders. This only saves time: after any error it stops following the
 * job, whose pages are then written after its end.
 */
export class PageFollower {
  readonly #options: FollowOptions
  readonly #jobs = new Map<string, Following>()
  readonly #left = new Set<string>()
  #held = 0

  constructor(options: FollowOptions) {
    this.#options = options
  }

  /** Writes the pages that are new since the last call, and returns the job's state. */
  async ask(target: WaitTarget, options: StatusOptions): Promise<CrawlStatusAnswer> {
    const { job } = target
    const following = await this.#open(target)
    if (following !== undefined) {
      try {
        return await this.#takeNews(following, options)
      } catch (error) {
        if (!mayLeave(error)) throw error
        await this.#leave(job)
      }
    }
    return this.#options.client.status(job, options)
  }

  /** Returns the review of a job whose pages have all come. */
  reviewOf(job: string): PageReview | undefined {
    const following = this.#jobs.get(job)
    return following?.isWhole === true ? following.review : undefined
  }

  /** Moves the pages of a job into place; returns undefined when some are missing, so that all must be read again. */
  async finish(directory: string, job: string, options: WriteOptions): Promise<WrittenPages | undefined> {
    const following = this.#jobs.get(job)
    const own = this.#options
    const isWanted =
      directory === own.directory &&
      options.links === own.links &&
      options.skipDuplicates === own.skipDuplicates
    if (following?.isWhole !== true || !isWanted) return undefined
    try {
      if (following.writer.isStale()) return undefined
      return await following.writer.finish(following.review.canonicals())
    } catch (error) {
      if (!mayLeave(error)) throw error
      return undefined
    } finally {
      await this.#leave(job)
    }
  }

  /** Removes pages that were not put in place. */
  async close(): Promise<void> {
    for (const job of this.#jobs.keys()) await this.#leave(job)
  }

  async #open(target: WaitTarget): Promise<Following | undefined> {
    const { job } = target
    const known = this.#jobs.get(job)
    if (known !== undefined || this.#left.has(job) || this.#held > MOST_HELD) return known
    const { directory, client, alone = (act) => act(), ...options } = this.#options
    try {
      const review = new PageReview(target)
      const writer = await alone(() => openPageWriter(directory, target, options))
      const opened = { reader: client.follow(job), review, writer, count: 0, isWhole: false }
      this.#jobs.set(job, opened)
      return opened
    } catch (error) {
      if (!mayLeave(error)) throw error
      this.#left.add(job)
      return undefined
    }
  }

  async #takeNews(following: Following, options: StatusOptions): Promise<CrawlStatusAnswer> {
    const news = following.reader.news(options)
    for (;;) {
      const next = await news.next()
      if (next.done === true) {
        following.isWhole = next.value.status !== 'scraping'
        return next.value
      }
      if (following.review.add(next.value)) following.writer.add(next.value)
      following.count++
      this.#held++
    }
  }

  async #leave(job: string): Promise<void> {
    const following = this.#jobs.get(job)
    this.#held -= following?.count ?? 0
    this.#jobs.delete(job)
    this.#left.add(job)
    await following?.writer.close()
  }
}

/** Returns whether an error concerns only the pages. */
function mayLeave(error: unknown): boolean {
  if (error instanceof ClientError) return error.code === 'incomplete'
  return error instanceof Error && 'syscall' in error
}
