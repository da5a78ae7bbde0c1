import { diagnose } from '../../diagnostics/catalogue.ts'
import type { CrawlRule } from '../lint-rule.ts'

/** Reports a depth where no links are followed. */
export const depthWithSitemapOnly: CrawlRule = ({ crawl, settings }) => {
  const depth = settings.maxDiscoveryDepth
  if (settings.sitemap !== 'only' || depth === undefined) return undefined
  return diagnose('scope/depth-with-sitemap-only', { depth }, crawl.locate('/maxDiscoveryDepth', 'key'), {
    pointer: '/request/maxDiscoveryDepth',
    related: [{ message: 'sitemap is set here', place: crawl.locate('/sitemap', 'key') }],
  })
}
