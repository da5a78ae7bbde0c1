/**
 * Input: the pages of a job as they were delivered, or the text of a stored manifest.
 * Output: the manifest: one short entry for each page, with a hash of its content.
 * Must not know services, records or files.
 */
import { compareText } from '../util/text.ts'
import { isJsonObject, type JsonObject, parseJson } from '../util/json.ts'
import { sha256 } from '../util/sha256.ts'

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
  /** The hash of the normalized content (content-hash.ts), 32 hexadecimal digits. */
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
