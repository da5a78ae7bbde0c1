import { bytesOf } from '../body/body.ts'
import { createBodyShare, type BodyShare } from '../http/receive-body.ts'
import type { SiteRequest } from '../http/http.ts'
import { isPassing } from '../http/page-outcome.ts'
import { fetchWithRetries, type Means, RETRY_DELAYS_MS } from './robots.ts'
import type { SitemapEntry } from './parse-sitemap.ts'
import { entriesOf, type SitemapFile } from './sitemap-file.ts'
import { isSitemapUrl } from '../http/media-type.ts'
import type { TriedSitemap } from '../../protocol/crawl-status.ts'
import { errorAbout } from '../../util/text.ts'
import type { MemoryBudget } from '../body/memory-budget.ts'

/**
 * Reads sitemaps (sitemaps.org 0.9). Yields page URLs in the order of the files. Follows index files within bounds, and
 * reads each sitemap once. Skips missing and broken files. Knows nothing of scope.
 */

/** A request whose byte limits apply to each file, compressed and unpacked. */
export interface SitemapRequest extends SiteRequest {
  /** Sitemaps to read, in this order; see `sitemapCandidates`. */
  readonly sitemaps: readonly string[]
  /** The first of them, if it is a start URL with the address of a sitemap. If it is one, the others are not read. */
  readonly start?: string | undefined
  /** Sitemaps whose address is a guess. Most sites have no file there, or an HTML page. */
  readonly guessed?: ReadonlySet<string>
  /** The most files to read, of any kind. */
  readonly maxSitemaps: number
  /** The most URLs to yield. */
  readonly maxUrls: number
  /** Counts the bytes of the file that is read; without it, they are not counted. */
  readonly budget?: MemoryBudget
  /** Called for each file after it was read or failed. */
  readonly onTried?: (sitemap: TriedSitemap) => void
}

/** Levels of index files below each other. */
const MAX_DEPTH = 32
/** The protocol's own limit. */
const MAX_BYTES = 50 * 1024 * 1024
const MAX_ENTRIES_PENDING = 50_000
/** More files than this in a row without a page URL are a trap. */
const MAX_BARREN = 50
/** After this many failed files, no further one is retried. */
const MAX_FAILING = 5
/** After so many entries in a row that were read as sitemaps but are pages, others with such an address are pages unread. */
const MAX_MISTAKEN = 10

/** Returns where sitemaps are sought for a crawl: a start URL with the address of one, robots.txt lines, below the scope's prefix (which ends in `/`), at the host's root. */
export function sitemapCandidates(startUrl: string, scopePrefix: string, fromRobots: readonly string[]) {
  return [
    ...new Set([
      ...(isSitemapUrl(startUrl) ? [startUrl] : []),
      ...fromRobots,
      new URL(`${scopePrefix}sitemap.xml`, startUrl).href,
      new URL('/sitemap.xml', startUrl).href,
    ]),
  ]
}

/** A file to read. An entry that leads to `either` is a page unless it is a sitemap. */
interface Pending extends Pick<SitemapEntry, 'url' | 'leadsTo'> {
  readonly depth: number
}

