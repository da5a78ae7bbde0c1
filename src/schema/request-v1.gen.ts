// Generated from schema/request.v1.schema.json with json-schema-to-typescript: edit the schema and run `npm run generate`.

import type { Action, Location, PathPatterns, Selector, Webhook, WebhookUrl } from './request-v2.gen.ts'

/**
 * The name of a format.
 */
export type Format =
  | 'markdown'
  | 'html'
  | 'rawHtml'
  | 'links'
  | 'summary'
  | 'screenshot'
  | 'screenshot@fullPage'
  | 'json'
  | 'extract'
  | 'changeTracking'
/**
 * The body of POST /v1/crawl. crawlform migrates it to version 2.
 */
export interface CrawlRequestV1 {
  /**
   * URL where the crawl starts. Without https:// or http:// in front, http:// is assumed.
   */
  url: string
  /**
   * Regular expressions searched in each URL's path (not its host or query): pages that match are left out. Excludes win over includes.
   */
  excludePaths?: PathPatterns
  /**
   * Regular expressions searched in each URL's path (not its host or query): only pages that match one are in the results. Empty admits every page.
   */
  includePaths?: PathPatterns
  /**
   * How many links away from the start a page may be, in hops by order of discovery. The start URL and pages of the sitemap are at 0. Unset means no limit.
   */
  maxDiscoveryDepth?: number
  /**
   * Treat URLs that differ only in their query (?page=2) as one page.
   */
  ignoreQueryParameters?: boolean
  /**
   * The most pages that the crawl may have. A page costs at least one credit on the hosted service.
   */
  limit?: number
  /**
   * Follow links to every page of the site, also to siblings and parents of the start URL. When false, only pages below the start URL's path are followed.
   */
  crawlEntireDomain?: boolean
  /**
   * Follow links to other sites, one hop away.
   */
  allowExternalLinks?: boolean
  /**
   * Follow links to subdomains of the start URL's domain.
   */
  allowSubdomains?: boolean
  /**
   * Crawl pages that the site's robots.txt disallows. The hosted service answers 403 unless your team may do this.
   */
  ignoreRobotsTxt?: boolean
  /**
   * Treat URLs as one page if they differ only in http or https, www, a trailing slash, or an index page such as index.html.
   */
  deduplicateSimilarURLs?: boolean
  /**
   * Search includePaths and excludePaths in the whole URL, query included, instead of its path.
   */
  regexOnFullURL?: boolean
  /**
   * Wait between two pages, in seconds (not milliseconds), more than 0 and at most 60. Unset means no wait.
   */
  delay?: number
  /**
   * The most pages that are scraped at the same time. Unset means your team's limit, which is never exceeded.
   */
  maxConcurrency?: number
  /**
   * Where the service reports progress: a URL, or a mapping with url, headers, metadata and events.
   */
  webhook?: Webhook | WebhookUrl
  /**
   * Keep no data of this crawl. The hosted service refuses it unless it has been enabled for your team.
   */
  zeroDataRetention?: boolean
  /**
   * Free text that names the program the request comes from, for the service's statistics. Unset means api.
   */
  origin?: string
  /**
   * The integration the request comes from: a name the service knows, or any text that starts with an underscore.
   */
  integration?: string
  /**
   * How many segments the path of a page may have, counted from the host (not hops).
   */
  maxDepth?: number
  /**
   * Ignore the site's sitemap.
   */
  ignoreSitemap?: boolean
  /**
   * Use the site's sitemap in addition to following links.
   */
  sitemap?: boolean
  /**
   * Crawl only the pages of the sitemap.
   */
  sitemapOnly?: boolean
  /**
   * Follow links to every page of the site, not only to pages below the start URL.
   */
  allowBackwardLinks?: boolean
  /**
   * Follow links to every page of the site, not only to pages below the start URL.
   */
  allowBackwardCrawling?: boolean
  /**
   * Version 0 held the crawl's settings here. They are in the request itself now.
   */
  crawlerOptions?: {}
  /**
   * Version 0 held the settings of each page here.
   */
  pageOptions?: {}
  /**
   * How each page is scraped: formats, content, waiting, browser and cache.
   */
  scrapeOptions?: ScrapeOptions
}
/**
 * How each page is scraped.
 */
