import { crawlStandards } from '../schema/request-standards.gen.ts'
import type { CrawlRequest } from '../schema/request-v2.gen.ts'
import type { ScopeSettings } from '../scope/scope.ts'
import type { JsonObject } from '../util/json.ts'

/** Returns the scope settings of a valid request of version 2 with its defaults. An absent setting restricts nothing. */
export function scopeSettings(effectiveRequest: JsonObject | CrawlRequest): ScopeSettings {
  return settingsOf(effectiveRequest, NONE)
}

/** Returns the same for a request without its defaults. */
export function scopeSettingsWithDefaults(chosen: JsonObject): ScopeSettings {
  return settingsOf(chosen, crawlStandards)
}

const NONE = {}

function settingsOf(
  request: JsonObject | CrawlRequest,
  standards: Readonly<Record<string, unknown>>,
): ScopeSettings {
  // The schema has checked every member that the type names.
  const own = request as Partial<CrawlRequest>
  const usual = standards as Partial<CrawlRequest>
  return {
    url: own.url ?? '',
    includePaths: own.includePaths ?? usual.includePaths ?? [],
    excludePaths: own.excludePaths ?? usual.excludePaths ?? [],
    maxDiscoveryDepth: own.maxDiscoveryDepth ?? usual.maxDiscoveryDepth,
    sitemap: own.sitemap ?? usual.sitemap ?? 'include',
    ignoreQueryParameters: (own.ignoreQueryParameters ?? usual.ignoreQueryParameters) === true,
    deduplicateSimilarURLs: (own.deduplicateSimilarURLs ?? usual.deduplicateSimilarURLs) === true,
    crawlEntireDomain: (own.crawlEntireDomain ?? usual.crawlEntireDomain) === true,
    allowExternalLinks: (own.allowExternalLinks ?? usual.allowExternalLinks) === true,
    allowSubdomains: (own.allowSubdomains ?? usual.allowSubdomains) === true,
    regexOnFullURL: (own.regexOnFullURL ?? usual.regexOnFullURL) === true,
    limit: own.limit ?? usual.limit ?? Number.POSITIVE_INFINITY,
  }
}
