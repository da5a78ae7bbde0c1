import { keepsErrorPages } from '../apply/review-pages.ts'
import type { ExplainedUrl } from '../render/render-scope.ts'
import type { ResolvedCrawl } from '../resolve/resolved-crawl.ts'
import { compileScope } from '../scope/compile-scope.ts'
import type { Discovery } from '../scope/scope.ts'
import type { EnvironmentSpec } from '../validate/crawl-spec.ts'
import { rendersRoutes } from './embedded-refusals.ts'

/** Returns which rules decide whether a page belongs to a crawl. `discovery` is how it was found, if that is known. */
export function explainScope(
  crawl: ResolvedCrawl,
  environment: EnvironmentSpec,
  url: string,
  discovery?: Discovery,
): ExplainedUrl {
  const scope = compileScope({ ...crawl.scope, rendersRoutes: rendersRoutes(crawl, environment) })
  return {
    name: crawl.name,
    explanation: scope.explain(url, discovery),
    keepsErrorPages: keepsErrorPages(crawl.expect),
  }
}
