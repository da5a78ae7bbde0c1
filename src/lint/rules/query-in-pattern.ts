import { diagnose } from '../../diagnostics/catalogue.ts'
import type { PatternRule } from '../lint-rule.ts'
import { patternPlace, patternPointer } from '../report-pattern.ts'

/** `\?page=`, `[?&]utm_`, `/search?q=`: a question mark that can only belong to a query. */
const QUERY = /\\\?|\[[^\]]*\?[^\]]*\]|[\w/]\?[\w-]+=|^\?[\w-]+=|&[\w-]+=/

/** Reports a pattern about the query where only the path is searched. */
export const queryInPattern: PatternRule = (use, facts) => {
  // Most patterns hold neither sign, and the first use of the expression takes 0.06 ms.
  if (!use.source.includes('?') && !use.source.includes('&')) return undefined
  if (facts.settings.regexOnFullURL || !QUERY.test(use.source)) return undefined
  const args = { pattern: use.source, list: use.list }
  return diagnose('scope/query-in-pattern', args, patternPlace(facts, use), { pointer: patternPointer(use) })
}
