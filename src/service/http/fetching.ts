import { MemoryBudget } from '../../util/memory-budget.ts'
import type { ResolvedSettings } from '../settings/settings.ts'
import { createPageFetcher, type PageFetcher } from './http.ts'
import { USER_AGENT } from './user-agent.ts'

/** What everything that fetches in this process shares. */
export interface Fetching {
  readonly fetcher: PageFetcher
  /** Holds what is kept of pages and sitemaps. */
  readonly budget: MemoryBudget
}

export function createFetching({ clock, limits }: ResolvedSettings): Fetching {
  return {
    fetcher: createPageFetcher({ clock, userAgent: USER_AGENT }),
    budget: new MemoryBudget(limits.fetchedBytes),
  }
}
