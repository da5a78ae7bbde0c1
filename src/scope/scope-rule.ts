import type { HostRelation } from './hosts.ts'
import type { PageUrl } from './page-url.ts'
import type { Discovery, ScopeReason, ScopeStep } from './scope.ts'

/** A URL and the facts that rules may use. */
export interface Candidate {
  readonly page: PageUrl
  readonly relation: HostRelation
  readonly discovery: Discovery
  /** How the page with the link relates to the start URL; undefined without such a page. */
  readonly from: { readonly page: PageUrl; readonly relation: HostRelation } | undefined
}

/** One rule of the scope, compiled for one crawl. */
export interface ScopeRule {
  readonly reason: ScopeReason
  passes(candidate: Candidate): boolean
  /** Returns the pattern that decided, if one did. */
  decidingPattern?(candidate: Candidate): string | undefined
  /** Returns the same answer as `passes`, in words. */
  explain(candidate: Candidate): Omit<ScopeStep, 'rule' | 'passed'>
  /** Returns the smallest change of the crawl that would let `candidate` pass: an imperative without a full stop. */
  remedy(candidate: Candidate): string
}
