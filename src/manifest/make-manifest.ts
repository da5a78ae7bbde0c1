import type { PageDocument } from '../protocol/crawl-status.ts'
import { compareText } from '../util/compare-text.ts'
import { oneLine } from '../util/one-line.ts'
import { contentHash } from './content-hash.ts'
import type { Manifest, ManifestPage } from './manifest.ts'

/** How a job ended, as far as pages are missing from it. */
export interface JobEnd {
  /** Pages that failed, with the status of the answer where there was one. */
  readonly failed: readonly { readonly url: string; readonly error: string; readonly status?: number }[]
  /** The job stopped at its limit, so a missing page may still be there. */
  readonly isCut: boolean
}

/** The statuses with which a site says that a page is gone (RFC 9110, 15.5.5 and 15.5.11). */
const GONE = new Set([404, 410])

/** Returns the entry of a delivered page. Its content is the first of its formats that is a text, or all of them. */
export function manifestPage(page: PageDocument): ManifestPage {
  const { url, statusCode: status, title, etag } = page.metadata
  return {
    url,
    hash: contentHash(contentOf(page)),
    status,
    ...(title === undefined ? {} : { title: oneLine(title) }),
    ...(typeof etag === 'string' ? { etag } : {}),
  }
}

/**
 * Returns the manifest of a completed job. Pages of the manifest before it that are missing now are kept as `failing` or
 * `not-reached`, unless the site says that they are gone or no longer links to them.
 */
export function makeManifest(
  job: Omit<Manifest, 'pages'>,
  delivered: readonly ManifestPage[],
  end: JobEnd,
  before: Manifest | undefined,
): Manifest {
  const pages = new Map(delivered.map((page) => [page.url, page]))
  const failed = new Map(end.failed.map((page) => [page.url, page]))
  for (const page of before?.pages ?? []) {
    if (pages.has(page.url)) continue
    const missing = missingPage(page, failed.get(page.url), end.isCut)
    if (missing !== undefined) pages.set(page.url, missing)
  }
  return { ...job, pages: [...pages.values()].toSorted((a, b) => compareText(a.url, b.url)) }
}

function missingPage(
  { error: _error, missing: _missing, ...page }: ManifestPage,
  failure: JobEnd['failed'][number] | undefined,
  isCut: boolean,
): ManifestPage | undefined {
  if (failure === undefined) return isCut ? { ...page, missing: 'not-reached' } : undefined
  const { status, error } = failure
  return status !== undefined && GONE.has(status)
    ? undefined
    : { ...page, missing: 'failing', error: oneLine(error) }
}

function contentOf(page: PageDocument): string {
  const text = page.markdown ?? page.html ?? page.rawHtml
  if (text !== undefined) return text
  const { metadata: _metadata, warning: _warning, screenshot: _screenshot, ...formats } = page
  return JSON.stringify(formats)
}
