import type { PageUrl } from './page-url.ts'
import type { Candidate, ScopeRule } from './scope-rule.ts'
import type { Discovery, ScopeSettings } from './scope.ts'

/** The compiled rules of one crawl, for deciding and explaining. */
export interface CompiledScope {
  readonly settings: ScopeSettings
  /** Undefined when the start URL is not an http(s) URL; such a scope holds only pages of other hosts. */
  readonly start: PageUrl | undefined
  /** In the order of evaluation. */
  readonly rules: readonly ScopeRule[]
  /** The rules that also decide whether the start URL is in the results. */
  readonly patternRules: readonly ScopeRule[]
  /**
   * The rules for the target of a redirect from an admitted page. They leave out `includePaths`, as the hosted service does.
   */
  readonly redirectRules: readonly ScopeRule[]
  candidate(page: PageUrl, discovery: Discovery): Candidate
}
