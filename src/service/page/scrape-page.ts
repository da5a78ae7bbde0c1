import { STATUS_CODES } from 'node:http'
import type { PageDocument, PageMetadata } from '../../protocol/crawl-status.ts'
import type { Clock } from '../../util/clock.ts'
import { contentOfHtml, type PageContent } from './html-content.ts'
import { decodeBody } from './decode-body.ts'
import { createPageFetcher, retryAfterOf, type FetchedPage, type PageFetcher } from './fetch-page.ts'
import { mediaKind, sniffKind, type MediaKind } from './media-type.ts'
import { failure, type PageFailure } from './page-failure.ts'
import type { AddressPolicy } from './private-address.ts'
import { readText } from './read-text.ts'
import type { Answer } from './receive-answer.ts'
import { LinkCache } from './resolve-link.ts'
import { findFormat, type ScrapeSettings } from './scrape-settings.ts'

/**
 * One page of a crawl. In: its URL, the effective scrape options and what bounds it. Out: a document in the asked formats
 * with the links that it holds, or a failure under the API's error codes. Knows nothing of jobs, the frontier or storage.
 */

export interface PageTask {
  readonly url: string
  readonly scrape: ScrapeSettings
  /** Whether the links of the page are wanted for the crawl, whatever the formats. */
  readonly wantLinks: boolean
  readonly maxBytes: number
  /** Asked for each redirect target. */
  mayFollow(url: string): boolean
  /** Overrides the scraper's. */
  readonly addressPolicy?: AddressPolicy
  /** With it, an answer 429 or 503 is taken as the page; without, it is a failure to try again later. */
  readonly isLastAttempt?: boolean
}

export interface ScrapedPage {
  readonly document: PageDocument
  /** Absolute, in document order, fragments kept, each once; empty unless wanted. */
  readonly links: readonly string[]
  readonly finalUrl: string
  readonly redirects: readonly string[]
  readonly statusCode: number
  readonly contentType: string | undefined
}

export type PageOutcome = { readonly ok: true; readonly page: ScrapedPage } | PageFailure

export interface PageScraper {
  /** Never throws for what a site does. @throws the signal's reason when it is aborted */
  scrape(task: PageTask, signal: AbortSignal): Promise<PageOutcome>
  /** Drops connections and ends what was started for the pages. */
  close(): Promise<void>
}

export interface PageScraperOptions {
  readonly clock: Clock
  readonly userAgent?: string
  /** Which addresses pages may lead to, unless a task says otherwise; the default is `public`. */
  readonly addressPolicy?: AddressPolicy
  /** Milliseconds for a page whose options set no timeout. */
  readonly defaultTimeoutMs?: number
  /** Connections kept per origin. */
  readonly connections?: number
  /** Used instead of a client of its own, and left open by `close`. */
  readonly fetcher?: PageFetcher
}

export const USER_AGENT = 'Mozilla/5.0 (compatible; crawlform/0.1; +https://www.npmjs.com/package/crawlform)'

const DEFAULT_TIMEOUT_MS = 30_000
const ACCEPT = 'text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8'
/** The site asks for another time; what it sends along is not the page. */
const TRY_LATER = new Set([429, 503])

export function createPageScraper(options: PageScraperOptions): PageScraper {
  return new HttpPageScraper(options)
}

class HttpPageScraper implements PageScraper {
  private readonly options: PageScraperOptions
  private readonly fetcher: PageFetcher
  private readonly cache = new LinkCache()

  constructor(options: PageScraperOptions) {
    const { clock, userAgent = USER_AGENT, connections } = options
    this.options = options
    this.fetcher =
      options.fetcher ??
      createPageFetcher({ clock, userAgent, ...(connections === undefined ? {} : { connections }) })
  }

  async scrape(task: PageTask, signal: AbortSignal): Promise<PageOutcome> {
    const { scrape } = task
    const fetched = await this.fetcher.fetch(
      {
        url: task.url,
        headers: headersOf(scrape),
        accept: ACCEPT,
        timeoutMs: scrape.timeout ?? this.options.defaultTimeoutMs ?? DEFAULT_TIMEOUT_MS,
        maxBytes: task.maxBytes,
        skipTlsVerification: scrape.skipTlsVerification,
        addressPolicy: task.addressPolicy ?? this.options.addressPolicy ?? 'public',
        mayFollow: (url) => task.mayFollow(url),
        refuse: (answer, url) => refuse(answer, url, scrape),
      },
      signal,
    )
    if (!fetched.ok) return fetched
    if (TRY_LATER.has(fetched.statusCode) && task.isLastAttempt !== true)
      return tryLater(fetched, this.options.clock)
    return this.read(fetched, task)
  }

