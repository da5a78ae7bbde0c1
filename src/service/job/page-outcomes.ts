import { compileScope } from '../../scope/compile-scope.ts'
import type { ScrapeFailure, StoredPage } from '../engine/engine-task.ts'
import { type FoundUrl, type FrontierPage, movesCrawl } from '../../frontier/frontier.ts'
import { type Admission, crawlScope, followsLinks } from './crawl-context.ts'
import type { CrawlParts } from './crawl-parts.ts'
import { isSitemapUrl } from '../http/media-type.ts'
import { type PageRedirect, refuseHop } from '../http/page-outcome.ts'
import { type ActiveVisit, retryDelayMs } from './visits.ts'
import { NOT_IN_RESULT } from '../../protocol/job-texts.ts'
import { mostRepeats } from '../../scope/repeated-pages.ts'

/** Applies outcomes of the engine to one job: its frontier, its retries and its rows. Callers hold a transaction. */
export class PageOutcomes {
  readonly #parts: CrawlParts
  readonly #onMove: () => void
  /** The URL that scope is measured from: the start URL, until its redirect leads to another host. */
  root: string
  /** Whether the page of the start URL is a sitemap or feed, which its path did not tell. */
  isSitemap = false
  #hasSitemap = false
  /** Hashes of pages whose paths repeat a name. */
  readonly #repeating = new Set<string>()
  /** Why the start URL could not be fetched. */
  startFailure: string | undefined

  /** @param onMove called when the crawl's root has changed */
  constructor(parts: CrawlParts, onMove: () => void) {
    this.#parts = parts
    this.#onMove = onMove
    this.root = parts.record.root
  }

  /** Offers URLs of one page or sitemap to the frontier. Returns the decisions about them. */
  admit(urls: Iterable<string>, { depth, via, holder }: Omit<FoundUrl, 'url'>): ReadonlySet<Admission> {
    const { frontier, context, recorder } = this.#parts
    const admitted: FrontierPage[] = []
    const admissions = new Set<Admission>()
    for (const url of urls) {
      this.#hasSitemap ||= via === 'sitemap'
      const found = { url, depth, via, holder }
      const page = frontier.admit(found)
      const admission = typeof page === 'string' ? page : 'admitted'
      admissions.add(admission)
      context.observer?.met(found, admission)
      if (typeof page !== 'string') admitted.push(page)
      else if (page === 'robots') this.#forbidden(url)
    }
    recorder.admitted(admitted)
    return admissions
  }

