import type { FoundUrl } from '../frontier/frontier.ts'
import type { HostGate } from '../engine/host-gate.ts'
import type { CrawlRequest } from './crawl-request.ts'
import type { RobotsBook } from './robots-book.ts'
import type { SiteOptions, SiteReader } from './site-reader.ts'

export interface SeedOptions {
  readonly request: CrawlRequest
  /** The frontier already holds the seeds: only robots.txt is read again. */
  readonly seeded: boolean
  readonly site: SiteReader
  readonly siteOptions: SiteOptions
  readonly hostGate: HostGate
  readonly robots: RobotsBook
  readonly maxUrls: number
  readonly signal: AbortSignal
  /** Takes URLs in order; `full` when the limit keeps further ones out. */
  readonly admit: (found: Iterable<FoundUrl>) => 'more' | 'full'
}

const BATCH = 500
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
 * Learns the site's rules, then admits the start URL and the URLs of its sitemaps, in that order.
 * @throws {UnreachableSite}
 */
export async function seedCrawl(options: SeedOptions): Promise<void> {
  const { request, hostGate, robots, signal, siteOptions } = options
  if (request.ignoreRobotsTxt && request.sitemap === 'skip') {
    options.admit([{ url: request.url, depth: 0, via: 'start' }])
    return
  }
  const rules = await robots.learn(request.url)
  if (!request.ignoreRobotsTxt) {
    if (rules.unreachable !== undefined) {
      throw new UnreachableSite(rules.unreachable.code, rules.unreachable.error)
    }
    const delayMs = Math.min((rules.crawlDelay ?? 0) * 1000, LONGEST_CRAWL_DELAY_MS)
    if (delayMs > 0) hostGate.setDelay(new URL(request.url).host, delayMs)
  }
  if (options.seeded) return
  options.admit([{ url: request.url, depth: 0, via: 'start' }])
  if (request.sitemap === 'skip') return
  let batch: FoundUrl[] = []
  const source = { ...siteOptions, named: rules.sitemaps, maxUrls: options.maxUrls }
  for await (const url of options.site.sitemapUrls(source, signal)) {
    batch.push({ url, depth: 0, via: 'sitemap' })
    if (batch.length < BATCH) continue
    if (options.admit(batch) === 'full') return
    batch = []
  }
  options.admit(batch)
}
