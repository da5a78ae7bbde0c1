/**
 * Input: the pages of a job as they were delivered, or the text of a stored manifest.
 * Output: the manifest: one short entry for each page, with a hash of its content.
 * Must not know services, records or files.
 */
import { compareText, oneLine } from '../util/text.ts'
import { isJsonObject, type JsonObject, parseJson } from '../util/json.ts'
import { newSha256, sha256 } from '../util/sha256.ts'
import type { PageDocument } from '../protocol/crawl-status.ts'

/** The pages that a job delivered, and the pages that are missing from it without being gone. */
export interface Manifest {
  readonly crawl: string
  readonly job: string
  /** When the job was submitted, ISO 8601. */
  readonly at: string
  /** The request as recorded, secrets as references. */
  readonly request: JsonObject
  /** By URL, each once. */
  readonly pages: readonly ManifestPage[]
}

export interface ManifestPage {
  readonly url: string
  /** The URL that leads to it by redirects, if it is another one. */
  readonly source?: string
  /** The hash of the normalized content, 32 hexadecimal digits. */
  readonly hash: string
  /** HTTP status of the answer. */
  readonly status: number
  readonly title?: string
  readonly etag?: string
  /**
   * Set for a page that an earlier job delivered and this one did not. `failing`: the site did not answer with it this time.
   * `not-reached`: the job may not have seen a link to it. Its hash is that of the earlier job.
   */
  readonly missing?: MissingPage
  /** For a failing page: the status or error. */
  readonly error?: string
}

export type MissingPage = 'failing' | 'not-reached'

/** A stored manifest cannot be used. Match on `code`. */
export class ManifestError extends Error {
  override readonly name = 'ManifestError'
  readonly code: 'damaged' | 'newer-format' | 'unknown'
  constructor(code: ManifestError['code'], message: string) {
    super(message)
    this.code = code
  }
}

const FORMAT_VERSION = 1

/** Returns the text of a manifest: a line about the job, and one line for each page. */
export function formatManifest({ pages, ...job }: Manifest): string {
  const lines = pages
    .toSorted((a, b) => compareText(a.url, b.url))
    .map((page) => `${JSON.stringify(page)}\n`)
    .join('')
  const head = { formatVersion: FORMAT_VERSION, ...job, count: pages.length, digest: sha256(lines) }
  return `${JSON.stringify(head)}\n${lines}`
}

/**
 * Returns the manifest that `text` holds.
 * @param place The name of its file in messages.
 * @throws {ManifestError}
 */
export function parseManifest(text: string, place: string): Manifest {
  const end = text.indexOf('\n')
  const head = parseJson(text.slice(0, Math.max(end, 0)))
  const version = isJsonObject(head) ? head['formatVersion'] : undefined
  if (typeof version === 'number' && version > FORMAT_VERSION) {
    throw new ManifestError(
      'newer-format',
      `${place} was written by a newer crawlform (manifest format ${version}). Install that version.`,
    )
  }
  const lines = text.slice(end + 1)
  if (version !== FORMAT_VERSION || !isJsonObject(head) || head['digest'] !== sha256(lines)) {
    throw new ManifestError(
      'damaged',
      `${place} is damaged, so changes since that job are unknown. Remove the file: the comparison then begins with the next job.`,
    )
  }
  // The digest shows that these are the lines that formatManifest wrote.
  const pages = JSON.parse(`[${lines.trimEnd().replaceAll('\n', ',')}]`) as ManifestPage[]
  const { crawl, job, at, request } = head as unknown as Manifest
  return { crawl, job, at, request, pages }
}

interface Failure {
  readonly url: string
  readonly error: string
  readonly status?: number
}

/** How a job ended, as far as pages are missing from it. */
interface JobEnd {
  /** Pages that failed, with the status of the answer where there was one. */
  readonly failed: readonly Failure[]
  /** The job did not see all links, so a missing page may still be there. */
  readonly isCut: boolean
}

/** Returns whether a site says with a status that a page is gone (RFC 9110, 15.5.5 and 15.5.11). */
export function isGone(status: number | undefined): boolean {
  return status === 404 || status === 410
}

/** Returns the entry of a delivered page. Its content is the first of its formats that is a text, or all of them. */
export function manifestPage(page: PageDocument): ManifestPage {
  const { url, sourceURL: source, statusCode: status, title, etag } = page.metadata
  return {
    url,
    ...(source === url ? {} : { source }),
    hash: contentHash(contentOf(page)),
    status,
    ...(title === undefined ? {} : { title: oneLine(title) }),
    ...(typeof etag === 'string' ? { etag } : {}),
  }
}

/**
 * Returns the manifest of a completed job. Pages that are missing since the manifest before are kept as `failing` or
 * `not-reached`. They are dropped if the site says that they are gone or no longer links to them. A page that is failing now
 * may have the only link to others, so these are kept too.
 */
export function makeManifest(
  job: Omit<Manifest, 'pages'>,
  delivered: readonly ManifestPage[],
  end: JobEnd,
  before: Manifest | undefined,
): Manifest {
  const pages = new Map(delivered.map((page) => [page.url, page]))
  const failed = new Map(end.failed.map((page) => [page.url, page]))
  const failureOf = ({ url, source = url }: ManifestPage) => failed.get(url) ?? failed.get(source)
  const lost = (before?.pages ?? []).filter(({ url }) => !pages.has(url))
  const isCut = end.isCut || lost.some((page) => isFailing(failureOf(page)))
  for (const page of lost) {
    const missing = missingPage(page, failureOf(page), isCut)
    if (missing !== undefined) pages.set(page.url, missing)
  }
  return { ...job, pages: [...pages.values()].toSorted((a, b) => compareText(a.url, b.url)) }
}

