/**
 * One page of a crawl. In: its URL, the effective scrape options and what bounds it. Out: a document in the asked formats
 * with the links that it holds, or a failure under the API's error codes. Refuses to know jobs, the frontier and storage.
 */
import { STATUS_CODES } from 'node:http'
import type { PageMetadata } from '../../protocol/crawl-status.ts'
import { ByteRoom, type Room } from '../../util/byte-room.ts'
import { toIsoTime, type Clock } from '../../util/clock.ts'
import { abortSignalOf, type EndSignal } from '../../util/ending.ts'
import type { BrowserPages } from '../browser/browser-pages.ts'
import type { ShownPage } from '../browser/show-page.ts'
import type { BrowserSettings } from '../settings/settings.ts'
import {
  createPageFetcher,
  retryAfterOf,
  type FetchOutcome,
  type FetchedPage,
  type PageFetcher,
} from '../http/fetch-page.ts'
import type { BodyFolder } from '../http/body-file.ts'
import { BodyShare, FREE_BYTES } from '../http/body-share.ts'
import type { Link } from '../link/link.ts'
import { makeDocument, type ScrapedDocument } from './make-document.ts'
import { mediaKind, sniffKind, type MediaKind, type NamedAnswer } from '../http/media-type.ts'
import type { PageContent } from '../content/page-content.ts'
import { defaultReadingBounds, type ReadingBounds } from '../content/bounded-text.ts'
import { contentOf, unsupportedType } from '../content/read-content.ts'
import type { OwnHeaders } from '../http/own-headers.ts'
import { failure, tookTooLong, type PageFailure } from '../http/page-failure.ts'
import type { FileReader } from '../file/file-reader.ts'
import type { AddressPolicy } from '../http/address-policy.ts'
import type { Answer } from '../http/receive-answer.ts'
import { withoutFragment, type PageRedirect } from '../http/redirect.ts'
import { ReadingTurns } from './reading-turns.ts'
import { LinkCache } from '../link/resolve-link.ts'
import { askedWaitMs, needsBrowser, type ScrapeSettings } from '../../request/page-settings.ts'
import type { PreviousScrape } from './track-change.ts'
import { acceptLanguage, locate } from '../http/page-location.ts'
import { AGENT_COMMENT, USER_AGENT } from '../http/user-agent.ts'
import { LATE, withDeadline } from '../http/with-deadline.ts'

export interface PageTask {
  readonly url: string
  readonly scrape: ScrapeSettings
  /** The origin that gets the headers of `scrape`. */
  readonly headersOrigin: string
  /** Whether the links of the page are wanted for the crawl, whatever the formats. */
  readonly wantLinks: boolean
  readonly maxBytes: number
  /** Overrides the scraper's. */
  readonly addressPolicy?: AddressPolicy
  /** If true, an answer 429 or 503 is taken as the page; if not, it is a failure to try again later. */
  readonly isLastAttempt?: boolean
  /** Whose page it is; room for what is large is shared evenly among owners. */
  readonly owner?: string
  /** The last scrape of the same page, for the format `changeTracking`; absent when there was none. */
  readonly previous?: PreviousScrape
  /** Whether the page was found by a link or a sitemap; the default is yes. */
  readonly isLinked?: boolean
}

export interface ScrapedPage {
  readonly document: ScrapedDocument
  /** Absolute, in document order, fragments kept, each once; empty unless wanted. */
  readonly links: readonly Link[]
  readonly finalUrl: string
  /** Where redirects led that were followed before anybody could be asked; see `ShownPage`. */
  readonly redirectedTo: string | undefined
  readonly statusCode: number
  readonly contentType: string | undefined
}

export type PageOutcome<T> = { readonly kind: 'page'; readonly page: T } | PageRedirect | PageFailure

/** Takes a page when it has been read, and returns what is to be known of it. */
export type TakePage<T> = (page: ScrapedPage) => T | Promise<T>

export interface PageScraper {
  /**
   * Scrapes one page; the outcome's page is what `take` makes of it. `take` runs as soon as the page is read, in calls
   * that began no earlier: whatever began with the request is old to the garbage collector, and texts that it held
   * would stay until the next large collection. Never throws for what a site does.
   * @throws the signal's reason when it is aborted, and what `take` throws
   */
  scrape<T>(task: PageTask, signal: EndSignal, take: TakePage<T>): Promise<PageOutcome<T>>
  /** Drops connections and ends what was started for the pages. */
  close(): Promise<void>
}

export interface PageScraperOptions {
  readonly clock: Clock
  readonly userAgent?: string
  /** Which addresses pages may lead to unless a task says otherwise. Default `public`. */
  readonly addressPolicy?: AddressPolicy
  /** Milliseconds for a page whose options set no timeout. */
  readonly defaultTimeoutMs?: number
  /** Connections kept per origin. */
  readonly connections?: number
  /** Used in place of a client of its own, and left open by `close`. */
  readonly fetcher?: PageFetcher
  /** The known links, shared with others that look them up. */
  readonly links?: LinkCache
  readonly files: FileReader
  /** Holds what is kept of pages; without one they have no bound together. */
  readonly room?: Room
  /** Where bodies wait that are too large to stand in memory until they are read; without one they do. */
  readonly folder?: BodyFolder
  /** How much of a page is read; `defaultReadingBounds` without. */
  readonly reading?: ReadingBounds
  /** Where the browser is and how many pages it may show at once; false for no browser. */
  readonly browser?: BrowserSettings | false
}

