/**
 * Input: the pages of a job as they were delivered, or the text of a stored manifest.
 * Output: the manifest: one short entry for each page, with a hash of its content.
 * Must not know services, records or files.
 */
import { firstText, oneLine } from '../util/text.ts'
import { joinRows, JsonRows, orderOf, placesOf, type Rows, rowsOf } from '../util/json-rows.ts'
import type { KeyTable } from '../util/key-table.ts'
import { parseUrl } from '../util/can-parse-url.ts'
import { canonicalJson, given, isJsonObject, type JsonObject, parseJson } from '../util/json.ts'
import { digestOf, newSha256 } from '../util/sha256.ts'
import { dedupeKey, type DedupeSettings, parsePageUrl } from '../scope/page-url.ts'
import { contentHash, HASH_VERSION, type HashedPage } from './content-hash.ts'
import type { PageDocument } from '../protocol/crawl-status.ts'

/** The pages that a job delivered, and the pages that are missing from it without being gone. */
export interface Manifest extends HashRule {
  readonly crawl: string
  readonly job: string
  /** When the job was submitted, ISO 8601. */
  readonly at: string
  /** The request as recorded, secrets as references. */
  readonly request: JsonObject
  /** The settings of the crawl that say which URLs are one page. */
  readonly identity: DedupeSettings
  /** URLs of pages that failed, the first thousand; absent if none did, and in manifests of earlier versions. */
  readonly failed?: readonly string[]
  /** By URL, each page once. */
  readonly pages: Rows<ManifestPage>
}

/** Returns the URLs of pages that failed in a job. */
export function failedIn({ failed = [], pages }: Manifest): ReadonlySet<string> {
  const urls = new Set(failed)
  for (const { url, missing } of pages) if (missing === 'failing') urls.add(url)
  return urls
}

/** How hashes were made. Hashes of another rule may differ for the same page. */
export interface HashRule {
  readonly hashVersion: number
  /** The patterns of `changes.ignore`, whose matches the hashes leave out; absent if there are none. */
  readonly ignore?: readonly string[]
}

/** Returns the rule of hashes that this version makes. */
export function hashRule(ignore: readonly string[] = []): HashRule {
  return ignore.length === 0 ? { hashVersion: HASH_VERSION } : { hashVersion: HASH_VERSION, ignore }
}

export function isSameRule(one: HashRule, other: HashRule): boolean {
  return (
    one.hashVersion === other.hashVersion &&
    canonicalJson([...(one.ignore ?? [])]) === canonicalJson([...(other.ignore ?? [])])
  )
}

export interface ManifestPage {
  readonly url: string
  /** The page's id in feeds, if an earlier version or other settings gave it another one than `pageId`. */
  readonly id?: string
  /** The URL that leads to it by redirects, if it is another one. */
  readonly source?: string
  /** The hash of the normalized content, 32 hexadecimal digits. */
  readonly hash: string
  /** HTTP status of the answer. */
  readonly status: number
  readonly title?: string
  readonly etag?: string
  /** Links from a start URL to it. Absent if the service did not tell, as are the next two. */
  readonly depth?: number
  /** Where it was found first: the page with the link, relative to this one, or `sitemap`. Absent for a start URL. */
  readonly from?: string
  /** Its media type, without `text/` or `application/`. */
  readonly type?: string
  /** Characters of what is delivered of it and hashed. */
  readonly size?: number
  /**
   * Set for a page that an earlier job delivered and this one did not. `failing`: the site did not answer with it this time.
   * `not-reached`: the job may not have seen a link to it. `unlinked`: nothing links to it any more, and the site still answers
   * with it, or could not be asked. Its hash is that of the earlier job.
   */
  readonly missing?: MissingPage
  /** For a failing page, or an unlinked one that could not be asked: the status or error. */
  readonly error?: string
}

export type MissingPage = 'failing' | 'not-reached' | 'unlinked'

/** A stored manifest cannot be used. Match on `code`. */
export class ManifestError extends Error {
  override readonly name = 'ManifestError'
  readonly code: 'damaged' | 'newer-format' | 'unknown'
  constructor(code: ManifestError['code'], message: string) {
    super(message)
    this.code = code
  }
}

