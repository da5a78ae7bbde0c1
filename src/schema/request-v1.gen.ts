// Generated from schema/request.v1.schema.json with json-schema-to-typescript: edit the schema and run `npm run generate`.

/**
 * The address the service posts events to. The hosted service wants https.
 */
export type WebhookUrl = string
/**
 * A kind of event, without the "crawl." it arrives with.
 */
export type WebhookEvent = 'started' | 'page' | 'completed' | 'failed'
/**
 * Regular expressions (RE2 syntax). At most 1,000, each at most 2,000 characters.
 *
 * @maxItems 1000
 *
 * Items: A regular expression (RE2 syntax), not a glob.
 */
export type PathPatterns = string[]
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
 * A CSS selector.
 */
export type Selector = string
/**
 * One step of a browser on the page.
 */
export type Action =
  | WaitAction
  | ClickAction
  | ScreenshotAction
  | WriteAction
  | PressAction
  | ScrollAction
  | ScrapeAction
  | ExecuteJavascriptAction
  | PdfAction

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
   * How many pages the crawl may have at most. A page costs at least one credit on the hosted service.
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
   * Treat http and https, www and none, a trailing slash or none, and index pages of one address as one page.
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
   * How many pages are scraped at the same time at most. Unset means your team's limit, which is never exceeded.
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
   * Use the site's sitemap besides following links.
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
   * Version 0 held the crawl's settings here. They stand in the request itself now.
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
 * Where the service reports progress, and what it sends along.
 */
export interface Webhook {
  url: WebhookUrl
  /**
   * Headers sent with every event. Text only; keep secrets out of the file with ${secret:NAME}.
   */
  headers?: {
    /**
     * A header's value.
     */
    [k: string]: string
  }
  /**
   * Your own data, returned with every event. Text only.
   */
  metadata?: {
    /**
     * A value of your own, as text.
     */
    [k: string]: string
  }
  /**
   * The kinds of event to send.
   */
  events?: WebhookEvent[]
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
   * HTTP headers sent with each page's request, such as Cookie. The embedded service sends them to the origin of the start URL alone. Text only; keep secrets out of the file with ${secret:NAME}.
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
   * How long a page may take, in milliseconds, at least 1,000. Unset means no limit of its own.
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
   * Replace images that are embedded as base64 text by a placeholder.
   */
  removeBase64Images?: boolean
  /**
   * Block advertisements and cookie notices.
   */
  blockAds?: boolean
  /**
   * Keep pages in the service's cache. Off by itself when headers or actions are set.
   */
  storeInCache?: boolean
  /**
   * Fetch pages faster and less carefully.
   */
  fastMode?: boolean
  /**
   * How old a cached page may be, in milliseconds; 0 always fetches anew. Unset means 1 day.
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
 * Wait for some milliseconds or for an element.
 */
export interface WaitAction {
  /**
   * Wait for some milliseconds or for an element.
   */
  type: 'wait'
  /**
   * How long to wait, in milliseconds, more than 0. All waits together at most 60 seconds.
   */
  milliseconds?: number
  /**
   * CSS selector of the element to wait for.
   */
  selector?: string
}
/**
 * Click an element.
 */
export interface ClickAction {
  /**
   * Click an element.
   */
  type: 'click'
  /**
   * CSS selector of the element to click.
   */
  selector: string
  /**
   * Click every element that the selector finds, not only the first.
   */
  all?: boolean
}
/**
 * Take a picture.
 */
export interface ScreenshotAction {
  /**
   * Take a picture.
   */
  type: 'screenshot'
  /**
   * Take the whole page instead of the visible part.
   */
  fullPage?: boolean
  /**
   * The picture's quality in percent, from 1 (small) to 100 (best).
   */
  quality?: number
  /**
   * The browser window's size.
   */
  viewport?: Viewport
}
/**
 * Type text into the focused element; click it first.
 */
export interface WriteAction {
  /**
   * Type text into the focused element.
   */
  type: 'write'
  /**
   * The text to type.
   */
  text: string
}
/**
 * Press a key.
 */
export interface PressAction {
  /**
   * Press a key.
   */
  type: 'press'
  /**
   * The name of the key.
   */
  key: string
}
/**
 * Scroll the page or an element.
 */
export interface ScrollAction {
  /**
   * Scroll the page or an element.
   */
  type: 'scroll'
  /**
   * Which way.
   */
  direction?: 'up' | 'down'
  /**
   * CSS selector of the element to scroll. Unset means the page.
   */
  selector?: string
}
/**
 * Keep the page as it is now, besides the final one.
 */
export interface ScrapeAction {
  /**
   * Keep the page as it is now.
   */
  type: 'scrape'
}
/**
 * Run a script on the page.
 */
export interface ExecuteJavascriptAction {
  /**
   * Run a script on the page.
   */
  type: 'executeJavascript'
  /**
   * The JavaScript to run.
   */
  script: string
}
/**
 * Print the page as a PDF.
 */
export interface PdfAction {
  /**
   * Print the page as a PDF.
   */
  type: 'pdf'
  /**
   * The paper size.
   */
  format?: 'A0' | 'A1' | 'A2' | 'A3' | 'A4' | 'A5' | 'A6' | 'Letter' | 'Legal' | 'Tabloid' | 'Ledger'
  /**
   * Print in landscape.
   */
  landscape?: boolean
  /**
   * The scale, where 1 is the natural size.
   */
  scale?: number
}
/**
 * The browser window's size, in pixels.
 */
export interface Viewport {
  /**
   * Width in pixels, at most 7,680.
   */
  width: number
  /**
   * Height in pixels, at most 4,320.
   */
  height: number
}
/**
 * The country and languages that pages are requested with.
 */
export interface Location {
  /**
   * A two-letter country code (ISO 3166-1 alpha-2, and XK), in either case; us-generic stands for anywhere in the US.
   */
  country?: string
  /**
   * Preferred languages, best first, as tags such as en-US.
   *
   * Items: A language tag.
   */
  languages?: string[]
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
   * How changes are reported besides their status.
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
   * Compare only with scrapes that carry the same tag.
   */
  tag?: string
}
