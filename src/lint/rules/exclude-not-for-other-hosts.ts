import { diagnose } from '../../diagnostics/catalogue.ts'
import type { CrawlRule } from '../lint-rule.ts'
import { patternPlace, patternPointer } from '../report-pattern.ts'

/** Reports the first anchored exclude of a crawl that may reach pages of other hosts. */
export const excludeNotForOtherHosts: CrawlRule = (facts) => {
  const { settings, excludes } = facts
  if (settings.regexOnFullURL || !(settings.allowSubdomains || settings.allowExternalLinks)) return undefined
  const anchored = excludes.find(({ source }) => source.startsWith('^/') && source.length > 2)
  if (anchored === undefined) return undefined
  const setting = settings.allowSubdomains ? 'allowSubdomains' : 'allowExternalLinks'
  const args = { pattern: anchored.source, setting }
  const extras = { pointer: patternPointer(anchored) }
  return diagnose('scope/exclude-not-for-other-hosts', args, patternPlace(facts, anchored), extras)
}
