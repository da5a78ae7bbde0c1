/**
 * Input: the address of a site, and the client to ask it with.
 * Output: the rules of its robots.txt, the URLs of its sitemaps, and when each host may be asked.
 * Must not know jobs, or the scope of a crawl.
 */
import type { TriedSitemap } from '../../protocol/crawl-status.ts'
import { childPath } from '../../scope/rules.ts'
import type { Fetching } from '../http/http.ts'
import { isSitemapUrl } from '../http/media-type.ts'
import type { ResolvedSettings } from '../settings/settings.ts'
import type { Means, RobotsRules, SiteOptions } from './robots.ts'
import { originOf } from '../http/origin-of.ts'

export type SiteReader = ReturnType<typeof createSiteReader>

/** Returns a reader of the files that a site has for crawlers. Parsers are loaded with the first job. */
export function createSiteReader({ clock, limits }: ResolvedSettings, { fetcher, budget }: Fetching) {
  const means = (signal: AbortSignal): Means => ({ fetcher, clock, signal })
  return {
    /** Returns the rules of the origin of `site.url`. Rejects only when it is aborted. */
    robots: async (site: SiteOptions, signal: AbortSignal): Promise<RobotsRules> => {
      const { fetchRobots } = await import('./robots.ts')
      return fetchRobots(site, means(signal))
    },

    /**
     * Yields the URLs of the sitemaps that belong to `site.url`, in order.
     * @param site with the `Sitemap:` lines of robots.txt; without them if its URL is a sitemap
     * @param onTried called with each sitemap after it was read or failed
     */
    sitemapUrls: async function* (
      site: SiteOptions & { readonly named: readonly string[] | undefined; readonly maxUrls: number },
      onTried: (sitemap: TriedSitemap) => void,
      signal: AbortSignal,
    ): AsyncGenerator<string> {
      const { readSitemaps, sitemapCandidates } = await import('./sitemap.ts')
      const { prefix } = childPath(new URL(site.url).pathname)
      const sitemaps = site.named === undefined ? [site.url] : sitemapCandidates(site.url, prefix, site.named)
      const { named = [] } = site
      const start = site.named !== undefined && isSitemapUrl(site.url) ? site.url : undefined
      const guessed = new Set(sitemaps.filter((url) => url !== site.url && !named.includes(url)))
      const bounds = { maxSitemaps: limits.sitemaps, maxUrls: site.maxUrls, budget }
      yield* readSitemaps({ ...site, sitemaps, start, guessed, ...bounds, onTried }, means(signal))
    },
  }
}

/** The robots.txt rules that one job knows, by origin. */
export type RobotsCache = ReturnType<typeof createRobotsCache>

/** Origins whose rules are fetched at the same time when `ask` begins. */
const MOST_AT_ONCE = 32

/** Returns an empty cache; `fetchRules` rejects only when it is aborted. `known` is called with the answer to `ask`. */
export function createRobotsCache(options: {
  readonly ignore: boolean
  readonly fetchRules: (url: string) => Promise<RobotsRules>
  readonly known: () => void
}) {
  const rules = new Map<string, RobotsRules>()
  const pending = new Map<string, Promise<RobotsRules>>()
  /** Fetches the rules of `url`'s origin, once; resolves when they are known. */
  const load = (url: string): Promise<RobotsRules> => {
    const { origin } = new URL(url)
    const request = pending.get(origin) ?? options.fetchRules(url)
    pending.set(origin, request)
    return request.then((found) => {
      rules.set(origin, found)
      return found
    })
  }
  return {
    load,
    /** Tells whether a URL as `URL` writes it is allowed; undefined until the rules of its origin are known. */
    allowed: (url: string): boolean | undefined => options.ignore || rules.get(originOf(url))?.isAllowed(url),
    /** Returns why robots.txt of `url`'s origin could not be fetched, in which case nothing there is allowed. */
    unreachable: (url: string): RobotsRules['unreachable'] => rules.get(new URL(url).origin)?.unreachable,
    /** Fetches the rules of `url`'s origin, unless they or too many others are being fetched. */
    ask: (url: string): void => {
      if (pending.has(originOf(url)) || pending.size - rules.size >= MOST_AT_ONCE) return
      load(url).then(options.known, () => undefined)
    },
  }
}
