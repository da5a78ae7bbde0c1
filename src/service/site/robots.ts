import robotsParserModule from 'robots-parser'
import { bytesOf } from '../body/body.ts'
import type { FetchOutcome, SiteRequest, FetchRequest, PageFetcher } from '../http/http.ts'
import { failure, isPassing, type PageFailure } from '../http/page-outcome.ts'
import { parseUrl } from '../../util/can-parse-url.ts'
import type { Clock } from '../../util/clock.ts'

/**
 * Reads robots.txt (RFC 9309). As section 2.3.1 says, 4xx and endless redirects allow everything. 5xx and an unreachable
 * site forbid everything, after two more attempts for failures that pass. The hosted service then allows everything, but a site that cannot answer
 * has not agreed.
 */

export interface RobotsRules {
  isAllowed(url: string): boolean
  /** Seconds between two requests that the site asks for. Not part of the RFC, but widely used. */
  readonly crawlDelay: number | undefined
  /** Absolute URLs of its `Sitemap` lines, in order. */
  readonly sitemaps: readonly string[]
  /** Why robots.txt could not be fetched, if everything is forbidden for that reason. */
  readonly unreachable?: PageFailure
}

/** How to ask a site for its files: as its pages are asked for. */
export interface SiteOptions extends Omit<SiteRequest, 'maxBytes'> {
  /** Any URL of the site. */
  readonly url: string
  /** The name to look for among the groups of robots.txt; crawlform's own without it. */
  readonly agent?: string | undefined
}

const ROBOTS_AGENT = 'crawlform'

// Its types describe an ES module, but it is CommonJS: the default import is the function itself.
const robotsParser = robotsParserModule as unknown as typeof robotsParserModule.default

/** Parsers must read at least this much (section 2.5); the rest is ignored. */
const MAX_BYTES = 500 * 1024
const MAX_SITEMAPS = 500

/** Returns the rules of the site that `request.url` belongs to. Never throws because of a site. */
export async function fetchRobots(request: SiteOptions, means: Means): Promise<RobotsRules> {
  const url = new URL('/robots.txt', request.url).href
  const accept = 'text/plain, */*;q=0.5'
  // Section 2.3.1.2 asks for five hops at least.
  const bounds = { maxBytes: MAX_BYTES, cutAfter: () => MAX_BYTES, maxRedirects: 5 }
  const outcome = await fetchWithRetries({ timeoutMs: 15_000, ...request, url, accept, ...bounds }, means)
  if (outcome.kind === 'page' && outcome.statusCode < 300)
    return parseRobots(url, String(await bytesOf(outcome.body)), request.agent)
  const unreachable = unreachableOf(outcome, url)
  const rules = { isAllowed: () => unreachable === undefined, crawlDelay: undefined, sitemaps: [] }
  return unreachable === undefined ? rules : { ...rules, unreachable }
}

/** Spellings that the parser of Google takes too: other names, no colon, and more words after the name of an agent. */
const SPELLINGS: readonly (readonly [RegExp, string])[] = [
  [/^[\t ]*user[ -]?agent[\t ]*[:\t ][\t ]*([^\s/#]*).*/gim, 'User-agent: $1'],
  [/^[\t ]*(?:dis+al+[ao]w|diasl+ow)[\t ]*[:\t ]/gim, 'Disallow:'],
  [/^[\t ]*allow[\t ]*[:\t ]/gim, 'Allow:'],
  [/^[\t ]*site-?map[\t ]*[:\t ]/gim, 'Sitemap:'],
]

/** Lines that are not part of a group, and so do not end its list of names (section 2.2.4). The parser reads them last. */
const OTHER_LINES = /^(?![\t ]*(?:user-agent|allow|disallow|crawl-delay)[\t ]*:).+$/gim

/** Returns the rules of a robots.txt found at `url`. */
export function parseRobots(url: string, text: string, agent: string = ROBOTS_AGENT): RobotsRules {
  let all = decodeUnreserved(text.replace(/^\uFEFF/, ''))
  for (const [spelling, usual] of SPELLINGS) all = all.replaceAll(spelling, usual)
  const others = all.match(OTHER_LINES) ?? []
  // The last group may have no rules, which allows everything.
  const robots = robotsParser(url, [all.replaceAll(OTHER_LINES, ''), 'Disallow:', ...others].join('\n'))
  const [name] = agent.split(/[\s/#]/, 1)
  return {
    // The file itself is never forbidden (section 2.2.2), and its rules do not apply to other sites.
    isAllowed: (target) => robots.isAllowed(encodeAsRules(decodeUnreserved(target)), name) !== false,
    crawlDelay: robots.getCrawlDelay(name),
    sitemaps: [...new Set(webUrls(robots.getSitemaps().slice(0, MAX_SITEMAPS), url))],
  }
}

/** Percent-encoded letters, digits, `-`, `.`, `_` and `~`. */
const UNRESERVED = /%(?:2[DE]|3\d|4[1-9A-F]|5[\dAF]|6[1-9A-F]|7[\dAE])/gi

/** Decodes characters that mean the same percent-encoded; rules and URLs are compared after that (section 2.2.2). */
function decodeUnreserved(text: string): string {
  return text.includes('%') ? text.replaceAll(UNRESERVED, (encoded) => decodeURIComponent(encoded)) : text
}

/** Encodes characters that the parser encodes in rules, but `URL` not in paths and queries. */
function encodeAsRules(url: string): string {
  const path = url.indexOf('/', 'https://'.length)
  return url.slice(0, path) + url.slice(path).replaceAll(/[[\]\\^`{|}]/g, encodeURIComponent)
}

function unreachableOf(outcome: FetchOutcome, url: string): PageFailure | undefined {
  if (outcome.kind === 'page') {
    const because = `"${url}" answered ${outcome.statusCode}, so no page of this site may be fetched. Crawl it again later, or set "ignoreRobotsTxt".`
    return outcome.statusCode >= 500 ? failure('SCRAPE_SITE_ERROR', because, true) : undefined
  }
  const isUnknown = ['SCRAPE_DNS_RESOLUTION_ERROR', 'SCRAPE_SSL_ERROR'].includes(outcome.code)
  return outcome.retryable || isUnknown ? outcome : undefined
}

/** Returns the texts that are URLs of the web, absolute. */
export function webUrls(texts: readonly string[], base?: string): string[] {
  const urls = texts.flatMap((text) => parseUrl(text, base)?.href ?? [])
  return urls.filter((url) => /^https?:/.test(url))
}

export const RETRY_DELAYS_MS = [500, 2000]

/** The means to fetch robots.txt and sitemaps. */
export interface Means {
  readonly fetcher: PageFetcher
  readonly clock: Clock
  readonly signal?: AbortSignal | undefined
}

/** Fetches a file, and again after each delay while the site fails. `isQuick` gives up a file that took too long. */
export async function fetchWithRetries(
  request: FetchRequest,
  { fetcher, clock, signal }: Means,
  { delaysMs = RETRY_DELAYS_MS, isQuick = false }: { delaysMs?: readonly number[]; isQuick?: boolean } = {},
): Promise<FetchOutcome> {
  let outcome = await fetcher.fetch(request, signal)
  for (const delay of delaysMs) {
    if (outcome.kind === 'page' ? !isPassing(outcome.statusCode) : !outcome.retryable) break
    if (isQuick && outcome.kind === 'failure' && outcome.code === 'SCRAPE_TIMEOUT') break
    await clock.sleep(delay, signal)
    outcome = await fetcher.fetch(request, signal)
  }
  return outcome
}
