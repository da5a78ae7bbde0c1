import type { EffectiveRequest } from '../../request/effective-request.ts'
import type { SiteOptions } from '../site/site.ts'

/** Tells how the site of `at` is asked for its rules: with the same headers and trust as for its pages. */
export function siteOptions(
  { url, robotsUserAgent, scrapeOptions }: EffectiveRequest,
  at: string,
  addressPolicy: SiteOptions['addressPolicy'],
): SiteOptions {
  const { headers } = scrapeOptions
  return {
    url: at,
    agent: robotsUserAgent,
    headers: headers === undefined ? undefined : { origin: new URL(url).origin, values: headers },
    skipTlsVerification: scrapeOptions.skipTlsVerification,
    addressPolicy,
  }
}
