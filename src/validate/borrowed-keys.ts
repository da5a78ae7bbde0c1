import { fold } from '../util/suggest.ts'

/** Advice by key. Keys are folded, because other tools write them in other styles. */
type Advice = ReadonlyMap<string, string>

/** Takes the keys of each piece of advice, separated by spaces. */
function byKey(rows: Readonly<Record<string, string>>): Advice {
  return new Map(
    Object.entries(rows).flatMap(([advice, keys]) => keys.split(' ').map((key) => [fold(key), advice])),
  )
}

/** Returns the advice for a key in any style, such as `max_pages` or `maxpages` for `maxPages`. */
export function lookUp(table: Advice, key: string): string | undefined {
  return table.get(fold(key))
}

/** Keys from other tools, older versions or memory, with their replacements. */
export const borrowedKeys: Advice = byKey({
  'A crawl has no agent; describe the goal in "prompt" or in a format "json".': 'agent',
  'Use "limit" for the number of pages.':
    'maxPages pageLimit maxResults maxUrls maxItems maxCrawlPages maxPagesPerCrawl maxPagesToCrawl maxRequestsPerCrawl pages',
  'Use "maxDiscoveryDepth" for the number of links from the start.':
    'depth crawlDepth depthLimit maxCrawlDepth maxCrawlingDepth',
  'Use "includePaths" with regular expressions.':
    'allowedPaths allowPaths includePatterns includeUrls includeUrlGlobs globs allow',
  'Use "includePaths" with regular expressions, or "extends" for shared settings.': 'include',
  'Use "excludePaths" with regular expressions.':
    'disallow exclude excludePatterns excludeUrls excludeUrlGlobs disallowedPaths blockedPaths exclusionPatterns stopUrls',
  'Use "allowSubdomains".': 'includeSubdomains followSubdomains crawlSubdomains subdomains',
  'Use "allowExternalLinks".': 'followExternalLinks externalLinks',
  'Use "allowSubdomains" or "allowExternalLinks", or one crawl for each domain.':
    'allowedDomains allowDomains domains',
  'Use "url" for the one URL where the crawl starts.': 'startUrl seed',
  'A crawl has one start URL, "url"; write several crawls with "matrix".': 'startUrls urls seeds seedUrls',
  'Use "maxConcurrency".': 'concurrency concurrentRequests workers',
  'Use "delay", in seconds between two pages.': 'rateLimit crawlDelay requestDelay downloadDelay throttle',
  'Use "scrapeOptions.headers" with "User-Agent", or "robotsUserAgent" for the rules of robots.txt.':
    'userAgent',
  'robots.txt is respected unless "ignoreRobotsTxt" is true.':
    'respectRobotsTxt obeyRobotsTxt obeyRobots robotsTxtObey',
  'Use "ignoreRobotsTxt".': 'robotsMode',
  'Use "sitemap: include", "only" or "skip".': 'useSitemap followSitemap',
  'Waiting is an option of the command: "crawlform apply --wait".': 'waitForResults wait waitTimeout',
  'Polling is an option of the command: "crawlform apply --wait".': 'pollInterval',
  'Write it under "environments" in crawlform.yaml, as "${secret:NAME}".': 'apiKey',
  'Write the key under "environments" in crawlform.yaml, as "${secret:NAME}".': 'token',
  'Write it as "baseUrl" under "environments" in crawlform.yaml.': 'apiUrl',
  'crawlform makes one for each submission; remove this.': 'idempotencyKey',
  'Use "webhook" with the event "completed".': 'notifyOnCompletion',
  'Use "webhook".': 'callback callbackUrl webhookUrl',
  'Use "refresh" next to "request" to submit a crawl again after a time.': 'monitor interval',
  'Use "refresh" next to "request", and run "crawlform apply" on a schedule in CI.': 'schedule cron',
  'Write the settings directly under "request".': 'options params crawlOptions',
  'Use a format: "formats: [{ type: json, schema: ... }]" in "scrapeOptions".':
    'extractOptions extractorOptions extract schema extractionSchema',
  'Use the format: "formats: [screenshot]" in "scrapeOptions".': 'screenshot',
  'Use the format: "formats: [markdown]" in "scrapeOptions".': 'markdown',
  'Use "formats" in "scrapeOptions", such as "formats: [markdown]".': 'format output outputFormat',
  'The service chooses the proxy; "scrapeOptions.proxy" names its kind, such as "auto".': 'proxies',
  'Write a header: "scrapeOptions: { headers: { Cookie: ${secret:NAME} } }".': 'cookie cookies',
  'Write a header: "scrapeOptions: { headers: { Authorization: ${secret:NAME} } }".':
    'auth authorization basicAuth',
  'Pages are rendered by a browser when "scrapeOptions" has "waitFor" or "actions".':
    'render renderJs javascript js browser headless dynamic',
  'Use "scrapeOptions.waitFor", in milliseconds.': 'sleep waitTime',
  'Use "scrapeOptions.maxAge", in milliseconds.': 'cache cacheTtl ttl',
  'Use "scrapeOptions.proxy: stealth".': 'stealth antiBot',
  'Use "scrapeOptions.skipTlsVerification".': 'insecure verify verifySsl ignoreHttpsErrors ignoreSslErrors',
  'Use "scrapeOptions.location".': 'geo lang language',
  'Use "includeTags" or "excludeTags" in "scrapeOptions".':
    'selector selectors css cssSelector excludeSelectors',
  'Use "parsers: [pdf]" in "scrapeOptions".': 'pdf pdfs',
  'Use "excludePaths" with a pattern such as "\\.pdf$".': 'extensions excludeExtensions fileTypes',
  'Use "crawlEntireDomain".': 'entireDomain entireSite crawlEntireSite wholeSite',
  'Use "deduplicateSimilarURLs".': 'dedupe deduplicate similarUrls',
  'The service tries failed pages again; remove this.': 'retry retries maxRetries',
  'Write "budget: { credits: 1000 }" in crawlform.yaml.': 'maxCredits creditLimit budget',
  'Pages are written by "crawlform apply --output pages".': 'outputDir outputPath export',
  "The service signs its deliveries with the account's secret; remove this.": 'secret',
})

