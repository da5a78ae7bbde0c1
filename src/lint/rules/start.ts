import { diagnose } from '../../diagnostics/diagnostic.ts'
import { childPath } from '../../scope/rules.ts'
import { dedupeKey, parsePageUrl } from '../../scope/page-url.ts'
import { parseUrl } from '../../util/can-parse-url.ts'
import { type CrawlFacts, type CrawlRule, patternPlace } from '../crawl-facts.ts'

/** File extensions of real pages. */
const PAGE = /\.(?:[xs]?html?|php\d?|aspx?|jspx?|do|cgi|cfm|pdf|xml|txt|md|rst|json|docx?|gz)$/i

/** Reports a start such as `/api/v1.10`, which is taken for a file and so admits all its siblings. */
export const startReadAsFile: CrawlRule = ({ crawl, settings, start }) => {
  if (settings.crawlEntireDomain || start === undefined) return undefined
  const { prefix, exact } = childPath(start.path)
  const segment = start.path.slice(start.path.lastIndexOf('/') + 1)
  if (exact !== undefined || segment === '' || prefix === '/' || PAGE.test(segment)) return undefined
  const args = { segment, directory: prefix, url: start.href.replace(/[?#].*$/, '') }
  return diagnose('scope/start-read-as-file', args, crawl.locate('/url'), { pointer: '/request/url' })
}

/** Reports patterns that keep the start URL itself out of the results, unless a scope test says that this is meant. */
export const startUrlShutOut: CrawlRule = (facts, reported) => {
  const { crawl, start } = facts
  const refusal = facts.refuseStart()
  if (refusal === undefined || start === undefined || isMeant(facts)) return undefined
  const { exclude, searched } = refusal
  // Includes that match nothing were reported one by one.
  if (exclude === undefined && facts.includes.every((use) => reported.has(use))) return undefined
  if (facts.leavesNothing) return undefined
  const place = exclude === undefined ? crawl.locate('/includePaths', 'key') : patternPlace(exclude)
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
    const page = parsePageUrl(parseUrl(url, start.href)?.href ?? '')
    return page !== undefined && dedupeKey(page, settings) === key
  })
}

/** Reports patterns that together leave no page at all. */
export const nothingInScope: CrawlRule = (facts, reported) => {
  const { crawl, settings, start, includes } = facts
  // Each include was already reported.
  if (includes.length > 0 && includes.every((use) => reported.has(use))) return undefined
  if (start === undefined || !facts.leavesNothing) return undefined
  const admitted = settings.crawlEntireDomain ? start.host : childPath(start.path).description
  return diagnose('scope/nothing-in-scope', { admitted }, crawl.locate('/excludePaths', 'key'), {
    pointer: '/request/excludePaths',
  })
}
