import type { ExploredCrawl } from '../../explore/explored-crawl.ts'
import type { Trail } from '../../frontier/trail.ts'
import type { ResolvedCrawl } from '../../resolve/resolved-crawl.ts'

/** Returns a crawl as the explorer's page shows it, with the trail that its preview left. */
export function exploredCrawlOf(
  { name, environment, price, document }: ResolvedCrawl,
  trail: Trail,
  canWrite: boolean,
): ExploredCrawl {
  const { file, line } = document.locate('')
  return {
    name,
    place: `${file}:${line}`,
    environment,
    creditsPerPage: price.parts.reduce((sum, { credits }) => sum + credits, 0),
    settings: trail.settings,
    trail,
    canWrite,
  }
}
