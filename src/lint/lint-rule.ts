import type { Diagnostic } from '../diagnostics/diagnostic.ts'
import type { CrawlFacts, PatternUse } from './crawl-facts.ts'

/** Looks at one crawl as a whole. `reported` holds the patterns that were already reported. */
export type CrawlRule = (facts: CrawlFacts, reported: ReadonlySet<PatternUse>) => Diagnostic | undefined

/** Looks at one pattern. Only the first rule of the list that reports a pattern does so. */
export type PatternRule = (use: PatternUse) => Diagnostic | undefined
