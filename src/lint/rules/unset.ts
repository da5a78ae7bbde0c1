import { diagnose } from '../../diagnostics/catalogue.ts'
import type { CrawlRule } from '../lint-rule.ts'

/** Reports a limit that nobody chose. */
export const unset: CrawlRule = ({ crawl, settings }) => {
  if (crawl.chosen['limit'] !== undefined) return undefined
  return diagnose('limits/unset', { limit: settings.limit }, crawl.document.locate('/request', 'key'), {
    pointer: '/request',
  })
}
