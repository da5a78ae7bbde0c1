// Generated from schema/project.schema.json with json-schema-to-typescript: edit the schema and run `npm run generate`.

/**
 * The address the service posts events to. The hosted service wants https.
 */
export type WebhookUrl = string
/**
 * A kind of event, without the "crawl." it arrives with.
 */
export type WebhookEvent = ('started' | 'page' | 'completed' | 'failed') | string
/**
 * Where the record of submissions is kept.
 */
export type State = LocalState | GitState | HttpState
/**
 * off, warning or error.
 */
export type Severity = 'off' | 'warning' | 'error'
/**
 * Regular expressions (RE2 syntax). At most 1,000, each at most 2,000 characters.
 */
export type PathPatterns =
  | string[]
  | {
      /**
       * Items added after the inherited ones.
       *
       * Items: A regular expression (RE2 syntax), not a glob.
       */
      append?: string[]
      /**
       * Items put before the inherited ones.
       *
       * Items: A regular expression (RE2 syntax), not a glob.
       */
      prepend?: string[]
      /**
       * Inherited items that are taken out.
       *
       * Items: A regular expression (RE2 syntax), not a glob.
       */
      remove?: string[]
    }
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
  | (
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
    )
  | string
/**
 * A CSS selector.
 */
export type Selector = string
/**
 * A kind of file that is turned into text: a name, or a mapping with a type and its options.
 */
export type Parser = PdfParser | ParserName
/**
 * The name of a parser.
 */
export type ParserName = ('pdf' | 'image') | string
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
 * What the crawls of a repository share: defaults, profiles, environments, budget and rules.
 */
export interface ProjectFile {
  /**
   * The version of the crawl API that the settings in this file are written for.
   */
  version: 2
  /**
   * Where the crawl files are: globs, relative to this file, that stay inside the repository.
   *
   * @minItems 1
   *
   * Items: A glob, relative to this file.
   */
  crawls?: string[]
  /**
   * Settings of every crawl, unless a profile or the crawl says otherwise.
   */
  defaults?: {
    request?: Overlay
  }
  /**
   * Named settings that crawls take over with extends.
   */
  profiles?: {
    [k: string]: Profile
  }
  /**
   * Where crawls are submitted. `local`, with the embedded service, is there without being written.
   */
  environments?: {
    [k: string]: Environment
  }
  /**
   * A plan whose worst case is above this fails.
   */
  budget?: {
    /**
     * How many pages all crawls that a plan submits may have together, at worst.
     */
    pages?: number
    /**
     * How many credits all crawls that a plan submits may cost together, at worst, by the prices of the environment. Further pages of PDFs count only where maxPages of their parser bounds them.
     */
    credits?: number
  }
  /**
   * How severe each rule is, by its id. What cannot be sent is always an error.
   */
  rules?: {
    [k: string]: Severity
  }
}
/**
 * Settings of the request, with the crawl API's own names.
 */