function missingPage(
  { error: _error, missing: _missing, ...page }: ManifestPage,
  failure: Failure | undefined,
  isCut: boolean,
): ManifestPage | undefined {
  if (failure === undefined) return isCut ? { ...page, missing: 'not-reached' } : undefined
  return isFailing(failure) ? { ...page, missing: 'failing', error: oneLine(failure.error) } : undefined
}

/** Returns whether a page failed, and the site does not say that it is gone. */
function isFailing(failure: Failure | undefined): failure is Failure {
  return failure !== undefined && !isGone(failure.status)
}

function contentOf(page: PageDocument): string {
  const text = page.markdown ?? page.html ?? page.rawHtml
  if (text !== undefined) return text
  const { metadata: _metadata, warning: _warning, screenshot: _screenshot, ...formats } = page
  return JSON.stringify(formats)
}

/** Half of a SHA-256 tells pages apart, and halves a manifest. */
const HASH_LENGTH = 32
/** The least length of a piece that is hashed at once. */
const PIECE = 1024 * 1024

/**
 * The texts that a hash ignores. Each rule needs a sign that the text is made for each load. So a date, the time of an event, a
 * time of day such as "open from 9:00", a price and "ready in 30 minutes" count as content.
 */
const volatileTexts: readonly RegExp[] = [
  // Timestamps: a time with seconds, also after a date (ISO 8601, RFC 9110), and a date and time that programs write.
  /\b(?:(?:\d{4}-\d{2}-\d{2}[T ]|(?:Mon|Tue|Wed|Thu|Fri|Sat|Sun), \d{2} [A-Z][a-z]{2} \d{4} )\d{2}:\d{2}:\d{2}(?:\.\d+)?|\d{4}-\d{2}-\d{2}T\d{2}:\d{2})(?: ?(?:Z|GMT|UTC|[+-]\d{2}:?\d{2})\b)?|\b\d{1,2}:\d{2}:\d{2}(?: ?[AaPp][Mm]\b)?/g,
  // Ages and countdowns: "5 minutes ago", "just now", "ends in 3 hours".
  /\b(?:(?:\d+|an?|one) (?:second|sec|minute|min|hour|day|week|month|year)s? ago|(?:begins|closes|ends|expires|opens|refreshes|resets|starts) in \d+ (?:second|minute|hour)s?|just now)\b/gi,
  // Counters: a number with views, visits, readers, downloads, likes, shares, votes or "online".
  /\b\d[\d.,]*[kKmM]? (?:(?:page ?)?views?|visits?|visitors?|readers?|reads|downloads?|likes?|shares?|upvotes?|votes?|(?:users? |guests? |people )?(?:are )?online)\b|\b(?:views|visits|visitors|downloads|likes|shares|votes): ?\d[\d.,]*[kKmM]?\b/gi,
  // Load times: "generated in 0.12 seconds", "generated at 2026-11-25 10:04".
  /\b(?:generated|rendered|loaded|took|served)(?:(?: in)? \d[\d.,]* ?(?:ms|milliseconds?|s|sec|seconds?)|(?: at| on)?:? \d{4}-\d{2}-\d{2} \d{2}:\d{2})\b/gi,
  // Nonces: session ids in paths, and query parameters that name a token, a session or a nonce.
  /;jsessionid=[\w.!-]+|[?&](?:amp;)?(?:nonce|token|csrf|csrf_?token|authenticity_token|sid|session_?id|phpsessid|jsessionid|sig|signature|expires|cb|cachebust(?:er)?|rand(?:om)?|ts|timestamp|_)=[^&\s)"'<>]*/gi,
  // Nonces in HTML: attributes, and the fields and metadata of forms.
  /\bnonce=["'][^"']*["']|\bname=["'](?:_token|authenticity_token|csrf[\w-]*)["'] (?:content|value)=["'][^"']*["']/gi,
  // Cache keys of images, scripts and styles. Elsewhere such a parameter may choose content, as "watch?v=" does.
  /\?(?<=\.(?:avif|css|gif|ico|jpe?g|m?js|png|svg|webp|woff2?)\?)(?:hash|v|ver)=[^&\s)"'<>]*/gi,
  // Fingerprints in file names: "app.3f2a9c1b.js", and UUIDs.
  /[.\-_/](?=[a-f\d]*\d)(?=[a-f\d]*[a-f])[a-f\d]{8,64}(?=\.\w{2,5}\b)|\b[a-f\d]{8}(?:-[a-f\d]{4}){3}-[a-f\d]{12}\b/gi,
]

/** Returns the text without what differs with every load. Linear in the text. */
export function normalizeContent(text: string): string {
  const stable = volatileTexts.reduce((normal, pattern) => normal.replace(pattern, ''), text)
  return stable.replaceAll(/[^\S ]\s*| \s+/g, ' ').trim()
}

/** Returns the hash of a page's content, 32 hexadecimal digits. */
export function contentHash(text: string): string {
  const hash = newSha256()
  let isFirst = true
  // Normalizing takes several times the memory of its text.
  for (let start = 0, end; start < text.length; start = end) {
    const found = text.indexOf('\n', start + PIECE)
    end = found === -1 ? text.length : found
    const normal = normalizeContent(text.slice(start, end))
    if (normal === '') continue
    hash.update(isFirst ? normal : ` ${normal}`)
    isFirst = false
  }
  return hash.digest('hex').slice(0, HASH_LENGTH)
}
