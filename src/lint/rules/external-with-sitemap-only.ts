import { diagnose } from '../../diagnostics/catalogue.ts'
import type { CrawlRule } from '../lint-rule.ts'

/** Reports external links where no links are followed. */
export const externalWithSitemapOnly: CrawlRule = ({ crawl, settings }) => {
  if (settings.sitemap !== 'only' || !settings.allowExternalLinks) return undefined
  return diagnose('scope/external-with-sitemap-only', {}, crawl.locate('/allowExternalLinks', 'key'), {
    pointer: '/request/allowExternalLinks',
    related: [{ message: 'sitemap is set here', place: crawl.locate('/sitemap', 'key') }],
  })
}
