// Generated from schema/request.v2.schema.json with json-schema-to-typescript: edit the schema and run `npm run generate`.

/**
 * The address the service posts events to. The hosted service requires https.
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
 * What is returned for a page: a name, or a mapping with a type and its options.
 */
export type Format = FormatObject | FormatName
/**
 * A format with its options.
 */
export type FormatObject =
  | PlainFormat
  | ScreenshotFormat
  | JsonFormat
  | ChangeTrackingFormat
  | AttributesFormat
  | QuestionFormat
  | HighlightsFormat
  | QueryFormat
  | DeterministicJsonFormat
/**
 * The name of a format that needs no options.
 */
export type FormatName =
  | 'markdown'
  | 'html'
  | 'rawHtml'
  | 'links'
  | 'images'
  | 'summary'
  | 'screenshot'
  | 'json'
  | 'changeTracking'
  | 'branding'
  | 'product'
  | 'menu'
  | 'audio'
  | 'video'
  | 'rawBase64'
/**
 * A CSS selector.
 */
export type Selector = string
/**
 * A kind of file that is turned into text: a name, or a mapping with a type and its options.
 */
export type Parser = ParserObject | ParserName
/**
 * A parser with its options.
 */
export type ParserObject = PdfParser | ImageParser
/**
 * The name of a parser.
 */
export type ParserName = 'pdf' | 'image'
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
 * The body of POST /v2/crawl: where a crawl starts, which pages belong to it, and how each page is scraped.
 */
export interface CrawlRequest {
  /**
   * URL where the crawl starts. Without https:// or http:// in front, http:// is assumed.
   */
  url: string
  /**
   * What to crawl, in plain words: the service generates the crawl settings that are not set here. At most 10,000 characters.
   */
  prompt?: string
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
   * How the site's sitemap is used.
   */
  sitemap?: 'skip' | 'include' | 'only'
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
   * The user agent whose rules in robots.txt are followed. The hosted service answers 403 unless your team may set it.
   */
  robotsUserAgent?: string
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
   * How each page is scraped: formats, content, waiting, browser and cache.
   */
  scrapeOptions?: ScrapeOptions
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
}
/**
 * Where the service reports progress, and which headers and data it adds.
 */
