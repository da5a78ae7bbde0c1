import { diagnose } from '../../diagnostics/catalogue.ts'
import { DEFAULT_LIMIT } from '../../resolve/fill-defaults.ts'
import type { CrawlRule } from '../lint-rule.ts'

/** A limit that nobody chose. */
export const unset: CrawlRule = function* unset({ crawl, settings }) {
  const chosen = crawl.request['limit']
  // With defaults sent explicitly the request holds it too, and only its origin tells.
  const mayBeDefault = chosen === DEFAULT_LIMIT
  const isDefault =
    chosen === undefined || (mayBeDefault && crawl.provenance.get('/limit')?.origin.kind === 'default')
  if (!isDefault) return
  yield diagnose('limits/unset', { limit: settings.limit }, crawl.document.locate('/request', 'key'), {
    pointer: '/request',
  })
}
