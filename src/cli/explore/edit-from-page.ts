import { SWITCHES, type ScopeEdit } from '../../explore/explored-crawl.ts'
import { isJsonObject, type Json } from '../../util/json.ts'

/** Returns the settings that the page sent; undefined for anything else. */
export function editFromPage(body: unknown): ScopeEdit | undefined {
  const edit = isJsonObject(body as Json) ? (body as { edit?: Json }).edit : undefined
  if (!isJsonObject(edit)) return undefined
  const { includePaths, excludePaths, maxDiscoveryDepth, sitemap, limit } = edit
  if (!isTexts(includePaths) || !isTexts(excludePaths) || typeof limit !== 'number') return undefined
  if (maxDiscoveryDepth !== undefined && typeof maxDiscoveryDepth !== 'number') return undefined
  if (sitemap !== 'include' && sitemap !== 'skip' && sitemap !== 'only') return undefined
  if (SWITCHES.some((name) => typeof edit[name] !== 'boolean')) return undefined
  const isOn = (name: (typeof SWITCHES)[number]): boolean => edit[name] === true
  return {
    includePaths,
    excludePaths,
    maxDiscoveryDepth,
    sitemap,
    crawlEntireDomain: isOn('crawlEntireDomain'),
    allowSubdomains: isOn('allowSubdomains'),
    allowExternalLinks: isOn('allowExternalLinks'),
    ignoreQueryParameters: isOn('ignoreQueryParameters'),
    limit,
  }
}

function isTexts(value: Json | undefined): value is string[] {
  return Array.isArray(value) && value.every((item) => typeof item === 'string')
}
