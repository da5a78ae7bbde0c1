import type { ResolvedCrawl } from '../resolve/resolved-crawl.ts'
import { CrawlFacts } from './crawl-facts.ts'
import { PatternFacts, WorkBudget } from './pattern-facts.ts'

/** One check of a project. Its crawls share facts about patterns, and one work budget. */
export class LintRun {
  readonly budget = new WorkBudget()
  readonly #crawls = new Map<ResolvedCrawl, CrawlFacts>()
  readonly #patterns = new Map<string, PatternFacts>()

  /** Returns the facts of `crawl`, which is linted and compared with others. */
  crawl(crawl: ResolvedCrawl): CrawlFacts {
    const facts = this.#crawls.get(crawl) ?? new CrawlFacts(crawl, this.pattern, this.budget)
    this.#crawls.set(crawl, facts)
    return facts
  }

  /** Returns the facts of a pattern. Crawls of one project share most of their patterns. */
  readonly pattern = (source: string): PatternFacts => {
    const facts = this.#patterns.get(source) ?? new PatternFacts(source, this.budget)
    this.#patterns.set(source, facts)
    return facts
  }
}