export interface Overlay {
  /**
   * URL where the crawl starts. Without https:// or http:// in front, http:// is assumed.
   */
  url?: string
  /**
   * What to crawl, in plain words: the service generates from it the crawl settings that are not set here. At most 10,000 characters.
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
  maxDiscoveryDepth?: number | string
  /**
   * How the site's sitemap is used.
   */
  sitemap?: ('skip' | 'include' | 'only') | string
  /**
   * Treat URLs that differ only in their query (?page=2) as one page.
   */
  ignoreQueryParameters?: boolean | string
  /**
   * How many pages the crawl may have at most. A page costs at least one credit on the hosted service.
   */
  limit?: number | string
  /**
   * Follow links to every page of the site, also to siblings and parents of the start URL. When false, only pages below the start URL's path are followed.
   */
  crawlEntireDomain?: boolean | string
  /**
   * Follow links to other sites, one hop away.
   */
  allowExternalLinks?: boolean | string
  /**
   * Follow links to subdomains of the start URL's domain.
   */
  allowSubdomains?: boolean | string
  /**
   * Crawl pages that the site's robots.txt disallows. The hosted service answers 403 unless your team may do this.
   */
  ignoreRobotsTxt?: boolean | string
  /**
   * The user agent whose rules in robots.txt are followed. The hosted service answers 403 unless your team may set it.
   */
  robotsUserAgent?: string
  /**
   * Treat http and https, www and none, a trailing slash or none, and index pages of one address as one page.
   */
  deduplicateSimilarURLs?: boolean | string
  /**
   * Search includePaths and excludePaths in the whole URL, query included, instead of its path.
   */
  regexOnFullURL?: boolean | string
  /**
   * Wait between two pages, in seconds (not milliseconds), more than 0 and at most 60. Unset means no wait.
   */
  delay?: number | string
  /**
   * How many pages are scraped at the same time at most. Unset means your team's limit, which is never exceeded.
   */
  maxConcurrency?: number | string
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
  zeroDataRetention?: boolean | string
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
 * Where the service reports progress, and what it sends along.
 */
export interface Webhook {
  url?: WebhookUrl
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
  events?:
    | WebhookEvent[]
    | {
        /**
         * Items added after the inherited ones.
         */
        append?: WebhookEvent[]
        /**
         * Items put before the inherited ones.
         */
        prepend?: WebhookEvent[]
        /**
         * Inherited items that are taken out.
         */
        remove?: WebhookEvent[]
      }
}
/**
 * Named settings that crawls take over with extends.
 */
export interface Profile {
  /**
   * What the profile is for.
   */
  description?: string
  request?: Overlay
}
/**
 * A service that crawls are submitted to, and where their record is kept.
 */
export interface Environment {
  /**
   * embedded: the service that crawlform runs on this machine.
   */
  service?: 'embedded'
  /**
   * The address of the service, without /v2.
   */
  baseUrl?: string
  /**
   * The key of the service, as a reference to an environment variable; never the key itself.
   */
  apiKey?: string
  /**
   * Whether a key is sent with every submission (x-idempotency-key), because the service starts nothing twice for one: what is in doubt can then be settled by sending again. Unset means yes for the embedded and the hosted service, and no for others: Firecrawl without a database may answer such a request with an error.
   */
  idempotencyKeys?: boolean
  embedded?: Embedded
  state?: State
  prices?: Prices
  /**
   * Whether the service's defaults are sent too, so that a later change of them changes nothing.
   */
  defaults?: 'implicit' | 'explicit'
  request?: Overlay
}
/**
 * How the embedded service runs, for apply and for serve; the options of serve win. What is not set has a default.
 */
export interface Embedded {
  /**
   * Pages fetched at once by all jobs together. A crawl without maxConcurrency starts with 32 and takes more while that makes it faster.
   */
  concurrency?: number
  /**
   * Pages fetched at once from one public host by all jobs together.
   */
  hostConcurrency?: number
  /**
   * Threads that fetch and convert pages; 0 means none of their own. Default: as many as have work, at most one for each core and 4.
   */
  workers?: number
  /**
   * How long the results of a crawl can be read after its end.
   */
  keepResults?: string
  /**
   * How long the results of a crawl with zeroDataRetention can be read after its end.
   */
  keepUnretained?: string
  /**
   * How long pages stay in the cache that maxAge reads; 0s switches it off.
   */
  keepCache?: string
  model?: EmbeddedModel
  browser?: EmbeddedBrowser
  webhooks?: EmbeddedWebhooks
  /**
   * Lets crawls of other machines start on private addresses, and pages on public ones lead there.
   */
  allowPrivateAddresses?: boolean
  limits?: EmbeddedLimits
}
/**
 * The language model for prompt, json and summary: an endpoint that speaks OpenAI's chat completions.
 */
export interface EmbeddedModel {
  /**
   * The address of the language model, without /chat/completions.
   */
  baseUrl: string
  /**
   * The name of the language model at that address.
   */
  name: string
  /**
   * The key of the language model, as a reference to an environment variable; never the key itself.
   */
  apiKey?: string
  /**
   * How long one answer of the language model may take.
   */
  timeout?: string
}
/**
 * The Chromium that shows pages which need one. Unset means that it is looked for in its usual places.
 */
export interface EmbeddedBrowser {
  /**
   * false: no browser is used, and crawls that need one are refused.
   */
  enabled?: boolean
  /**
   * The path of the Chromium that shows pages which need one. Unset means its usual places.
   */
  executable?: string
  /**
   * Pages that the browser shows at once.
   */
  tabs?: number
}
/**
 * How webhooks are delivered.
 */
export interface EmbeddedWebhooks {
  /**
   * The key of the signature in the header X-Firecrawl-Signature, as a reference to an environment variable. Unset means no signature.
   */
  secret?: string
  /**
   * Waits before the second, third and further attempts to deliver a webhook.
   *
   * @maxItems 20
   *
   * Items: A wait.
   */
  retryDelays?: string[]
  /**
   * How long one attempt to deliver a webhook may take.
   */
  timeout?: string
}
/**
 * Bounds against hostile sites and clients.
 */
export interface EmbeddedLimits {
  /**
   * Connections to the service; further ones are closed.
   */
  connections?: number
  /**
   * Time in which the head of a request has to come.
   */
  headersMs?: number
  /**
   * Time in which a whole request has to come.
   */
  requestMs?: number
  /**
   * Of a request to the service.
   */
  bodyBytes?: number
  /**
   * Of all requests that are being received; further ones are refused with 429.
   */
  receivedBytes?: number
  /**
   * Time in which a client has to take the next 256 KiB of what it is sent; then it is dropped.
   */
  answerMs?: number
  /**
   * Of all documents that clients have asked for and not yet taken; further ones wait.
   */
  sentBytes?: number
  /**
   * Of one fetched page, after decompression.
   */
  pageBytes?: number
  /**
   * Of all pages that are being fetched and read; further ones wait, and their time stands still. The first 256 KiB of each do not count, and one page at a time may have more.
   */
  fetchedBytes?: number
  /**
   * Of the text of one page. The rest is left out, and the page says so in its warning.
   */
  textBytes?: number
  /**
   * Tags of one page of HTML, end tags and comments among them. What follows is left out, and the page says so in its warning. Of a tag the first 2000 attributes are read.
   */
  pageTags?: number
  /**
   * Heap of one worker thread: a page that needs more fails, and the service goes on.
   */
  workerHeapMb?: number
  /**
   * Memory of the process that reads PDFs and office files: a file that needs more fails, and the service goes on.
   */
  fileMb?: number
  /**
   * Of the documents in one status answer.
   */
  answerBytes?: number
  /**
   * URLs that may wait beyond the limit of a crawl, as substitutes for pages that fail.
   */
  spareUrls?: number
  /**
   * URLs that a crawl remembers, of whatever fate.
   */
  knownUrls?: number
  /**
   * Time that the sitemaps of one crawl may take; it goes on with what they gave.
   */
  sitemapMs?: number
  /**
   * URLs taken from the sitemaps of one crawl.
   */
  sitemapUrls?: number
  /**
   * Sitemap files read for one crawl.
   */
  sitemaps?: number
  /**
   * Time that crawls wait for a full disk to have room; then they fail.
   */
  fullDiskMs?: number
  /**
   * Jobs that run at once; further ones wait their turn.
   */
  runningJobs?: number
  /**
   * Jobs that are not finished; further ones are refused with 429.
   */
  unfinishedJobs?: number
  /**
   * Pages in the cache.
   */
  cachedPages?: number
  /**
   * Attempts at one page that fails in a passing way.
   */
  attempts?: number
}
/**
 * A file in .crawlform/ on this machine.
 */
export interface LocalState {
  /**
   * A file in .crawlform/ on this machine.
   */
  backend: 'local'
}
/**
 * A ref of this repository, pushed to its remote.
 */
export interface GitState {
  /**
   * A ref of this repository, pushed to its remote: for teams and CI.
   */
  backend: 'git'
  /**
   * The remote that the ref is pushed to.
   */
  remote?: string
  /**
   * A branch without history of its own, for servers that refuse refs outside refs/heads.
   */
  branch?: string
}
/**
 * A server that speaks Terraform's HTTP backend protocol.
 */
export interface HttpState {
  /**
   * A server that speaks Terraform's HTTP backend protocol, such as GitLab.
   */
  backend: 'http'
  /**
   * The address of the state.
   */
  address: string
  /**
   * The address that is locked while the state is written: without a lock two runs could submit the same crawl twice.
   */
  lockAddress: string
  /**
   * The address that is unlocked. Unset means `lockAddress`.
   */
  unlockAddress?: string
  /**
   * The method that writes the state.
   */
  updateMethod?: 'POST' | 'PUT'
  /**
   * The method that locks.
   */
  lockMethod?: 'LOCK' | 'POST' | 'PUT'
  /**
   * The method that unlocks.
   */
  unlockMethod?: 'UNLOCK' | 'DELETE' | 'POST' | 'PUT'
  /**
   * The user name for basic authentication. May hold references to environment variables, such as `${env:STATE_USER}`.
   */
  username?: string
  /**
   * The password for basic authentication, as a reference to an environment variable.
   */
  password?: string
}
/**
 * What the service charges, in credits. Not set means the prices of the hosted service, which are the defaults here; nothing is charged elsewhere, unless it is written.
 */
export interface Prices {
  /**
   * Each page, also one that is answered with an error such as 404.
   */
  page?: number
  /**
   * Each page with the format json, beside the page itself.
   */
  json?: number
  /**
   * Each page with the format question, beside the page itself.
   */
  question?: number
  /**
   * Each page with the format highlights, beside the page itself.
   */
  highlights?: number
  /**
   * Each page with the format audio, beside the page itself.
   */
  audio?: number
  /**
   * Each page with the format video, beside the page itself.
   */
  video?: number
  /**
   * Each further page of a PDF.
   */
  pdfPage?: number
  /**
   * Each page of a crawl with zeroDataRetention, beside the page itself.
   */
  zeroDataRetention?: number
  /**
   * Each page with lockdown, beside the page itself.
   */
  lockdown?: number
  /**
   * Each page with redactPII, beside the page itself.
   */
  redactPII?: number
  /**
   * Each page with the proxy stealth, enhanced or auto, beside the page itself.
   */
  proxy?: number
}
/**
 * How each page is scraped.
 */
export interface ScrapeOptions {
  /**
   * What is returned for each page: names such as markdown, or mappings with a type and its options.
   */
  formats?:
    | Format[]
    | {
        /**
         * Items added after the inherited ones.
         */
        append?: Format[]
        /**
         * Items put before the inherited ones.
         */
        prepend?: Format[]
        /**
         * Inherited items that are taken out.
         */
        remove?: Format[]
      }
  /**
   * Leave out headers, navigation and footers.
   */
  onlyMainContent?: boolean | string
  /**
   * Clean the Markdown further with a language model (beta).
   */
  onlyCleanContent?: boolean | string
  /**
   * CSS selectors: only matching elements are kept.
   */
  includeTags?:
    | Selector[]
    | {
        /**
         * Items added after the inherited ones.
         */
        append?: Selector[]
        /**
         * Items put before the inherited ones.
         */
        prepend?: Selector[]
        /**
         * Inherited items that are taken out.
         */
        remove?: Selector[]
      }
  /**
   * CSS selectors: matching elements are removed.
   */
  excludeTags?:
    | Selector[]
    | {
        /**
         * Items added after the inherited ones.
         */
        append?: Selector[]
        /**
         * Items put before the inherited ones.
         */
        prepend?: Selector[]
        /**
         * Inherited items that are taken out.
         */
        remove?: Selector[]
      }
  /**
   * How old a cached page may be, in milliseconds; 0 always fetches anew. Unset means 2 days.
   */
  maxAge?: number | string
  /**
   * Answer only from the cache, with pages at least this old, in milliseconds; a page that is not cached fails.
   */
  minAge?: number | string
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
  waitFor?: number | string
  /**
   * Load pages as a mobile device does.
   */
  mobile?: boolean | string
  /**
   * Accept invalid TLS certificates. False by itself when headers or actions are set.
   */
  skipTlsVerification?: boolean | string
  /**
   * How long a page may take, in milliseconds, at least 1,000. Unset means no limit of its own.
   */
  timeout?: number | string
  /**
   * Files that are turned into text. An empty list returns PDFs as they are.
   */
  parsers?:
    | Parser[]
    | {
        /**
         * Items added after the inherited ones.
         */
        append?: Parser[]
        /**
         * Items put before the inherited ones.
         */
        prepend?: Parser[]
        /**
         * Inherited items that are taken out.
         */
        remove?: Parser[]
      }
  /**
   * What a browser does on each page before it is scraped, in order. At most 50, and at most 60 seconds of waiting in all.
   */
  actions?:
    | Action[]
    | {
        /**
         * Items added after the inherited ones.
         */
        append?: Action[]
        /**
         * Items put before the inherited ones.
         */
        prepend?: Action[]
        /**
         * Inherited items that are taken out.
         */
        remove?: Action[]
      }
  /**
   * The country and languages that pages are requested with.
   */
  location?: Location
  /**
   * Replace images that are embedded as base64 text by a placeholder.
   */
  removeBase64Images?: boolean | string
  /**
   * Block advertisements and cookie notices.
   */
  blockAds?: boolean | string
  /**
   * The kind of proxy that pages are fetched through.
   */
  proxy?: ('basic' | 'stealth' | 'enhanced' | 'auto') | string
  /**
   * Keep pages in the service's cache. Off by itself when headers or actions are set.
   */
  storeInCache?: boolean | string
  /**
   * Fetch pages faster and less carefully.
   */
  fastMode?: boolean | string
  /**
   * Answer only from the service's cache and never contact the site.
   */
  lockdown?: boolean | string
  /**
   * The service's safe mode (enterprise plans).
   */
  safeMode?: boolean | string
  /**
   * Remove personal data from the Markdown: true, or a mapping that says how.
   */
  redactPII?: RedactPII | (boolean | string)
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
  fullPage?: boolean | string
  /**
   * The picture's quality in percent, from 1 (small) to 100 (best).
   */
  quality?: number | string
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
   * How changes are reported besides their status.
   *
   * Items: A way to report changes.
   */
  modes?: (('git-diff' | 'json') | string)[]
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
 * The passages of the page that fit a query.
 */
export interface HighlightsFormat {
  /**
   * The passages of the page that fit a query.
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
  mode?: ('freeform' | 'directQuote') | string
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
  mode?: ('fast' | 'auto' | 'ocr') | string
  /**
   * How many pages of a PDF are read at most.
   */
  maxPages?: number | string
  /**
   * Return the Markdown of each page as well.
   */
  pages?: boolean | string
  /**
   * Return the layout blocks of each page as well.
   */
  blocks?: boolean | string
  /**
   * Mark where pages end in the Markdown.
   */
  pageMarkers?: boolean | string
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
  milliseconds?: number | string
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
  all?: boolean | string
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
  fullPage?: boolean | string
  /**
   * The picture's quality in percent, from 1 (small) to 100 (best).
   */
  quality?: number | string
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
  direction?: ('up' | 'down') | string
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
  format?:
    ('A0' | 'A1' | 'A2' | 'A3' | 'A4' | 'A5' | 'A6' | 'Letter' | 'Legal' | 'Tabloid' | 'Ledger') | string
  /**
   * Print in landscape.
   */
  landscape?: boolean | string
  /**
   * The scale, where 1 is the natural size.
   */
  scale?: number | string
}
/**
 * How personal data is removed.
 */
export interface RedactPII {
  /**
   * How personal data is found.
   */
  mode?: ('accurate' | 'aggressive' | 'fast') | string
  /**
   * Only these kinds. Unset means all.
   */
  entities?:
    | (('PERSON' | 'EMAIL' | 'PHONE' | 'LOCATION' | 'FINANCIAL' | 'SECRET') | string)[]
    | {
        /**
         * Items added after the inherited ones.
         *
         * Items: A kind of personal data.
         */
        append?: (('PERSON' | 'EMAIL' | 'PHONE' | 'LOCATION' | 'FINANCIAL' | 'SECRET') | string)[]
        /**
         * Items put before the inherited ones.
         *
         * Items: A kind of personal data.
         */
        prepend?: (('PERSON' | 'EMAIL' | 'PHONE' | 'LOCATION' | 'FINANCIAL' | 'SECRET') | string)[]
        /**
         * Inherited items that are taken out.
         *
         * Items: A kind of personal data.
         */
        remove?: (('PERSON' | 'EMAIL' | 'PHONE' | 'LOCATION' | 'FINANCIAL' | 'SECRET') | string)[]
      }
  /**
   * What stands in its place.
   */
  replaceStyle?: ('tag' | 'mask' | 'remove') | string
}
/**
 * The browser window's size, in pixels.
 */
export interface Viewport {
  /**
   * Width in pixels, at most 7,680.
   */
  width: number | string
  /**
   * Height in pixels, at most 4,320.
   */
  height: number | string
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
   */
  languages?:
    | string[]
    | {
        /**
         * Items added after the inherited ones.
         *
         * Items: A language tag.
         */
        append?: string[]
        /**
         * Items put before the inherited ones.
         *
         * Items: A language tag.
         */
        prepend?: string[]
        /**
         * Inherited items that are taken out.
         *
         * Items: A language tag.
         */
        remove?: string[]
      }
}
/**
 * A browser profile shared by scrapes of the same name.
 */
export interface BrowserProfile {
  /**
   * The profile's name, at most 128 characters.
   */
  name?: string
  /**
   * Keep what a scrape changes in the profile.
   */
  saveChanges?: boolean | string
}
/**
 * How URLs are checked for threats.
 */
export interface ThreatProtection {
  /**
   * Whether URLs are checked; costs credits.
   */
  mode?: ('off' | 'normal') | string
  /**
   * The risk score from which a URL is refused, 0 to 100.
   */
  riskScoreThreshold?: number | string
  /**
   * Domains that are always refused. At most 1,000.
   */
  blacklist?:
    | string[]
    | {
        /**
         * Items added after the inherited ones.
         *
         * Items: A domain.
         */
        append?: string[]
        /**
         * Items put before the inherited ones.
         *
         * Items: A domain.
         */
        prepend?: string[]
        /**
         * Inherited items that are taken out.
         *
         * Items: A domain.
         */
        remove?: string[]
      }
  /**
   * Domains that are never checked. At most 1,000.
   */
  whitelist?:
    | string[]
    | {
        /**
         * Items added after the inherited ones.
         *
         * Items: A domain.
         */
        append?: string[]
        /**
         * Items put before the inherited ones.
         *
         * Items: A domain.
         */
        prepend?: string[]
        /**
         * Inherited items that are taken out.
         *
         * Items: A domain.
         */
        remove?: string[]
      }
  /**
   * Top-level domains that are refused. At most 1,000.
   */
  blockedTlds?:
    | string[]
    | {
        /**
         * Items added after the inherited ones.
         *
         * Items: A top-level domain.
         */
        append?: string[]
        /**
         * Items put before the inherited ones.
         *
         * Items: A top-level domain.
         */
        prepend?: string[]
        /**
         * Inherited items that are taken out.
         *
         * Items: A top-level domain.
         */
        remove?: string[]
      }
  /**
   * What happens when the check itself fails.
   */
  failurePolicy?: ('open' | 'closed') | string
}
/**
 * Who the request is made for.
 */
export interface AuditMetadata {
  /**
   * The name for the audit log, at most 1,024 characters.
   */
  username?: string
}
