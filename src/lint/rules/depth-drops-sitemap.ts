import { diagnose } from '../../diagnostics/catalogue.ts'
import type { CrawlRule } from '../lint-rule.ts'

/** Reports a sitemap that is asked for and that depth 0 leaves out. */
export const depthDropsSitemap: CrawlRule = ({ crawl, settings }) => {
  const { sitemap, maxDiscoveryDepth } = settings
  if (maxDiscoveryDepth !== 0 || sitemap === 'skip' || crawl.chosen['sitemap'] === undefined) return undefined
  return diagnose('scope/depth-drops-sitemap', { sitemap }, crawl.locate('/sitemap', 'key'), {
    pointer: '/request/sitemap',
    related: [{ message: 'maxDiscoveryDepth is set here', place: crawl.locate('/maxDiscoveryDepth', 'key') }],
  })
}
