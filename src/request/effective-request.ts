import type { crawlStandards } from '../schema/request-standards.gen.ts'
import type { CrawlRequest, Webhook } from '../schema/request-v2.gen.ts'
import type { JsonObject } from '../util/json.ts'
import { fillDefaults } from './fill-defaults.ts'
import type { ScrapeSettings } from './page-settings.ts'
import { absoluteUrl } from '../scope/page-url.ts'

/** A request as a service carries it out: with defaults, and each setting in its full form. */
export type EffectiveRequest = Omit<CrawlRequest, 'webhook' | 'scrapeOptions'> &
  Required<Pick<CrawlRequest, keyof typeof crawlStandards>> & {
    readonly webhook?: Webhook
    readonly scrapeOptions: ScrapeSettings
  }

/** Returns the effective form of a valid request. */
export function completeRequest(request: JsonObject): EffectiveRequest {
  const { url, webhook } = request
  const given = {
    ...request,
    url: typeof url === 'string' ? new URL(absoluteUrl(url)).href : '',
    ...(typeof webhook === 'string' ? { webhook: { url: webhook } } : {}),
  }
  // The schema has checked every member, and the types add its defaults.
  return fillDefaults(given) as JsonObject as unknown as EffectiveRequest
}
