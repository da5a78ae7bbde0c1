import { diagnose } from '../../diagnostics/catalogue.ts'
import type { CrawlRule } from '../lint-rule.ts'

/** Reports an expectation of more pages than the limit lets through. */
export const minPagesAboveLimit: CrawlRule = ({ crawl, settings: { limit } }) => {
  const minPages = crawl.expect?.['minPages']
  if (typeof minPages !== 'number' || minPages <= limit) return undefined
  const place = crawl.document.locate('/expect/minPages', 'key')
  return diagnose('limits/min-pages-above-limit', { minPages, limit }, place, {
    pointer: '/expect/minPages',
    related:
      crawl.chosen['limit'] === undefined
        ? []
        : [{ message: 'the limit is set here', place: crawl.locate('/limit', 'key') }],
  })
}
