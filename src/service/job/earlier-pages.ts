import { createHash } from 'node:crypto'
import { type EffectiveRequest, findFormat, needsBrowser } from '../../request/page-settings.ts'
import { canonicalJson } from '../../util/json.ts'
import { sha256 } from '../../util/sha256.ts'
import type { StoredPage } from '../engine/engine-task.ts'
import { isConditional } from '../http/page-validators.ts'
import { USER_AGENT } from '../http/user-agent.ts'
import type { ResolvedSettings } from '../settings/settings.ts'
import type { PreviousPage } from '../store/records.ts'
import type { Store } from '../store/store.ts'

/** Settings that change how a page is fetched, not its content. */
const IRRELEVANT = new Set(['maxAge', 'minAge', 'storeInCache', 'timeout'])

/**
 * Returns the cache of results for one job; undefined if there is none. `maxAge` (milliseconds) decides which pages of earlier jobs
 * the job takes, and `storeInCache` whether it stores its own.
 */
export function createResultCache(
  { cacheTtlMs, limits, model }: ResolvedSettings,
  { volatile, cache }: Store,
  { scrapeOptions, sitemap }: EffectiveRequest,
) {
  if (volatile || cacheTtlMs <= 0) return undefined
  const { maxAge, storeInCache: stores, headers = {} } = scrapeOptions
  // A browser sends requests of its own, and a request that sets conditions wants the answer to them.
  const asks = stores && !needsBrowser(scrapeOptions) && !isConditional(headers)
  const relevant = Object.fromEntries(Object.entries(scrapeOptions).filter(([name]) => !IRRELEVANT.has(name)))
  // Pages depend on these settings of the service too.
  const { textBytes, pageTags } = limits
  const made = { agent: USER_AGENT, textBytes, pageTags, model: model?.model ?? '' }
  // Links are kept only if they are followed.
  const basis = canonicalJson({ scrape: relevant, links: sitemap !== 'only', made })
  const keyOf = (url: string): string => createHash('sha256').update(basis).update(url).digest('base64')
  return {
    /** Returns a page that is young enough to be used. */
    find: (url: string, now: number) => (maxAge === 0 ? undefined : cache.find(keyOf(url), now - maxAge)),
    /** Returns a page of any age, if the site can be asked whether it has changed. */
    findOld: (url: string) => {
      const page = asks ? cache.find(keyOf(url), 0) : undefined
      return page?.validators && page
    },
    put: (url: string, page: StoredPage, now: number) => {
      if (!stores || page.fromCache || page.statusCode !== 200) return
      cache.put(keyOf(url), { ...page.document, at: now, validators: page.validators })
    },
    /** Removes an entry that turned out to be unreadable. */
    remove: (url: string) => cache.remove(keyOf(url)),
  }
}

/** Returns the last scrapes of pages with the same tag, for `changeTracking`; undefined without that format. */
export function createChangeTracker({ tracked }: Store, request: EffectiveRequest) {
  const format = findFormat(request.scrapeOptions, 'changeTracking')
  if (format === undefined) return undefined
  const keyOf = (url: string): string => sha256(`${format.tag ?? ''}\n${url}`)
  return {
    find: (url: string) => tracked.find(keyOf(url)),
    put: (url: string, page: PreviousPage) => tracked.put(keyOf(url), page),
  }
}
