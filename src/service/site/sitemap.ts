import { Readable } from 'node:stream'
import { TextDecoder } from 'node:util'
import { bytesOf } from '../../util/sealed-file.ts'
import { createBodyShare, type BodyShare, unpackBody } from '../http/receive-body.ts'
import { encodingLabels } from '../http/encoding-labels.ts'
import type { SiteRequest } from '../http/http.ts'
import { isPassing } from '../http/page-outcome.ts'
import { isReadLeniently } from '../http/lenient-request.ts'
import { fetchWithRetries, type Means, RETRY_DELAYS_MS, webUrls } from './robots.ts'
import { SitemapParser } from './parse-sitemap.ts'
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

/** Returns where sitemaps are sought for a crawl: robots.txt lines, below the scope's prefix (which ends in `/`), at the host's root. */
export function sitemapCandidates(startUrl: string, scopePrefix: string, fromRobots: readonly string[]) {
  if (isSitemapUrl(startUrl)) return [startUrl]
  return [
    ...new Set([
      ...fromRobots,
      new URL(`${scopePrefix}sitemap.xml`, startUrl).href,
      new URL('/sitemap.xml', startUrl).href,
    ]),
  ]
}

/** Returns the page URLs of all sitemaps. @throws the signal's reason when it is aborted */
export async function* readSitemaps(request: SitemapRequest, means: Means) {
  const { maxSitemaps, maxUrls } = request
  const seen = new Set<string>()
  const pending = request.sitemaps.map((url) => ({ url, depth: 0 })).toReversed()
  let files = 0
  let urls = 0
  let barren = 0
  let failing = 0
  for (let next = pending.pop(); next !== undefined; next = pending.pop()) {
    if (seen.has(next.url)) continue
    seen.add(next.url)
    const tooMany = files++ >= maxSitemaps ? `more than ${maxSitemaps} sitemaps` : undefined
    const trap =
      barren++ >= MAX_BARREN ? `more than ${MAX_BARREN} sitemaps in a row without a page` : undefined
    const bound = tooMany ?? trap
    if (bound !== undefined) return request.onTried?.({ url: next.url, urls: 0, error: bound })
    const children: { url: string; depth: number }[] = []
    const tried: MutableTried = { url: next.url, urls: 0 }
    const share = request.budget && createBodyShare(request.budget, next.url)
    const delaysMs = failing < MAX_FAILING ? RETRY_DELAYS_MS : []
    try {
      for await (const entry of readOne(next.url, { ...request, tried, share, delaysMs }, means)) {
        if (entry.isSitemap) {
          if (next.depth >= MAX_DEPTH) tried.error = `deeper than ${MAX_DEPTH} index files`
          else if (children.length + pending.length < MAX_ENTRIES_PENDING) {
            children.push({ url: entry.url, depth: next.depth + 1 })
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
      if (tried.statusCode === undefined || isPassing(tried.statusCode)) failing++
      request.onTried?.(tried)
    }
    pending.push(...children.toReversed())
  }
}

type MutableTried = { -readonly [Key in keyof TriedSitemap]: TriedSitemap[Key] }

/** A request, and the report about the file that is read. */
interface Reading extends SitemapRequest {
  readonly tried: MutableTried
  readonly share: BodyShare | undefined
  readonly delaysMs: readonly number[]
}

interface Entry {
  readonly url: string
  readonly isSitemap: boolean
}

async function* readOne(url: string, { tried, share, delaysMs, guessed, ...request }: Reading, means: Means) {
  const { maxBytes = MAX_BYTES } = request
  const accept = 'application/xml, text/xml, */*;q=0.5'
  const file = { timeoutMs: 60_000, ...request, url, accept, maxBytes, share }
  const fetched = await fetchWithRetries(file, means, { delaysMs, isQuick: true })
  if (fetched.kind === 'failure') {
    tried.error = errorAbout(url, fetched.error).replace(/\.$/, '')
    return
  }
  const { statusCode, headers, url: base } = fetched
  const contentType = headers['content-type']
  tried.statusCode = statusCode
  const isGuess = guessed?.has(url) === true
  if (statusCode >= 300) {
    // A guessed sitemap that the site refuses or lacks does not exist, but a site that fails may have one.
    if (!isGuess || isPassing(statusCode)) tried.error = `it answered ${statusCode}`
    return
  }
  const body = await bytesOf(fetched.body)
  try {
    const parser = new SitemapParser(base)
    let decoder: TextDecoder | undefined
    // The open line of a sitemap that is a list of lines, under any name: no URL contains a `<`, and all XML does.
    let rest: string | undefined
    for await (const piece of unpacked(body, maxBytes)) {
      const isFirst = decoder === undefined
      decoder ??= decoderFor(piece, contentType)
      const text = decoder.decode(piece, { stream: true })
      if (isFirst && !text.includes('<')) rest = ''
      if (rest === undefined) yield* entriesOf(parser.write(text), parser)
      else {
        const end = Math.max(text.lastIndexOf('\n'), text.lastIndexOf('\r')) + 1
        if (end > 0) yield* entriesOf((rest + text.slice(0, end)).split(LINE_END))
        rest = end > 0 ? text.slice(end) : rest + text
      }
      if (parser.refused !== undefined) break
    }
    if (rest !== undefined) {
      yield* entriesOf(rest.split(LINE_END))
      if (tried.urls === 0 && !isGuess) tried.error = 'it lists no URLs'
      return
    }
    yield* entriesOf(parser.end(), parser)
    // An HTML page at a guessed address is not a broken sitemap.
    const isPage = isGuess && parser.kind === undefined && /^text\/html\b/i.test(contentType ?? '')
    if (parser.refused !== undefined && !isPage) tried.error = parser.refused
  } catch (error) {
    means.signal?.throwIfAborted()
    tried.error = error instanceof Error ? error.message : 'it cannot be read'
  }
}

const LINE_END = /\r\n?|\n/

/** Yields locations that are URLs. Without a parser they are lines of a text, which lists pages only. */
function* entriesOf(locations: readonly string[], parser?: SitemapParser): Generator<Entry> {
  for (const url of webUrls(locations))
    yield { url, isSitemap: parser?.kind === 'sitemapindex' || (parser !== undefined && isSitemapUrl(url)) }
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
