import type { CrawlRule, PatternRule } from './lint-rule.ts'
import { bareWordPattern } from './rules/bare-word-pattern.ts'
import { delayWithConcurrency } from './rules/delay-with-concurrency.ts'
import { depthWithSitemapOnly } from './rules/depth-with-sitemap-only.ts'
import { duplicatePattern } from './rules/duplicate-pattern.ts'
import { externalWithSitemapOnly } from './rules/external-with-sitemap-only.ts'
import { globPattern } from './rules/glob-pattern.ts'
import { hostInPattern } from './rules/host-in-pattern.ts'
import { includeOutsideStart } from './rules/include-outside-start.ts'
import { minPagesAboveLimit } from './rules/min-pages-above-limit.ts'
import { missingSlash } from './rules/missing-slash.ts'
import { neverMatches } from './rules/never-matches.ts'
import { nothingInScope } from './rules/nothing-in-scope.ts'
import { pathPatternOnFullUrl } from './rules/path-pattern-on-full-url.ts'
import { queryInPattern } from './rules/query-in-pattern.ts'
import { shadowedPattern } from './rules/shadowed-pattern.ts'
import { startReadAsFile } from './rules/start-read-as-file.ts'
import { startUrlShutOut } from './rules/start-url-shut-out.ts'
import { unencodedPattern } from './rules/unencoded-pattern.ts'
import { unset } from './rules/unset.ts'

/** In order of certainty: patterns that mean something else, that never match, that change nothing. */
export const patternRules: readonly PatternRule[] = [
  globPattern,
  hostInPattern,
  queryInPattern,
  pathPatternOnFullUrl,
  missingSlash,
  unencodedPattern,
  neverMatches,
  duplicatePattern,
  includeOutsideStart,
  shadowedPattern,
  bareWordPattern,
]

export const crawlRules: readonly CrawlRule[] = [
  unset,
  startReadAsFile,
  startUrlShutOut,
  nothingInScope,
  depthWithSitemapOnly,
  externalWithSitemapOnly,
  delayWithConcurrency,
  minPagesAboveLimit,
]
