import { diagnose } from '../../diagnostics/catalogue.ts'
import { dedupeKey } from '../../scope/dedupe-key.ts'
import { parsePageUrl } from '../../scope/parse-page-url.ts'
import type { CrawlFacts } from '../crawl-facts.ts'
import { leavesNothing } from '../leaves-nothing.ts'
import type { CrawlRule } from '../lint-rule.ts'
import { patternPlace } from '../report-pattern.ts'
import { refuseStart } from '../refuse-start.ts'
import { canParseUrl } from '../../util/can-parse-url.ts'

/** Reports patterns that keep the start URL itself out of the results, unless a scope test says that this is meant. */
export const startUrlShutOut: CrawlRule = (facts, reported) => {
  const { crawl, start } = facts
  const refusal = refuseStart(facts)
  if (refusal === undefined || start === undefined || isMeant(facts)) return undefined
  const { exclude, searched } = refusal
  // Includes that match nothing were reported one by one.
  if (exclude === undefined && facts.includes.every((use) => reported.has(use))) return undefined
  if (leavesNothing(facts)) return undefined
  const place = exclude === undefined ? crawl.locate('/includePaths', 'key') : patternPlace(facts, exclude)
  const because =
    exclude === undefined
      ? `no pattern of includePaths matches ${searched}`
      : `"${exclude.source}" of excludePaths matches ${searched}`
  return diagnose('scope/start-url-shut-out', { url: start.href, because }, place)
}

/** Returns a test that lists the start URL under "out". */
function isMeant({ crawl, settings, start }: CrawlFacts): boolean {
  if (start === undefined || crawl.tests === undefined) return false
  const key = dedupeKey(start, settings)
  return crawl.tests.out.some(({ url }) => {
    const page = canParseUrl(url, start.href) ? parsePageUrl(new URL(url, start.href).href) : undefined
    return page !== undefined && dedupeKey(page, settings) === key
  })
}
