import { ringAfter, type Clock } from '../../util/clock.ts'
import type { HostGate } from '../site/host-gate.ts'
import type { ServiceLimits } from '../settings/settings.ts'
import type { EffectiveRequest } from '../../request/effective-request.ts'
import type { RobotsCache } from '../site/robots-cache.ts'
import type { SiteOptions, SiteReader } from '../site/site-reader.ts'

export interface SeedOptions {
  readonly request: EffectiveRequest
  /** The frontier already holds the seeds: only robots.txt is read again. */
  readonly seeded: boolean
  readonly site: SiteReader
  readonly siteOptions: SiteOptions
  readonly hostGate: HostGate
  readonly robots: RobotsCache
  readonly limits: Pick<ServiceLimits, 'sitemapUrls' | 'sitemapMs'>
  readonly clock: Clock
  readonly signal: AbortSignal
  /** Called when pages need not wait any longer for sitemaps that are still read. */
  readonly goOn: () => void
  /** Takes URLs in order; `full` when the limit keeps further ones out. */
  readonly admit: (urls: readonly string[], via: 'start' | 'sitemap') => 'more' | 'full'
}

const BATCH = 500
/** Pages start only after the sitemaps, so that the same crawl meets them in the same order, but not later than this. */
const HEAD_START_MS = 5000
const LONGEST_CRAWL_DELAY_MS = 60_000

/** The site could not even be asked for its robots.txt: nothing of it may be fetched. */
export class UnreachableSite extends Error {
  override readonly name = 'UnreachableSite'
  readonly code: string

  constructor(code: string, message: string) {
    super(message)
    this.code = code
  }
}

/**
 * Learns the site's rules, then admits the start URL and the URLs of its sitemaps, in that order. Returns why a sitemap was
 * not read, if so.
 * @throws {UnreachableSite}
 */
export async function seedCrawl(options: SeedOptions): Promise<string | undefined> {
  const { request, hostGate, robots } = options
  if (request.ignoreRobotsTxt && request.sitemap === 'skip') {
    options.admit([request.url], 'start')
    return undefined
  }
  const rules = await robots.load(request.url)
  if (!request.ignoreRobotsTxt) {
    if (rules.unreachable !== undefined) {
      throw new UnreachableSite(rules.unreachable.code, rules.unreachable.error)
    }
    const delayMs = Math.min((rules.crawlDelay ?? 0) * 1000, LONGEST_CRAWL_DELAY_MS)
    hostGate.setDelay(new URL(request.url).host, request.robotsUserAgent ?? '', delayMs)
  }
  if (options.seeded) return undefined
  options.admit([request.url], 'start')
  if (request.sitemap === 'skip') return undefined
  return admitSitemaps(options, rules.sitemaps)
}

/** Admits the URLs of sitemaps: of all of them, or of those that came in time. Returns why one was not read, if so. */
async function admitSitemaps(options: SeedOptions, named: readonly string[]): Promise<string | undefined> {
  const { clock, limits, signal, siteOptions } = options
  const problems = new SitemapProblems()
  const late = new AbortController()
  const cancel = ringAfter(clock, limits.sitemapMs, () => late.abort())
  const cancelHeadStart = ringAfter(clock, HEAD_START_MS, () => {
    problems.isSlow = true
    options.goOn()
  })
  let batch: string[] = []
  let count = 0
  try {
    const source = { ...siteOptions, named, maxUrls: limits.sitemapUrls }
    const inTime = AbortSignal.any([signal, late.signal])
    for await (const url of options.site.sitemapUrls(source, problems.add, inTime)) {
      count++
      batch.push(url)
      if (batch.length < BATCH) continue
      const answer = options.admit(batch, 'sitemap')
      batch = []
      if (answer === 'full') return problems.text
    }
  } catch (error) {
    if (signal.aborted || !late.signal.aborted) throw error
    problems.add(siteOptions.url, `reading its sitemaps took longer than ${limits.sitemapMs / 1000} s`)
  } finally {
    cancel()
    cancelHeadStart()
  }
  options.admit(batch, 'sitemap')
  if (count === 0 && options.request.sitemap === 'only' && !problems.hasUnread) return NO_SITEMAP
  return problems.text
}

const NO_SITEMAP =
  'No sitemap was found, so the crawl has only its start URL. Set "sitemap" to "include" to follow links.'

const SLOW = `Reading its sitemaps took longer than ${HEAD_START_MS / 1000} s, so pages were crawled meanwhile.`

/** Collects why sitemaps were not read, of which a site may have thousands, and whether pages waited for them. */
class SitemapProblems {
  #first: string | undefined
  #others = 0
  isSlow = false

  readonly add = (sitemap: string, reason: string): void => {
    if (this.#first === undefined)
      this.#first = `The sitemap "${sitemap}" was not read completely: ${reason}.`
    else this.#others++
  }

  get hasUnread(): boolean {
    return this.#first !== undefined
  }

  get text(): string | undefined {
    const others = this.#others === 0 ? '' : ` The same is true of ${this.#others} more.`
    const unread = this.#first === undefined ? undefined : this.#first + others
    return this.isSlow ? [unread, SLOW].filter((text) => text !== undefined).join(' ') : unread
  }
}
