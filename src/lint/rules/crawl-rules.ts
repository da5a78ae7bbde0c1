import { diagnose, type DiagnosticExtras } from '../../diagnostics/diagnostic.ts'
import type { ResolvedCrawl } from '../../resolve/resolved-crawl.ts'
import { type CrawlFacts, type CrawlRule, patternPlace } from '../crawl-facts.ts'
import { childPath } from '../../scope/rules.ts'
import { dedupeKey, parsePageUrl } from '../../scope/page-url.ts'
import { parseUrl } from '../../util/can-parse-url.ts'

const unset: CrawlRule = ({ crawl, settings }) => {
  if (crawl.chosen['limit'] !== undefined) return undefined
  return diagnose('limits/unset', { limit: settings.limit }, crawl.document.locate('/request', 'key'))
}

/** Reports a concurrency above one together with a delay, which makes the service scrape one page at a time. */
const delayWithConcurrency: CrawlRule = ({ crawl }) => {
  // Neither has a default.
  const { delay, maxConcurrency: concurrency } = crawl.chosen
  if (typeof delay !== 'number' || typeof concurrency !== 'number' || concurrency <= 1) return undefined
  const related = [{ message: 'the delay is set here', place: crawl.locate('/delay', 'key') }]
  const place = crawl.locate('/maxConcurrency', 'key')
  return diagnose('limits/delay-with-concurrency', { delay, concurrency }, place, { related })
}

const minPagesAboveLimit: CrawlRule = ({ crawl, settings: { limit } }) => {
  const minPages = crawl.expect?.['minPages']
  if (typeof minPages !== 'number' || minPages <= limit) return undefined
  const set = { message: 'the limit is set here', place: crawl.locate('/limit', 'key') }
  const extras = { related: crawl.chosen['limit'] === undefined ? [] : [set] }
  const place = crawl.beside.locate('/expect/minPages', 'key')
  return diagnose('limits/min-pages-above-limit', { minPages, limit }, place, extras)
}

const depthWithSitemapOnly: CrawlRule = ({ crawl, settings }) => {
  const depth = settings.maxDiscoveryDepth
  if (settings.sitemap !== 'only' || depth === undefined) return undefined
  const place = crawl.locate('/maxDiscoveryDepth', 'key')
  return diagnose('scope/depth-with-sitemap-only', { depth }, place, sitemapSetHere(crawl))
}

const externalWithSitemapOnly: CrawlRule = ({ crawl, settings }) => {
  if (settings.sitemap !== 'only' || !settings.allowExternalLinks) return undefined
  const place = crawl.locate('/allowExternalLinks', 'key')
  return diagnose('scope/external-with-sitemap-only', {}, place, sitemapSetHere(crawl))
}

function sitemapSetHere({ locate }: ResolvedCrawl): DiagnosticExtras {
  return { related: [{ message: 'sitemap is set here', place: locate('/sitemap', 'key') }] }
}

/** File extensions of real pages. */
const PAGE = /\.(?:[xs]?html?|php\d?|aspx?|jspx?|do|cgi|cfm|pdf|xml|txt|md|rst|json|docx?|gz)$/i

/** Reports a start such as `/api/v1.10`, which is taken for a file and so admits all its siblings. */
const startReadAsFile: CrawlRule = ({ crawl, settings, start }) => {
  if (settings.crawlEntireDomain || start === undefined) return undefined
  const { prefix, exact } = childPath(start.path)
  const segment = start.path.slice(start.path.lastIndexOf('/') + 1)
  if (exact !== undefined || segment === '' || prefix === '/' || PAGE.test(segment)) return undefined
  const args = { segment, directory: prefix, url: start.href.replace(/[?#].*$/, '') }
  return diagnose('scope/start-read-as-file', args, crawl.locate('/url'))
}

/** Reports patterns that keep the start URL itself out of the results, unless a scope test says that this is meant. */
const startUrlShutOut: CrawlRule = (facts, reported) => {
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

const nothingInScope: CrawlRule = (facts, reported) => {
  const { crawl, settings, start, includes } = facts
  // Each include was already reported.
  if (includes.length > 0 && includes.every((use) => reported.has(use))) return undefined
  if (start === undefined || !facts.leavesNothing) return undefined
  const admitted = settings.crawlEntireDomain ? start.host : childPath(start.path).description
  return diagnose('scope/nothing-in-scope', { admitted }, crawl.locate('/excludePaths', 'key'))
}

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
