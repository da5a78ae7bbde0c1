import { MemoryBudget } from '../../util/memory-budget.ts'
import type { ResolvedSettings } from '../settings/settings.ts'
import { PageFetcher } from './http.ts'
import { USER_AGENT } from './user-agent.ts'

/** Resources that all fetching in this process shares. */
export interface Fetching {
  readonly fetcher: PageFetcher
  /** Counts the memory of pages and sitemaps. */
  readonly budget: MemoryBudget
}

export function createFetching({ clock, limits }: ResolvedSettings): Fetching {
  return {
    fetcher: new PageFetcher({ clock, userAgent: USER_AGENT }),
    budget: new MemoryBudget(limits.fetchedBytes),
  }
}
