import { type EffectiveRequest, findFormat, needsBrowser } from '../../request/page-settings.ts'
import { pageSettingsDeciding } from '../../request/setting-decisions.ts'
import { canonicalJson, type JsonObject } from '../../util/json.ts'
import { sha256 } from '../../util/sha256.ts'
import type { StoredPage } from '../engine/engine-task.ts'
import { isConditional } from '../http/page-validators.ts'
import { type PageKey, pageKeyOf } from '../http/sender.ts'
import type { ResolvedSettings } from '../settings/settings.ts'
import type { PreviousPage } from '../store/records.ts'
import type { Store } from '../store/store.ts'
import { originOf } from '../http/origin-of.ts'

/** A request for a page, and who sends it. */
export interface Asked {
  readonly url: string
  /** See `senderOf`. */
  readonly sender: string
}

/** Settings that change how a page is fetched, not its content. What is sent of `headers` is part of the sender. */
const IRRELEVANT = pageSettingsDeciding('fetch', 'freshness')

/**
 * Returns the cache of results for one job; undefined if there is none. `maxAge` (milliseconds) decides which pages of earlier jobs
 * the job takes, and `storeInCache` whether it stores its own. A page is found only by a request that is equal in all that is sent.
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
  const relevant = Object.entries(scrapeOptions).filter(([name]) => !IRRELEVANT.has(name))
  // Pages depend on these settings of the service too.
  const { textBytes, pageTags } = limits
  const made = { textBytes, pageTags, model: model?.model ?? '' }
  // Links are kept only if they are followed.
  const links = sitemap !== 'only'
  const basis = sha256(canonicalJson({ scrape: Object.fromEntries(relevant) as JsonObject, links, made }))
  const keyOf = ({ url, sender }: Asked): PageKey => pageKeyOf(url, [sender], basis)
  return {
    /** Returns a page that is young enough to be used without asking its site. */
    find: (asked: Asked, now: number) => {
      const page = maxAge === 0 ? undefined : cache.find(keyOf(asked), now - maxAge)
      return page?.keeping === 'ask' ? undefined : page
    },
    /** Returns a page of any age, if the site can be asked whether it has changed. */
    findOld: (asked: Asked) => {
      const page = asks ? cache.find(keyOf(asked), 0) : undefined
      return page?.validators && page
    },
    put: (asked: Asked, page: StoredPage, now: number) => {
      if (!stores || page.fromCache || page.statusCode !== 200) return
      // A browser follows redirects itself; only a fetch asks whether the crawl may go there.
      const isElsewhere = originOf(page.finalUrl) !== originOf(asked.url)
      if (page.keeping === 'never' || isElsewhere) cache.remove(keyOf(asked))
      else
        cache.put(keyOf(asked), {
          ...page.document,
          at: now,
          keeping: page.keeping,
          validators: page.validators,
        })
    },
    /** Removes an entry that turned out to be unreadable. */
    remove: (asked: Asked) => cache.remove(keyOf(asked)),
  }
}

/** The requests that led to a page. */
export interface AskedPage {
  /** The page's own URL, before redirects. */
  readonly url: string
  /** The sender of each request, redirects included. */
  readonly senders: readonly string[]
}

/** Returns the last scrapes of pages with the same tag and senders, for `changeTracking`; undefined without that format. */
export function createChangeTracker({ tracked }: Store, request: EffectiveRequest) {
  const format = findFormat(request.scrapeOptions, 'changeTracking')
  if (format === undefined) return undefined
  const keyOf = ({ url, senders }: AskedPage): PageKey => pageKeyOf(url, senders, format.tag ?? '')
  return {
    find: (asked: AskedPage) => tracked.find(keyOf(asked)),
    put: (asked: AskedPage, page: PreviousPage) => tracked.put(keyOf(asked), page),
  }
}
