import { diagnose } from '../../diagnostics/catalogue.ts'
import type { PatternRule } from '../lint-rule.ts'
import { patternPlace, patternPointer, replacePattern } from '../report-pattern.ts'

/** Characters that a URL percent-encodes and a pattern may hold literally: white space and everything beyond ASCII. */
const ENCODED = /[^!-~]+/u

/** Reports a pattern with a literal character that never occurs in a serialised URL. */
export const unencodedPattern: PatternRule = (use, facts) => {
  const { source } = use
  const found = use.facts.isDead ? ENCODED.exec(source)?.[0] : undefined
  if (found === undefined || !found.isWellFormed()) return undefined
  // Inside brackets each byte would become a separate alternative.
  const meant = source.includes('[')
    ? undefined
    : source.replaceAll(new RegExp(ENCODED, 'gu'), encodeURIComponent)
  const args = { pattern: source, list: use.list, found, meant }
  return diagnose('scope/unencoded-pattern', args, patternPlace(facts, use), {
    pointer: patternPointer(use),
    ...(meant === undefined ? {} : replacePattern(facts, use, meant)),
  })
}