/** Keys that people write at the top of a crawl file and that belong in the project file. */
export const projectKeys: Advice = byKey({
  'Profiles are in crawlform.yaml; a crawl names them: "extends: [polite]".':
    'profile profiles includes import imports',
  'Write "matrix" at the top of the file.': 'strategy',
  'Environments are in crawlform.yaml; choose one with "--env".': 'env environment environments',
  'It is a setting of the project file, crawlform.yaml.': 'budget crawls defaults rules state',
})

/** Names that people give to the settings of an environment. */
export const environmentKeys: Advice = byKey({
  baseUrl: 'url apiUrl address endpoint host server',
  apiKey: 'key token',
})

/** Keys of versions 0 and 1 that the schema of version 1 lacks, with their replacements. */
export const oldKeys: Advice = byKey({
  'Use "includePaths" with regular expressions.': 'includes',
  'Use "excludePaths" with regular expressions.': 'excludes',
  'Use "limit" for the number of pages.': 'maxCrawledLinks',
  'Use "crawlEntireDomain".': 'allowBackwardCrawling',
  'Use "allowExternalLinks".': 'allowExternalContentLinks',
  'Use "formats: [links]" in "scrapeOptions", or "crawlform preview" to see the pages.': 'returnOnlyUrls',
  'Version 2 has no counterpart; remove it.': 'generateImgAltText',
  'Add "html" to "formats" in "scrapeOptions".': 'includeHtml',
  'Add "rawHtml" to "formats" in "scrapeOptions".': 'includeRawHtml',
  'Add "markdown" to "formats" in "scrapeOptions".': 'includeMarkdown',
  'Use "includeTags" in "scrapeOptions".': 'onlyIncludeTags',
  'Use "excludeTags" in "scrapeOptions".': 'removeTags',
  'Version 2 always writes absolute links; remove it.': 'replaceAllPathsWithAbsolutePaths',
  'Use "formats: [{ type: screenshot, fullPage: true }]" in "scrapeOptions".': 'fullPageScreenshot',
})
