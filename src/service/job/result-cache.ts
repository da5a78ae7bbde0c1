import { createHash } from 'node:crypto'
import type { ScrapedPage } from '../engine/engine.ts'
import type { CacheStore } from '../store/cache-store.ts'
import type { CachedPage } from '../store/job-record.ts'
import { canonicalJson } from '../../util/canonical-json.ts'
import type { Json } from '../../util/json.ts'
import { needsBrowser } from '../../request/page-settings.ts'
import { isConditional } from '../http/answer-marks.ts'
import type { EffectiveRequest } from '../../request/effective-request.ts'

/** What a job takes from earlier scrapes, and keeps for later ones. */
export interface ResultCache {
  /** Returns a page that is young enough to be the answer. */
  find(url: string, now: number): CachedPage | undefined
  /** Returns a page of any age that a site can be asked about: whether it has changed since. */
  findOld(url: string): CachedPage | undefined
  put(url: string, page: ScrapedPage, now: number): void
  /** Removes an entry that turned out to be unreadable. */
  remove(url: string): void
}

/** Settings about how a page is fetched, not what it is. */
const IRRELEVANT = new Set(['maxAge', 'minAge', 'storeInCache', 'timeout'])

/**
 * Returns the cache as a request's `maxAge` (milliseconds) and `storeInCache` let it be used.
 * @param made the settings of the service that pages depend on, as JSON; pages made with others are not found
 */
export function createResultCache(store: CacheStore, request: EffectiveRequest, made: Json): ResultCache {
  const { scrapeOptions, sitemap } = request
  const { maxAge, storeInCache: stores, headers = {} } = scrapeOptions
  // A browser sends requests of its own, and a request that sets conditions wants the answer to them.
  const asks = stores && !needsBrowser(scrapeOptions) && !isConditional(headers)
  const relevant = Object.fromEntries(Object.entries(scrapeOptions).filter(([name]) => !IRRELEVANT.has(name)))
  // Links are kept only if they are followed.
  const basis = canonicalJson({ scrape: relevant, links: sitemap !== 'only', made })
  const keyOf = (url: string): string => createHash('sha256').update(basis).update(url).digest('base64')
  return {
    find: (url, now) => (maxAge === 0 ? undefined : store.find(keyOf(url), now - maxAge)),
    findOld: (url) => {
      const page = asks ? store.find(keyOf(url), 0) : undefined
      return page?.marks && page
    },
    put: (url, page, now) => {
      if (!stores || page.fromCache || page.statusCode !== 200) return
      store.put(keyOf(url), { ...page.document, at: now, marks: page.marks })
    },
    remove: (url) => store.remove(keyOf(url)),
  }
}

/** A job that must leave nothing neither takes from the cache nor adds to it. */
export const noCache: ResultCache = {
  find: () => undefined,
  findOld: () => undefined,
  put: () => undefined,
  remove: () => undefined,
}
