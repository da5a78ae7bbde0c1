import type { Json, JsonObject } from '../util/json.ts'
import type { ScopeSettings } from '../scope/scope.ts'

/**
 * Returns the scope settings of a version 2 request with its defaults filled in. A setting that is absent restricts
 * nothing.
 */
export function scopeSettings(effectiveRequest: JsonObject): ScopeSettings {
  const get = (key: string): Json | undefined => effectiveRequest[key]
  const url = get('url')
  const sitemap = get('sitemap')
  const depth = get('maxDiscoveryDepth')
  const limit = get('limit')
  return {
    url: typeof url === 'string' ? url : '',
    includePaths: texts(get('includePaths')),
    excludePaths: texts(get('excludePaths')),
    maxDiscoveryDepth: typeof depth === 'number' ? depth : undefined,
    sitemap: sitemap === 'skip' || sitemap === 'only' ? sitemap : 'include',
    ignoreQueryParameters: get('ignoreQueryParameters') === true,
    deduplicateSimilarURLs: get('deduplicateSimilarURLs') === true,
    crawlEntireDomain: get('crawlEntireDomain') === true,
    allowExternalLinks: get('allowExternalLinks') === true,
    allowSubdomains: get('allowSubdomains') === true,
    regexOnFullURL: get('regexOnFullURL') === true,
    limit: typeof limit === 'number' ? limit : Number.POSITIVE_INFINITY,
  }
}

function texts(value: Json | undefined): readonly string[] {
  return Array.isArray(value) ? value.filter((item): item is string => typeof item === 'string') : []
}
