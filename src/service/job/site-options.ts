import { isJsonObject } from '../../util/json.ts'
import type { CrawlRequest } from '../store/crawl-request.ts'
import type { SiteOptions } from '../site/site-reader.ts'

/** Tells how the site of `url` is asked for its rules: with the same headers and trust as for its pages. */
export function siteOptions(
  { robotsUserAgent, scrapeOptions }: CrawlRequest,
  url: string,
  addressPolicy: SiteOptions['addressPolicy'],
): SiteOptions {
  const { headers } = scrapeOptions
  return {
    url,
    agent: robotsUserAgent,
    // The schema allows only text as values.
    headers: isJsonObject(headers) ? (headers as Record<string, string>) : undefined,
    skipTlsVerification: scrapeOptions['skipTlsVerification'] === true,
    addressPolicy,
  }
}
