/**
 * Input: an answer, or a URL that a browser shows, with the scrape options.
 * Output: a document in the asked formats with its links, or a failure with the API's code.
 * Must not know how answers are fetched, jobs, the frontier or storage.
 */
import { STATUS_CODES } from 'node:http'
import { toIsoTime, type Clock, parseRetryAfter } from '../../util/clock.ts'
import { given } from '../../util/json.ts'
import {
  hasConditions,
  isConditional,
  keepingOf,
  validatorsOf,
  NOT_MODIFIED,
  unchangedValidators,
} from '../http/page-validators.ts'
import type { Keeping, PageValidators } from '../http/page-validators.ts'
import type { BrowserPages } from '../browser/browser.ts'
import type { ShownPage } from '../browser/show-page.ts'
import type { BrowserSettings } from '../settings/settings.ts'
import type { FetchedPage } from '../http/http.ts'
import { canonicalOf } from '../http/link-header.ts'
import { isSitemapText } from '../http/media-type.ts'
import { makeDocument, type ScrapedDocument } from './make-document.ts'
import type { PageContent } from '../content/html-content.ts'
import type { ReadingBounds } from '../content/content.ts'
import { contentOf } from '../content/content.ts'
import { contentLanguage, readRefresh } from '../content/read-head.ts'
import { failure, isPassing, sentUrl, tookTooLong, urlOfHeader } from '../http/page-outcome.ts'
import type { PageFailure, PageRedirect } from '../http/page-outcome.ts'
import type { FileReader } from '../file/file.ts'
import type { LinkCache } from '../page-links/link-cache.ts'
import { needsBrowser } from '../../request/page-settings.ts'
import { LATE, withDeadline } from '../../util/with-deadline.ts'
import { ownHeaders, timeoutOf, type PageTask } from './page-task.ts'
import { botCheck } from './bot-check.ts'

export interface ScrapedPage extends Pick<PageContent, 'isText'> {
  readonly document: ScrapedDocument
  /** Absolute, in document order, fragments kept, each once; empty unless wanted. */
  readonly links: readonly string[]
  readonly finalUrl: string
  /** The target of redirects that a browser followed by itself; see `ShownPage`. */
  readonly redirectedTo: string | undefined
  readonly statusCode: number
  /** Whether its text is a sitemap or feed. */
  readonly isSitemap: boolean
  readonly keeping: Keeping
  /** Absent unless wanted. */
  readonly validators?: PageValidators | undefined
}

export interface UnchangedPage {
  readonly kind: 'unchanged'
  readonly fetchedAt: string
  readonly keeping: Keeping
  readonly validators: PageValidators
}

export type PageOutcome =
  | { readonly kind: 'page'; readonly page: ScrapedPage }
  | UnchangedPage
  /** The answer of the site does not show whether the page has changed. */
  | { readonly kind: 'unclear' }
  | PageRedirect
  | PageFailure

/** A page that must be fetched: it needs no browser, or a browser would save it, such as a PDF. */
export type NeedsFetch = { readonly kind: 'needs-fetch' }

export interface PageReaderOptions {
  readonly clock: Clock
  readonly links: LinkCache
  readonly files: FileReader
  readonly reading: ReadingBounds
  /** The browser for pages that need one; false without a browser. */
  readonly browser: BrowserSettings | false
}

/** Answers to a request that asks for a page only if it has changed: 412 is wrong for a page, but sent. */
const CONDITIONAL_ANSWERS = new Set([NOT_MODIFIED, 412])

export class PageReader {
  readonly #options: PageReaderOptions
  #browser: Promise<BrowserPages> | undefined

  constructor(options: PageReaderOptions) {
    this.#options = options
  }

