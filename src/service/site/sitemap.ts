import { Readable } from 'node:stream'
import { TextDecoder } from 'node:util'
import { bytesOf } from '../../util/sealed-file.ts'
import { createBodyShare, type BodyShare, unpackBody } from '../http/receive-body.ts'
import { encodingLabels } from '../http/encoding-labels.ts'
import type { SiteRequest } from '../http/http.ts'
import { isPassing } from '../http/page-outcome.ts'
import { isReadLeniently } from '../http/lenient-request.ts'
import { fetchWithRetries, type Means, RETRY_DELAYS_MS, webUrls } from './robots.ts'
import { type SitemapEntry, SitemapParser } from './parse-sitemap.ts'
import { isSitemapUrl } from '../http/media-type.ts'
import type { TriedSitemap } from '../../protocol/crawl-status.ts'
import { errorAbout } from '../../util/text.ts'
import type { MemoryBudget } from '../../util/memory-budget.ts'

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

/** Returns whether it is a sitemap. */
async function* readOne(
  url: string,
  { tried, share, delaysMs, guessed, ...request }: Reading,
  means: Means,
): AsyncGenerator<SitemapEntry, boolean> {
  const { maxBytes = MAX_BYTES } = request
  const accept = 'application/xml, text/xml, */*;q=0.5'
  const file = { timeoutMs: 60_000, ...request, url, accept, maxBytes, share }
  const fetched = await fetchWithRetries(file, means, { delaysMs, isQuick: true })
  if (fetched.kind === 'failure') {
    tried.error = errorAbout(url, fetched.error).replace(/\.$/, '')
    return false
  }
  const { statusCode, headers, url: base } = fetched
  const contentType = headers['content-type']
  tried.statusCode = statusCode
  const isGuess = guessed?.has(url) === true
  if (statusCode >= 300) {
    // A guessed sitemap that the site refuses or lacks does not exist, but a site that fails may have one.
    if (!isGuess || isPassing(statusCode)) tried.error = `it answered ${statusCode}`
    return false
  }
  const body = await bytesOf(fetched.body)
  const parser = new SitemapParser(base)
  try {
    let decoder: TextDecoder | undefined
    // The open line of a sitemap that is a list of lines, under any name: no URL contains a `<`, and all XML does.
    let rest: string | undefined
    for await (const piece of unpacked(body, maxBytes)) {
      const isFirst = decoder === undefined
      decoder ??= decoderFor(piece, contentType)
      const text = decoder.decode(piece, { stream: true })
      if (isFirst && !text.includes('<')) rest = ''
      if (rest === undefined) yield* parser.write(text)
      else {
        const end = Math.max(text.lastIndexOf('\n'), text.lastIndexOf('\r')) + 1
        if (end > 0) yield* linesOf(rest + text.slice(0, end))
        rest = end > 0 ? text.slice(end) : rest + text
      }
      if (parser.refused !== undefined) break
    }
    if (rest !== undefined) {
      yield* linesOf(rest)
      if (tried.urls === 0 && !isGuess) tried.error = 'it lists no URLs'
      return tried.urls > 0
    }
    yield* parser.end()
    // An HTML page at a guessed address is not a broken sitemap.
    const isPage = isGuess && parser.kind === undefined && /^text\/html\b/i.test(contentType ?? '')
    if (parser.refused !== undefined && !isPage) tried.error = parser.refused
  } catch (error) {
    means.signal?.throwIfAborted()
    tried.error = error instanceof Error ? error.message : 'it cannot be read'
  }
  return parser.kind !== undefined || tried.urls > 0
}

/** Returns the lines of a text that are URLs. It lists pages only. */
function linesOf(text: string): SitemapEntry[] {
  return webUrls(text.split(/\r\n?|\n/)).map((url) => ({ url, leadsTo: 'page' }))
}

const PIECE_BYTES = 64 * 1024

/** Yields the file in pieces, unpacked if it starts like gzip (RFC 1952 section 2.3.1); again without checks if they fail. */
async function* unpacked(body: Buffer, maxBytes: number): AsyncGenerator<Buffer, void, undefined> {
  if (body[0] !== 0x1f || body[1] !== 0x8b) {
    for (let start = 0; start < body.length; start += PIECE_BYTES)
      yield body.subarray(start, start + PIECE_BYTES)
    return
  }
  let read = 0
  for (const isLenient of [false, true]) {
    let end = 0
    try {
      for await (const piece of await unpackBody(Readable.from([body]), 'gzip', isLenient)) {
        // A decoder gives Buffers; its type does not say so.
        const buffer = piece as Buffer
        const start = end
        end += buffer.length
        if (end > maxBytes) throw new Error(`it is larger than ${maxBytes} bytes`)
        if (end <= read) continue
        yield buffer.subarray(Math.max(0, read - start))
        read = end
      }
      return
    } catch (error) {
      if (isLenient || !isReadLeniently(error, true)) throw error
    }
  }
}

/** Returns a decoder for a sitemap that begins with `start`. Without a sign of its encoding it is UTF-8. */
function decoderFor(start: Buffer, contentType: string | undefined): TextDecoder {
  for (const label of encodingLabels(start, contentType)) {
    try {
      return new TextDecoder(label)
    } catch {
      // It names no encoding.
    }
  }
  return new TextDecoder()
}
