import { diagnose } from '../../diagnostics/catalogue.ts'
import type { PatternRule } from '../lint-rule.ts'
import { patternPlace, patternPointer, replacePattern } from '../report-pattern.ts'

/** Reports a pattern anchored at the path's first slash where the whole URL is searched. */
export const pathPatternOnFullUrl: PatternRule = (use, facts) => {
  if (!facts.settings.regexOnFullURL || !/^\^\\?\//.test(use.source)) return undefined
  // With alternatives the anchor binds only the first of them.
  const meant = use.source.includes('|') ? undefined : `^https?://[^/]+${use.source.slice(1)}`
  const args = { pattern: use.source, list: use.list, meant }
  return diagnose('scope/path-pattern-on-full-url', args, patternPlace(facts, use), {
    pointer: patternPointer(use),
    ...(meant === undefined ? {} : replacePattern(facts, use, meant)),
  })
}
