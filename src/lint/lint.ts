/**
 * Input: resolved crawls.
 * Output: diagnostics about settings that are allowed but probably not meant.
 * Must not know files, and must ask for a place only to report something.
 */
import { diagnose, type Diagnostic, factsOf } from '../diagnostics/diagnostic.ts'
import type { ResolvedCrawl } from '../resolve/resolved-crawl.ts'
import { CrawlFacts, PatternFacts, type PatternUse, WorkBudget } from './crawl-facts.ts'
import { crawlRules } from './rules/crawl-rules.ts'
import { findOverlaps } from './rules/overlapping-crawls.ts'
import { patternRules } from './rules/pattern-rules.ts'
import { checkNoisePatterns, type NoiseTestResult, runNoiseTests } from './noise-tests.ts'
import { runScopeTests, type ScopeTestResult } from './run-scope-tests.ts'

/** Returns every problem of one crawl, its failing tests included; at most one about each pattern. */
export function lintCrawl(facts: CrawlFacts): readonly Diagnostic[] {
  const { crawl } = facts
  const reported = lintPatterns(facts)
  const patterns = new Set(reported.keys())
  return [
    ...reported.values(),
    ...crawlRules.flatMap((rule) => rule(facts, patterns) ?? []),
    ...checkNoisePatterns(crawl),
    ...runTests(crawl).flatMap(({ diagnostic }) => diagnostic ?? []),
  ]
}

/** Runs all `tests` of a crawl. */
export function runTests(crawl: ResolvedCrawl): readonly (ScopeTestResult | NoiseTestResult)[] {
  return [...runScopeTests(crawl), ...runNoiseTests(crawl)]
}

/** Returns the problem of each pattern that has one: that of the first rule that reports it. */
function lintPatterns({ includes, excludes }: CrawlFacts): ReadonlyMap<PatternUse, Diagnostic> {
  const reported = new Map<PatternUse, Diagnostic>()
  for (const use of [...includes, ...excludes]) {
    for (const rule of patternRules) {
      const diagnostic = rule(use)
      if (diagnostic === undefined) continue
      reported.set(use, diagnostic)
      break
    }
  }
  return reported
}

/** Returns problems that only a comparison of crawls shows: two send the same request, or reach the same pages. */
export function lintProject(
  crawls: readonly CrawlFacts[],
  foundIn: (crawl: ResolvedCrawl) => readonly Diagnostic[],
  { budget }: LintRun,
): readonly Diagnostic[] {
  const meant = crawls.filter(
    ({ crawl }) => !foundIn(crawl).some(({ rule }) => factsOf(rule).about === 'misread-pattern'),
  )
  const overlaps = meant.length < 2 ? [] : findOverlaps(meant, budget)
  const [first] = crawls
  const { skipped } = budget
  if (skipped === 0 || first === undefined) return overlaps
  return [...overlaps, diagnose('scope/not-compared', { count: skipped }, first.crawl.locate('/url'))]
}

/** One check of a project. Its crawls share facts about patterns, and one work budget. */
export class LintRun {
  readonly budget = new WorkBudget()
  readonly #patterns = new Map<string, PatternFacts>()

  /** Returns the facts of `crawl`, which is linted and compared with others. */
  crawl(crawl: ResolvedCrawl): CrawlFacts {
    return new CrawlFacts(crawl, this.pattern, this.budget)
  }

  /** Returns the facts of a pattern. Crawls of one project share most of their patterns. */
  readonly pattern = (source: string): PatternFacts => {
    const facts = this.#patterns.get(source) ?? new PatternFacts(source, this.budget)
    this.#patterns.set(source, facts)
    return facts
  }
}
