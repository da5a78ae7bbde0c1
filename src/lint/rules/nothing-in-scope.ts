import { diagnose } from '../../diagnostics/catalogue.ts'
import { childPath } from '../../scope/child-path.ts'
import { leavesNothing } from '../leaves-nothing.ts'
import type { CrawlRule } from '../lint-rule.ts'

/** Reports patterns that together leave no page at all. */
export const nothingInScope: CrawlRule = (facts, reported) => {
  const { crawl, settings, start, includes } = facts
  // Each include was already reported.
  if (includes.length > 0 && includes.every((use) => reported.has(use))) return undefined
  if (start === undefined || !leavesNothing(facts)) return undefined
  const admitted = settings.crawlEntireDomain ? start.host : childPath(start.path).description
  return diagnose('scope/nothing-in-scope', { admitted }, crawl.locate('/excludePaths', 'key'), {
    pointer: '/request/excludePaths',
  })
}
