import type { PageDocument } from '../protocol/crawl-status.ts'
import { compareText, oneLine } from '../util/text.ts'
import { contentHash } from './content-hash.ts'
import type { Manifest, ManifestPage } from './manifest.ts'

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
 * Returns the manifest of a completed job. Pages of the manifest before it that are missing now are kept as `failing` or
 * `not-reached`, unless the site says that they are gone or no longer links to them. A page that is failing now may have the
 * only link to others, so these are kept too.
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
