/**
 * A crawl as something to look at. In: its settings, and the trail that a preview left. Out: a page that shows what is in
 * and out of it and why, and decides again when its settings are changed. Refuses to know files, and how a page is served.
 */
import type { Trail } from '../frontier/trail.ts'
import type { ScopeSettings } from '../scope/scope.ts'

/** What the page is about, as it stands in the page: plain JSON. */
export interface ExploredCrawl {
  readonly name: string
  /** Where it is declared, relative to the project: `crawls/docs.yaml:1`. */
  readonly place: string
  readonly environment: string
  /** Credits that a page costs at most; 0 where the service charges nothing. */
  readonly creditsPerPage: number
  /** What the file says. */
  readonly settings: ScopeSettings
  readonly trail: Trail
  /** True on a page that can have its settings written to the file. */
  readonly canWrite: boolean
}

/** The settings that the page lets one change. */
export type ScopeEdit = Pick<
  ScopeSettings,
  'includePaths' | 'excludePaths' | 'maxDiscoveryDepth' | 'sitemap' | 'limit'
>

/** Their names, in the order in which files have them. */
export const EDITED = ['includePaths', 'excludePaths', 'maxDiscoveryDepth', 'sitemap', 'limit'] as const

/** Returns those settings of a crawl. */
export function editOf({
  includePaths,
  excludePaths,
  maxDiscoveryDepth,
  sitemap,
  limit,
}: ScopeSettings): ScopeEdit {
  return { includePaths, excludePaths, maxDiscoveryDepth, sitemap, limit }
}

/** Returns the names of the settings that differ. */
export function changedSettings(before: ScopeEdit, after: ScopeEdit): readonly (keyof ScopeEdit)[] {
  return EDITED.filter((name) => JSON.stringify(before[name]) !== JSON.stringify(after[name]))
}
