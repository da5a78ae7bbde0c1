import { diagnose } from '../../diagnostics/catalogue.ts'
import { PATTERN_CAPS } from '../../scope/pattern/check-pattern.ts'
import type { PatternRule } from '../lint-rule.ts'
import { patternPlace, patternPointer } from '../report-pattern.ts'

/** A pattern beyond the hosted service's bound. */
export const patternTooLong: PatternRule = (use, facts) => {
  const { problem } = use.facts
  if (problem?.kind !== 'too-long') return undefined
  const args = { length: problem.length, most: PATTERN_CAPS.patternLength, list: use.list }
  return diagnose('scope/pattern-too-long', args, patternPlace(facts, use), { pointer: patternPointer(use) })
}
