/**
 * Input: the address of a site, and the client to ask it with.
 * Output: the rules of its robots.txt, the URLs of its sitemaps, and when each host may be asked.
 * Must not know jobs, or the scope of a crawl.
 */
import { childPath } from '../../scope/child-path.ts'
import type { SiteOptions, SiteReader } from './site-reader.ts'
import type { Fetching } from '../http/fetching.ts'
import { policyFor } from '../http/address-policy.ts'
import type { ResolvedSettings } from '../settings/settings.ts'

/** Reads robots.txt and sitemaps through `fetcher`. Parsers are loaded with the first job. */
export function createSiteReader(settings: ResolvedSettings, { fetcher, budget }: Fetching): SiteReader {
  return {
    addressPolicy: (url) => policyFor(url, settings),
    robots: async (site, signal) => {
      const { fetchRobots } = await import('./robots.ts')
      const agents = site.agent === undefined ? {} : { agents: [site.agent] }
      const request = { ...requestOf(site), url: site.url, ...agents }
      return fetchRobots(request, fetcher, settings.clock, signal)
    },
    sitemapUrls: async function* (site, onTried, signal) {
      const { readSitemaps, sitemapCandidates } = await import('./sitemap.ts')
      const { prefix } = childPath(new URL(site.url).pathname)
      const sitemaps = sitemapCandidates(site.url, prefix, site.named)
      const guessed = new Set(sitemaps.filter((url) => url !== site.url && !site.named.includes(url)))
      const bounds = { maxSitemaps: settings.limits.sitemaps, maxUrls: site.maxUrls, budget }
      yield* readSitemaps({ ...requestOf(site), sitemaps, guessed, ...bounds, onTried }, fetcher, signal)
    },
  }
}

type RequestSettings = Pick<SiteOptions, 'headers' | 'skipTlsVerification' | 'addressPolicy'>

function requestOf({ headers, skipTlsVerification, addressPolicy }: SiteOptions): RequestSettings {
  return { headers, skipTlsVerification, addressPolicy }
}
