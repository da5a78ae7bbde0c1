import type { Diagnostic } from '../diagnostics/diagnostic.ts'
import type { ResolvedCrawl } from '../resolve/resolved-crawl.ts'
import { crawlFacts } from './crawl-facts.ts'
import { findOverlaps } from './rules/overlapping-crawls.ts'

/** What is only seen when crawls are looked at together: two that ask for the same, or reach the same pages. */
export function lintProject(crawls: readonly ResolvedCrawl[]): readonly Diagnostic[] {
  return findOverlaps(crawls.map((crawl) => crawlFacts(crawl)))
}
