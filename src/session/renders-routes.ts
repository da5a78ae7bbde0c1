import { requestNeeds } from '../request/request-needs.ts'
import type { ResolvedCrawl } from '../resolve/resolved-crawl.ts'
import type { EnvironmentSpec } from '../validate/crawl-spec.ts'

/** Tells whether routes (`#/`) are pages of their own. The embedded service starts a browser only for settings that need one. */
export function rendersRoutes(
  { effective }: Pick<ResolvedCrawl, 'effective'>,
  { service }: Pick<EnvironmentSpec, 'service'>,
): boolean {
  return service !== 'embedded' || requestNeeds(effective).some(({ means }) => means === 'browser')
}