  /**
   * Reads a page that was fetched, or as a browser shows it. Returns `needs-fetch` when it has to be fetched. Never throws
   * because of a site.
   * @throws the signal's reason when it is aborted
   */
  async scrape(task: PageTask, signal: AbortSignal): Promise<PageOutcome | NeedsFetch> {
    const got = task.fetched ?? (await this.#show(task, signal))
    if (got.kind !== 'page') return got
    signal.throwIfAborted()
    const check = botCheck(got)
    if (check !== undefined) return check
    if (isPassing(got.statusCode) && task.isLastAttempt !== true) return tryLater(got, this.#options.clock)
    const validators =
      task.wantValidators === true && task.fetched !== undefined ? validatorsOf(task.fetched) : undefined
    const same = validators && task.stored && unchangedValidators(got.statusCode, task.stored, validators)
    if (same !== undefined)
      return {
        kind: 'unchanged',
        fetchedAt: toIsoTime(this.#options.clock.now()),
        keeping: keepingOf(got.headers),
        validators: same,
      }
    if (CONDITIONAL_ANSWERS.has(got.statusCode)) {
      if (task.stored !== undefined && hasConditions(task.stored)) return { kind: 'unclear' }
      if (got.statusCode === NOT_MODIFIED && !isConditional(task.scrape.headers ?? {}))
        return failure(
          'SCRAPE_SITE_ERROR',
          `"${got.url}" answered 304 Not Modified to a request without conditions.`,
        )
    }
    const page = await this.#read(got, task, signal)
    return 'kind' in page ? page : { kind: 'page', page: { ...page, validators } }
  }

  async close(): Promise<void> {
    const browser = this.#browser
    this.#browser = undefined
    await Promise.all([browser?.then((pages) => pages.close()), this.#options.files.close()])
  }

  async #show(task: PageTask, signal: AbortSignal): Promise<ShownPage | PageFailure | NeedsFetch> {
    if (!needsBrowser(task.scrape)) return { kind: 'needs-fetch' }
    const { clock, browser } = this.#options
    if (browser === false)
      return failure('SCRAPE_ALL_ENGINES_FAILED', `"${task.url}" needs a browser, and this service has none.`)
    // Loaded with the first page that needs it.
    this.#browser ??= import('../browser/browser.ts').then(
      (loaded) => new loaded.BrowserPages({ ...browser, clock }),
    )
    const pages = await this.#browser
    const { url, scrape, maxBytes, addressPolicy } = task
    const timeoutMs = timeoutOf(task)
    const request = { url, scrape, headers: ownHeaders(task), timeoutMs, maxBytes, addressPolicy }
    const shown = await withDeadline(clock, timeoutMs, signal, (deadline) =>
      pages.show(request, deadline.signal),
    )
    if (shown === LATE) return tookTooLong(url, timeoutMs)
    return shown.kind === 'file' ? { kind: 'needs-fetch' } : shown
  }

  async #read(
    fetched: FetchedPage | ShownPage,
    task: PageTask,
    signal: AbortSignal,
  ): Promise<ScrapedPage | PageRedirect | PageFailure> {
    const leadsOn = refreshOfHeader(fetched)
    if (leadsOn !== undefined) return { kind: 'redirect', target: leadsOn }
    const { scrape, wantLinks } = task
    const { files, reading: bounds, links: cache } = this.#options
    const bounded = { files, bounds, cache, timeoutMs: timeoutOf(task), signal }
    const content = await contentOf(fetched, { scrape, wantLinks, ...bounded })
    if ('kind' in content) return content
    const target = refreshTarget(fetched, content.refresh)
    if (target !== undefined) return { kind: 'redirect', target }
    const fetchedAt = toIsoTime(this.#options.clock.now())
    const { statusCode } = fetched
    const finalUrl = urlWithRoute(fetched, task)
    const shown = 'screenshot' in fetched ? fetched : undefined
    const metadata = metadataOf(fetched, task, content, fetchedAt)
    const document = makeDocument({ content, task, shown }, metadata)
    const { redirectedTo } = shown ?? {}
    const isSitemap = isSitemapText(content.rawHtml)
    const { isText, links } = isSitemap ? { ...content, links: [] } : content
    const keeping = keepingOf(fetched.headers)
    return { document, links, finalUrl, redirectedTo, statusCode, isSitemap, isText, keeping }
  }
}

/** Returns the target of the `Refresh` header, which wins over the `meta` element (HTML Standard). */
function refreshOfHeader(fetched: FetchedPage | ShownPage): string | undefined {
  const { refresh } = fetched.headers
  const address = refresh === undefined ? undefined : readRefresh(refresh)
  const url = address === undefined ? undefined : urlOfHeader(address, fetched.url)
  return url === undefined ? undefined : refreshTarget(fetched, url)
}

/** Returns the target of a page's own refresh. A browser has already followed it. */
function refreshTarget(fetched: FetchedPage | ShownPage, refresh: string | undefined): string | undefined {
  if (refresh === undefined || fetched.statusCode >= 400 || 'screenshot' in fetched) return undefined
  const target = sentUrl(refresh)
  return /^https?:/.test(target) && target !== sentUrl(fetched.url) ? target : undefined
}

function tryLater(fetched: FetchedPage, clock: Clock): PageFailure {
  const { statusCode, url } = fetched
  const wait = fetched.headers['retry-after']
  const retryAfterMs = wait === undefined ? undefined : parseRetryAfter(wait, clock.now())
  const error = `"${url}" answered ${describeStatus(statusCode)}.`
  return { ...failure('SCRAPE_SITE_ERROR', error, true), ...given({ retryAfterMs }) }
}

function metadataOf(fetched: FetchedPage, task: PageTask, content: PageContent, fetchedAt: string) {
  const { statusCode, headers } = fetched
  const { link = '', 'content-language': language = '' } = headers
  // The page itself wins over its headers.
  return {
    ...given({ canonical: canonicalOf(link, fetched.url), language: contentLanguage(language) }),
    ...content.metadata,
    url: urlWithRoute(fetched, task),
    sourceURL: task.url,
    statusCode,
    fetchedAt,
    ...given({ contentType: headers['content-type'] }),
    proxyUsed: 'basic',
    ...(statusCode < 400 ? {} : { error: describeStatus(statusCode) }),
  }
}

/** Returns the final URL. Neither fetching nor the browser reports a fragment, but the page of a route keeps its own. */
function urlWithRoute({ url }: FetchedPage | ShownPage, task: PageTask): string {
  return sentUrl(task.url) === url ? task.url : url
}

function describeStatus(statusCode: number): string {
  const text = STATUS_CODES[statusCode]
  return text === undefined ? String(statusCode) : `${statusCode} ${text}`
}
