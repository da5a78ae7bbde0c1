import { diagnose } from '../../diagnostics/catalogue.ts'
import { patternFacts } from '../pattern-facts.ts'
import type { PatternRule } from '../lint-rule.ts'
import { patternPlace, patternPointer, replacePattern } from '../report-pattern.ts'

/** Reports `^blog`, which would match with a slash after the anchor. */
export const missingSlash: PatternRule = (use, facts) => {
  const { source } = use
  if (facts.settings.regexOnFullURL || !use.facts.isDead || !/^\^[\w([%~-]/.test(source)) return undefined
  const meant = `^/${source.slice(1)}`
  if (patternFacts(meant).path === undefined) return undefined
  const args = { pattern: source, list: use.list, meant }
  const extras = { pointer: patternPointer(use), ...replacePattern(facts, use, meant) }
  return diagnose('scope/missing-slash', args, patternPlace(facts, use), extras)
}
