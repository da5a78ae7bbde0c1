import { diagnose } from '../../diagnostics/catalogue.ts'
import type { CrawlFacts, PatternUse } from '../crawl-facts.ts'
import type { PatternRule } from '../lint-rule.ts'
import { isCovered } from '../pattern-facts.ts'
import { skipComparisons, spend } from '../work-budget.ts'
import { patternPlace, patternPointer } from '../report-pattern.ts'

/**
 * Reports a pattern that another one makes useless. The other one matches the same paths and more, and is in the same list or
 * excludes them. If two match the same, the later one is reported.
 */
export const shadowedPattern: PatternRule = (use, facts) => {
  const by = shadow(use, facts)
  if (by === undefined) return undefined
  const args = { pattern: use.source, list: use.list, by: by.source, byList: by.list }
  return diagnose('scope/shadowed-pattern', args, patternPlace(facts, use), {
    pointer: patternPointer(use),
    related: [{ message: 'by this pattern', place: patternPlace(facts, by) }],
  })
}

function shadow(
  use: PatternUse,
  { crawl, searchesOwnPaths, includes, excludes }: CrawlFacts,
): PatternUse | undefined {
  // A pattern may be useless in one cell of a matrix and needed in another.
  if (crawl.spec.matrix !== undefined || !searchesOwnPaths) return undefined
  if (!spend(0)) {
    skipComparisons(includes.length + excludes.length)
    return undefined
  }
  if (use.list === 'includePaths') {
    const exclude = excludes.find((other) => isCovered(use.facts, other.facts))
    if (exclude !== undefined) return exclude
  }
  const list = use.list === 'includePaths' ? includes : excludes
  return list.find(
    (other) =>
      other !== use &&
      other.facts.meantGlob === undefined &&
      isCovered(use.facts, other.facts) &&
      (other.index < use.index || !isCovered(other.facts, use.facts)),
  )
}
