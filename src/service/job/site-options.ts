import { isJsonObject } from '../../util/json.ts'
import type { CrawlRequest } from '../store/crawl-request.ts'
import type { SiteOptions } from '../site/site-reader.ts'

/** Tells how the site of `at` is asked for its rules: with the same headers and trust as for its pages. */
export function siteOptions(
  { url, robotsUserAgent, scrapeOptions }: CrawlRequest,
  at: string,
  addressPolicy: SiteOptions['addressPolicy'],
): SiteOptions {
  const { headers } = scrapeOptions
  return {
    url: at,
    agent: robotsUserAgent,
    headers: isJsonObject(headers)
      ? // The schema allows only text as values.
        { origin: new URL(url).origin, values: headers as Record<string, string> }
      : undefined,
    skipTlsVerification: scrapeOptions['skipTlsVerification'] === true,
    addressPolicy,
  }
}
