// Generated from schema/ with scripts/generate.mjs: edit the schema and run `npm run generate`.
/** Every setting of a request of version 2, in the schema's order. */
export const crawlOrder: readonly string[] = [
  "url",
  "prompt",
  "excludePaths",
  "includePaths",
  "maxDiscoveryDepth",
  "sitemap",
  "ignoreQueryParameters",
  "limit",
  "crawlEntireDomain",
  "allowExternalLinks",
  "allowSubdomains",
  "ignoreRobotsTxt",
  "robotsUserAgent",
  "deduplicateSimilarURLs",
  "regexOnFullURL",
  "delay",
  "maxConcurrency",
  "webhook",
  "scrapeOptions",
  "zeroDataRetention",
  "origin",
  "integration",
]

/** Every setting of its scrapeOptions. */
export const pageOrder: readonly string[] = [
  "formats",
  "onlyMainContent",
  "onlyCleanContent",
  "includeTags",
  "excludeTags",
  "maxAge",
  "minAge",
  "headers",
  "waitFor",
  "mobile",
  "skipTlsVerification",
  "timeout",
  "parsers",
  "actions",
  "location",
  "removeBase64Images",
  "blockAds",
  "proxy",
  "storeInCache",
  "fastMode",
  "checkPromptInjection",
  "lockdown",
  "safeMode",
  "redactPII",
  "profile",
  "threatProtection",
  "auditMetadata",
]

/** What the service fills in. */
export const crawlStandards = {
  excludePaths: [],
  includePaths: [],
  sitemap: "include",
  ignoreQueryParameters: false,
  limit: 10000,
  crawlEntireDomain: false,
  allowExternalLinks: false,
  allowSubdomains: false,
  ignoreRobotsTxt: false,
  deduplicateSimilarURLs: true,
  regexOnFullURL: false,
  zeroDataRetention: false,
}

/** The same in scrapeOptions. */
export const pageStandards = {
  formats: ["markdown"],
  onlyMainContent: true,
  onlyCleanContent: false,
  maxAge: 172800000,
  waitFor: 0,
  mobile: false,
  skipTlsVerification: true,
  parsers: ["pdf","image"],
  removeBase64Images: true,
  blockAds: true,
  proxy: "auto",
  storeInCache: true,
  fastMode: false,
  checkPromptInjection: false,
  lockdown: false,
  safeMode: false,
  redactPII: false,
}

/** Those of them whose default is never sent, because older releases do not know the setting or have another default. */
export const newerStandards: readonly string[] = [
  "onlyCleanContent",
  "parsers",
  "checkPromptInjection",
  "lockdown",
  "safeMode",
  "redactPII",
]
/** The same inside mappings that may be missing, `holders` being their keys. */
export const nestedStandards: readonly {
  readonly holders: readonly string[]
  readonly key: string
  readonly standard: unknown
}[] = [
  { holders: ["webhook"], key: "headers", standard: {} },
  { holders: ["webhook"], key: "metadata", standard: {} },
  { holders: ["webhook"], key: "events", standard: ["completed","failed","page","started"] },
  { holders: ["scrapeOptions","location"], key: "country", standard: "us-generic" },
  { holders: ["scrapeOptions","redactPII"], key: "mode", standard: "accurate" },
  { holders: ["scrapeOptions","redactPII"], key: "replaceStyle", standard: "tag" },
  { holders: ["scrapeOptions","profile"], key: "saveChanges", standard: true },
]
