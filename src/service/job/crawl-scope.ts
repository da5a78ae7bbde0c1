import type { EffectiveRequest } from '../../request/effective-request.ts'
import { needsBrowser } from '../../request/page-settings.ts'
import { scopeSettings } from '../../request/scope-settings.ts'
import type { ScopeSettings } from '../../scope/scope.ts'

/**
 * Returns the scope settings of a job.
 * @param root the URL that scope is measured from
 */
export function crawlScope(request: EffectiveRequest, root: string): ScopeSettings {
  return { ...scopeSettings(request), url: root, rendersRoutes: needsBrowser(request.scrapeOptions) }
}