/** Reading a text takes so many times its bytes: as a string, in parts, and as what is made of it. */
const READING = 4
const DEFAULT_TIMEOUT_MS = 30_000
const ACCEPT = 'text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8'
/** The site asks for another time; what it sends along is not the page. */
const TRY_LATER = new Set([429, 503])
/** Kinds that are read whole; of all others, which are texts, only the beginning is. */
const FILES: ReadonlySet<MediaKind> = new Set(['pdf', 'office'])

export function createPageScraper(options: PageScraperOptions): PageScraper {
  return new HttpPageScraper(options)
}

class HttpPageScraper implements PageScraper {
  readonly #options: PageScraperOptions
  readonly #fetcher: PageFetcher
  readonly #cache: LinkCache
  readonly #turns = new ReadingTurns()
  readonly #room: Room
  #browser: Promise<BrowserPages> | undefined

  constructor(options: PageScraperOptions) {
    const { clock, userAgent = USER_AGENT, connections } = options
    this.#options = options
    this.#room = options.room ?? new ByteRoom(Infinity)
    this.#cache = options.links ?? new LinkCache()
    this.#fetcher =
      options.fetcher ??
      createPageFetcher({ clock, userAgent, ...(connections === undefined ? {} : { connections }) })
  }

  async scrape<T>(task: PageTask, signal: EndSignal, take: TakePage<T>): Promise<PageOutcome<T>> {
    const share = new BodyShare(this.#room, task.owner ?? '', this.#options.folder)
    try {
      const shown = needsBrowser(task.scrape) ? await this.#show(task, signal) : undefined
      // A PDF, say: what a browser would save is read like any other answer.
      const isFetched = shown === undefined || shown.kind === 'file'
      const got = isFetched ? await this.#fetch(task, share, signal) : shown
      if (isFetched && got.kind === 'page') await share.hold(this.#readingBytes(got), signal)
      await this.#turns.next()
      signal.throwIfAborted()
      // What came in time is read at once; a PDF or office file, which takes its time, has a bound of its own.
      return await this.#judge(got, task, signal, take)
    } finally {
      share.leave()
    }
  }

  async close(): Promise<void> {
    const browser = this.#browser
    this.#browser = undefined
    await Promise.all([
      this.#options.fetcher === undefined ? this.#fetcher.close() : undefined,
      browser?.then((pages) => pages.close()),
      this.#options.files.close(),
    ])
  }

  async #judge<T>(
    got: FetchedPage | ShownPage | PageRedirect | PageFailure,
    task: PageTask,
    signal: EndSignal,
    take: TakePage<T>,
  ): Promise<PageOutcome<T>> {
    if (got.kind !== 'page') return got
    if (TRY_LATER.has(got.statusCode) && task.isLastAttempt !== true)
      return tryLater(got, this.#options.clock)
    const page = await this.#read(got, task, signal)
    return 'kind' in page ? page : { kind: 'page', page: await take(page) }
  }

  async #show(task: PageTask, signal: EndSignal): Promise<Awaited<ReturnType<BrowserPages['show']>>> {
    if (this.#options.browser === false) {
      return failure(
        'SCRAPE_ALL_ENGINES_FAILED',
        `"${task.url}" needs a browser, which this service has not.`,
      )
    }
    const pages = await this.#openBrowser(this.#options.browser ?? {})
    const { url, scrape, maxBytes } = task
    const timeoutMs = this.#timeoutOf(scrape)
    const addressPolicy = this.#policyOf(task)
    const request = { url, scrape, headers: ownHeaders(task), timeoutMs, maxBytes, addressPolicy }
    const shown = await withDeadline(this.#options.clock, timeoutMs, signal, (deadline) =>
      pages.show(request, abortSignalOf(deadline.signal)),
    )
    return shown === LATE ? tookTooLong(url, timeoutMs) : shown
  }

  /** Opens the browser, which is loaded with the first page that needs it. */
  #openBrowser(settings: BrowserSettings): Promise<BrowserPages> {
    const { clock } = this.#options
    this.#browser ??= import('../browser/browser-pages.ts').then(({ createBrowserPages }) =>
      createBrowserPages({ ...settings, clock, agentSuffix: AGENT_COMMENT }),
    )
    return this.#browser
  }

  #timeoutOf(scrape: ScrapeSettings): number {
    const { defaultTimeoutMs = DEFAULT_TIMEOUT_MS } = this.#options
    return scrape.timeout ?? defaultTimeoutMs + askedWaitMs(scrape)
  }

  #policyOf(task: PageTask): AddressPolicy {
    return task.addressPolicy ?? this.#options.addressPolicy ?? 'public'
  }

  #fetch(task: PageTask, share: BodyShare, signal: EndSignal): Promise<FetchOutcome | PageRedirect> {
    const { scrape, url, maxBytes } = task
    return this.#fetcher.fetchOnce(
      {
        url,
        headers: ownHeaders(task),
        accept: ACCEPT,
        acceptLanguage: acceptLanguage(locate(scrape.location).languages),
        timeoutMs: this.#timeoutOf(scrape),
        maxBytes,
        share,
        skipTlsVerification: scrape.skipTlsVerification,
        addressPolicy: this.#policyOf(task),
        refuse,
        isFile,
        wants: (answer, from, start) =>
          wantedBytes(
            { url: from, headers: answer.headers },
            start,
            this.#options.reading ?? defaultReadingBounds,
          ),
      },
      signal,
    )
  }

  /** Returns what reading a page takes besides its body; of a small one it does not count. */
  #readingBytes({ body, ...answer }: FetchedPage): number {
    const { textBytes } = this.#options.reading ?? defaultReadingBounds
    const isText = !FILES.has(mediaKind(answer))
    return isText && body.kept > FREE_BYTES ? Math.min(body.kept, textBytes) * READING : 0
  }

  async #read(
    fetched: FetchedPage | ShownPage,
    task: PageTask,
    signal: EndSignal,
  ): Promise<ScrapedPage | PageRedirect | PageFailure> {
    const { scrape, wantLinks } = task
    const { files, reading: bounds = defaultReadingBounds } = this.#options
    const timeoutMs = this.#timeoutOf(scrape)
    const content = await contentOf(fetched, {
      scrape,
      wantLinks,
      cache: this.#cache,
      files,
      bounds,
      timeoutMs,
      signal,
    })
    if ('kind' in content) return content
    const target = refreshTarget(fetched, content)
    if (target !== undefined) return { kind: 'redirect', target }
    const fetchedAt = toIsoTime(this.#options.clock.now())
    const { url: finalUrl, statusCode, contentType } = fetched
    const shown = 'screenshot' in fetched ? fetched : undefined
    const document = await makeDocument(content, metadataOf(fetched, task, { content, fetchedAt }), {
      ...task,
      shown,
    })
    const { redirectedTo } = shown ?? {}
    return { document, links: content.links, finalUrl, redirectedTo, statusCode, contentType }
  }
}

