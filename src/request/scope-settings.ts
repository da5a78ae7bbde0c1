import { crawlStandards } from '../schema/request-standards.gen.ts'
import type { CrawlRequest } from '../schema/request-v2.gen.ts'
import type { ScopeSettings } from '../scope/scope.ts'
import type { JsonObject } from '../util/json.ts'

/** Returns the scope settings of a valid request of version 2 with its defaults. An absent setting restricts nothing. */
export function scopeSettings(effectiveRequest: JsonObject | CrawlRequest): ScopeSettings {
  // The schema has checked every member that the type names.
  const request = effectiveRequest as Partial<CrawlRequest>
  return {
    url: request.url ?? '',
    includePaths: request.includePaths ?? [],
    excludePaths: request.excludePaths ?? [],
    maxDiscoveryDepth: request.maxDiscoveryDepth,
    sitemap: request.sitemap ?? 'include',
    ignoreQueryParameters: request.ignoreQueryParameters === true,
    deduplicateSimilarURLs: request.deduplicateSimilarURLs === true,
    crawlEntireDomain: request.crawlEntireDomain === true,
    allowExternalLinks: request.allowExternalLinks === true,
    allowSubdomains: request.allowSubdomains === true,
    regexOnFullURL: request.regexOnFullURL === true,
    limit: request.limit ?? Number.POSITIVE_INFINITY,
  }
}

/** Returns the same for a request without its defaults. */
export function scopeSettingsWithDefaults(chosen: JsonObject): ScopeSettings {
  return scopeSettings({ ...crawlStandards, ...chosen })
}
