import { diagnose } from '../../diagnostics/catalogue.ts'
import { searchedTexts } from '../../scope/page-texts.ts'
import type { CrawlFacts, PatternUse } from '../crawl-facts.ts'
import type { PatternRule } from '../lint-rule.ts'
import { isImpossible } from '../work-budget.ts'
import { patternPlace, patternPointer } from '../report-pattern.ts'

/** Reports a pattern that cannot match any path or URL, if no other rule knows the reason. */
export const neverMatches: PatternRule = (use, facts) => {
  if (!isDead(use, facts)) return undefined
  const searched = facts.settings.regexOnFullURL ? 'possible URL' : 'possible path'
  const args = { pattern: use.source, list: use.list, searched }
  return diagnose('scope/never-matches', args, patternPlace(facts, use), { pointer: patternPointer(use) })
}

function isDead(use: PatternUse, { settings }: CrawlFacts): boolean {
  if (!settings.regexOnFullURL) return use.facts.isDead
  return isImpossible({ all: [searchedTexts(true), use.source], none: [] })
}
