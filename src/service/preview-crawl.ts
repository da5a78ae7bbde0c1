import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import type { TriedSitemap } from '../protocol/crawl-status.ts'
import { isErrorStatus } from '../protocol/protocol.ts'
import { normalizeUrl } from '../scope/page-url.ts'
import type { ScopeReason } from '../scope/scope.ts'
import { given, isJsonObject, type JsonObject } from '../util/json.ts'
import { ApiError } from './api/check-access.ts'
import { jobWarnings } from './api/status-answer.ts'
import { createRequestReader } from './api/read-request.ts'
import { createJobs } from './create-jobs.ts'
import type { FoundUrl } from '../frontier/frontier.ts'
import { TrailRecorder } from '../frontier/record-trail.ts'
import type { Trail } from '../frontier/trail.ts'
import { pageSettingsDeciding } from '../request/setting-decisions.ts'
import { requestNeeds } from '../request/request-needs.ts'
import type { EffectiveRequest } from '../request/page-settings.ts'
import { NOT_IN_RESULT } from '../protocol/job-texts.ts'
import { createLanguageModel } from './model/model.ts'
import { resolveSettings, type ServiceSettings } from './settings/settings.ts'
import { openVolatileStore, type Store } from './store/store.ts'

/** The pages that a crawl would reach, found by fetching only for links; nothing is converted or stored. */
export interface CrawlPreview {
  /** Pages of the result, in order of discovery. */
  readonly pages: readonly PreviewPage[]
  /** URLs that were met and left out, in order of discovery, each once, with the rule that decided. */
  readonly skipped: readonly SkippedUrl[]
  /** Pages that could not be fetched, or were answered with 4xx or 5xx and are not kept. */
  readonly failed: readonly FailedPreview[]
  /** Sitemaps that were tried, those with errors first. */
  readonly sitemaps: readonly TriedSitemap[]
  /** True when more URLs were left out than are listed. */
  readonly truncated: boolean
  /** Why the crawl reaches no more than its start URL, in a few sentences. */
  readonly warning?: string
  /** A recording of the crawl, to replay it with other settings; with `withTrail`. */
  readonly trail?: Trail
}

export interface PreviewPage extends Pick<FoundUrl, 'url' | 'depth' | 'via'> {
  /** The page whose link led here; absent for the start URL and pages of the sitemap. */
  readonly from?: string
}

export interface FailedPreview {
  readonly url: string
  readonly error: string
  /** The HTTP status of a page that was answered with 4xx or 5xx. */
  readonly status?: number
}

export interface SkippedUrl {
  readonly url: string
  readonly reason: ScopeReason
  readonly from?: string
}

export type PreviewSettings = Omit<
  ServiceSettings,
  'dataDirectory' | 'host' | 'port' | 'apiKey' | 'webhook'
> & {
  readonly withTrail?: boolean
  /** Whether pages that were answered with 4xx or 5xx are pages of the result. */
  readonly keepsErrorPages?: boolean
  /** Whether the crawl itself shows routes (`#/`) in a browser. By default it does if its settings need one. */
  readonly rendersRoutes?: boolean
}

/** The request cannot be crawled; the message says why. */
export class PreviewRefused extends Error {
  override readonly name = 'PreviewRefused'
}

const MAX_SKIPPED = 10_000
/** The scrape options that decide whether a page can be fetched at all, and what a site answers. */
const FETCHING = pageSettingsDeciding('fetch', 'answer')

/**
 * Finds the pages that a request reaches, by the same rules and as politely as the crawl itself.
 * @throws {PreviewRefused} for a request that is not valid
 * @throws the signal's reason when it is aborted
 */
