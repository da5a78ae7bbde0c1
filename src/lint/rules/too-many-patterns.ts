import { diagnose } from '../../diagnostics/catalogue.ts'
import { PATTERN_CAPS } from '../../scope/pattern/check-pattern.ts'
import type { CrawlRule } from '../lint-rule.ts'

/** Reports more patterns, or longer ones, than the hosted service takes. */
export const tooManyPatterns: CrawlRule = ({ crawl, settings }) => {
  const { includePaths, excludePaths } = settings
  const count = includePaths.length + excludePaths.length
  const length = lengthOf(includePaths) + lengthOf(excludePaths)
  if (count <= PATTERN_CAPS.patterns && length <= PATTERN_CAPS.totalLength) return undefined
  const list = excludePaths.length > includePaths.length ? 'excludePaths' : 'includePaths'
  const args =
    count > PATTERN_CAPS.patterns
      ? { count, most: PATTERN_CAPS.patterns, unit: 'patterns' }
      : { count: length, most: PATTERN_CAPS.totalLength, unit: 'characters of patterns' }
  return diagnose('scope/too-many-patterns', args, crawl.locate(`/${list}`, 'key'), {
    pointer: `/request/${list}`,
  })
}

function lengthOf(patterns: readonly string[]): number {
  let length = 0
  for (const pattern of patterns) length += pattern.length
  return length
}
