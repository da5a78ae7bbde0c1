import type { Diagnostic } from '../diagnostics/diagnostic.ts'
import type { CrawlFacts, PatternUse } from './crawl-facts.ts'

/** Looks at one crawl as a whole; `reported` holds the patterns about which something has been said already. */
export type CrawlRule = (facts: CrawlFacts, reported: ReadonlySet<PatternUse>) => Diagnostic | undefined

/** Looks at one pattern; the first rule of the list that has something to say about a pattern is the only one that does. */
export type PatternRule = (use: PatternUse, facts: CrawlFacts) => Diagnostic | undefined
