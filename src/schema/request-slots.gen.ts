// Generated from schema/ with scripts/generate.mjs: edit the schema and run `npm run generate`.
/** A setting, and what the service fills in for it. */
export interface Slot {
  readonly key: string
  readonly standard: unknown
}

/** Every setting of a request of version 2, in the schema's order. */
export const crawlSlots: readonly Slot[] = [
  { key: "url", standard: undefined },
  { key: "prompt", standard: undefined },
  { key: "excludePaths", standard: [] },
  { key: "includePaths", standard: [] },
  { key: "maxDiscoveryDepth", standard: undefined },
  { key: "sitemap", standard: "include" },
  { key: "ignoreQueryParameters", standard: false },
  { key: "limit", standard: 10000 },
  { key: "crawlEntireDomain", standard: false },
  { key: "allowExternalLinks", standard: false },
  { key: "allowSubdomains", standard: false },
  { key: "ignoreRobotsTxt", standard: false },
  { key: "robotsUserAgent", standard: undefined },
  { key: "deduplicateSimilarURLs", standard: true },
  { key: "regexOnFullURL", standard: false },
  { key: "delay", standard: undefined },
  { key: "maxConcurrency", standard: undefined },
  { key: "webhook", standard: undefined },
  { key: "scrapeOptions", standard: undefined },
  { key: "zeroDataRetention", standard: false },
  { key: "origin", standard: undefined },
  { key: "integration", standard: undefined },
]

/** The same of its scrapeOptions. */
export const scrapeSlots: readonly Slot[] = [
  { key: "formats", standard: ["markdown"] },
  { key: "onlyMainContent", standard: true },
  { key: "onlyCleanContent", standard: false },
  { key: "includeTags", standard: undefined },
  { key: "excludeTags", standard: undefined },
  { key: "maxAge", standard: 172800000 },
  { key: "minAge", standard: undefined },
  { key: "headers", standard: undefined },
  { key: "waitFor", standard: 0 },
  { key: "mobile", standard: false },
  { key: "skipTlsVerification", standard: true },
  { key: "timeout", standard: undefined },
  { key: "parsers", standard: ["pdf"] },
  { key: "actions", standard: undefined },
  { key: "location", standard: undefined },
  { key: "removeBase64Images", standard: true },
  { key: "blockAds", standard: true },
  { key: "proxy", standard: "auto" },
  { key: "storeInCache", standard: true },
  { key: "fastMode", standard: false },
  { key: "lockdown", standard: false },
  { key: "safeMode", standard: false },
  { key: "redactPII", standard: false },
  { key: "profile", standard: undefined },
  { key: "threatProtection", standard: undefined },
  { key: "auditMetadata", standard: undefined },
]

/** Defaults inside mappings that may be missing, by the keys of the mapping. */
export const insideSlots: readonly (Slot & { readonly holders: readonly string[] })[] = [
  { holders: ["webhook"], key: "headers", standard: {} },
  { holders: ["webhook"], key: "metadata", standard: {} },
  { holders: ["webhook"], key: "events", standard: ["completed","failed","page","started"] },
  { holders: ["scrapeOptions","location"], key: "country", standard: "us-generic" },
  { holders: ["scrapeOptions","redactPII"], key: "mode", standard: "accurate" },
  { holders: ["scrapeOptions","redactPII"], key: "replaceStyle", standard: "tag" },
  { holders: ["scrapeOptions","profile"], key: "saveChanges", standard: true },
]
