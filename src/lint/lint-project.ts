import { diagnose, factsOf } from '../diagnostics/catalogue.ts'
import type { Diagnostic } from '../diagnostics/diagnostic.ts'
import type { ResolvedCrawl } from '../resolve/resolved-crawl.ts'
import { crawlFacts } from './crawl-facts.ts'
import { countSkipped } from './work-budget.ts'
import { findOverlaps } from './rules/overlapping-crawls.ts'

/** Returns problems that only a comparison of crawls shows: two send the same request, or reach the same pages. */
export function lintProject(
  crawls: readonly ResolvedCrawl[],
  foundIn: (crawl: ResolvedCrawl) => readonly Diagnostic[],
): readonly Diagnostic[] {
  const meant = crawls.filter(
    (crawl) => !foundIn(crawl).some(({ rule }) => factsOf(rule).about === 'misread-pattern'),
  )
  const overlaps = meant.length < 2 ? [] : findOverlaps(meant.map((crawl) => crawlFacts(crawl)))
  return [...overlaps, ...reportSkipped(crawls)]
}

/** Reports once how many comparisons exceeded the work budget. */
function reportSkipped([first]: readonly ResolvedCrawl[]): readonly Diagnostic[] {
  const count = countSkipped()
  if (count === 0 || first === undefined) return []
  return [diagnose('scope/not-compared', { count }, first.locate('/url'), { pointer: '/request/url' })]
}
