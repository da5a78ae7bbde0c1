/**
 * Input: a URL, the scrape options, and what bounds the page.
 * Output: a document in the asked formats with its links, or a failure with the API's code.
 * Must not know jobs, the frontier or storage.
 */
import { MemoryBudget } from '../../util/memory-budget.ts'
import { assert } from '../../util/invariant.ts'
import type { BodyFolder } from '../http/body-file.ts'
import { BodyShare } from '../http/body-share.ts'
import { createPageFetcher, type PageFetcher } from '../http/http.ts'
import { USER_AGENT } from '../http/user-agent.ts'
import { PageSource } from './page-source.ts'
import type { PageTask } from './page-task.ts'
import { PageReader, type PageOutcome, type PageReaderOptions } from './read-page.ts'

export interface PageScraper {
  /**
   * Scrapes one page. Never throws for what a site does.
   * @throws the signal's reason when it is aborted
   */
  scrape(task: PageTask, signal: AbortSignal): Promise<PageOutcome>
  /** Forgets what belongs to an owner of pages. */
  forget(owner: string): void
  /** Drops connections and ends what was started for the pages. */
  close(): Promise<void>
}

export interface PageScraperOptions extends PageReaderOptions {
  readonly userAgent?: string
  /** Used in place of a client of its own, and left open by `close`. */
  readonly fetcher?: PageFetcher
  /** Holds what is kept of pages; without one they have no bound together. */
  readonly budget?: MemoryBudget
  /** Where bodies wait that are too large to stand in memory until they are read; without one they do. */
  readonly folder?: BodyFolder
}

/** Returns what fetches pages and reads them in one thread. */
export function createPageScraper(options: PageScraperOptions): PageScraper {
  const { clock, userAgent = USER_AGENT, budget = new MemoryBudget(Infinity), folder } = options
  const fetcher = options.fetcher ?? createPageFetcher({ clock, userAgent })
  const source = new PageSource({ ...options, fetcher })
  const reader = new PageReader(options)
  return {
    scrape: async (task, signal) => {
      const shown = await reader.scrape(task, signal)
      if (shown.kind !== 'unshown') return shown
      const share = new BodyShare(budget, task.owner ?? '', folder)
      try {
        const got = await source.fetch(task, share, signal)
        if (got.kind !== 'page') return got
        const read = await reader.scrape({ ...task, fetched: got }, signal)
        assert(read.kind !== 'unshown', 'a page that was fetched is read')
        return read
      } finally {
        share.release()
      }
    },
    forget: (owner) => source.forget(owner),
    close: async () => {
      await Promise.all([options.fetcher === undefined ? fetcher.close() : undefined, reader.close()])
    },
  }
}