/** Returns the page URLs of all sitemaps. @throws the signal's reason when it is aborted */
export async function* readSitemaps(request: SitemapRequest, means: Means) {
  const { maxSitemaps, maxUrls } = request
  const seen = new Set<string>()
  const { start } = request
  const pending = request.sitemaps
    .map((url): Pending => ({ url, leadsTo: url === start ? 'either' : 'sitemap', depth: 0 }))
    .toReversed()
  /** Pages in a row that were read as sitemaps, by the look of their addresses. */
  const mistaken = new Map<boolean, number>()
  let files = 0
  let urls = 0
  let barren = 0
  let failing = 0
  for (let next = pending.pop(); next !== undefined; next = pending.pop()) {
    if (seen.has(next.url)) continue
    seen.add(next.url)
    const looks = isSitemapUrl(next.url)
    const isDoubted = next.leadsTo === 'either'
    const isMistaken = isDoubted && (mistaken.get(looks) ?? 0) >= MAX_MISTAKEN
    const tooMany = !isMistaken && files++ >= maxSitemaps ? `more than ${maxSitemaps} sitemaps` : undefined
    const trap =
      !isMistaken && barren++ >= MAX_BARREN
        ? `more than ${MAX_BARREN} sitemaps in a row without a page`
        : undefined
    const bound = tooMany ?? trap
    if (bound !== undefined) return request.onTried?.({ url: next.url, urls: 0, error: bound })
    const children: Pending[] = []
    const tried: MutableTried = { url: next.url, urls: 0 }
    const share = request.budget && createBodyShare(request.budget, next.url)
    const delaysMs = failing < MAX_FAILING ? RETRY_DELAYS_MS : []
    const reading = { ...request, tried, share, delaysMs, isPage: isMistaken }
    try {
      for await (const entry of entriesIn(next, reading, means)) {
        if (entry.leadsTo !== 'page') {
          if (next.depth >= MAX_DEPTH) tried.error = `deeper than ${MAX_DEPTH} index files`
          else if (children.length + pending.length < MAX_ENTRIES_PENDING) {
            children.push({ ...entry, depth: next.depth + 1 })
          } else tried.error = `more than ${MAX_ENTRIES_PENDING} sitemaps wait to be read`
        } else if (urls++ >= maxUrls) {
          tried.error = `more than ${maxUrls} URLs`
          return
        } else {
          barren = 0
          tried.urls++
          yield entry.url
        }
      }
    } finally {
      // The caller may take no more of a file.
      share?.release()
      if (isDoubted) mistaken.set(looks, reading.isPage ? (mistaken.get(looks) ?? 0) + 1 : 0)
      if (!reading.isPage && (tried.statusCode === undefined || isPassing(tried.statusCode))) failing++
      if (!reading.isPage || tried.error !== undefined) request.onTried?.(tried)
    }
    if (next.url === start && !reading.isPage) pending.length = 0
    pending.push(...children.toReversed())
  }
}

type MutableTried = { -readonly [Key in keyof TriedSitemap]: TriedSitemap[Key] }

/** A request, and the report about the file that is read. */
interface Reading extends SitemapRequest {
  readonly tried: MutableTried
  readonly share: BodyShare | undefined
  readonly delaysMs: readonly number[]
  /** Whether it is a page, and no sitemap. */
  isPage: boolean
}

/** Yields the entries of a sitemap, or the file itself if that is a page. */
async function* entriesIn({ url, leadsTo }: Pending, reading: Reading, means: Means) {
  if (!reading.isPage) {
    const isSitemap = yield* readOne(url, reading, means)
    const hasFailed = (reading.tried.statusCode ?? 500) >= 300
    if (isSitemap || leadsTo === 'sitemap' || (url === reading.start && hasFailed)) return
    reading.isPage = true
    delete reading.tried.error
    // The crawl has its start URL already.
    if (url === reading.start) return
  }
  yield { url, leadsTo: 'page' } as const
}

/** Yields the entries of one file, and returns whether it is a sitemap. */
async function* readOne(url: string, reading: Reading, means: Means): AsyncGenerator<SitemapEntry, boolean> {
  const { tried, guessed } = reading
  const isGuess = guessed?.has(url) === true
  const file = await fetchSitemap(url, isGuess, reading, means)
  if (file === undefined) return false
  const { kind, error } = yield* entriesOf(file)
  if (error !== undefined) means.signal?.throwIfAborted()
  // An HTML page at a guessed address is not a broken sitemap.
  const isPage = isGuess && kind === 'other' && /^text\/html\b/i.test(file.contentType ?? '')
  if (error !== undefined && !isPage) tried.error = error
  if (kind === 'lines' && tried.urls === 0 && !isGuess) tried.error = 'it lists no URLs'
  return kind === 'xml' || tried.urls > 0
}

/** Receives a file that may be a sitemap. Undefined, with the reason in the report, if the site gives none. */
async function fetchSitemap(
  url: string,
  isGuess: boolean,
  { tried, share, delaysMs, ...request }: Reading,
  means: Means,
): Promise<SitemapFile | undefined> {
  const { maxBytes = MAX_BYTES } = request
  const accept = 'application/xml, text/xml, */*;q=0.5'
  const file = { timeoutMs: 60_000, ...request, url, accept, maxBytes, share }
  const fetched = await fetchWithRetries(file, means, { delaysMs, isQuick: true })
  if (fetched.kind === 'failure') {
    tried.error = errorAbout(url, fetched.error).replace(/\.$/, '')
    return undefined
  }
  const { statusCode, headers } = fetched
  tried.statusCode = statusCode
  if (statusCode >= 300) {
    // A guessed sitemap that the site refuses or lacks does not exist, but a site that fails may have one.
    if (!isGuess || isPassing(statusCode)) tried.error = `it answered ${statusCode}`
    return undefined
  }
  return {
    body: await bytesOf(fetched.body),
    base: fetched.url,
    contentType: headers['content-type'],
    maxBytes,
  }
}
