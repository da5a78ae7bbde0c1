import type { CrawlRule, PatternRule } from './lint-rule.ts'
import * as misread from './rules/misread-patterns.ts'
import * as settings from './rules/settings.ts'
import * as start from './rules/start.ts'
import * as useless from './rules/useless-patterns.ts'

/** In order of certainty: patterns that mean something else, that never match, that change nothing. */
export const patternRules: readonly PatternRule[] = [
  misread.globPattern,
  misread.hostInPattern,
  misread.queryInPattern,
  misread.pathPatternOnFullUrl,
  misread.missingSlash,
  misread.unencodedPattern,
  useless.neverMatches,
  useless.duplicatePattern,
  useless.includeOutsideStart,
  useless.shadowedPattern,
  misread.bareWordPattern,
]

export const crawlRules: readonly CrawlRule[] = [
  settings.unset,
  start.startReadAsFile,
  start.startUrlShutOut,
  start.nothingInScope,
  settings.depthWithSitemapOnly,
  settings.externalWithSitemapOnly,
  settings.delayWithConcurrency,
  settings.minPagesAboveLimit,
]
