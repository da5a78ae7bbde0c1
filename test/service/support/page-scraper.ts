import { createFileReader } from '../../../src/service/file/file-process.ts'
import { createBodyShare } from '../../../src/service/http/receive-body.ts'
import { CrawlCookies } from '../../../src/service/http/crawl-cookies.ts'
import { PageFetcher } from '../../../src/service/http/http.ts'
import { LinkCache } from '../../../src/service/page-links/link-cache.ts'
import { PageReader, type PageOutcome, type PageReaderOptions } from '../../../src/service/page/page.ts'
import { fetchPage, type PageTask } from '../../../src/service/page/page-task.ts'
import { systemClock } from '../../../src/util/clock.ts'
import { MemoryBudget } from '../../../src/service/body/memory-budget.ts'

/** A task without what all tests have in common. */
export type TestTask = Omit<PageTask, 'addressPolicy'> & Partial<PageTask>

export interface PageScraper {
  scrape(task: TestTask, signal: AbortSignal): Promise<PageOutcome>
  close(): Promise<void>
}

/** Fetches pages and reads them, as the threads of the service do together. */
export function createPageScraper(
  options: Partial<Pick<PageReaderOptions, 'reading' | 'browser'>> = {},
): PageScraper {
  const { reading = { textBytes: 6 * 1024 * 1024, pageTags: 200_000 }, browser = {} } = options
  const fetcher = new PageFetcher({ clock: systemClock, userAgent: 'test-agent' })
  const cookies = new CrawlCookies()
  const files = createFileReader(144)
  const reader = new PageReader({ clock: systemClock, links: new LinkCache(), files, reading, browser })
  return {
    scrape: async (given, signal) => {
      const task: PageTask = { addressPolicy: 'loopback', ...given }
      const shown = await reader.scrape(task, signal)
      if (shown.kind !== 'needs-fetch') return shown
      const share = createBodyShare(new MemoryBudget(Infinity), '')
      const fetched = await fetchPage(task, { fetcher, bounds: reading }, { share, cookies }, signal)
      if (fetched.kind !== 'page') return fetched
      const read = await reader.scrape({ ...task, fetched }, signal)
      if (read.kind === 'needs-fetch') throw new Error('a page that was fetched is read')
      return read
    },
    close: async () => {
      await Promise.all([fetcher.close(), reader.close()])
    },
  }
}
