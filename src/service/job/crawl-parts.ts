import { compileScope } from '../../scope/compile-scope.ts'
import { type Frontier, type KnownPage, PageFrontier } from '../../frontier/frontier.ts'
import type { JobRecord, PreviousPage } from '../store/job-record.ts'
import type { Store } from '../store/store.ts'
import { type CrawlContext, crawlScope } from './crawl-context.ts'
import { createJobRecorder } from './job-recorder.ts'
import { USER_AGENT } from '../http/user-agent.ts'
import type { RobotsCache } from '../site/site.ts'
import { WaitingVisits } from './visits.ts'
import { createHash } from 'node:crypto'
import type { StoredPage } from '../engine/engine-task.ts'
import type { CacheStore, TrackStore } from '../store/page-store.ts'
import { canonicalJson, type Json } from '../../util/json.ts'
import { type EffectiveRequest, findFormat, needsBrowser } from '../../request/page-settings.ts'
import { isConditional } from '../http/page-validators.ts'
import { sha256 } from '../../util/sha256.ts'

/** The parts of a running job that start pages and record their outcomes. Its state is in `CrawlRun`. */
export type CrawlParts = ReturnType<typeof createCrawlParts>

/** The most waiting pages in memory, at about 500 bytes each. Each further page takes about ten bytes. */
const MOST_HELD = 500

/** Returns the parts of a new job, or of one that continues, from its record and its rows. */
export function createCrawlParts(
  context: CrawlContext,
  store: Store,
  { record, robots }: { record: JobRecord; robots: RobotsCache },
) {
  const { request } = record
  const { limits, cacheTtlMs, model } = context.settings
  const tracker = createChangeTracker(store.tracked, request)
  const { watch } = context.observer ?? {}
  const options = {
    scope: compileScope(crawlScope(request, record.root, context.observer)),
    allowed: (url: string) => robots.allowed(url),
    spareUrls: limits.spareUrls,
    maxUrls: limits.knownUrls,
  }
  const frontier = new PageFrontier(options, {
    known: knownPages(store, record.number),
    completed: record.completed,
    held: MOST_HELD,
    read: (seqs) => store.pages.readWaiting(record.number, seqs),
  })
  const watched: Frontier = watch?.(frontier, options) ?? frontier
  const made = {
    agent: USER_AGENT,
    textBytes: limits.textBytes,
    pageTags: limits.pageTags,
    model: model?.model ?? '',
  }
  const caches = !store.volatile && cacheTtlMs > 0 && tracker === undefined
  return {
    context,
    store,
    record,
    robots,
    frontier: watched,
    recorder: createJobRecorder(context, store, record),
    waiting: new WaitingVisits(),
    cache: caches ? createResultCache(store.cache, request, made) : undefined,
    tracker,
  }
}

function* knownPages(store: Store, job: number): Generator<KnownPage> {
  for (const page of store.pages.pages(job)) yield { ...page, isWaiting: page.state === 0 }
}

/** Settings that change how a page is fetched, not its content. */
const IRRELEVANT = new Set(['maxAge', 'minAge', 'storeInCache', 'timeout'])

/**
 * Returns the cache of results for one job. `maxAge` (milliseconds) decides which pages of earlier jobs it takes, and `storeInCache`
 * whether it stores its own.
 * @param made settings of the service that pages depend on; pages made with other settings are not found
 */
function createResultCache(store: CacheStore, request: EffectiveRequest, made: Json) {
  const { scrapeOptions, sitemap } = request
  const { maxAge, storeInCache: stores, headers = {} } = scrapeOptions
  // A browser sends requests of its own, and a request that sets conditions wants the answer to them.
  const asks = stores && !needsBrowser(scrapeOptions) && !isConditional(headers)
  const relevant = Object.fromEntries(Object.entries(scrapeOptions).filter(([name]) => !IRRELEVANT.has(name)))
  // Links are kept only if they are followed.
  const basis = canonicalJson({ scrape: relevant, links: sitemap !== 'only', made })
  const keyOf = (url: string): string => createHash('sha256').update(basis).update(url).digest('base64')
  return {
    /** Returns a page that is young enough to be used. */
    find: (url: string, now: number) => (maxAge === 0 ? undefined : store.find(keyOf(url), now - maxAge)),
    /** Returns a page of any age, if the site can be asked whether it has changed. */
    findOld: (url: string) => {
      const page = asks ? store.find(keyOf(url), 0) : undefined
      return page?.validators && page
    },
    put: (url: string, page: StoredPage, now: number) => {
      if (!stores || page.fromCache || page.statusCode !== 200) return
      store.put(keyOf(url), { ...page.document, at: now, validators: page.validators })
    },
    /** Removes an entry that turned out to be unreadable. */
    remove: (url: string) => store.remove(keyOf(url)),
  }
}

/** Returns the last scrapes of pages with the same tag, for `changeTracking`; undefined without that format. */
function createChangeTracker(store: TrackStore, request: EffectiveRequest) {
  const format = findFormat(request.scrapeOptions, 'changeTracking')
  if (format === undefined) return undefined
  const keyOf = (url: string): string => sha256(`${format.tag ?? ''}\n${url}`)
  return {
    find: (url: string) => store.find(keyOf(url)),
    put: (url: string, page: PreviousPage) => store.put(keyOf(url), page),
  }
}
