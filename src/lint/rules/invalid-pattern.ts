import { diagnose } from '../../diagnostics/catalogue.ts'
import type { PatternRule } from '../lint-rule.ts'
import { meantByGlob } from '../meant-by-glob.ts'
import { patternPlace, patternPointer, replacePattern } from '../report-pattern.ts'

/** Reports a pattern that does not compile; most of them are globs. */
export const invalidPattern: PatternRule = (use, facts) => {
  const { problem } = use.facts
  if (problem?.kind !== 'syntax') return undefined
  const meant = meantByGlob(use, facts)
  const { detail, text } = problem
  const where = text === use.source ? detail : `${detail} in "${text}"`
  return diagnose(
    'scope/invalid-pattern',
    { pattern: use.source, list: use.list, detail: where, meant },
    patternPlace(facts, use),
    {
      pointer: patternPointer(use),
      ...(meant === undefined ? {} : replacePattern(facts, use, meant)),
    },
  )
}
