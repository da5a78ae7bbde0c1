import { sha256 } from '../../util/sha256.ts'
import type { PreviousPage } from '../store/job-record.ts'
import type { TrackStore } from '../store/track-store.ts'
import { type EffectiveRequest, findFormat } from '../../request/page-settings.ts'

/** Remembers the last scrape of each page, for the format `changeTracking`. */
export interface ChangeTracker {
  find(url: string): PreviousPage | undefined
  put(url: string, page: PreviousPage): void
}

/**
 * Returns a tracker for a request, or undefined when it tracks nothing. Scrapes with different tags are not compared.
 */
export function createChangeTracker(store: TrackStore, request: EffectiveRequest): ChangeTracker | undefined {
  const format = findFormat(request.scrapeOptions, 'changeTracking')
  if (format === undefined) return undefined
  const keyOf = (url: string): string => sha256(`${format.tag ?? ''}\n${url}`)
  return {
    find: (url) => store.find(keyOf(url)),
    put: (url, page) => store.put(keyOf(url), page),
  }
}
