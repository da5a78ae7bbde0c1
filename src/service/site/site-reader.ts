import type { TriedSitemap } from '../../protocol/crawl-status.ts'
import type { AddressPolicy } from '../http/address-policy.ts'
import type { OwnHeaders } from '../http/own-headers.ts'
import type { RobotsRules } from './robots.ts'

/** What a site says about itself, read before its pages are. */
export interface SiteReader {
  /** Returns which addresses a crawl that starts at `url` may connect to. */
  addressPolicy(url: string): Promise<SiteOptions['addressPolicy']>
  /** Returns the rules of the origin of `url`. Never rejects but for an abort. */
  robots(site: SiteOptions, signal: AbortSignal): Promise<RobotsRules>
  /**
   * Yields the URLs of the sitemaps that belong to `url`, in order.
   * @param onTried called with each sitemap when it was read, or could not be
   */
  sitemapUrls(
    site: SiteOptions & SitemapSource,
    onTried: (sitemap: TriedSitemap) => void,
    signal: AbortSignal,
  ): AsyncIterable<string>
}

export interface SiteOptions {
  readonly url: string
  /** The name to look for in robots.txt; crawlform's own without it. */
  readonly agent: string | undefined
  readonly headers: OwnHeaders | undefined
  readonly skipTlsVerification: boolean
  readonly addressPolicy: AddressPolicy
}

interface SitemapSource {
  /** `Sitemap:` lines of robots.txt. */
  readonly named: readonly string[]
  readonly maxUrls: number
}
