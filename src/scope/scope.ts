/**
 * Input: the scope settings of a request, and a URL.
 * Output: whether the URL belongs to the crawl, and which rule decided.
 * Must not know how pages are fetched or where files are.
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
  /** Whether routes (`#/`) are pages of their own; by default they are. Without a browser they all show the same page. */
  readonly rendersRoutes?: boolean
}

/** The reasons that keep a URL out, in the order of the checks. */
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

export interface Discovery {
  /** Depth of the page: 0 for the start URL and sitemap pages, a link's page's depth + 1 for the rest. */
  readonly depth: number
  readonly via: 'start' | 'sitemap' | 'link' | 'redirect'
  /** The page with the link. It decides "one hop" for external pages and child paths on subdomains. */
  readonly from?: string | undefined
}

/** How a page can be reached, as far as is known without the site: `sitemap` only from the sitemap, `link` only from a link. */
export type Reach = 'start' | 'sitemap' | 'sitemap-or-link' | 'link' | 'never'

export interface ScopeStep {
  readonly rule: ScopeReason
  readonly passed: boolean
  /** One sentence. It names the pattern and its position if a pattern decided. */
  readonly detail: string
  readonly pattern?: string
  /** Where the pattern matched, in characters from 0 of the text that was searched. */
  readonly match?: { readonly index: number; readonly text: string }
}

export type ScopeDecision =
  | { readonly inScope: true; readonly normalized: string }
  | { readonly inScope: false; readonly normalized: string | undefined; readonly decidedBy: ScopeReason }

export interface ScopeExplanation {
  readonly url: string
  readonly normalized: string | undefined
  readonly inScope: boolean
  /** Whether the page is in the results. A start URL that the patterns refuse is fetched and left out. */
  readonly inResults: boolean
  /** Whether the page is out of scope, but in the results if a page in scope redirects to it. */
  readonly onlyByRedirect: boolean
  readonly decidedBy: ScopeReason | 'start-url' | 'admitted'
  readonly reached: Reach
  readonly trace: readonly ScopeStep[]
  /** The smallest change that would flip the answer, as one sentence; absent when none is known. */
  readonly flip?: string
}

/** Compiled rules of one crawl. The frontier tracks robots, duplicates and the limit; everything else is decided here. */
export interface Scope {
  readonly settings: ScopeSettings
  decide(url: string, discovery: Discovery): ScopeDecision
  /** Tells whether a page belongs in the results: patterns apply to the start URL here too. */
  inResults(url: string, discovery: Discovery): boolean
  /** Tells whether a page that redirects led to may be a result: by its place alone, however it was found. */
  holds(url: string): boolean
  /** Returns the whole trace, for people. */
  explain(url: string, discovery?: Discovery): ScopeExplanation
  /** Returns the form under which two URLs are one page, or undefined when `url` is not an http(s) URL. */
  dedupeKey(url: string): string | undefined
}