export interface Webhook {
  url: WebhookUrl
  /**
   * Headers sent with every event. Values are strings; keep secrets out of the file with ${secret:NAME}.
   */
  headers?: {
    /**
     * A header's value.
     */
    [k: string]: string
  }
  /**
   * Your own data, returned with every event. Values are strings.
   */
  metadata?: {
    /**
     * A value of your own, as a string.
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
   * What is returned for each page: names such as markdown, or mappings with a type and its options.
   */
  formats?: Format[]
  /**
   * Leave out headers, navigation and footers.
   */
  onlyMainContent?: boolean
  /**
   * Clean the Markdown further with a language model (beta).
   */
  onlyCleanContent?: boolean
  /**
   * CSS selectors: only matching elements are kept.
   */
  includeTags?: Selector[]
  /**
   * CSS selectors: matching elements are removed.
   */
  excludeTags?: Selector[]
  /**
   * How old a cached page may be, in milliseconds; 0 always fetches the page again. Unset means 2 days.
   */
  maxAge?: number
  /**
   * Use only cached pages that are at least this old, in milliseconds. A page that is not in the cache fails.
   */
  minAge?: number
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
   * Accept invalid TLS certificates. False by itself when headers or actions are set.
   */
  skipTlsVerification?: boolean
  /**
   * How long a page may take, in milliseconds, at least 1,000. Unset means no time limit.
   */
  timeout?: number
  /**
   * Files that are turned into text. An empty list returns PDFs as they are. Older releases know pdf only.
   */
  parsers?: Parser[]
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
   * The kind of proxy that pages are fetched through.
   */
  proxy?: 'basic' | 'stealth' | 'enhanced' | 'auto'
  /**
   * Keep pages in the service's cache. Turned off when headers or actions are set.
   */
  storeInCache?: boolean
  /**
   * Fetch pages faster and less carefully.
   */
  fastMode?: boolean
  /**
   * Search each page for instructions to language models, and fail the page when there are some.
   */
  checkPromptInjection?: boolean
  /**
   * Answer only from the service's cache and never contact the site. The hosted service documents it as unavailable for crawls.
   */
  lockdown?: boolean
  /**
   * The service's safe mode (enterprise plans).
   */
  safeMode?: boolean
  /**
   * Remove personal data from the Markdown: true, or a mapping that says how.
   */
  redactPII?: RedactPII | boolean
  /**
   * A browser profile (cookies, storage) shared by scrapes of the same name.
   */
  profile?: BrowserProfile
  /**
   * Check URLs for threats before they are fetched (enterprise plans).
   */
  threatProtection?: ThreatProtection
  /**
   * Who the request is made for, for audit logs (enterprise plans).
   */
  auditMetadata?: AuditMetadata
}
/**
 * A format without options.
 */
export interface PlainFormat {
  /**
   * The name of the format.
   */
  type:
    | 'markdown'
    | 'html'
    | 'rawHtml'
    | 'links'
    | 'images'
    | 'summary'
    | 'branding'
    | 'product'
    | 'menu'
    | 'audio'
    | 'video'
    | 'rawBase64'
}
/**
 * A picture of the page. At most one of the formats may be a screenshot.
 */
export interface ScreenshotFormat {
  /**
   * A picture of the page: fullPage, quality, viewport.
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
 * Data extracted by a language model. Give a schema, a prompt or both.
 */
export interface JsonFormat {
  /**
   * Data extracted by a language model: schema, prompt.
   */
  type: 'json'
  /**
   * What to extract, in plain words, at most 10,000 characters.
   */
  prompt?: string
  /**
   * JSON Schema of the data to extract.
   */
  schema?: {}
  /**
   * Search the page for instructions to language models first; the older place of scrapeOptions.checkPromptInjection.
   */
  checkPromptInjection?: boolean
}
/**
 * What changed since the last scrape. Needs markdown among the formats too.
 */
export interface ChangeTrackingFormat {
  /**
   * What changed since the last scrape: modes, schema, prompt, tag. Needs markdown too.
   */
  type: 'changeTracking'
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
/**
 * Attributes of elements of the page.
 */
export interface AttributesFormat {
  /**
   * Attributes of elements: selectors.
   */
  type: 'attributes'
  /**
   * Which attributes of which elements.
   */
  selectors: AttributeSelector[]
}
/**
 * One attribute of the elements that a selector finds.
 */
export interface AttributeSelector {
  /**
   * A CSS selector.
   */
  selector: string
  /**
   * The attribute's name.
   */
  attribute: string
}
/**
 * The answer to a question about the page.
 */
export interface QuestionFormat {
  /**
   * The answer to a question about the page.
   */
  type: 'question'
  /**
   * The question, at most 10,000 characters.
   */
  question: string
}
/**
 * The passages of the page that match a query.
 */
export interface HighlightsFormat {
  /**
   * The passages of the page that match a query.
   */
  type: 'highlights'
  /**
   * What to look for, at most 10,000 characters.
   */
  query: string
}
/**
 * Superseded by question and highlights.
 */
export interface QueryFormat {
  /**
   * Superseded by question and highlights.
   */
  type: 'query'
  /**
   * The question, at most 10,000 characters.
   */
  prompt: string
  /**
   * How it is answered.
   */
  mode?: 'freeform' | 'directQuote'
}
/**
 * Data extracted by rules that are derived once and then reused.
 */
export interface DeterministicJsonFormat {
  /**
   * Data extracted without a language model on every page: schema, prompt.
   */
  type: 'deterministicJson'
  /**
   * What to extract, in plain words, at most 10,000 characters.
   */
  prompt?: string
  /**
   * JSON Schema of the data to extract.
   */
  schema?: {}
}
/**
 * How PDFs are turned into text.
 */
export interface PdfParser {
  /**
   * PDFs as text.
   */
  type: 'pdf'
  /**
   * How text is read.
   */
  mode?: 'fast' | 'auto' | 'ocr'
  /**
   * How many pages of a PDF are read at most.
   */
  maxPages?: number
  /**
   * Return the Markdown of each page as well.
   */
  pages?: boolean
  /**
   * The older name of pages.
   */
  pageMarkdown?: boolean
  /**
   * Read the PDF again, even where the service has its text already.
   */
  refresh?: boolean
  /**
   * Return the layout blocks of each page as well.
   */
  blocks?: boolean
  /**
   * Mark where pages end in the Markdown.
   */
  pageMarkers?: boolean
}
/**
 * Text in pictures; it has no options.
 */
export interface ImageParser {
  /**
   * Text in pictures.
   */
  type: 'image'
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
 * Keep the page as it is now, in addition to the final page.
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
 * How personal data is removed.
 */
export interface RedactPII {
  /**
   * How personal data is found.
   */
  mode?: 'accurate' | 'aggressive' | 'fast'
  /**
   * Only these kinds. Unset means all.
   *
   * Items: A kind of personal data.
   */
  entities?: ('PERSON' | 'EMAIL' | 'PHONE' | 'LOCATION' | 'FINANCIAL' | 'SECRET')[]
  /**
   * What replaces it.
   */
  replaceStyle?: 'tag' | 'mask' | 'remove'
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
   * A two-letter country code (ISO 3166-1 alpha-2, and XK), in upper or lower case; us-generic means anywhere in the US.
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
 * A browser profile shared by scrapes of the same name.
 */
export interface BrowserProfile {
  /**
   * The profile's name, at most 128 bytes of UTF-8.
   */
  name: string
  /**
   * Keep what a scrape changes in the profile.
   */
  saveChanges?: boolean
}
/**
 * How URLs are checked for threats.
 */
export interface ThreatProtection {
  /**
   * Whether and how URLs are checked. The mode normal costs credits.
   */
  mode?: 'off' | 'manual-only' | 'normal' | 'zscaler'
  /**
   * The risk score from which a URL is refused, 0 to 100.
   */
  riskScoreThreshold?: number
  /**
   * Hosts that are always refused. At most 1,000.
   *
   * @maxItems 1000
   *
   * Items: A host name, or *. and a host name for every host below it.
   */
  blacklist?: string[]
  /**
   * Hosts that are never checked. At most 1,000.
   *
   * @maxItems 1000
   *
   * Items: A host name, or *. and a host name for every host below it.
   */
  whitelist?: string[]
  /**
   * Top-level domains that are refused. At most 1,000.
   *
   * @maxItems 1000
   *
   * Items: A top-level domain, without a dot.
   */
  blockedTlds?: string[]
  /**
   * What happens when the check itself fails.
   */
  failurePolicy?: 'open' | 'closed'
}
/**
 * Who the request is made for.
 */
export interface AuditMetadata {
  /**
   * The name for the audit log, at most 1,024 characters.
   */
  username: string
}
