import { diagnose } from '../../diagnostics/catalogue.ts'
import { patternFacts } from '../pattern-facts.ts'
import type { PatternRule } from '../lint-rule.ts'
import { patternPlace, patternPointer, replacePattern } from '../report-pattern.ts'

/** `^blog`, which a slash behind the anchor would make match. */
export const missingSlash: PatternRule = (use, facts) => {
  const { source } = use
  if (facts.settings.regexOnFullURL || !use.facts.isDead || !/^\^[\w([%~-]/.test(source)) return undefined
  const meant = `^/${source.slice(1)}`
  if (patternFacts(meant).path === undefined) return undefined
  const args = { pattern: source, list: use.list, meant }
  const extras = { pointer: patternPointer(use), ...replacePattern(facts, use, meant) }
  return diagnose('scope/missing-slash', args, patternPlace(facts, use), extras)
}
