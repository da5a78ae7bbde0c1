import type { ResolvedCrawl } from '../resolve/resolved-crawl.ts'
import type { PageUrl } from '../scope/page-url.ts'
import { parseStartUrl } from '../scope/parse-page-url.ts'
import { scopeSettingsWithDefaults } from '../request/scope-settings.ts'
import type { ScopeSettings } from '../scope/scope.ts'
import { type PatternFacts, patternFacts } from './pattern-facts.ts'

export type PatternList = 'includePaths' | 'excludePaths'

/** One pattern where a crawl uses it. */
export interface PatternUse {
  readonly list: PatternList
  readonly index: number
  readonly source: string
  readonly facts: PatternFacts
}

/** What every rule needs to know about a crawl, computed once. */
export interface CrawlFacts {
  readonly crawl: ResolvedCrawl
  readonly settings: ScopeSettings
  readonly start: PageUrl | undefined
  /** Whether patterns are searched in paths of the start's host alone. What holds for a path need not hold for a whole URL. */
  readonly searchesOwnPaths: boolean
  /** The patterns that are not blank, in the order of the two lists. */
  readonly includes: readonly PatternUse[]
  readonly excludes: readonly PatternUse[]
}

const known = new WeakMap<ResolvedCrawl, CrawlFacts>()

/** Returns the facts of `crawl`: a crawl is linted, tested and compared with others, and does not change in between. */
export function crawlFacts(crawl: ResolvedCrawl): CrawlFacts {
  return known.get(crawl) ?? gatherFacts(crawl)
}

function gatherFacts(crawl: ResolvedCrawl): CrawlFacts {
  const settings = scopeSettingsWithDefaults(crawl.chosen)
  const facts = {
    crawl,
    settings,
    start: parseStartUrl(settings.url),
    searchesOwnPaths: !(settings.allowExternalLinks || settings.allowSubdomains || settings.regexOnFullURL),
    includes: patternUses('includePaths', settings.includePaths),
    excludes: patternUses('excludePaths', settings.excludePaths),
  }
  known.set(crawl, facts)
  return facts
}

function patternUses(list: PatternList, sources: readonly string[]): readonly PatternUse[] {
  return sources.flatMap((source, index) =>
    source.trim() === '' ? [] : [{ list, index, source, facts: patternFacts(source) }],
  )
}