export interface ScrapeOptions {
  /**
   * What is returned for each page.
   */
  formats?: Format[]
  /**
   * Leave out headers, navigation and footers.
   */
  onlyMainContent?: boolean
  /**
   * CSS selectors: only matching elements are kept.
   */
  includeTags?: Selector[]
  /**
   * CSS selectors: matching elements are removed.
   */
  excludeTags?: Selector[]
  /**
   * HTTP headers sent with each page's request, such as Cookie. The embedded service sends them to the origin of the start URL alone. Values are strings; keep secrets out of the file with ${secret:NAME}.
   */
  headers?: {
    /**
     * A header's value.
     */
    [k: string]: string
  }
  /**
   * Wait after a page has loaded, in milliseconds, at most 60,000 and at most half of timeout.
   */
  waitFor?: number
  /**
   * Load pages as a mobile device does.
   */
  mobile?: boolean
  /**
   * How long a page may take, in milliseconds, at least 1,000. Unset means no time limit.
   */
  timeout?: number
  /**
   * What a browser does on each page before it is scraped, in order. At most 50, and at most 60 seconds of waiting in all.
   *
   * @maxItems 50
   */
  actions?: Action[]
  /**
   * The country and languages that pages are requested with.
   */
  location?: Location
  /**
   * Replace base64 images with a placeholder.
   */
  removeBase64Images?: boolean
  /**
   * Block advertisements and cookie notices.
   */
  blockAds?: boolean
  /**
   * Keep pages in the service's cache. Turned off when headers or actions are set.
   */
  storeInCache?: boolean
  /**
   * Fetch pages faster and less carefully.
   */
  fastMode?: boolean
  /**
   * How old a cached page may be, in milliseconds; 0 always fetches the page again. Unset means 1 day.
   */
  maxAge?: number
  /**
   * Accept invalid TLS certificates.
   */
  skipTlsVerification?: boolean
  /**
   * The kind of proxy that pages are fetched through.
   */
  proxy?: 'basic' | 'stealth' | 'enhanced' | 'auto'
  /**
   * Turn PDFs into text.
   */
  parsePDF?: boolean
  /**
   * The country and languages that pages are requested with.
   */
  geolocation?: Location
  /**
   * What the format json extracts.
   */
  jsonOptions?: Extraction
  /**
   * What the format extract extracts.
   */
  extract?: Extraction
  /**
   * How the format changeTracking compares.
   */
  changeTrackingOptions?: ChangeTrackingOptions
  /**
   * Answer from the cache with pages up to 4 hours old.
   */
  __experimental_cache?: boolean
}
/**
 * What a language model extracts.
 */
export interface Extraction {
  /**
   * JSON Schema of the data to extract.
   */
  schema?: {}
  /**
   * What to extract, in plain words, at most 10,000 characters.
   */
  prompt?: string
  /**
   * Instructions for the model. Version 2 has no counterpart.
   */
  systemPrompt?: string
  /**
   * The older way to choose a model. Version 2 has no counterpart.
   */
  mode?: string
  /**
   * The model's temperature. Version 2 has no counterpart.
   */
  temperature?: number
}
/**
 * How pages are compared.
 */
export interface ChangeTrackingOptions {
  /**
   * How changes are reported, in addition to their status.
   *
   * Items: A way to report changes.
   */
  modes?: ('git-diff' | 'json')[]
  /**
   * JSON Schema of the data to compare (mode json).
   */
  schema?: {}
  /**
   * What to compare, in plain words (mode json).
   */
  prompt?: string
  /**
   * Compare only with scrapes that carry the same tag. null means those without a tag.
   */
  tag?: string | null
}