const FORMAT_VERSION = 2

/** Returns the bytes of a manifest in pieces: a line about the job, and one line for each page. */
export function formatManifest({ pages, ...job }: Manifest): readonly Buffer[] {
  const lines = JsonRows.from(pages).parts()
  const head = { formatVersion: FORMAT_VERSION, ...job, count: pages.length, digest: digestOf(lines) }
  return [Buffer.from(`${JSON.stringify(head)}\n`), ...lines]
}

/**
 * Returns the manifest that `bytes` hold.
 * @param place The name of its file in messages.
 * @throws {ManifestError}
 */
export function parseManifest(bytes: Buffer, place: string): Manifest {
  const end = bytes.indexOf('\n')
  const head = parseJson(bytes.toString('utf8', 0, Math.max(end, 0)))
  const version = isJsonObject(head) ? head['formatVersion'] : undefined
  if (typeof version === 'number' && version > FORMAT_VERSION) {
    throw new ManifestError(
      'newer-format',
      `${place} was written by a newer crawlform (manifest format ${version}). Install that version.`,
    )
  }
  const lines = bytes.subarray(end + 1)
  if (typeof version !== 'number' || !isJsonObject(head) || head['digest'] !== digestOf([lines])) {
    throw new ManifestError(
      'damaged',
      `${place} is damaged, so changes since that job are unknown. Remove the file: the comparison then begins with the next job.`,
    )
  }
  // The digest shows that these are the lines that formatManifest wrote.
  const pages = JsonRows.read<ManifestPage>(lines)
  const { crawl, job, at, request, hashVersion = 1, ignore, failed, identity } = head as unknown as StoredHead
  const stored = { crawl, job, at, request, hashVersion, ...given({ ignore, failed }) }
  if (identity !== undefined) return { ...stored, identity, pages }
  // Until then a page's id was made of its exact URL. It must stay, because indexes have it.
  const named = Array.from(pages, (page) => ({ ...page, id: hashedId(crawl, page.url) }))
  return { ...stored, identity: { deduplicateSimilarURLs: true, ignoreQueryParameters: false }, pages: named }
}

type StoredHead = Omit<Manifest, 'hashVersion' | 'identity' | 'pages'> &
  Partial<Pick<Manifest, 'hashVersion' | 'identity'>>

/** Returns the form under which two URLs are one page of a manifest. */
export function manifestKey({ identity }: Pick<Manifest, 'identity'>, url: string): string {
  const page = parsePageUrl(url)
  return page === undefined ? url : dedupeKey(page, identity)
}

/** Returns the id of a page in feeds: 32 hexadecimal digits that depend on the crawl's name and the page's `dedupeKey`. */
export function pageId(manifest: Pick<Manifest, 'crawl' | 'identity'>, { id, url }: ManifestPage): string {
  return id ?? hashedId(manifest.crawl, manifestKey(manifest, url))
}

function hashedId(crawl: string, text: string): string {
  return newSha256().update(`${crawl}\n${text}`).digest().toString('hex', 0, 16)
}

interface Failure {
  readonly url: string
  readonly error: string
  readonly status?: number
}

/** How a job ended, as far as pages are missing from it. */
export interface JobEnd {
  /** Pages that failed, with the status of the answer where there was one. */
  readonly failed: readonly Failure[]
  /** The job did not see all links, so a missing page may still be there. */
  readonly isCut: boolean
  /** URLs of pages that were left out as copies of others. */
  readonly copies?: ReadonlySet<string>
}

/** Returns whether a site says with a status that a page is gone (RFC 9110, 15.5.5 and 15.5.11). */
export function isGone(status: number | undefined): boolean {
  return status === 404 || status === 410
}

