import { sha256 } from '../../util/sha256.ts'
import { isJsonObject } from '../../util/json.ts'
import type { PreviousPage } from '../store/stored-scrape.ts'
import type { TrackStore } from '../store/track-store.ts'
import type { CrawlRequest } from '../store/crawl-request.ts'

/** Remembers, for jobs with the format `changeTracking`, what each page was like the last time. */
export interface ChangeTracker {
  find(url: string): PreviousPage | undefined
  put(url: string, page: PreviousPage): void
}

/**
 * Returns a tracker for a request, or undefined when it tracks nothing. Scrapes with different tags are not compared.
 */
export function createChangeTracker(store: TrackStore, request: CrawlRequest): ChangeTracker | undefined {
  const { formats } = request.scrapeOptions
  const format = (Array.isArray(formats) ? formats : []).find(
    (item: unknown) => item === 'changeTracking' || (isJsonObject(item) && item['type'] === 'changeTracking'),
  ) as unknown
  if (format === undefined) return undefined
  const tag = isJsonObject(format) && typeof format['tag'] === 'string' ? format['tag'] : ''
  const keyOf = (url: string): string => sha256(`${tag}\n${url}`)
  return {
    find: (url) => store.find(keyOf(url)),
    put: (url, page) => store.put(keyOf(url), page),
  }
}
