import { diagnose } from '../../diagnostics/catalogue.ts'
import { PATTERN_CAPS } from '../../scope/pattern/check-pattern.ts'
import type { CrawlRule } from '../lint-rule.ts'

/** More patterns, or more text in them, than the hosted service takes. */
export const tooManyPatterns: CrawlRule = function* tooManyPatterns({ crawl, settings }) {
  const patterns = [...settings.includePaths, ...settings.excludePaths]
  const length = patterns.reduce((sum, pattern) => sum + pattern.length, 0)
  const list = settings.excludePaths.length > settings.includePaths.length ? 'excludePaths' : 'includePaths'
  const extras = { pointer: `/request/${list}` }
  if (patterns.length > PATTERN_CAPS.patterns) {
    const args = { count: patterns.length, most: PATTERN_CAPS.patterns, unit: 'patterns' }
    yield diagnose('scope/too-many-patterns', args, crawl.locate(`/${list}`, 'key'), extras)
  } else if (length > PATTERN_CAPS.totalLength) {
    const args = { count: length, most: PATTERN_CAPS.totalLength, unit: 'characters of patterns' }
    yield diagnose('scope/too-many-patterns', args, crawl.locate(`/${list}`, 'key'), extras)
  }
}