/** Returns the entry of a delivered page, with a hash that leaves out what `ignore` matches. */
export function manifestPage(page: PageDocument, ignore?: readonly string[]): ManifestPage {
  const { url, sourceURL: source, statusCode: status, title, etag } = page.metadata
  const content = contentOf(page)
  const { from, depth } = discoveryOf(page.metadata)
  return {
    url,
    ...(source === url ? {} : { source }),
    hash: contentHash(content, ignore),
    status,
    ...(title === undefined ? {} : { title: oneLine(title) }),
    ...(typeof etag === 'string' ? { etag } : {}),
    ...given({ depth, from: from && relativeUrl(from, url), type: typeOf(page.metadata['contentType']) }),
    size: content.text.length,
  }
}

/** Returns what a service tells of how a page was found. */
export function discoveryOf({ discoveryDepth: depth, discoveredFrom: from }: PageDocument['metadata']) {
  return given({
    depth: typeof depth === 'number' ? depth : undefined,
    from: typeof from === 'string' ? from : undefined,
  })
}

/** Returns the page that links to another one; undefined for one from a sitemap or a start URL. */
export function referrerOf({ url, from }: Pick<ManifestPage, 'url' | 'from'>): string | undefined {
  return from === undefined || from === SITEMAP ? undefined : parseUrl(from, url)?.href
}

/** `from` of a page that a sitemap lists. */
const SITEMAP = 'sitemap'

/** Returns the shortest text that is resolved to a URL against another one: a path if their origins are the same. */
function relativeUrl(url: string, base: string): string {
  const origin = parseUrl(base)?.origin
  return origin !== undefined && url.startsWith(`${origin}/`) && !url.startsWith(`${origin}//`)
    ? url.slice(origin.length)
    : url
}

