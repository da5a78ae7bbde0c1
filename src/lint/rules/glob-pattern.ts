import { diagnose } from '../../diagnostics/catalogue.ts'
import type { PatternRule } from '../lint-rule.ts'
import { meantByGlob } from '../meant-by-glob.ts'
import { patternPlace, patternPointer, replacePattern } from '../report-pattern.ts'

/** Reports a glob that happens to be a regular expression with another meaning. */
export const globPattern: PatternRule = (use, facts) => {
  const meant = meantByGlob(use, facts)
  if (meant === undefined) return undefined
  const args = { pattern: use.source, list: use.list, meant }
  const extras = { pointer: patternPointer(use), ...replacePattern(facts, use, meant) }
  return diagnose('scope/glob-pattern', args, patternPlace(facts, use), extras)
}
