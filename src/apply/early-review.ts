import type { PagesOptions } from '../client/crawl-client.ts'
import type { PageReview } from './review-pages.ts'

/** Reads and reviews the pages of a job: those of a running one as `more` says. */
export type ReadPages = (more?: PagesOptions['more']) => Promise<PageReview>

/** Reviews the pages of a job while it runs, so that nobody waits for that at its end. */
export class EarlyReview {
  readonly #review: Promise<PageReview>
  /** Continues the reader, which has read all pages so far. */
  #continue: ((mayBeMore: boolean) => void) | undefined
  /** The answer to a reader that has read all pages, once the job has ended (true) or nobody waits for the review (false). */
  #answer: boolean | undefined

  constructor(read: ReadPages) {
    this.#review = read(async () => this.#answer ?? new Promise((resolve) => (this.#continue = resolve)))
    // Its error is for who asks for the review.
    this.#review.catch(() => undefined)
  }

  /** Reads the pages that have come. */
  goOn(): void {
    this.#continue?.(true)
  }

  /** Returns the review of all pages of the job, which has ended. */
  async end(): Promise<PageReview> {
    this.#settle(true)
    return this.#review
  }

  /** Ends reading. Called in any case, so that nothing is read or written after this. */
  async stop(): Promise<void> {
    this.#settle(false)
    await Promise.allSettled([this.#review])
  }

  #settle(answer: boolean): void {
    this.#answer ??= answer
    this.#continue?.(this.#answer)
  }
}
