// Generated from schema/crawl.v2.schema.json with json-schema-to-typescript: edit the schema and run `npm run generate`.

import type {
  AttributesFormat,
  DeterministicJsonFormat,
  ExecuteJavascriptAction,
  HighlightsFormat,
  ImageParser,
  PlainFormat,
  PressAction,
  QuestionFormat,
  ScrapeAction,
  Selector,
  WebhookUrl,
  WriteAction,
} from './request-v2.gen.ts'

/**
 * A kind of event, without the "crawl." it arrives with.
 */
export type WebhookEvent = ('started' | 'page' | 'completed' | 'failed') | string
/**
 * A value of an axis: text, a number, or true or false.
 */
export type MatrixValue = string | number | boolean
/**
 * Submit this crawl again when its last submission is older than this: a number with ms, s, m, h, d or w. Unset means that it is never due.
 */
export type Refresh = string
/**
 * A path or URL, or a mapping with url, why and reached.
 */
export type ReachTest = ReachTestObject | string
/**
 * A path or URL, or a mapping with url and why.
 */
export type ScopeTest = ScopeTestObject | string
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
 * One crawl: its request, and how it is named, shared, repeated and tested.
 */
export interface CrawlFile {
  /**
   * The version of the crawl API that request is written for. Version 1 is migrated to version 2 before anything is sent.
   */
  version: 2
  /**
   * The crawl's name: letters, digits, _, - and dots, and templates. Unset means the file's name without its extension.
   */
  name?: string
  /**
   * The name that this crawl had before. Its record, manifests, feed and page folder move to the new name, and nothing is submitted for that. The line may stay.
   */
  was?: string
  /**
   * What this crawl is for, in a few words. Never sent.
   */
  description?: string
  /**
   * Profiles of crawlform.yaml whose settings this crawl inherits, applied in this order.
   *
   * Items: The name of a profile in crawlform.yaml.
   */
  extends?: string[]
  /**
   * One crawl for every combination of these lists; ${matrix.NAME} is replaced by the value in the request and the name.
   */
  matrix?: {
    /**
     * Further cells, or additions to cells that match; request inside one changes that cell only.
     *
     * Items: One cell: a value for each axis, and request for settings of this cell only.
     */
    include?: {
      request?: Overlay
      [k: string]: MatrixValue | Overlay | undefined
    }[]
    /**
     * Cells to leave out: those that match every value given.
     *
     * Items: Values of one or more axes.
     */
    exclude?: {
      [k: string]: MatrixValue
    }[]
    /**
     * One axis: the values it takes.
     *
     * @minItems 1
     */
    [k: string]:
      | MatrixValue[]
      | {
          request?: Overlay
          [k: string]: MatrixValue | Overlay | undefined
        }[]
      | {
          [k: string]: MatrixValue
        }[]
      | undefined
  }
  refresh?: Refresh
  /**
   * The body that is sent to the crawl API, with the names of the API.
   */
  request: Overlay & Required<Pick<Overlay, 'url'>>
  /**
   * URLs that must be inside or outside this crawl, and texts that must or must not count as a change. Checked offline.
   */
  tests?: {
    /**
     * Paths or URLs that must belong to the crawl.
     *
     * @maxItems 10000
     */
    in?: ReachTest[]
    /**
     * Paths or URLs that must not belong to the crawl.
     *
     * @maxItems 10000
     */
    out?: ScopeTest[]
    /**
     * Texts of pages that changes.ignore must leave out whole.
     *
     * @maxItems 10000
     *
     * Items: A line of a page's text, or a part of one.
     */
    ignored?: string[]
    /**
     * Texts of pages of which changes.ignore must leave out nothing.
     *
     * @maxItems 10000
     *
     * Items: A line of a page's text, or a part of one.
     */
    counted?: string[]
  }
  changes?: Changes
  expect?: Expect
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
   * The most pages that the crawl may have. A page costs at least one credit on the hosted service.
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
   * Treat URLs as one page if they differ only in http or https, www, a trailing slash, or an index page such as index.html.
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
   * The most pages that are scraped at the same time. Unset means your team's limit, which is never exceeded.
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
 * Where the service reports progress, and which headers and data it adds.
 */
export interface Webhook {
  url?: WebhookUrl
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
 * A path or URL, why it is tested, and how the crawl must reach it.
 */
export interface ReachTestObject {
  /**
   * A path or URL.
   */
  url: string
  /**
   * The reason, shown when the test fails.
   */
  why?: string
  /**
   * How the crawl must reach the page, as far as can be known offline. Unset means in any way.
   */
  reached?: 'start' | 'sitemap' | 'link'
}
/**
 * A path or URL, and why it is tested.
 */
export interface ScopeTestObject {
  /**
   * A path or URL.
   */
  url: string
  /**
   * The reason, shown when the test fails.
   */
  why?: string
}
/**
 * What counts as a change of a page.
 */
export interface Changes {
  /**
   * Noise of this site that is not a change: regular expressions (RE2 syntax) searched in the delivered text, title and description of each page. What one matches is left out of the comparison, but is delivered. `^` and `$` match at the ends of lines; `.*` matches the rest of a line.
   */
  ignore?: PathPatterns
}
/**
 * Requirements for the pages of a finished crawl, checked by wait and by apply --wait.
 */
export interface Expect {
  /**
   * The minimum number of pages.
   */
  minPages?: number
  /**
   * How many percent fewer pages than last time are allowed.
   */
  maxDrop?: string
  /**
   * How many pages may fail: a number, or a percentage of all pages that were fetched. Without it, more failed pages than delivered ones hold a job back.
   */
  maxFailed?: number | string
  /**
   * How many of the last published pages may be missing: a number, or a percentage of them.
   */
  maxRemoved?: number | string
  /**
   * How many of the last published pages may have changed content: a number, or a percentage of them.
   */
  maxChanged?: number | string
  /**
   * Paths or URLs that the result must contain.
   *
   * @minItems 1
   *
   * Items: A path or URL.
   */
  mustContain?: string[]
  /**
   * Whether pages answered with 4xx or 5xx are failed pages or pages of the result. Failed pages are reported and not written.
   */
  errorPages?: 'fail' | 'keep'
  /**
   * Whether pages are left out that repeat another page of the job: their `rel=canonical` names it, and title and text are the same. They are counted, and count against limit.
   */
  canonicalCopies?: 'leave-out' | 'keep'
  /**
   * Whether a job fails that stopped at limit, or could not read a sitemap to its end.
   */
  complete?: boolean
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
   * How old a cached page may be, in milliseconds; 0 always fetches the page again. Unset means 2 days.
   */
  maxAge?: number | string
  /**
   * Use only cached pages that are at least this old, in milliseconds. A page that is not in the cache fails.
   */
  minAge?: number | string
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
   * How long a page may take, in milliseconds, at least 1,000. Unset means no time limit.
   */
  timeout?: number | string
  /**
   * Files that are turned into text. An empty list returns PDFs as they are. Older releases know pdf only.
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
   * Replace base64 images with a placeholder.
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
   * Keep pages in the service's cache. Turned off when headers or actions are set.
   */
  storeInCache?: boolean | string
  /**
   * Fetch pages faster and less carefully.
   */
  fastMode?: boolean | string
  /**
   * Search each page for instructions to language models, and fail the page when there are some.
   */
  checkPromptInjection?: boolean | string
  /**
   * Answer only from the service's cache and never contact the site. The hosted service documents it as unavailable for crawls.
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
  /**
   * Search the page for instructions to language models first; the older place of scrapeOptions.checkPromptInjection.
   */
  checkPromptInjection?: boolean | string
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
   * Compare only with scrapes that carry the same tag. null means those without a tag.
   */
  tag?: string | null
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
   * The older name of pages.
   */
  pageMarkdown?: boolean | string
  /**
   * Read the PDF again, even where the service has its text already.
   */
  refresh?: boolean | string
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
   * What replaces it.
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
   * A two-letter country code (ISO 3166-1 alpha-2, and XK), in upper or lower case; us-generic means anywhere in the US.
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
   * The profile's name, at most 128 bytes of UTF-8.
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
   * Whether and how URLs are checked. The mode normal costs credits.
   */
  mode?: ('off' | 'manual-only' | 'normal' | 'zscaler') | string
  /**
   * The risk score from which a URL is refused, 0 to 100.
   */
  riskScoreThreshold?: number | string
  /**
   * Hosts that are always refused. At most 1,000.
   */
  blacklist?:
    | string[]
    | {
        /**
         * Items added after the inherited ones.
         *
         * Items: A host name, or *. and a host name for every host below it.
         */
        append?: string[]
        /**
         * Items put before the inherited ones.
         *
         * Items: A host name, or *. and a host name for every host below it.
         */
        prepend?: string[]
        /**
         * Inherited items that are taken out.
         *
         * Items: A host name, or *. and a host name for every host below it.
         */
        remove?: string[]
      }
  /**
   * Hosts that are never checked. At most 1,000.
   */
  whitelist?:
    | string[]
    | {
        /**
         * Items added after the inherited ones.
         *
         * Items: A host name, or *. and a host name for every host below it.
         */
        append?: string[]
        /**
         * Items put before the inherited ones.
         *
         * Items: A host name, or *. and a host name for every host below it.
         */
        prepend?: string[]
        /**
         * Inherited items that are taken out.
         *
         * Items: A host name, or *. and a host name for every host below it.
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
         * Items: A top-level domain, without a dot.
         */
        append?: string[]
        /**
         * Items put before the inherited ones.
         *
         * Items: A top-level domain, without a dot.
         */
        prepend?: string[]
        /**
         * Inherited items that are taken out.
         *
         * Items: A top-level domain, without a dot.
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
