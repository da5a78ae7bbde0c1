/**
 * Input: resolved crawls.
 * Output: diagnostics about settings that are allowed but probably not meant.
 * Must not know files, and must ask for a place only to report something.
 */
import type { Diagnostic } from '../diagnostics/diagnostic.ts'
import type { ResolvedCrawl } from '../resolve/resolved-crawl.ts'
import { type CrawlFacts, crawlFacts, type PatternUse } from './crawl-facts.ts'
import { crawlRules, patternRules } from './rules.ts'
import { runScopeTests } from './run-scope-tests.ts'

/** Returns every problem of one crawl, its failing scope tests included; at most one about each pattern. */
export function lintCrawl(crawl: ResolvedCrawl): readonly Diagnostic[] {
  const facts = crawlFacts(crawl)
  const diagnostics: Diagnostic[] = []
  const reported = lintPatterns(facts, diagnostics)
  for (const rule of crawlRules) {
    const diagnostic = rule(facts, reported)
    if (diagnostic !== undefined) diagnostics.push(diagnostic)
  }
  diagnostics.push(...runScopeTests(crawl).diagnostics)
  return diagnostics
}

function lintPatterns(facts: CrawlFacts, diagnostics: Diagnostic[]): ReadonlySet<PatternUse> {
  const reported = new Set<PatternUse>()
  for (const use of [...facts.includes, ...facts.excludes]) {
    for (const rule of patternRules) {
      const diagnostic = rule(use, facts)
      if (diagnostic === undefined) continue
      diagnostics.push(diagnostic)
      reported.add(use)
      break
    }
  }
  return reported
}
