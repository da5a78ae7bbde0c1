import type { DoneEvent } from '../apply/apply-event.ts'
import type { PageReview } from '../apply/review-pages.ts'
import {
  compareDelivery,
  hashRule,
  isGone,
  makeManifest,
  type Manifest,
  unlinkedPages,
} from '../manifest/manifest.ts'
import { jobScope } from '../plan/last-job.ts'
import type { JobResult } from '../state/state.ts'
import { JsonRows } from '../util/json-rows.ts'
import type { AskSite } from './ask-pages.ts'
import type { SubmittedJob } from './kept-jobs.ts'

/** How a completed job was checked without its pages. */
export type OwnChecks = Pick<DoneEvent, 'problems' | 'failedPages' | 'redirectedPages'>

/** Returns what a new manifest says about its job. */
export function headOf(
  crawl: string,
  { job, at, request }: SubmittedJob,
  ignore: readonly string[] | undefined,
): Omit<Manifest, 'pages'> {
  const { deduplicateSimilarURLs, ignoreQueryParameters } = jobScope(request)
  const identity = { deduplicateSimilarURLs, ignoreQueryParameters }
  return { crawl, job, at, request, ...hashRule(ignore), identity }
}

interface ManifestOptions {
  readonly done: OwnChecks
  readonly before: Manifest | undefined
  /** Without it, pages that nothing links to any more are gone. */
  readonly ask?: AskSite | undefined
}

/** Makes the manifest of a job. A page that redirects out of the scope is kept from before, as one that fails is. */
export async function manifestOf(
  { head, result }: { readonly head: Omit<Manifest, 'pages'>; readonly result: JobResult },
  { results = new JsonRows(), redirects, leftOut }: PageReview,
  { done, before, ask }: ManifestOptions,
): Promise<Manifest> {
  const { failedPages = [], redirectedPages = [] } = done
  const away = [...redirectedPages, ...redirects].map(({ url, to }) => ({ url, error: `redirects to ${to}` }))
  const copies = new Set(leftOut.keys())
  const end = { failed: [...failedPages, ...away], isCut: isCut(result, done), copies }
  const delivery = compareDelivery(head, results, end, before)
  const pages = unlinkedPages(delivery)
  const unlinked = pages.length === 0 ? undefined : await ask?.({ head, pages, delivered: results })
  return makeManifest(delivery, unlinked)
}

/** Returns whether a completed job may not have seen all links, so that a missing page may still be there. */
function isCut(result: JobResult, { failedPages = [] }: OwnChecks): boolean {
  const isStopped = result.stoppedAtLimit !== undefined && result.urlsLeft !== 0
  // One that never had URLs has lost none.
  const lacksSitemap = result.sitemaps?.some(
    ({ statusCode, urls, error }) => error !== undefined && (urls > 0 || !isGone(statusCode)),
  )
  // Only the first thousand failed pages are listed, and a service may not list them at all.
  const isUnsure = result.blocked === undefined || (result.failed ?? 0) > failedPages.length
  return isStopped || lacksSitemap === true || isUnsure
}
