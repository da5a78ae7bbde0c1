import { diagnose } from '../../diagnostics/catalogue.ts'
import type { PatternRule } from '../lint-rule.ts'
import { globMeaning } from '../../scope/pattern/glob-pattern.ts'
import { patternPlace, patternPointer, replacePattern } from '../report-pattern.ts'

/** Reports a glob that happens to be a regular expression with another meaning. */
export const globPattern: PatternRule = (use, facts) => {
  const meant = globMeaning(use.source, facts.settings.regexOnFullURL)
  if (meant === undefined) return undefined
  const args = { pattern: use.source, list: use.list, meant }
  const extras = { pointer: patternPointer(use), ...replacePattern(facts, use, meant) }
  return diagnose('scope/glob-pattern', args, patternPlace(facts, use), extras)
}
