import { diagnose } from '../../diagnostics/catalogue.ts'
import type { PatternRule } from '../lint-rule.ts'
import { patternPlace, patternPointer } from '../report-pattern.ts'

/** Reports the second of two equal patterns of one list. */
export const duplicatePattern: PatternRule = (use, facts) => {
  // Patterns may be equal in one cell of a matrix and differ in another.
  if (facts.crawl.spec.matrix !== undefined) return undefined
  const uses = use.list === 'includePaths' ? facts.includes : facts.excludes
  const first = uses.find((other) => other.source === use.source)
  if (first === undefined || first === use) return undefined
  const args = { pattern: use.source, list: use.list }
  return diagnose('scope/duplicate-pattern', args, patternPlace(facts, use), {
    pointer: patternPointer(use),
    related: [{ message: 'it is already here', place: patternPlace(facts, first) }],
  })
}
