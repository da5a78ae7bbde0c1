import type { ScopeSettings } from '../../src/scope/scope.ts'

/** Scope settings as the service's defaults leave them, with some of them changed. */
export function someScopeSettings(changes: Partial<ScopeSettings> = {}): ScopeSettings {
  return {
    url: 'https://example.com/',
    includePaths: [],
    excludePaths: [],
    maxDiscoveryDepth: undefined,
    sitemap: 'include',
    ignoreQueryParameters: false,
    deduplicateSimilarURLs: true,
    crawlEntireDomain: false,
    allowExternalLinks: false,
    allowSubdomains: false,
    regexOnFullURL: false,
    limit: 10_000,
    ...changes,
  }
}
