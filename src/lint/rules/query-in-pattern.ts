import { diagnose } from '../../diagnostics/catalogue.ts'
import type { PatternRule } from '../lint-rule.ts'
import { patternPlace, patternPointer } from '../report-pattern.ts'

/** `\?page=`, `[?&]utm_`, `/search?q=`, `.*add-to-cart=`: a question mark, or a name with a value, of a query. */
const QUERY = /\\\?|\[[^\]]*\?[^\]]*\]|[\w/]\?[\w-]+=|^\?[\w-]+=|&[\w-]+=|(?:^|\.[*+]\??|[(|])[\w-]+=/

/** Reports a pattern about the query where only the path is searched. */
export const queryInPattern: PatternRule = (use, facts) => {
  if (facts.settings.regexOnFullURL || !QUERY.test(use.source)) return undefined
  const args = { pattern: use.source, list: use.list }
  return diagnose('scope/query-in-pattern', args, patternPlace(facts, use), { pointer: patternPointer(use) })
}
