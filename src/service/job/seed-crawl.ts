import type { TriedSitemap } from '../../protocol/crawl-status.ts'
import { callAfter } from '../../util/clock.ts'
import { isMachineFault } from '../../util/message-of.ts'
import { plural } from '../../util/text.ts'
import type { FoundUrl } from '../../frontier/frontier.ts'
import type { SiteOptions } from '../site/robots.ts'
import type { RobotsCache } from '../site/site.ts'
import type { JobRecord } from '../store/records.ts'
import type { Seeding } from '../store/job-store.ts'
import type { Admission, CrawlContext } from './crawl-context.ts'

export interface SeedOptions {
  readonly context: CrawlContext
  readonly record: JobRecord
  readonly siteOptions: SiteOptions
  /** Whether the root is a sitemap, although its path does not tell. */
  readonly isSitemap: boolean
  readonly robots: RobotsCache
  readonly signal: AbortSignal
  /** Called when pages need not wait any longer for sitemaps that are still read. */
  readonly startPages: () => void
  readonly admit: (urls: readonly string[], via: FoundUrl['via']) => ReadonlySet<Admission>
}

const BATCH = 500
/** Pages start only after the sitemaps, so that the same crawl meets them in the same order, but not later than this. */
const HEAD_START_MS = 5000

/**
 * Reads the rules of the crawl's root, then admits the start URL and the URLs of its sitemaps, in that order. A job that asks for
 * pages only admits these. Returns the
 * sitemaps that were tried; undefined if the frontier already holds their URLs. Throws if robots.txt cannot be fetched.
 */
export async function seedCrawl(options: SeedOptions): Promise<Seeding | undefined> {
  const { robots, record, siteOptions } = options
  const { request } = record
  const root = siteOptions.url
  if (request.asked !== undefined) {
    options.admit(request.asked, request.sitemap === 'only' ? 'sitemap' : 'link')
    return { sitemaps: [] }
  }
  if (request.ignoreRobotsTxt && request.sitemap === 'skip') {
    options.admit([request.url], 'start')
    return { sitemaps: [] }
  }
  const rules = await robots.load(root)
  if (rules.unreachable !== undefined && !request.ignoreRobotsTxt) throw new Error(rules.unreachable.error)
  if (record.seeded && record.root === root && !options.isSitemap) return undefined
  options.admit([request.url], 'start')
  if (request.sitemap === 'skip') return { sitemaps: [] }
  // The host that redirects to the root may name sitemaps of it.
  const { sitemaps } = await robots.load(request.url)
  return admitSitemaps(options, options.isSitemap ? undefined : [...rules.sitemaps, ...sitemaps])
}

/** Admits the URLs of all sitemaps that come in time. Returns the sitemaps that were tried. */
async function admitSitemaps(options: SeedOptions, named?: readonly string[]): Promise<Seeding> {
  const { context, record, signal, siteOptions } = options
  const { clock, limits } = context.settings
  const tried: TriedSitemap[] = []
  let isSlow = false
  const late = new AbortController()
  const cancel = callAfter(clock, limits.sitemapMs, () => late.abort())
  const cancelHeadStart = callAfter(clock, HEAD_START_MS, () => {
    isSlow = true
    options.startPages()
  })
  const found = { urls: 0, first: '', reasons: new Set<Admission>() }
  let batch: string[] = []
  const admitBatch = (): void => {
    for (const reason of options.admit(batch, 'sitemap')) found.reasons.add(reason)
    batch = []
  }
  try {
    const source = { ...siteOptions, named, maxUrls: limits.sitemapUrls }
    const inTime = AbortSignal.any([signal, late.signal])
    for await (const url of context.site.sitemapUrls(source, (file) => tried.push(file), inTime)) {
      if (found.urls++ === 0) found.first = url
      batch.push(url)
      if (batch.length < BATCH) continue
      admitBatch()
      if (found.reasons.has('limit')) break
    }
  } catch (error) {
    if (signal.aborted || !late.signal.aborted) throw error
    const last = tried.pop() ?? { url: siteOptions.url, urls: 0 }
    const cut = `reading all sitemaps took longer than ${limits.sitemapMs / 1000} s`
    tried.unshift({ ...last, error: cut })
  } finally {
    cancel()
    cancelHeadStart()
  }
  admitBatch()
  const unread = tried.filter(({ error }) => error !== undefined)
  const fault = unread.find(({ error }) => isMachineFault(error))
  if (fault !== undefined) throw new Error(fault.error)
  const isOnly = record.request.sitemap === 'only'
  const problems = [
    unreadText(unread, isOnly && found.urls === 0),
    outsideText(found, isOnly || tried.some(({ url }) => url === siteOptions.url)),
    isSlow ? SLOW : '',
  ]
  const problem = problems.filter((text) => text !== '').join(' ')
  return {
    sitemaps: [...new Set([...unread, ...tried])].slice(0, MOST_LISTED),
    problem: problem || undefined,
  }
}

const NO_SITEMAP =
  'No sitemap with URLs was found, so the crawl has only its start URL. Set "sitemap" to "include" to follow links.'

const SLOW = `Reading its sitemaps took longer than ${HEAD_START_MS / 1000} s, so pages were crawled meanwhile.`

/** A site may have thousands. */
const MOST_LISTED = 100

function unreadText([first, ...others]: readonly TriedSitemap[], isMissing: boolean): string {
  if (first === undefined) return isMissing ? NO_SITEMAP : ''
  const more = others.length === 0 ? '' : ` (and ${plural(others.length, 'other sitemap')})`
  return `The sitemap "${first.url}" was not read completely: ${first.error ?? ''}${more}.`
}

/**
 * Returns a sentence if the crawl has no URL of its sitemaps. With links, only other hosts count: a path often leaves out all.
 * @param isOnly whether the crawl is about its sitemaps, because it has no links or starts at one
 * @param reasons the answer of the frontier about each URL
 */
function outsideText(
  { urls, first, reasons }: { urls: number; first: string; reasons: ReadonlySet<Admission> },
  isOnly: boolean,
): string {
  const isForeign = [...reasons].every((reason) => reason === 'host')
  const inside = ['admitted', 'duplicate', 'robots', 'limit'] as const
  const isInside = inside.some((reason) => reasons.has(reason))
  if (urls === 0 || (isOnly ? isInside : !isForeign)) return ''
  const help = isForeign
    ? `Start the crawl at "${new URL('/', first).href}".`
    : 'Check its patterns and its start URL.'
  return `The sitemaps list ${plural(urls, 'URL')}, all outside of this crawl, such as "${first}". ${help}`
}
