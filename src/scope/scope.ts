/**
 * Which URLs belong to a crawl: DESIGN's one set of rules, for `explain`, `tests`, `lint`, `preview` and the embedded
 * service alike. In: the scope settings of a request and a URL. Out: a decision. Knows nothing of fetching or files.
 */

/** The settings that decide scope, service defaults filled in. */
export interface ScopeSettings {
  readonly url: string
  readonly includePaths: readonly string[]
  readonly excludePaths: readonly string[]
  readonly maxDiscoveryDepth: number | undefined
  readonly sitemap: 'skip' | 'include' | 'only'
  readonly ignoreQueryParameters: boolean
  readonly deduplicateSimilarURLs: boolean
  readonly crawlEntireDomain: boolean
  readonly allowExternalLinks: boolean
  readonly allowSubdomains: boolean
  readonly regexOnFullURL: boolean
  readonly limit: number
}

/** What can keep a URL out, in the order in which it is asked. */
export type ScopeReason =
  | 'protocol'
  | 'depth'
  | 'file-type'
  | 'fragment'
  | 'child-path'
  | 'excluded'
  | 'not-included'
  | 'host'
  | 'robots'
  | 'duplicate'
  | 'limit'

/** How a URL was come by. */
export interface Discovery {
  /** Depth the page would have; the start URL and sitemap pages 0, a link its page's depth + 1. */
  readonly depth: number
  readonly via: 'start' | 'sitemap' | 'link' | 'redirect'
  /** The page that holds the link; decides "one hop" for external pages and child paths on subdomains. */
  readonly from?: string
}

export interface ScopeStep {
  readonly rule: ScopeReason
  readonly passed: boolean
  /** One sentence, with the pattern and where it matched when one decided. */
  readonly detail: string
  readonly pattern?: string
  /** Where the pattern matched, in characters from 0 of the text that was searched. */
  readonly match?: { readonly index: number; readonly text: string }
}

export type ScopeDecision =
  | { readonly inScope: true; readonly normalized: string }
  | {
      readonly inScope: false
      readonly normalized: string | undefined
      readonly decidedBy: ScopeReason
      readonly pattern?: string
    }

export interface ScopeExplanation {
  readonly url: string
  readonly normalized: string | undefined
  /** Whether the page is fetched. */
  readonly inScope: boolean
  /** Whether it is in the results: only a start URL that the patterns refuse is fetched and left out. */
  readonly inResults: boolean
  readonly decidedBy: ScopeReason | 'start-url' | 'admitted'
  readonly trace: readonly ScopeStep[]
  /** The smallest change that would flip the answer, as one sentence; absent when none is known. */
  readonly flip?: string
}

/** Compiled rules of one crawl. Robots, duplicates and the limit are the frontier's to track; the rest is decided here. */
export interface Scope {
  readonly settings: ScopeSettings
  /** Returns the fast answer, for crawlers. */
  decide(url: string, discovery: Discovery): ScopeDecision
  /** Tells whether a page belongs into the results: patterns apply to the start URL here too. */
  inResults(url: string, discovery: Discovery): boolean
  /** Returns the whole trace, for people. */
  explain(url: string, discovery?: Discovery): ScopeExplanation
  /** Returns the form under which two URLs are one page, or undefined when `url` is not an http(s) URL. */
  dedupeKey(url: string): string | undefined
}
