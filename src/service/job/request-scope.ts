import type { ScopeSettings } from '../../scope/scope.ts'
import type { CrawlRequest } from '../store/crawl-request.ts'

/** Returns the scope of a request, measured from `root`. */
export function requestScope(request: CrawlRequest, root: string): ScopeSettings {
  return {
    url: root,
    includePaths: request.includePaths,
    excludePaths: request.excludePaths,
    maxDiscoveryDepth: request.maxDiscoveryDepth,
    sitemap: request.sitemap,
    ignoreQueryParameters: request.ignoreQueryParameters,
    deduplicateSimilarURLs: request.deduplicateSimilarURLs,
    crawlEntireDomain: request.crawlEntireDomain,
    allowExternalLinks: request.allowExternalLinks,
    allowSubdomains: request.allowSubdomains,
    regexOnFullURL: request.regexOnFullURL,
    limit: request.limit,
  }
}
