import { PageReview, resultPages, reviewPages } from '../apply/review-pages.ts'
import type { WaitTarget } from '../apply/wait-for-jobs.ts'
import type { CrawlStatusAnswer, PageDocument } from '../protocol/crawl-status.ts'
import type { WrittenPages } from '../render/page-counts-text.ts'
import { openPageWriter, type PageWriter, type WriteOptions } from './page-writer.ts'

export interface KeptPagesOptions extends WriteOptions {
  readonly directory: string
  readonly read: (job: string) => AsyncGenerator<PageDocument, CrawlStatusAnswer>
  /** Runs an action while no other process writes pages. `finish` is called within it. */
  readonly withLock: <T>(act: () => Promise<T>) => Promise<T>
}

/**
 * Keeps the pages of ended jobs on the disk while they are reviewed, so that they need not be read again. That only saves time:
 * pages that the disk refuses are written later.
 */
export class StagedPages {
  readonly #options: KeptPagesOptions
  readonly #jobs = new Map<string, { readonly review: PageReview; readonly writer: PageWriter }>()

  constructor(options: KeptPagesOptions) {
    this.#options = options
  }

  async review(target: WaitTarget): Promise<PageReview> {
    const { directory, read, withLock, ...options } = this.#options
    try {
      const review = new PageReview(target, true)
      const writer = await withLock(() => openPageWriter(directory, target, options))
      this.#jobs.set(target.job, { review, writer })
      for await (const page of resultPages(read(target.job), review)) writer.add(page)
      return review
    } catch (error) {
      await this.#leave(target.job)
      if (!isOfDisk(error)) throw error
      return reviewPages(read(target.job), target)
    }
  }

  /** Moves the pages of a job into place; returns undefined when they must be read again. */
  async finish(directory: string, job: string, options: WriteOptions): Promise<WrittenPages | undefined> {
    const kept = this.#jobs.get(job)
    const own = this.#options
    const isWanted =
      directory === own.directory &&
      options.links === own.links &&
      options.skipDuplicates === own.skipDuplicates
    if (kept === undefined || !isWanted) return undefined
    try {
      return await kept.writer.finish(kept.review.canonicals())
    } catch (error) {
      if (!isOfDisk(error)) throw error
      return undefined
    } finally {
      await this.#leave(job)
    }
  }

  /** Removes pages that were not put in place. */
  async close(): Promise<void> {
    for (const job of this.#jobs.keys()) await this.#leave(job)
  }

  async #leave(job: string): Promise<void> {
    const kept = this.#jobs.get(job)
    this.#jobs.delete(job)
    await kept?.writer.close()
  }
}

/** Returns whether the disk refused something, or another run has removed the pages. */
function isOfDisk(error: unknown): boolean {
  return error instanceof Error && 'syscall' in error
}