  async close(): Promise<void> {
    if (this.options.fetcher === undefined) await this.fetcher.close()
  }

  private async read(fetched: FetchedPage, task: PageTask): Promise<PageOutcome> {
    const named = mediaKind(fetched.contentType)
    const kind = named === 'unknown' && fetched.body.length > 0 ? sniffKind(fetched.body) : named
    if (kind === 'unsupported') return unsupported(fetched.url, fetched.contentType)
    const content = await this.contentOf(fetched, kind, task)
    const { scrape } = task
    const document: PageDocument = {
      ...(findFormat(scrape, 'markdown') && { markdown: content.markdown }),
      ...(findFormat(scrape, 'html') && { html: content.html }),
      ...(findFormat(scrape, 'rawHtml') && { rawHtml: content.rawHtml }),
      ...(findFormat(scrape, 'links') && { links: content.documentLinks }),
      ...(findFormat(scrape, 'images') && { images: content.images }),
      metadata: metadataOf(fetched, task, content),
    }
    const { url: finalUrl, redirects, statusCode, contentType } = fetched
    return {
      ok: true,
      page: { document, links: content.links, finalUrl, redirects, statusCode, contentType },
    }
  }

  private async contentOf(fetched: FetchedPage, kind: MediaKind, task: PageTask): Promise<PageContent> {
    const text = decodeBody(fetched.body, fetched.contentType)
    if (kind === 'html' || kind === 'unknown') {
      return contentOfHtml(text, {
        url: fetched.url,
        scrape: task.scrape,
        wantLinks: task.wantLinks,
        cache: this.cache,
      })
    }
    return { ...readText(text, kind), rawHtml: text, links: [], documentLinks: [], images: [], metadata: {} }
  }
}

function headersOf(scrape: ScrapeSettings): Record<string, string> {
  const languages = scrape.location?.languages
  const accepted =
    languages === undefined || languages.length === 0 ? {} : { 'accept-language': acceptLanguage(languages) }
  return { ...accepted, ...scrape.headers }
}

/** Languages in order of preference (RFC 9110 section 12.5.4). */
function acceptLanguage(languages: readonly string[]): string {
  const weight = (index: number): string => Math.max(0.1, 1 - index / 10).toFixed(1)
  return languages
    .map((language, index) => (index === 0 ? language : `${language};q=${weight(index)}`))
    .join(',')
}

function refuse(answer: Answer, url: string, scrape: ScrapeSettings): PageFailure | undefined {
  const kind = mediaKind(answer.headers['content-type'])
  const isRefused = kind === 'unsupported' || (kind === 'pdf' && scrape.parsers.length === 0)
  return isRefused ? unsupported(url, answer.headers['content-type']) : undefined
}

function unsupported(url: string, contentType: string | undefined): PageFailure {
  return failure(
    'SCRAPE_UNSUPPORTED_FILE_ERROR',
    `"${url}" is of the type "${contentType ?? 'unknown'}", which cannot be read as a page.`,
  )
}

function tryLater(fetched: FetchedPage, clock: Clock): PageFailure {
  const { statusCode, url } = fetched
  const retryAfterMs = retryAfterOf(fetched, clock)
  const problem = failure('SCRAPE_SITE_ERROR', `"${url}" answered ${describeStatus(statusCode)}.`, true)
  return retryAfterMs === undefined ? problem : { ...problem, retryAfterMs }
}

function metadataOf(fetched: FetchedPage, task: PageTask, content: PageContent): PageMetadata {
  const { statusCode, contentType, url } = fetched
  return {
    ...content.metadata,
    url,
    sourceURL: task.url,
    statusCode,
    ...(contentType === undefined ? {} : { contentType }),
    proxyUsed: 'basic',
    ...(statusCode < 400 ? {} : { error: describeStatus(statusCode) }),
  }
}

function describeStatus(statusCode: number): string {
  const text = STATUS_CODES[statusCode]
  return text === undefined ? String(statusCode) : `${statusCode} ${text}`
}