function ownHeaders({ scrape, headersOrigin }: PageTask): OwnHeaders | undefined {
  return scrape.headers && { origin: headersOrigin, values: scrape.headers }
}

function refuse(answer: Answer, url: string): PageFailure | undefined {
  const { headers } = answer
  return mediaKind({ url, headers }) === 'unsupported'
    ? unsupportedType(url, headers['content-type'])
    : undefined
}

/** Returns how much of a body is kept: of a text one byte more than its bound, which shows that there are more. */
function wantedBytes(answer: NamedAnswer, start: Buffer | undefined, { textBytes }: ReadingBounds): number {
  const kind = kindSoFar(answer, start)
  return kind === 'unknown' || FILES.has(kind) ? Infinity : textBytes + 1
}

/** Tells whether a body is for the process that reads files, and for nobody here. */
function isFile({ headers }: Answer, url: string, start: Buffer): boolean {
  return FILES.has(kindSoFar({ url, headers }, start))
}

/** Returns the kind that an answer says, or what its first bytes say where it says nothing. */
function kindSoFar(answer: NamedAnswer, start: Buffer | undefined): MediaKind {
  const named = mediaKind(answer)
  return named === 'unknown' && start !== undefined ? sniffKind(start) : named
}

/** Returns where a page leads on by itself; a browser has gone there already. */
function refreshTarget(fetched: FetchedPage | ShownPage, { refresh }: PageContent): string | undefined {
  if (refresh === undefined || fetched.statusCode >= 400 || 'screenshot' in fetched) return undefined
  const target = withoutFragment(refresh)
  return /^https?:/.test(target) && target !== withoutFragment(fetched.url) ? target : undefined
}

function tryLater(fetched: FetchedPage, clock: Clock): PageFailure {
  const { statusCode, url } = fetched
  const retryAfterMs = retryAfterOf(fetched, clock)
  const problem = failure('SCRAPE_SITE_ERROR', `"${url}" answered ${describeStatus(statusCode)}.`, true)
  return retryAfterMs === undefined ? problem : { ...problem, retryAfterMs }
}

function metadataOf(
  fetched: FetchedPage,
  task: PageTask,
  { content, fetchedAt }: { readonly content: PageContent; readonly fetchedAt: string },
): PageMetadata {
  const { statusCode, contentType, url } = fetched
  // Objects of so many names are not spread, because that takes three times as long for each page.
  return Object.assign(
    {},
    content.metadata,
    { url, sourceURL: task.url, statusCode, fetchedAt },
    contentType === undefined ? undefined : { contentType },
    { proxyUsed: 'basic' as const },
    statusCode < 400 ? undefined : { error: describeStatus(statusCode) },
  )
}

function describeStatus(statusCode: number): string {
  const text = STATUS_CODES[statusCode]
  return text === undefined ? String(statusCode) : `${statusCode} ${text}`
}