function typeOf(contentType: unknown): string | undefined {
  if (typeof contentType !== 'string') return undefined
  return (
    contentType
      .replace(/;.*/s, '')
      .trim()
      .toLowerCase()
      .replace(/^(?:text|application)\//, '') || undefined
  )
}

/** A page of the manifest before that was not delivered. */
interface LostPage {
  readonly page: ManifestPage
  readonly failure: Failure | undefined
}

/** The pages that a job delivered, beside those of the manifest before. */
interface Delivery {
  readonly job: Omit<Manifest, 'pages'>
  readonly delivered: Rows<ManifestPage>
  readonly before: Manifest | undefined
  readonly failed: readonly Failure[]
  /** The places of delivered pages, by their keys. */
  readonly places: KeyTable
  readonly lost: readonly LostPage[]
  /** A page that is failing now may have the only link to others. */
  readonly isCut: boolean
}

/** Finds the pages of the manifest before that were not delivered. Copies are not among them. */
export function compareDelivery(
  job: Omit<Manifest, 'pages'>,
  delivered: Rows<ManifestPage>,
  end: JobEnd,
  before: Manifest | undefined,
): Delivery {
  const keyOf = (url: string): string => manifestKey(job, url)
  const places = placesOf(delivered, ({ url }) => keyOf(url))
  const failed = new Map(end.failed.map((page) => [keyOf(page.url), page]))
  const copies = new Set(Array.from(end.copies ?? [], keyOf))
  const lost: LostPage[] = []
  for (const page of before?.pages ?? []) {
    const { url, source = url } = page
    if (!places.has(keyOf(url)) && !copies.has(keyOf(url)))
      lost.push({ page, failure: failed.get(keyOf(url)) ?? failed.get(keyOf(source)) })
  }
  const isCut = end.isCut || lost.some(({ failure }) => isFailing(failure))
  return { job, delivered, before, failed: end.failed, places, lost, isCut }
}

/** Returns the pages that would be dropped only because nothing links to them any more. */
export function unlinkedPages({ lost, isCut }: Delivery): readonly ManifestPage[] {
  return isCut ? [] : lost.flatMap(({ page, failure }) => (failure === undefined ? [page] : []))
}

/**
 * Returns the manifest of a completed job. Pages that are missing since the manifest before are kept as `failing`,
 * `not-reached` or `unlinked`. They are dropped if the site says that they are gone, if they are copies now, or if the site no
 * longer links to them.
 * @param unlinked pages that nothing links to and that stay, by the URLs of the manifest before, with why they could not be asked
 */
export function makeManifest(
  { job, delivered, before, failed, places, lost, isCut }: Delivery,
  unlinked: ReadonlyMap<string, string | undefined> = new Map(),
): Manifest {
  const keyOf = ({ url }: ManifestPage): string => manifestKey(job, url)
  const kept = lost.flatMap((one) => missingPage(one, isCut, unlinked) ?? [])
  const all = joinRows(delivered, kept)
  const keptPlaces = placesOf(kept, keyOf)
  const placeOf = (key: string): number | undefined => {
    const place = keptPlaces.get(key)
    return place === undefined ? places.get(key) : delivered.length + place
  }
  const { ids, emptied } = earlierEntries(job, all, placeOf, before)
  // Of two with one key, the later one.
  const order = orderOf(all).filter((place) => {
    const page = all.at(place)
    return page !== undefined && placeOf(keyOf(page)) === place
  })
  // A copy of the delivered pages would be one more list of all pages in memory.
  const pages = rowsOf(order.length, (index) => {
    const place = order[index] ?? Infinity
    const page = emptied.get(place) ?? all.at(place)
    return page && { ...page, ...given({ id: ids.get(place) }) }
  })
  const urls = failed.map(({ url }) => url)
  return { ...job, ...(urls.length === 0 ? {} : { failed: urls }), pages }
}

/** The error of a page that had text in the job before and has none now. */
export const NO_TEXT = 'it has no text any more'

/**
 * Returns what stays of the manifest before, by the places of the pages: ids that other settings would change, and the entries of
 * pages that had text and have none now. Such an answer is more likely a check of the browser than a page.
 */
function earlierEntries(
  job: Omit<Manifest, 'pages'>,
  all: Rows<ManifestPage>,
  placeOf: (key: string) => number | undefined,
  before: Manifest | undefined,
) {
  const ids = new Map<number, string>()
  const emptied = new Map<number, ManifestPage>()
  if (before === undefined) return { ids, emptied }
  const isSame = canonicalJson(job.request) === canonicalJson(before.request)
  for (const page of before.pages) {
    const place = placeOf(manifestKey(job, page.url)) ?? Infinity
    const now = all.at(place)
    if (now === undefined) continue
    const id = pageId(before, page)
    if (id === pageId(job, now)) ids.delete(place)
    else ids.set(place, id)
    if (isSame && now.size === 0 && (page.size ?? 0) > 0)
      emptied.set(place, { ...page, url: now.url, missing: 'failing', error: NO_TEXT })
  }
  return { ids, emptied }
}

function missingPage(
  { page: { error: _error, missing: _missing, ...page }, failure }: LostPage,
  isCut: boolean,
  unlinked: ReadonlyMap<string, string | undefined>,
): ManifestPage | undefined {
  if (failure !== undefined)
    return isFailing(failure) ? { ...page, missing: 'failing', error: oneLine(failure.error) } : undefined
  if (isCut) return { ...page, missing: 'not-reached' }
  if (!unlinked.has(page.url)) return undefined
  const error = unlinked.get(page.url)
  return { ...page, missing: 'unlinked', ...(error === undefined ? {} : { error: oneLine(error) }) }
}

/** Returns whether a page failed, and the site does not say that it is gone. */
function isFailing(failure: Failure | undefined): failure is Failure {
  return failure !== undefined && !isGone(failure.status)
}

/** Returns what is delivered of a page, and is hashed. Its text is the first of its formats that is one, or all of them. */
export function contentOf(page: PageDocument): HashedPage {
  const { title, description } = page.metadata
  const named = { title: firstText(title), description: firstText(description) }
  if (page.markdown !== undefined) return { ...named, text: page.markdown, kind: 'markdown' }
  const html = page.html ?? page.rawHtml
  if (html !== undefined) return { ...named, text: html, kind: 'html' }
  const { metadata: _metadata, warning: _warning, screenshot: _screenshot, ...formats } = page
  const isEmpty = Object.keys(formats).length === 0
  return { ...named, text: isEmpty ? '' : JSON.stringify(formats), kind: 'json' }
}
