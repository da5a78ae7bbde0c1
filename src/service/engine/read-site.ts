import { childPath } from '../../scope/child-path.ts'
import type { SiteOptions, SiteReader } from '../job/site-reader.ts'
import type { PageFetcher } from '../page/fetch-page.ts'
import { addressPolicyOf } from '../page/private-address.ts'
import { fetchRobots } from '../page/robots.ts'
import { readSitemaps, sitemapCandidates } from '../page/sitemap.ts'
import type { ResolvedSettings } from '../settings.ts'

/** Reads robots.txt and sitemaps through `fetcher`. */
export function createSiteReader(settings: ResolvedSettings, fetcher: PageFetcher): SiteReader {
  return {
    addressPolicy: async (url) => (settings.allowPrivateAddresses ? 'any' : addressPolicyOf(url)),
    robots: (site, signal) =>
      fetchRobots(
        {
          ...requestOf(site),
          url: site.url,
          ...(site.agent === undefined ? {} : { agents: [site.agent] }),
        },
        fetcher,
        settings.clock,
        signal,
      ),
    sitemapUrls: (site, signal) => {
      const { prefix } = childPath(new URL(site.url).pathname)
      return readSitemaps(
        {
          ...requestOf(site),
          sitemaps: sitemapCandidates(site.url, prefix, site.named),
          maxSitemaps: settings.limits.sitemaps,
          maxUrls: site.maxUrls,
        },
        fetcher,
        signal,
      )
    },
  }
}

function requestOf({ headers, skipTlsVerification, addressPolicy }: SiteOptions): {
  headers?: Readonly<Record<string, string>>
  skipTlsVerification: boolean
  addressPolicy: SiteOptions['addressPolicy']
} {
  return { skipTlsVerification, addressPolicy, ...(headers === undefined ? {} : { headers }) }
}