export async function previewCrawl(
  body: JsonObject,
  settings: PreviewSettings = {},
  signal?: AbortSignal,
): Promise<CrawlPreview> {
  const request = await readRequest(body, settings)
  const directory = mkdtempSync(path.join(tmpdir(), 'crawlform-preview-'))
  const resolved = resolveSettings({ ...settings, dataDirectory: directory })
  const store = openVolatileStore(directory)
  const skipped = new SkippedUrls()
  const recorder = settings.withTrail === true ? new TrailRecorder() : undefined
  const { jobs, fetcher } = createJobs(resolved, {
    durable: store,
    volatile: store,
    notify: () => undefined,
    deliver: () => undefined,
    observer: {
      rendersRoutes: settings.rendersRoutes ?? requestNeeds(body).some(({ means }) => means === 'browser'),
      met: (found, decision) => {
        skipped.note(found, decision)
        if (decision === 'robots') recorder?.forbid(found.url)
      },
      watch: recorder && ((frontier, options) => recorder.watch(frontier, options)),
    },
  })
  try {
    const { id, number } = jobs.add({ request }, (record) => record)
    await jobs.whenEnded(id, signal)
    const job = jobs.find(id)
    const { sitemaps = [], sitemapProblem } = job?.record ?? {}
    // Sitemaps are listed one by one.
    const warning = job && jobWarnings(job).find((text) => text !== sitemapProblem)
    const found = readPreview(store, number, { skipped, settings })
    const failures = found.failed.filter(({ error }) => error !== NOT_IN_RESULT)
    // A start page that is kept out explains only why there is no page.
    const failed = found.pages.length === 0 ? found.failed : failures
    const preview = { ...found, failed, sitemaps, ...given({ warning }) }
    const trail = recorder?.trail(new Map(failures.map(({ url, ...failure }) => [url, failure])))
    return { ...preview, ...given({ trail }) }
  } finally {
    await jobs.close(AbortSignal.abort())
    await fetcher.close()
    store.close()
    rmSync(directory, { recursive: true, force: true })
  }
}

async function readRequest(body: JsonObject, { model }: PreviewSettings): Promise<EffectiveRequest> {
  const { webhook: _webhook, scrapeOptions, ...rest } = body
  const options = isJsonObject(scrapeOptions) ? scrapeOptions : {}
  const fetching = Object.fromEntries(Object.entries(options).filter(([name]) => FETCHING.has(name)))
  const scrape = { ...fetching, formats: [] }
  const reader = createRequestReader(model === undefined ? undefined : createLanguageModel(model), false)
  try {
    const { request } = await reader.read({ ...rest, scrapeOptions: scrape, zeroDataRetention: true })
    return request
  } catch (error) {
    if (error instanceof ApiError) throw new PreviewRefused(error.message)
    throw error
  }
}

function readPreview(
  store: Store,
  job: number,
  { skipped, settings }: { readonly skipped: SkippedUrls; readonly settings: PreviewSettings },
): Omit<CrawlPreview, 'sitemaps' | 'warning'> {
  const inResult = store.pages.resultStatuses(job)
  const failed: FailedPreview[] = store.pages.failures(job).map(({ url, error }) => ({ url, error }))
  const pages: PreviewPage[] = []
  const known = new Set<string>()
  for (const { seq, url, depth, via, holder, state, finalUrl } of store.pages.pages(job)) {
    known.add(url).add(finalUrl ?? url)
    const status = inResult.get(seq)
    if (status !== undefined && isErrorStatus(status) && settings.keepsErrorPages !== true)
      failed.push({ url, error: `HTTP ${status}`, status })
    else if (status !== undefined) pages.push({ url, depth, via, ...given({ from: holder }) })
    else if (state === 0) skipped.note({ url, depth, via, holder }, 'limit')
  }
  return { pages, skipped: skipped.list(known), failed, truncated: skipped.truncated }
}

/** The first reason why each URL was left out. A page that was admitted later was not left out. */
class SkippedUrls {
  readonly #entries = new Map<string, SkippedUrl>()
  truncated = false

  note({ url: found, holder }: FoundUrl, decision: ScopeReason | 'admitted'): void {
    // A place in a page is no other URL, unless that is why its link is left out.
    const url = decision === 'fragment' ? found : (normalizeUrl(found) ?? found)
    if (decision === 'admitted') return void this.#entries.delete(url)
    const before = this.#entries.get(url)?.reason ?? 'duplicate'
    if (before !== 'duplicate') return
    if (this.#entries.size >= MAX_SKIPPED) this.truncated = true
    else this.#entries.set(url, { url, reason: decision, ...given({ from: holder }) })
  }

  /** Returns the URLs that were left out. Another link to one of the `known` pages does not count. */
  list(known: ReadonlySet<string>): SkippedUrl[] {
    return [...this.#entries.values()].filter(
      ({ url, reason }) => reason === 'robots' || reason === 'limit' || !known.has(url),
    )
  }
}
