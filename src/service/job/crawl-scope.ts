import type { EffectiveRequest } from '../../request/effective-request.ts'
import { needsBrowser } from '../../request/page-settings.ts'
import { scopeSettings } from '../../request/scope-settings.ts'
import type { ScopeSettings } from '../../scope/scope.ts'
import type { CrawlObserver } from './crawl-context.ts'

/**
 * Returns the scope settings of a job.
 * @param root the URL that scope is measured from
 */
export function crawlScope(
  request: EffectiveRequest,
  root: string,
  observer: CrawlObserver | undefined,
): ScopeSettings {
  const rendersRoutes = observer?.rendersRoutes ?? needsBrowser(request.scrapeOptions)
  return { ...scopeSettings(request), url: root, rendersRoutes }
}
