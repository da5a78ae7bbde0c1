import type { PageUrl } from './page-url.ts'
import type { Candidate, ScopeRule } from './scope-rule.ts'
import type { Discovery, ScopeSettings } from './scope.ts'

/** Everything of one crawl that deciding and explaining share. */
export interface CompiledScope {
  readonly settings: ScopeSettings
  /** Undefined when the start URL is not an http(s) URL; nothing but other hosts' pages is in such a scope. */
  readonly start: PageUrl | undefined
  /** In the order in which they are asked. */
  readonly rules: readonly ScopeRule[]
  /** The rules that also say whether the start URL is in the results. */
  readonly patternRules: readonly ScopeRule[]
  /** The rules for where a redirect of an admitted page may lead; the hosted service asks no others again. */
  readonly redirectRules: readonly ScopeRule[]
  candidate(page: PageUrl, discovery: Discovery): Candidate
}
