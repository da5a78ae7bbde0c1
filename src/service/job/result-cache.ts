import { createHash } from 'node:crypto'
import type { ScrapedPage } from '../engine/engine.ts'
import type { CacheStore } from '../store/cache-store.ts'
import type { CachedPage } from '../store/stored-scrape.ts'
import { canonicalJson } from '../../util/canonical-json.ts'
import type { EffectiveRequest } from '../../request/effective-request.ts'

/** What a job takes from earlier scrapes, and keeps for later ones. */
export interface ResultCache {
  find(url: string, now: number): CachedPage | undefined
  put(url: string, page: ScrapedPage, now: number): void
  /** Removes an entry that turned out to be unreadable. */
  remove(url: string): void
}

/** Settings about how a page is fetched, not what it is. */
const IRRELEVANT = new Set(['maxAge', 'minAge', 'storeInCache', 'timeout'])

/** Returns the cache as a request's `maxAge` (milliseconds) and `storeInCache` let it be used. */
export function createResultCache(store: CacheStore, request: EffectiveRequest): ResultCache {
  const { scrapeOptions, sitemap } = request
  const { maxAge, storeInCache: stores } = scrapeOptions
  const relevant = Object.fromEntries(Object.entries(scrapeOptions).filter(([name]) => !IRRELEVANT.has(name)))
  // Links are kept only if they are followed.
  const basis = canonicalJson({ scrape: relevant, links: sitemap !== 'only' })
  const keyOf = (url: string): string => createHash('sha256').update(basis).update(url).digest('base64')
  return {
    find: (url, now) => (maxAge === 0 ? undefined : store.find(keyOf(url), now - maxAge)),
    put: (url, page, now) => {
      if (!stores || page.fromCache || page.statusCode !== 200) return
      store.put(keyOf(url), { ...page.document, at: now })
    },
    remove: (url) => store.remove(keyOf(url)),
  }
}

/** A job that must leave nothing neither takes from the cache nor adds to it. */
export const noCache: ResultCache = {
  find: () => undefined,
  put: () => undefined,
  remove: () => undefined,
}
