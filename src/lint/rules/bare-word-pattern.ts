import { diagnose } from '../../diagnostics/catalogue.ts'
import type { PatternRule } from '../lint-rule.ts'
import { patternPlace, patternPointer } from '../report-pattern.ts'

/** Reports a single word without a slash: it is found inside other words and sections too. */
export const bareWordPattern: PatternRule = (use, facts) => {
  if (facts.settings.regexOnFullURL || use.source.includes('/') || !/^[A-Za-z]+$/.test(use.source))
    return undefined
  const args = { pattern: use.source, list: use.list, meant: `^/${use.source}(/|$)` }
  return diagnose('scope/bare-word-pattern', args, patternPlace(facts, use), { pointer: patternPointer(use) })
}
