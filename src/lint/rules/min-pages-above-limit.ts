import { diagnose } from '../../diagnostics/catalogue.ts'
import type { JsonObject } from '../../util/json.ts'
import type { CrawlRule } from '../lint-rule.ts'

/** Reports an expectation of more pages than the limit lets through. */
export const minPagesAboveLimit: CrawlRule = ({ crawl, settings: { limit } }) => {
  const minPages = unmetMinPages(crawl.expect, limit)
  if (minPages === undefined) return undefined
  const place = crawl.document.locate('/expect/minPages', 'key')
  return diagnose('limits/min-pages-above-limit', { minPages, limit }, place, {
    pointer: '/expect/minPages',
    related:
      crawl.chosen['limit'] === undefined
        ? []
        : [{ message: 'the limit is set here', place: crawl.locate('/limit', 'key') }],
  })
}

/** Returns how many pages are expected where a crawl of so many at most cannot have them. */
export function unmetMinPages(expected: JsonObject | undefined, limit: number): number | undefined {
  const minPages = expected?.['minPages']
  return typeof minPages === 'number' && minPages > limit ? minPages : undefined
}
