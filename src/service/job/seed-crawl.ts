import type { TriedSitemap } from '../../protocol/crawl-status.ts'
import { ringAfter } from '../../util/clock.ts'
import { plural } from '../../util/text.ts'
import type { RobotsCache } from '../site/robots-cache.ts'
import type { SiteOptions } from '../site/site.ts'
import type { JobRecord } from '../store/job-record.ts'
import type { Seeding } from '../store/job-store.ts'
import type { CrawlContext } from './crawl-context.ts'

export interface SeedOptions {
  readonly context: CrawlContext
  readonly record: JobRecord
  readonly siteOptions: SiteOptions
  readonly robots: RobotsCache
  readonly signal: AbortSignal
  /** Called when pages need not wait any longer for sitemaps that are still read. */
  readonly startPages: () => void
  /** Takes URLs in order; `full` when the limit keeps further ones out. */
  readonly admit: (urls: readonly string[], via: 'start' | 'sitemap') => 'more' | 'full'
}

const BATCH = 500
/** Pages start only after the sitemaps, so that the same crawl meets them in the same order, but not later than this. */
const HEAD_START_MS = 5000

/** Thrown if robots.txt cannot be fetched, so that no page of the site may be. */
export class UnreachableSite extends Error {
  override readonly name = 'UnreachableSite'
  readonly code: string

  constructor(code: string, message: string) {
    super(message)
    this.code = code
  }
}

/**
 * Reads the site's rules, then admits the start URL and the URLs of its sitemaps, in that order. Returns the sitemaps that
 * were tried.
 * @throws {UnreachableSite}
 */
export async function seedCrawl(options: SeedOptions): Promise<Seeding> {
  const { robots, record } = options
  const { request } = record
  if (request.ignoreRobotsTxt && request.sitemap === 'skip') {
    options.admit([request.url], 'start')
    return { sitemaps: [] }
  }
  const rules = await robots.load(request.url)
  if (rules.unreachable !== undefined && !request.ignoreRobotsTxt) {
    throw new UnreachableSite(rules.unreachable.code, rules.unreachable.error)
  }
  // The frontier already holds the seeds.
  if (record.seeded) return { sitemaps: [] }
  options.admit([request.url], 'start')
  if (request.sitemap === 'skip') return { sitemaps: [] }
  return admitSitemaps(options, rules.sitemaps)
}

/** Admits the URLs of all sitemaps that come in time. Returns the sitemaps that were tried. */
async function admitSitemaps(options: SeedOptions, named: readonly string[]): Promise<Seeding> {
  const { context, record, signal, siteOptions } = options
  const { clock, limits } = context.settings
  const tried = new TriedSitemaps()
  const late = new AbortController()
  const cancel = ringAfter(clock, limits.sitemapMs, () => late.abort())
  const cancelHeadStart = ringAfter(clock, HEAD_START_MS, () => {
    tried.isSlow = true
    options.startPages()
  })
  let batch: string[] = []
  let count = 0
  try {
    const source = { ...siteOptions, named, maxUrls: limits.sitemapUrls }
    const inTime = AbortSignal.any([signal, late.signal])
    for await (const url of context.site.sitemapUrls(source, tried.add, inTime)) {
      count++
      batch.push(url)
      if (batch.length < BATCH) continue
      const answer = options.admit(batch, 'sitemap')
      batch = []
      if (answer === 'full') break
    }
  } catch (error) {
    if (signal.aborted || !late.signal.aborted) throw error
    tried.cut(siteOptions.url, `reading all sitemaps took longer than ${limits.sitemapMs / 1000} s`)
  } finally {
    cancel()
    cancelHeadStart()
  }
  options.admit(batch, 'sitemap')
  const isMissing = count === 0 && record.request.sitemap === 'only' && !tried.hasUnread
  return { sitemaps: tried.list, problem: isMissing ? NO_SITEMAP : tried.problem }
}

const NO_SITEMAP =
  'No sitemap was found, so the crawl has only its start URL. Set "sitemap" to "include" to follow links.'

const SLOW = `Reading its sitemaps took longer than ${HEAD_START_MS / 1000} s, so pages were crawled meanwhile.`

/** A site may have thousands. */
const MOST_LISTED = 100

/** Collects which sitemaps were tried, and whether pages started before all were read. */
class TriedSitemaps {
  readonly #tried: TriedSitemap[] = []
  isSlow = false

  readonly add = (sitemap: TriedSitemap): void => {
    this.#tried.push(sitemap)
  }

  /** Notes that reading stopped in the file that was tried last. */
  cut(site: string, reason: string): void {
    const last = this.#tried.pop() ?? { url: site, urls: 0 }
    this.#tried.unshift({ ...last, error: reason })
  }

  get hasUnread(): boolean {
    return this.#failed.length > 0
  }

  get list(): readonly TriedSitemap[] {
    const read = this.#tried.filter(({ error }) => error === undefined)
    return [...this.#failed, ...read].slice(0, MOST_LISTED)
  }

  get #failed(): readonly TriedSitemap[] {
    return this.#tried.filter(({ error }) => error !== undefined)
  }

  get problem(): string | undefined {
    const texts = [this.#unread, this.isSlow ? SLOW : undefined].filter((text) => text !== undefined)
    return texts.length === 0 ? undefined : texts.join(' ')
  }

  get #unread(): string | undefined {
    const [first, ...others] = this.#failed
    if (first === undefined) return undefined
    const more = others.length === 0 ? '' : ` (and ${plural(others.length, 'other sitemap')})`
    return `The sitemap "${first.url}" was not read completely: ${first.error ?? ''}${more}.`
  }
}