  /** Gives a page its place in the result, and its links to the frontier. */
  scraped(visit: ActiveVisit, scraped: StoredPage): void {
    const { context, frontier, recorder, robots, cache, tracker, record } = this.#parts
    const { page } = visit
    const { finalUrl, redirectedTo } = scraped
    if (redirectedTo !== undefined && !this.#move(visit, redirectedTo)) return
    if (page.via === 'start') this.#followStart(scraped)
    if (finalUrl !== page.url && !frontier.claim(page, finalUrl)) return this.drop(page, finalUrl)
    if (finalUrl !== page.url && robots.allowed(finalUrl) === false) {
      this.#forbidden(finalUrl)
      return this.drop(page, finalUrl)
    }
    const at = context.settings.clock.now()
    cache?.put(visit, scraped, at)
    tracker?.put({ url: page.url, senders: [...visit.senders, visit.sender] }, { ...scraped.document, at })
    const isCounted = frontier.isCounted(page, finalUrl)
    frontier.settle(page, isCounted ? 'counted' : 'uncounted')
    recorder.settled(page, 1, finalUrl)
    if (isCounted) recorder.result(page, scraped, visit.host === undefined)
    else recorder.failure(page.url, 'CRAWL_DENIAL', NOT_IN_RESULT)
    if (!followsLinks(record.request) || this.#isTrap(scraped)) return
    this.admit(scraped.links, { depth: page.depth + 1, via: 'link', holder: finalUrl })
  }

  /** Returns whether a page repeats a name of its path three times and is the same as one that repeats it less often. */
  #isTrap({ finalUrl, text }: StoredPage): boolean {
    if (text === undefined) return false
    const isCopy = this.#repeating.has(text)
    this.#repeating.add(text)
    return isCopy && mostRepeats(new URL(finalUrl).pathname) >= 3
  }

  /** Handles a redirect: its target is fetched like any other page, politely, if allowed, and only if it is new. */
  redirected(visit: ActiveVisit, redirect: Omit<PageRedirect, 'kind'>): void {
    const { target } = redirect
    const { waiting, context } = this.#parts
    const hops = [...visit.hops, visit.url]
    const refused = refuseHop(hops, redirect)
    if (refused !== undefined) return this.failed(visit.page, refused.code, refused.error)
    if (!this.#move(visit, target)) return
    const senders = [...visit.senders, visit.sender]
    waiting.retry({ page: visit.page, url: target, hops, senders, attempt: 1 }, context.settings.clock.now())
  }

  /** Moves a page to the target of its redirect. Ends the page and returns false if the target is not allowed. */
  #move({ page, url }: ActiveVisit, target: string): boolean {
    const reason = this.#parts.frontier.move(page, { from: url, to: target })
    // The page is in the result under another address, so this is not a failure.
    if (reason === 'duplicate') this.drop(page, target)
    else if (reason !== undefined) {
      const error = `"${page.url}" redirects to "${target}", which is outside of this crawl.`
      this.failed(page, 'CRAWL_DENIAL', error)
    }
    return reason === undefined
  }

  /** Fetches a page whose stored copy cannot be used. */
  cacheLost(visit: ActiveVisit): void {
    const { context, cache, waiting } = this.#parts
    cache?.remove(visit)
    waiting.retry(visit, context.settings.clock.now())
  }

  /** Tries a page again later if that may help, or ends it. */
  failedAttempt(visit: ActiveVisit, { code, error, retryable, retryAfterMs }: ScrapeFailure): void {
    const { context, waiting } = this.#parts
    const { clock, limits } = context.settings
    const { host, page, attempt } = visit
    if (!retryable || attempt >= limits.attempts) return this.failed(page, code, error)
    const dueAt = clock.now() + retryDelayMs(attempt, retryAfterMs)
    if (retryAfterMs !== undefined && host !== undefined) context.hostGate.pause(host, dueAt)
    waiting.retry({ ...visit, attempt: attempt + 1 }, dueAt)
  }

  /** Ends a page that cannot be fetched. */
  failed(page: FrontierPage, code: string, error: string): void {
    this.drop(page)
    // A packed sitemap is no page, and the crawl is about the URLs that it lists.
    if (page.via === 'start' && this.#hasSitemap && isSitemapUrl(page.url)) return
    if (page.via === 'start') this.startFailure = error
    this.#parts.recorder.failure(page.url, code, error)
  }

  #forbidden(url: string): void {
    const { robots, recorder } = this.#parts
    recorder.forbidden(url, robots.unreachable(url))
  }

  /** Drops a page and gives its place in the result back. */
  drop(page: FrontierPage, finalUrl?: string): void {
    this.#parts.frontier.settle(page, 'uncounted')
    this.#parts.recorder.settled(page, 2, finalUrl)
  }

  /** Moves the crawl to another host if its start URL redirects there, and reads sitemaps that only the start page shows. */
  #followStart({ finalUrl, isSitemap }: StoredPage): void {
    const { store, record, frontier, context } = this.#parts
    const moves = movesCrawl(this.root, finalUrl)
    const { pathname, search } = new URL(this.root)
    const here = this.#hasSitemap ? this.root : new URL(pathname + search, finalUrl).href
    const root = moves ? finalUrl : here
    this.isSitemap = isSitemap && !isSitemapUrl(root)
    if (root === this.root && !this.isSitemap) return
    this.root = root
    store.jobs.setRoot(record.number, { root })
    if (moves) frontier.rescope(compileScope(crawlScope(record.request, root, context.observer)))
    this.#onMove()
  }
}
