import { diagnose } from '../../diagnostics/catalogue.ts'
import type { CrawlRule } from '../lint-rule.ts'

/** Reports includes that external pages need not match. */
export const includeNotForExternal: CrawlRule = ({ crawl, settings, includes }) => {
  if (!settings.allowExternalLinks || settings.sitemap === 'only' || includes.length === 0) return undefined
  return diagnose('scope/include-not-for-external', {}, crawl.locate('/includePaths', 'key'), {
    pointer: '/request/includePaths',
    related: [
      { message: 'external links are allowed here', place: crawl.locate('/allowExternalLinks', 'key') },
    ],
  })
}
